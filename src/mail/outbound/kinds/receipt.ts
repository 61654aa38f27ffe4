import type { Channel } from '../../../database/generated/enums.ts';
import { gameNumber } from '../../../games/game/game-number.ts';
import { asksForFinalOrders } from '../../../games/sheets/final-orders.ts';
import { pastForm } from '../../../games/sheets/past-form.ts';
import { isYetToCome, waitsInWords } from '../../../games/sheets/waits-for-turn.ts';
import { sketchLines } from '../../../printouts/figures/sketch.ts';
import {
  type DescribedDrawing,
  type DescribedField,
  describeOrders,
} from '../../../rules/describe-orders.ts';
import { fieldLabel } from '../../../rules/field-label.ts';
import type { Advice, SheetForm } from '../../../rules/sheet.ts';
import { formFromRaw } from '../../../rules/sheet-values.ts';
import { formatDateTime, formatDateToMeet } from '../../../text/dates.ts';
import { escapeHtml } from '../../../text/escape.ts';
import {
  type ComposeDeps,
  type FullDelivery,
  type MailBody,
  readerOf,
  requirePart,
  rulesetTitle,
} from '../composer.ts';
import { forecastBlocks } from '../forecast.ts';
import { sheetLink } from '../links.ts';
import { forReader, gameStrapline, type MailBlock, type MailReader, renderMail } from '../mail-view.ts';
import { type MailedSheet, mailedSheet, openSheetOf } from '../mailed-sheet.ts';
import { standingNow } from '../standing-now.ts';

type Game = NonNullable<FullDelivery['game']>;
type Sheet = NonNullable<FullDelivery['sheet']>;

const CHANNEL_NAMES: Record<Channel, string> = {
  web: 'on the web',
  api: 'through the API',
  mail: 'by e-mail',
  pdf: 'as a filled-in PDF',
  post: 'on paper, entered by the GM',
  opponent: 'from the computer',
  advance: 'from your advance orders',
  standing: 'from your standing orders',
};

/**
 * Composes the receipt of one version of a sheet. For a standing sheet it lists the orders, what they cost and would do,
 * what had to be dropped from advance orders, the advice, and until when the sheet can be changed. For a refused sheet it
 * lists the problems. For one that was refused, or does not count any more when the mail is sent, it says which one counts
 * then, as the page of the sheet does.
 */
export async function composeReceipt(deps: ComposeDeps, delivery: FullDelivery): Promise<MailBody> {
  const game = requirePart(delivery.game, 'game');
  const sheet = requirePart(delivery.sheet, 'sheet');
  const seat = requirePart(delivery.seat, 'seat');
  const { turn, version } = sheet;
  const number = gameNumber(game);
  const form = await pastForm(deps.ctx, game, { turn, seat: seat.identifier });
  const refused = sheet.outcome === 'refused';
  const outcome = refused ? 'refused' : 'received';
  const says = refused ? '' : await acceptance(deps, delivery, game, sheet);
  const problems = problemsInWords(form, sheet);
  const received = formatDateTime(sheet.receivedAt, game.timeZone);
  const mailed = await sheetToChange(deps, delivery);
  const reader = readerOf(deps, delivery, mailed !== null);
  const body = renderMail(
    {
      headline: `Turn ${turn}: your sheet was ${outcome}`,
      strapline: gameStrapline(rulesetTitle(game), number),
      preview: refused ? problems.join(' ') : says,
      blocks: [
        ...(refused
          ? refusalBlocks(sheet, problems, await standsInWords(deps, delivery, sheet))
          : [{ kind: 'paragraph', text: `${says} It says:` } as const]),
        ...orderBlocks(form, refused ? sheet.raw : (sheet.orders ?? sheet.raw), reader),
        ...(await forecastBlocks(deps, delivery, form)),
        ...adviceBlocks(sheet.advice),
        ...changeBlocks(game, sheet, {
          sheetUrl: sheetLink(deps.publicUrl, number),
          writtenAt: delivery.createdAt,
        }),
        ...(mailed?.blocks ?? []),
      ],
      footer: `${number} T-${turn} [${seat.identifier}] ${seat.name} · version ${version}, received ${received} ${CHANNEL_NAMES[sheet.channel]} · “${game.title}”`,
    },
    reader,
  );
  const subject = `${number}: turn ${turn} sheet ${outcome} (version ${version})`;
  return { subject, ...(mailed !== null && { replyTo: mailed.replyTo }), ...body };
}

/** The sheet as it was sent, to be changed and sent again by replying; null if its turn has been processed. */
async function sheetToChange(deps: ComposeDeps, delivery: FullDelivery): Promise<MailedSheet | null> {
  const sheet = requirePart(delivery.sheet, 'sheet');
  const open = await openSheetOf(deps, delivery, sheet.turn);
  return open && mailedSheet(deps, delivery, { ...open, values: formFromRaw(open.form, sheet.raw) });
}

/** The problems of a refused sheet, each with the label of its field. */
function problemsInWords(form: SheetForm | null, sheet: Sheet): string[] {
  return sheet.problems.map(({ field, message }) => {
    const label = form === null ? '' : fieldLabel(form, field);
    return label === '' ? message : `${message} (${label})`;
  });
}

/** What counts instead of a refused sheet when its receipt is written; may be empty. */
async function standsInWords(
  deps: ComposeDeps,
  delivery: FullDelivery,
  { turn, version }: Sheet,
): Promise<string> {
  const now = await standingNow(deps, delivery, turn);
  if (now === null) return '';
  return now.isOpen && now.version !== null && now.version < version
    ? `Your earlier sheet, version ${now.version}, still counts.`
    : now.words;
}

