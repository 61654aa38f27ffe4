import type { AppContext } from '../../context.ts';
import type { GameNumber } from '../../games/game/game-number.ts';
import { readHeld } from '../held/held-state.ts';
import type { Departure, DepartureOf } from './departure-list.ts';

/** What the list says has left the server, without games that came back. */
export interface Departed {
  moved: DepartureOf<'gameMoved'>[];
  deletedGames: DepartureOf<'gameDeleted'>[];
  deletedAccounts: DepartureOf<'accountDeleted'>[];
  /** The last return of each game that came back, by the id of the game. */
  back: Map<string, DepartureOf<'gameBack'>>;
}

/** What holds of a list: a game that came back has not left. */
export function departedOf(lines: readonly Departure[]): Departed {
  const of = <Kind extends Departure['kind']>(kind: Kind) =>
    lines.filter((line): line is DepartureOf<Kind> => line.kind === kind);
  const back = new Map<string, DepartureOf<'gameBack'>>();
  for (const line of of('gameBack')) {
    const other = back.get(line.id);
    if (other === undefined || other.at < line.at) back.set(line.id, line);
  }
  const isAway = ({ id, at }: { id: string; at: string }) => (back.get(id)?.at ?? '') < at;
  return {
    moved: of('gameMoved').filter(isAway),
    deletedGames: of('gameDeleted').filter(isAway),
    deletedAccounts: of('accountDeleted'),
    back,
  };
}

/** What the database knows of a game that has moved, or may have. */
export interface KnownGame extends GameNumber {
  id: string;
  transferredOutAt: Date | null;
  /** The entries of its log that say that it moved away, the latest first. */
  left: { id: string; at: Date }[];
  /** When it last came here, or its transfer was taken back; null if never. */
  returnedAt: Date | null;
  /**
   * The time of the last entry of its log: when something last happened in it here. While the server is held, entries since then do not
   * count: a deleted account leaves some.
   */
  lastEntryAt: Date | null;
}

/** Reads the games that have moved away, and those with the given ids. By id. */
export async function readKnownGames(
  ctx: AppContext,
  ids: readonly string[],
): Promise<Map<string, KnownGame>> {
  const types = ['gameTransferredOut', 'gameTransferredIn', 'transferTakenBack'] as const;
  const games = await ctx.db.prisma.game.findMany({
    where: { OR: [{ transferredOutAt: { not: null } }, { id: { in: [...ids] } }] },
    select: {
      ...{ id: true, prefix: true, serial: true, transferredOutAt: true },
      log: {
        where: { type: { in: [...types] } },
        select: { id: true, at: true, type: true },
        orderBy: [{ at: 'desc' }, { id: 'desc' }],
      },
    },
  });
  const held = await readHeld(ctx);
  const last = await ctx.db.prisma.gameEvent.groupBy({
    by: ['gameId'],
    where: { gameId: { in: games.map(({ id }) => id) }, ...(held && { at: { lt: held.since } }) },
    _max: { at: true },
  });
  const lastEntries = new Map(last.map(({ gameId, _max }) => [gameId, _max.at]));
  return new Map(
    games.map(({ log, ...game }) => [
      game.id,
      {
        ...game,
        lastEntryAt: lastEntries.get(game.id) ?? null,
        left: log.filter(({ type }) => type === 'gameTransferredOut'),
        returnedAt: log.find(({ type }) => type !== 'gameTransferredOut')?.at ?? null,
      },
    ]),
  );
}

/** Whether the database knows that the game moved, even if it has come back. If not, the database is older. */
export function knowsOfMove(game: KnownGame, { event, at }: DepartureOf<'gameMoved'>): boolean {
  return game.left.some(({ id }) => id === event) || returnedSince(game, at);
}

/** Whether a game came here, or its transfer was taken back, at this moment (ISO 8601) or later. */
export function returnedSince({ returnedAt }: Pick<KnownGame, 'returnedAt'>, at: string): boolean {
  return returnedAt !== null && returnedAt >= new Date(at);
}

/**
 * Whether something happened in a game here after it had left, as the list says. Then a server was released with it, or the list
 * has a wrong time, and people may be playing it.
 */
export function wentOn({ lastEntryAt }: KnownGame, { at }: { at: string }): boolean {
  return lastEntryAt !== null && lastEntryAt > new Date(at);
}
