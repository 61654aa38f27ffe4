import type { Game } from '../../../database/generated/client.ts';
import { gameNumber } from '../../../games/game/game-number.ts';
import { shownReport } from '../../../games/processing/shown-report.ts';
import { processesWhenFinal } from '../../../games/sheets/final-orders.ts';
import { paragraph } from '../../../printouts/mail/parts.ts';
import { type MailReport, renderMailReport } from '../../../printouts/mail/render-mail.ts';
import { renderText } from '../../../printouts/text/render-text.ts';
import { pageHeader, type Report } from '../../../rules/report.ts';
import type { SheetForm } from '../../../rules/sheet.ts';
import { valuesAtFirst } from '../../../rules/sheet-values.ts';
import { formatDateTime, formatDateToMeet } from '../../../text/dates.ts';
import { UnsendableError } from '../../delivery/delivery-failure.ts';
import { calendarInvite } from '../calendar-invite.ts';
import { type ComposeDeps, type FullDelivery, type MailBody, readerOf, requirePart } from '../composer.ts';
import { gameLink, rulebookLink, scanLink, sheetGoesTo, sheetLink } from '../links.ts';
import { domainOf, fileName } from '../mail-headers.ts';
import { forReader, gameStrapline, type MailBlock, type MailView, renderMail } from '../mail-view.ts';
import { type MailedSheet, mailedSheet } from '../mailed-sheet.ts';
import { rulebookAttachment } from '../rulebook-attachment.ts';

/** The most bytes of a printout in the HTML of its mail. Gmail cuts a mail off after 102 KB, its frame included. */
const MAX_BYTES = 84_000;

/** What is left to the printout in HTML if the sheet below it is very long. */
const MIN_BYTES = 40_000;

/**
 * Composes the mail of a printout: the news, the map, a summary of the turn, the due date with a link to the sheet, and
 * the printout: in HTML as far as mail programs show it, as plain text in full. The printout as PDF and the due date as a
 * calendar file are attached.
 */
export async function composePrintout(deps: ComposeDeps, delivery: FullDelivery): Promise<MailBody> {
  const game = requirePart(delivery.game, 'game');
  const printout = requirePart(delivery.printout, 'printout');
  if (printout.rolledBackAt !== null) {
    throw new UnsendableError('The turn was rolled back before this e-mail was sent.');
  }
  const { id: accountId } = requirePart(delivery.account, 'account');
  const seatName = delivery.seat?.accountId === accountId ? delivery.seat.name : null;
  const report = await shownReport(deps.ctx, printout, { accountId, seatName });
  const number = gameNumber(game);
  const turn = report.turn === null ? 'final' : `turn-${report.turn}`;
  const seat = delivery.seat === null ? [] : [delivery.seat.identifier];
  const pdfName = fileName([number, turn, ...seat], 'pdf');
  const paper = delivery.account?.paper ?? 'letter';
  const reader = readerOf(deps, delivery);
  const form = formOf(report);
  const pdf = await deps.renderPdf(forReader(report, reader), {
    paper,
    sendTo: sheetGoesTo(deps.publicUrl, number),
    scanTo: scanLink(deps.publicUrl, number),
    fillable: isOpen(delivery),
    ...(form !== undefined && { form }),
    finalOrders: processesWhenFinal(game),
    created: delivery.createdAt,
  });
  // The first mail of a game brings the rules.
  const rules = report.turn === 1 ? await rulebookAttachment(game, paper) : null;
  const sheet = await sheetOf(deps, delivery, report);
  const room = MAX_BYTES - (sheet === null ? 0 : sizeOf(sheet.blocks));
  const printed = renderMailReport(forReader(report, reader), Math.max(room, MIN_BYTES));
  const attached = { pdfName, rulesName: rules?.filename };
  const body = renderMail(
    viewOf(deps, delivery, { game, report, printed, sheet: sheet?.blocks ?? null, ...attached }),
    readerOf(deps, delivery, sheet !== null),
  );
  return {
    subject:
      report.turn === null ? `${number}: final printout` : `${number}: printout for turn ${report.turn}`,
    ...body,
    ...(sheet !== null && { replyTo: sheet.replyTo }),
    attachments: [
      { filename: pdfName, content: pdf, contentType: 'application/pdf' },
      ...calendarAttachments(deps, delivery, { report, number }),
      ...(rules === null ? [] : [rules]),
    ],
  };
}

/** Whether the sheet can still be sent: its turn is open, and its reader has the seat. A printout without a sheet has none. */
function isOpen({ game, seat, accountId, printout }: FullDelivery): boolean {
  return game?.status === 'running' && game.turn === printout?.turn && seat?.accountId === accountId;
}

/** The form of the sheet in a printout. */
function formOf({ sections }: Report): SheetForm | undefined {
  const blocks = sections.flatMap((section) => section.blocks);
  return blocks.find((block) => block.kind === 'sheet')?.form;
}