function refusalBlocks({ version }: Sheet, problems: string[], stands: string): MailBlock[] {
  return [
    { kind: 'list', heading: `Version ${version} of your sheet cannot be played:`, items: problems },
    ...(stands === '' ? [] : [{ kind: 'paragraph', text: stands, style: 'strong' } as const]),
    { kind: 'paragraph', text: 'This is what you sent:' },
  ];
}

/** Whether a sheet that was not refused counts, when its receipt is written. */
async function acceptance(
  deps: ComposeDeps,
  delivery: FullDelivery,
  game: Game,
  sheet: Sheet,
): Promise<string> {
  const { channel, turn, version } = sheet;
  const isRunning = game.status === 'running';
  if (sheet.outcome === 'standing') {
    if (isRunning && isYetToCome(game, turn))
      return `Version ${version} of your sheet waits until turn ${turn} is open again.`;
    return channel === 'advance'
      ? `Turn ${turn} is open. Your advance orders are now version ${version} of your sheet.`
      : `Your sheet is in: version ${version} counts.`;
  }
  const over = `Version ${version} of your sheet no longer counts`;
  const now = await standingNow(deps, delivery, turn);
  if (now === null) return `${over}.`;
  if (now.version !== null) return `${over}: version ${now.version}, which came later, does.`;
  if (now.isHidden) return `${over}. ${now.words}`;
  if (channel === 'standing' || !now.isOpen) return `${over}.`;
  return `${over}: turn ${turn - 1} was rolled back after you sent it. Send it again.`;
}

/** What had to be dropped from advance orders, and what is legal but probably not meant. */
function adviceBlocks(advice: Advice[]): MailBlock[] {
  const dropped = advice.filter(({ code }) => code === 'dropped').map(({ message }) => message);
  const ignored = advice.filter(({ code }) => code === 'ignored').map(({ message }) => message);
  const other = advice
    .filter(({ code }) => code !== 'dropped' && code !== 'ignored')
    .map(({ message }) => message);
  return [
    ...(dropped.length === 0
      ? []
      : [{ kind: 'list', heading: 'Dropped because it can no longer be played:', items: dropped } as const]),
    ...(other.length === 0
      ? []
      : [{ kind: 'list', heading: 'Is this what you meant?', items: other } as const]),
    ...(ignored.length === 0
      ? []
      : [{ kind: 'list', heading: 'Also in your e-mail:', items: ignored } as const]),
  ];
}

/** Until when the sheet can be changed, and where. */
function changeBlocks(
  game: Game,
  sheet: Sheet,
  { sheetUrl, writtenAt }: { sheetUrl: string; writtenAt: Date },
): MailBlock[] {
  const { turn } = sheet;
  if (game.status === 'running' && isYetToCome(game, turn)) {
    return [{ kind: 'paragraph', text: waitsInWords(game, turn) }];
  }
  if (game.status !== 'running' || game.turn !== turn) {
    return [
      { kind: 'paragraph', text: `Turn ${turn} has been processed. This sheet can no longer be changed.` },
    ];
  }
  const refused = sheet.outcome === 'refused';
  const paused = game.pausedAt !== null;
  const final = !refused && sheet.final && asksForFinalOrders(game);
  const sentences = [
    final && 'You marked these orders as final. You can reopen them on the sheet page.',
    paused && 'The game is paused. No turn is processed until it resumes.',
    `You can send another version until turn ${turn} is processed.`,
    game.processWhenComplete && 'That happens as soon as every sheet is in.',
    game.due !== null && !paused && `Sheets are due ${formatDateToMeet(game.due, game.timeZone, writtenAt)}.`,
  ];
  return [
    { kind: 'paragraph', text: sentences.filter((sentence) => sentence !== false).join(' ') },
    { kind: 'button', label: refused ? 'Fix your sheet' : 'Change your sheet', url: sheetUrl },
  ];
}

/** The orders field by field, and what was drawn below them. */
function orderBlocks(form: SheetForm | null, orders: unknown, reader: MailReader): MailBlock[] {
  if (form === null) return [{ kind: 'table', rows: [{ label: 'Orders', lines: [JSON.stringify(orders)] }] }];
  const fields = describeOrders(form, orders);
  const drawings = fields.flatMap((field) => field.drawings ?? []);
  return [
    { kind: 'table', rows: fields.map(orderRow) },
    ...drawings.flatMap(({ label, lines }): MailBlock[] => [
      { kind: 'paragraph', text: `${label}, as you drew it:` },
      { kind: 'preformatted', text: lines.join('\n') },
      { kind: 'finished', html: drawingHtml({ label, lines: forReader(lines, reader) }) },
    ]),
  ];
}

/** A drawing in the HTML of a mail, with its spaces. */
function drawingHtml({ label, lines }: DescribedDrawing): string {
  const printable = sketchLines({ kind: 'sketch', caption: label, lines });
  return `<pre>\n${printable.map(escapeHtml).join('\n')}</pre>`;
}

/** Lines whose order matters are numbered. */
function orderRow({ label, lines, ranked }: DescribedField): Pick<DescribedField, 'label' | 'lines'> {
  return { label, lines: ranked ? lines.map((line, i) => `${i + 1}. ${line}`) : lines };
}
