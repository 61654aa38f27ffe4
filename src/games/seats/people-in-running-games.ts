import type { AppContext } from '../../context.ts';

/** The numbers of all accounts that have a seat in a running game of this server, or run one. */
export async function peopleInRunningGames({ db }: Pick<AppContext, 'db'>): Promise<Set<number>> {
  const where = { status: 'running', transferredOutAt: null } as const;
  const seats = await db.prisma.seat.findMany({
    where: { accountId: { not: null }, game: where },
    select: { accountId: true },
  });
  const games = await db.prisma.game.findMany({ where, select: { gmId: true } });
  const people = new Set(games.map(({ gmId }) => gmId));
  for (const { accountId } of seats) if (accountId !== null) people.add(accountId);
  return people;
}