/** The sheet to fill in and send back by mail, if the printout has one and the server receives mail. */
async function sheetOf(
  deps: ComposeDeps,
  delivery: FullDelivery,
  report: Report,
): Promise<MailedSheet | null> {
  const form = formOf(report);
  const { turn } = report;
  if (form === undefined || turn === null) return null;
  const { attempt } = requirePart(delivery.printout, 'printout');
  const target = { kind: 'open' } as const;
  return await mailedSheet(deps, delivery, { form, values: valuesAtFirst(form), turn, attempt, target });
}

/** The printout without the sheet to fill in by hand, which the mail has in another form. */
function withoutSheet(report: Report): Report {
  const sections = report.sections
    .map((section) => ({ ...section, blocks: section.blocks.filter(({ kind }) => kind !== 'sheet') }))
    .filter(({ blocks }) => blocks.length > 0);
  return { ...report, sections };
}

function sizeOf(blocks: readonly MailBlock[]): number {
  return Buffer.byteLength(JSON.stringify(blocks));
}

/** What the mail says. */
function viewOf(
  deps: ComposeDeps,
  delivery: FullDelivery,
  from: {
    game: Game;
    report: Report;
    printed: MailReport;
    /** The sheet to fill in; null if there is none. */
    sheet: readonly MailBlock[] | null;
    /** The names of the attached files. */
    pdfName: string;
    rulesName: string | undefined;
  },
): MailView {
  const { game, report, printed, sheet, pdfName, rulesName } = from;
  const number = gameNumber(game);
  const summary = summaryOf(report);
  const headline = report.news === undefined ? [] : [report.news.headline];
  return {
    headline: report.subtitle,
    strapline: gameStrapline(report.title, number),
    preview: [...headline, ...summary].join(' '),
    blocks: [
      { kind: 'finished', html: printed.opening },
      ...summary.map((text) => ({ kind: 'paragraph', text }) as const),
      ...sheetBlocks(deps, delivery, { report, number }),
      { kind: 'link', label: 'All your printouts', url: gameLink(deps.publicUrl, number) },
      ...(rulesName === undefined ? [] : [rulesLink(deps, game)]),
      { kind: 'paragraph', text: attachedWords(pdfName, rulesName), style: 'quiet' },
      { kind: 'finished', html: printed.sections + omittedInWords(printed, pdfName) },
      { kind: 'preformatted', text: renderText(sheet === null ? report : withoutSheet(report)) },
      ...(sheet ?? []),
    ],
    footer: `${pageHeader(report)} · “${game.title}”`,
  };
}

function rulesLink({ publicUrl }: ComposeDeps, game: Pick<Game, 'ruleset'>): MailBlock {
  return {
    kind: 'link',
    label: 'The rules, with the game on one page',
    url: rulebookLink(publicUrl, game.ruleset),
  };
}

function attachedWords(printout: string, rules: string | undefined): string {
  const whole = `The whole printout is attached as ${printout}.`;
  return rules === undefined ? whole : `${whole} The rules are attached as ${rules}.`;
}

/** What is left out of the HTML, and where it is. */
function omittedInWords({ omitted }: MailReport, pdf: string): string {
  const titles = [...new Set(omitted)].filter((title) => title !== '');
  if (omitted.length === 0) return '';
  const what = titles.length === 0 ? 'The rest' : titles.map((title) => `“${title}”`).join(', ');
  return paragraph(`Too long for this e-mail, and in ${pdf}: ${what}.`);
}

/** The summary without the sentence that contains the due date: the mail shows the date in a box of its own. */
function summaryOf({ summary, due }: Report): string[] {
  return summary.filter((sentence) => due === null || due === '' || !sentence.includes(due));
}

/** The due date and the link to the sheet, if there is another turn. */
function sheetBlocks(
  { publicUrl }: ComposeDeps,
  delivery: FullDelivery,
  { report, number }: { report: Report; number: string },
): MailBlock[] {
  return [
    ...(report.due === null
      ? []
      : [
          { kind: 'fact', label: 'Your turn sheet is due', value: dueInWords(delivery, report.due) } as const,
        ]),
    ...(report.turn === null
      ? []
      : [{ kind: 'button', label: 'Fill in your turn sheet', url: sheetLink(publicUrl, number) } as const]),
  ];
}

/** The due date of the printout, with its distance if it is still the one of the game. */
function dueInWords({ game, createdAt }: FullDelivery, due: string): string {
  const isCurrent = game !== null && game.due !== null && formatDateTime(game.due, game.timeZone) === due;
  return isCurrent ? formatDateToMeet(game.due as Date, game.timeZone, createdAt) : due;
}

/** The present due date as a calendar file, if this printout's turn is still open. */
function calendarAttachments(
  { publicUrl }: ComposeDeps,
  delivery: FullDelivery,
  { report, number }: { report: Report; number: string },
) {
  const game = requirePart(delivery.game, 'game');
  if (report.turn === null || game.turn !== report.turn || game.due === null) return [];
  const content = calendarInvite({
    game: number,
    turn: report.turn,
    phase: report.subtitle,
    due: game.due,
    stamp: delivery.createdAt,
    link: sheetLink(publicUrl, number),
    domain: domainOf(delivery),
  });
  return [
    {
      filename: fileName([number, 'turn', report.turn, 'due'], 'ics'),
      content,
      contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
    },
  ];
}
