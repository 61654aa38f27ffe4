import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Prisma, SeatChangeKind } from '../../database/generated/client.ts';
import { formatDateTime } from '../../text/dates.ts';
import type { WholeGame, WholeSeat } from '../game/game-store.ts';
import { sinceLastTurn } from '../game/since-last-turn.ts';

/* The record of who got or gave up a seat of a running game, and what everyone is told of it. */

/**
 * Records that an account got or gave up a seat of a locked running game.
 * @param change.kind how: see `SeatChangeKind`
 * @param change.told see `SeatChange.told`
 */
export async function recordSeatChange(
  tx: Tx,
  ctx: Pick<AppContext, 'now'>,
  game: Pick<WholeGame, 'id' | 'turn'>,
  change: { seat: Pick<WholeSeat, 'id'>; accountId: number; kind: SeatChangeKind; told?: boolean },
): Promise<void> {
  const { seat, accountId, kind, told = false } = change;
  const data = { gameId: game.id, seatId: seat.id, accountId, turn: game.turn, kind, told, at: ctx.now() };
  await tx.seatChange.create({ data });
}

/**
 * Every change of a seat's player that is announced, in sentences, the first one first. Public: every player is told.
 * Changes before the game began are not: nothing was at stake.
 */
export async function replacementLines(ctx: Pick<AppContext, 'db'>, game: WholeGame): Promise<string[]> {
  return linesOf(ctx.db.prisma, game, {});
}

/** What the next printouts say: the announced changes since the last turn in force was processed. */
export async function replacementsToPrint(tx: Tx, game: WholeGame): Promise<string[]> {
  const since = await sinceLastTurn(tx, game);
  return since === null ? [] : linesOf(tx, game, since);
}

async function linesOf(tx: Tx, game: WholeGame, which: Prisma.SeatChangeWhereInput): Promise<string[]> {
  const changes = await tx.seatChange.findMany({
    where: { gameId: game.id, kind: { notIn: ['seated', 'reclaimed', 'gaveUp'] }, turn: { gt: 0 }, ...which },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
  });
  return changes.map(({ seatId, kind, turn, at }) => {
    const seat = game.seats.find(({ id }) => id === seatId);
    const what = changeInWords(kind, `[${seat?.identifier}]`, game.gm.name);
    return `${what} in turn ${turn}, on ${formatDateTime(at, game.timeZone)}.`;
  });
}

function changeInWords(kind: SeatChangeKind, seat: string, gm: string): string {
  switch (kind) {
    case 'corrected':
      return `${gm} corrected the e-mail address of the player of ${seat}, so that another account has the seat,`;
    case 'takenOver':
      return `Another player took ${seat} over from the computer`;
    default:
      return `${gm} gave ${seat} to another player`;
  }
}
