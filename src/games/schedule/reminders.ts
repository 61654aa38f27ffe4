import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { ReminderKind } from '../../database/generated/client.ts';
import { formatDateTime } from '../../text/dates.ts';
import { inTransaction, lockGame, type WholeGame, type WholeSeat } from '../game/game-store.ts';
import { notifySeat } from '../notices/notices.ts';
import { STANDING_ORDERS } from '../sheets/advance-orders.ts';
import { isMissingFromPlayer, owedSheets } from '../sheets/missing-sheets.ts';
import { autoProcessAt, lastCallAt, scheduleReminder } from './schedule-jobs.ts';

const HOUR = 3_600_000;

/**
 * Reminds those of a game whose sheet for the open turn is missing, and has the next look planned: before the due
 * date as early as each account wishes, and once more for a last call (see `lastCallAt`). Nobody gets
 * either twice for one turn, however often this is called or the date moves.
 */
export async function remindPlayers(
  ctx: AppContext,
  wanted: { gameId: string; turn: number },
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const game = await lockGame(tx, wanted.gameId);
    if (game?.status !== 'running' || game.turn !== wanted.turn || game.pausedAt) return;
    const { due } = game;
    if (due === null) return;
    const withOrder = await seatsWithOrder(tx, game);
    for (const { seat } of (await owedSheets(tx, game)).filter(isMissingFromPlayer)) {
      const kind = kindFor(ctx, { ...game, due }, seat);
      if (kind === null || !(await isFirst(tx, ctx, game, seat, kind))) continue;
      const words = WORDS[kind]({ ...game, due });
      if (withOrder.has(seat.id)) words.paragraphs.push(ORDER_SERVES);
      await notifySeat(tx, ctx, game, seat, words);
    }
    await scheduleReminder(tx, ctx, game);
  });
}

type Due = WholeGame & { due: Date };

function kindFor(ctx: AppContext, game: Due, seat: WholeSeat): ReminderKind | null {
  const now = ctx.now();
  const end = autoProcessAt(game);
  if (now >= lastCallAt(game)) return end === null || end > now ? 'lastCall' : null;
  const left = game.due.getTime() - now.getTime();
  const hours = seat.account?.remindHours ?? 0;
  return hours > 0 && left <= hours * HOUR ? 'reminder' : null;
}

/** The seats whose players have left a standing order, which serves if no sheet comes. */
async function seatsWithOrder(tx: Tx, game: WholeGame): Promise<ReadonlySet<string>> {
  const orders = await tx.advanceOrders.findMany({ where: { gameId: game.id, turn: STANDING_ORDERS } });
  const own = ({ id, accountId }: WholeSeat) =>
    orders.some((order) => order.seatId === id && order.accountId === accountId);
  return new Set(game.seats.filter(own).map(({ id }) => id));
}

async function isFirst(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  seat: WholeSeat,
  kind: ReminderKind,
): Promise<boolean> {
  const data = [{ seatId: seat.id, turn: game.turn, kind, at: ctx.now() }];
  return (await tx.reminder.createMany({ data, skipDuplicates: true })).count === 1;
}

const ORDER_SERVES = 'If none comes, your standing order serves as your sheet, as far as it fits.';

const WORDS: Record<ReminderKind, (game: Due) => { subject: string; paragraphs: string[] }> = {
  reminder: (game) => ({
    subject: `your sheet for turn ${game.turn} is missing`,
    paragraphs: [
      `No sheet of yours stands yet for turn ${game.turn}. It is due ${formatDateTime(game.due, game.timeZone)}.`,
      'How long before the date you are reminded, or whether at all, you choose on your account’s page.',
    ],
  }),
  lastCall: (game) => {
    const end = autoProcessAt(game);
    const due = formatDateTime(game.due, game.timeZone);
    return {
      subject: `last call for turn ${game.turn}`,
      paragraphs:
        end?.getTime() === game.due.getTime()
          ? [
              `No sheet of yours stands yet for turn ${game.turn}. It is due ${due}; then the turn is processed without it.`,
            ]
          : [
              `Your sheet for turn ${game.turn} was due ${due}, and none stands yet.`,
              end === null
                ? `${game.gm.name} may process the turn at any time now; until then your sheet is still taken.`
                : `It is still taken until ${formatDateTime(end, game.timeZone)}; then the turn is processed without it.`,
            ],
    };
  },
};
