import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Prisma } from '../../database/generated/client.ts';
import { formatDateTime } from '../../text/dates.ts';
import type { WholeGame, WholeSeat } from '../game/game-store.ts';
import { sinceLastTurn } from '../game/since-last-turn.ts';

/* The record of who got a seat of a running game, and what everyone is told of it. */

/**
 * Records that an account got a seat of a locked running game.
 * @param change.replaced whether the GM gave it in place of another person
 */
export async function recordSeatChange(
  tx: Tx,
  ctx: Pick<AppContext, 'now'>,
  game: Pick<WholeGame, 'id' | 'turn'>,
  change: { seat: Pick<WholeSeat, 'id'>; accountId: number; replaced: boolean },
): Promise<void> {
  const { seat, accountId, replaced } = change;
  const data = { gameId: game.id, seatId: seat.id, accountId, turn: game.turn, replaced, at: ctx.now() };
  await tx.seatChange.create({ data });
}

/** Every replacement of a player by the GM, in sentences, the first one first. Public: every player is told. */
export async function replacementLines(ctx: Pick<AppContext, 'db'>, game: WholeGame): Promise<string[]> {
  return linesOf(ctx.db.prisma, game, {});
}

/** What the next printouts say: the replacements since the last turn in force was processed. */
export async function replacementsToPrint(tx: Tx, game: WholeGame): Promise<string[]> {
  const since = await sinceLastTurn(tx, game);
  return since === null ? [] : linesOf(tx, game, since);
}

async function linesOf(tx: Tx, game: WholeGame, which: Prisma.SeatChangeWhereInput): Promise<string[]> {
  const changes = await tx.seatChange.findMany({
    where: { gameId: game.id, replaced: true, ...which },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
  });
  return changes.map(({ seatId, turn, at }) => {
    const seat = game.seats.find(({ id }) => id === seatId);
    const when = formatDateTime(at, game.timeZone);
    return `${game.gm.name} gave [${seat?.identifier}] to another player in turn ${turn}, on ${when}.`;
  });
}
