import { gameNumber } from '../../../games/game/game-number.ts';
import { processesWhenFinal } from '../../../games/sheets/final-orders.ts';
import { renderText } from '../../../printouts/text/render-text.ts';
import { pageHeader, type Report } from '../../../rules/report.ts';
import { UnsendableError } from '../../delivery/delivery-failure.ts';
import { calendarInvite } from '../calendar-invite.ts';
import { type ComposeDeps, type FullDelivery, type MailBody, needed } from '../compose.ts';
import { gameLink, sheetGoesTo, sheetLink } from '../links.ts';
import { domainOf, fileName } from '../mail-headers.ts';
import { renderBody } from '../templates.ts';

/**
 * The mail of a printout: the turn in a few sentences, when the sheet is due and where to fill it in, the
 * whole printout as plain text; attached, the printout as PDF and the date for the calendar.
 */
export async function printoutMail(deps: ComposeDeps, delivery: FullDelivery): Promise<MailBody> {
  const game = needed(delivery.game, 'game');
  const printout = needed(delivery.printout, 'printout');
  if (printout.rolledBackAt !== null)
    throw new UnsendableError('The turn was rolled back before this was sent.');
  const report = printout.report as unknown as Report;
  const number = gameNumber(game);
  const turn = report.turn === null ? 'final' : `turn-${report.turn}`;
  const name = [number, turn, ...(delivery.seat === null ? [] : [delivery.seat.identifier])];
  const pdf = await deps.print(report, {
    paper: delivery.account?.paper ?? 'letter',
    sendTo: sheetGoesTo(deps.publicUrl, number),
    finalOrders: processesWhenFinal(game),
    created: delivery.createdAt,
  });
  const body = renderBody('printout', {
    ruleset: report.title,
    number,
    title: game.title,
    report,
    summary: report.summary.filter((sentence) => !saysDate(sentence, report.due)),
    head: pageHeader(report),
    sheetUrl: report.turn === null ? null : sheetLink(deps.publicUrl, number),
    gameUrl: gameLink(deps.publicUrl, number),
    printout: renderText(report),
    files: attachedNames(name),
  });
  const calendar = calendarOf(deps, delivery, report);
  return {
    subject:
      report.turn === null ? `${number}: the last printout` : `${number}: printout for turn ${report.turn}`,
    ...body,
    attachments: [
      { filename: fileName(name, 'pdf'), content: pdf, contentType: 'application/pdf' },
      ...(calendar === null
        ? []
        : [
            {
              filename: fileName([number, turn, 'due'], 'ics'),
              content: calendar,
              contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
            },
          ]),
    ],
  };
}

/** The date has a place of its own in the mail, and need not be said twice. */
function saysDate(sentence: string, due: string | null): boolean {
  return due !== null && due !== '' && sentence.includes(due);
}

function attachedNames(name: readonly string[]): { pdf: string } {
  return { pdf: fileName(name, 'pdf') };
}

/** The date as it stands now, if this printout's turn is still the one to come. */
function calendarOf(deps: ComposeDeps, delivery: FullDelivery, report: Report): string | null {
  const game = needed(delivery.game, 'game');
  if (report.turn === null || game.turn !== report.turn || game.due === null) return null;
  const number = gameNumber(game);
  return calendarInvite({
    game: number,
    turn: report.turn,
    due: game.due,
    stamp: delivery.createdAt,
    link: sheetLink(deps.publicUrl, number),
    domain: domainOf(delivery),
  });
}
