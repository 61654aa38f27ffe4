import type { AppContext } from '../../context.ts';
import { enqueueDelivery } from '../../database/outbox.ts';
import { problemsInWords } from '../../rules/result.ts';
import { formatDateTime } from '../../text/dates.ts';
import { openTurnInWords } from '../game/game-ruleset.ts';
import { inTransaction } from '../game/game-store.ts';
import { timesCounted } from '../game/limited-actions.ts';
import { openForm, type PlayerSeat } from '../game/player-seat.ts';
import { printoutsReadableBy } from '../game/readable-printouts.ts';
import { mayMail } from '../notices/before-accepting.ts';
import { STANDING_ORDERS } from '../sheets/advance-orders.ts';
import { countingSheet } from '../sheets/counting-sheet.ts';
import { reopenOrders } from '../sheets/reopen-orders.ts';
import type { MailAnswer } from './answer.ts';
import type { Done, MailedRequest } from './mailed-request.ts';

/* What each command does that is not about new orders. */

/** HELP: the guide, with the sheet of the open turn below it. */
export function answerHelp({ own }: MailedRequest): MailAnswer {
  const owes = openForm(own) !== null;
  return {
    subject: 'sheets and commands by e-mail',
    paragraphs: [],
    guide: true,
    ...(owes && { sheet: { kind: 'open' } }),
  };
}

/** STATUS: the open turn, its due date, and what the player has sent. */
export async function answerStatus(ctx: AppContext, { own, address }: MailedRequest): Promise<MailAnswer> {
  const { game, seat } = own;
  if (game.status !== 'running') {
    return {
      subject: 'status',
      paragraphs: [game.status === 'over' ? 'The game is over.' : 'The game is not running.'],
    };
  }
  const due =
    game.due === null ? 'No due date is set' : `Sheets are due ${formatDateTime(game.due, game.timeZone)}`;
  const stored = await ctx.db.prisma.advanceOrders.findMany({
    // Those of turns that have been played are kept for rollbacks.
    where: {
      ...{ seatId: seat.id, accountId: address.account.id },
      OR: [{ turn: STANDING_ORDERS }, { turn: { gt: game.turn } }],
    },
    orderBy: { turn: 'asc' },
  });
  const later = stored.map(({ turn }) =>
    turn === STANDING_ORDERS ? 'Standing orders' : `Advance orders for turn ${turn}`,
  );
  return {
    subject: 'status',
    paragraphs: [
      `${sentence(openTurnInWords(game))} is open. ${due}${game.pausedAt === null ? '' : ', but the game is paused'}.`,
      await sheetInWords(ctx, own),
      later.length === 0
        ? 'You have stored no advance orders and no standing orders.'
        : `You have stored: ${later.join(', ')}.`,
    ],
  };
}

async function sheetInWords(ctx: AppContext, own: PlayerSeat): Promise<string> {
  if (openForm(own) === null) return 'Your seat owes no sheet for this turn.';
  const { words, finalOrders } = await countingSheet(ctx, own);
  return finalOrders?.given ? `${words} It is marked as final.` : words;
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** How often one printout is mailed within a day, besides once for each mail to an address of an earlier turn. */
const PRINTOUTS_A_DAY = 5;

const DAY = 86_400_000;

/** SEND: the printout of the open turn once more, or the last one of a game that is over. */
export async function sendPrintout(ctx: AppContext, { own, address }: MailedRequest): Promise<Done> {
  const { game, seat } = own;
  const { account } = address;
  return inTransaction(ctx, async (tx): Promise<Done> => {
    const printout = await tx.printout.findFirst({
      where: {
        ...{ gameId: game.id, seatId: seat.id, rolledBackAt: null },
        ...printoutsReadableBy(account.id, seat),
      },
      orderBy: { turn: 'desc' },
    });
    if (printout === null || seat.account === null || !(await mayMail(tx, ctx, seat, 'printout'))) {
      return { subject: 'no printout', paragraphs: ['There is no printout to send to you.'] };
    }
    const createdAt = { gt: new Date(ctx.now().getTime() - DAY) };
    const old = { gameId: game.id, accountId: account.id, kind: 'oldMailCommand' as const };
    const max = PRINTOUTS_A_DAY + (await timesCounted(tx, ctx, old));
    if ((await tx.delivery.count({ where: { printoutId: printout.id, createdAt } })) >= max) {
      const enough = 'This printout has been mailed to you often enough today. It is also on the game page.';
      return { subject: 'no printout', paragraphs: [enough] };
    }
    const about = { gameId: game.id, seatId: seat.id, printoutId: printout.id };
    await enqueueDelivery(tx, { kind: 'printout', account: seat.account, ...about }, ctx);
    return null;
  });
}

/** REOPEN: the sheet that counts is no longer final. */
export async function reopen(ctx: AppContext, { own, address, sentAt }: MailedRequest): Promise<MailAnswer> {
  const { game } = own;
  const done = await reopenOrders(ctx, { gameId: game.id, by: address.account.id, turn: game.turn, sentAt });
  if (!done.ok) return { subject: 'nothing was changed', paragraphs: [problemsInWords(done.problems)] };
  return {
    subject: 'your orders are open again',
    paragraphs: [
      'Your sheet still counts, but it is no longer marked as final. You can send another version.',
    ],
  };
}
