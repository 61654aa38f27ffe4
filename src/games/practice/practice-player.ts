import { networkHash } from '../../accounts/known-networks.ts';
import { accountDeleted, holdAccount } from '../../accounts/lock-account.ts';
import { newToken, tokenHash } from '../../accounts/tokens.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { PracticePlayer } from '../../database/generated/client.ts';
import { ok, type Result } from '../../rules/result.ts';
import { inTransaction } from '../game/game-store.ts';
import { makeRoomForAccount } from './account-games.ts';

/*
 * Who plays practice games: an account, or a guest, who is known only by the token in a cookie. As soon as the guest
 * signs in, the games belong to the account.
 */

/** The most practice games that a player can have. */
export const MAX_PRACTICE_GAMES = 20;

/** Who asks for practice games. */
export interface Visitor {
  /** The account that is signed in; null if there is none. */
  accountId: number | null;
  /** The token in the guest's cookie; null if there is none. */
  guestToken: string | null;
  /** Where the visitor is; left out if it is not known. */
  networks?: PlayerNetworks;
}

/** Where a player of practice games is. */
export interface PlayerNetworks {
  /** The IPv4 address or IPv6 /48: as large as one person's network may be. */
  network: string;
  /** The block that the network is in: see `blockOf`. */
  block: string;
}

/**
 * Returns the player that a visitor is; null if the visitor has not played yet, or has deleted the account. If someone who has signed in still has
 * the cookie of a guest, that guest's games become the account's.
 */
export async function findPracticePlayer(ctx: AppContext, visitor: Visitor): Promise<PracticePlayer | null> {
  const { accountId, guestToken } = visitor;
  const guestHash = guestToken === null ? null : tokenHash(guestToken);
  const guest =
    guestHash === null ? null : await ctx.db.prisma.practicePlayer.findUnique({ where: { guestHash } });
  if (accountId === null) return guest;
  if (guest !== null)
    return inTransaction(ctx, (tx) => adoptGuest(tx, ctx, { accountId, guestId: guest.id }));
  return ctx.db.prisma.practicePlayer.findUnique({ where: { accountId } });
}

/**
 * Returns the player that a visitor is, and creates it if the visitor has not played yet.
 * @returns also the token for the cookie of a new guest; null if the visitor needs none. Problem: `deleted` (the account)
 */
export async function ensurePracticePlayer(
  ctx: AppContext,
  visitor: Visitor,
): Promise<Result<{ player: PracticePlayer; newGuestToken: string | null }>> {
  const found = await findPracticePlayer(ctx, visitor);
  if (found !== null) return ok({ player: found, newGuestToken: null });
  const { accountId } = visitor;
  if (accountId !== null) {
    const player = await inTransaction(ctx, (tx) => playerOfAccount(tx, accountId, ctx.now()));
    return player === null ? accountDeleted() : ok({ player, newGuestToken: null });
  }
  const newGuestToken = newToken();
  const { networks } = visitor;
  const guestNetwork = networks === undefined ? null : await networkHash(ctx, networks.network);
  const data = { guestHash: tokenHash(newGuestToken), guestNetwork, createdAt: ctx.now() };
  return ok({ player: await ctx.db.prisma.practicePlayer.create({ data }), newGuestToken });
}

/**
 * The player of an account, which is created if it is missing: perhaps by another request at the same moment. Null if the account is
 * deleted.
 */
async function playerOfAccount(tx: Tx, accountId: number, createdAt: Date): Promise<PracticePlayer | null> {
  if ((await holdAccount(tx, accountId)) === null) return null;
  await tx.practicePlayer.createMany({ data: [{ accountId, createdAt }], skipDuplicates: true });
  return tx.practicePlayer.findUniqueOrThrow({ where: { accountId } });
}

/** Notes that a player has finished or skipped the guided first turn of a ruleset. It is never shown again. */
export async function finishGuide(ctx: AppContext, playerId: string, ruleset: string): Promise<void> {
  await ctx.db.prisma.practicePlayer.updateMany({
    where: { id: playerId, NOT: { guidesDone: { has: ruleset } } },
    data: { guidesDone: { push: ruleset } },
  });
}

/** Deletes the games of a player beyond the limit: those that were not played for the longest time. */
async function deleteOldest(tx: Tx, playerId: string): Promise<void> {
  const tooMany = await tx.practiceGame.findMany({
    where: { playerId },
    orderBy: [{ playedAt: 'desc' }, { id: 'desc' }],
    skip: MAX_PRACTICE_GAMES,
    select: { id: true },
  });
  await tx.practiceGame.deleteMany({ where: { id: { in: tooMany.map(({ id }) => id) } } });
}

/**
 * Gives the games of a guest to an account. If they are too many together, the latest ones are kept; they also count
 * where the games of all accounts together are limited, so that signing in is no way around that.
 */
async function adoptGuest(
  tx: Tx,
  ctx: AppContext,
  { accountId, guestId }: { accountId: number; guestId: string },
): Promise<PracticePlayer | null> {
  // Two requests of one browser may arrive together: only the first finds the guest.
  await tx.$queryRaw`SELECT "id" FROM "PracticePlayer" WHERE "id" = ${guestId}::uuid FOR UPDATE`;
  const guest = await tx.practicePlayer.findUnique({ where: { id: guestId } });
  const player = await playerOfAccount(tx, accountId, guest?.createdAt ?? ctx.now());
  if (player === null || guest === null || guest.accountId !== null) return player;
  await adoptGames(tx, ctx, { from: guestId, to: player.id });
  await deleteOldest(tx, player.id);
  await tx.practicePlayer.delete({ where: { id: guestId } });
  const guidesDone = [...new Set([...player.guidesDone, ...guest.guidesDone])];
  return tx.practicePlayer.update({ where: { id: player.id }, data: { guidesDone } });
}

/** Moves the latest games of a guest, as far as there is room for games of accounts. The others go with the guest. */
async function adoptGames(
  tx: Tx,
  ctx: AppContext,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const games = await tx.practiceGame.findMany({
    where: { playerId: from },
    orderBy: [{ playedAt: 'desc' }, { id: 'desc' }],
    take: MAX_PRACTICE_GAMES,
    select: { id: true, network: true, block: true },
  });
  for (const { id, ...startedIn } of games) {
    if (!(await makeRoomForAccount(tx, ctx, startedIn))) return;
    await tx.practiceGame.update({ where: { id }, data: { playerId: to } });
  }
}
