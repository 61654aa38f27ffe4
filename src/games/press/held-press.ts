import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { HeldPressRelease } from '../../database/generated/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { logGameEvent } from '../game/game-log.ts';
import { gameNumber } from '../game/game-number.ts';
import { inTransaction, NOT_ROLLED_BACK, type WholeGame } from '../game/game-store.ts';
import { type GmRequest, gmGame } from '../game/gm-access.ts';
import { checkMayInspect, inspect } from '../inspections/inspect.ts';
import { notifySeat } from '../notices/notices.ts';
import { seatOfAuthor } from './author.ts';
import { otherTextsToo } from './other-texts.ts';

/* Who may read held press releases, and what happens to those that no one may read. */

/** The held releases of a game, by turn, without those of turns that were rolled back. */
export async function releasesInForce(tx: Tx, gameId: string): Promise<HeldPressRelease[]> {
  const releases = await tx.heldPressRelease.findMany({
    where: { gameId },
    orderBy: [{ turn: 'asc' }, { id: 'asc' }],
  });
  if (releases.length === 0) return [];
  const turns = await tx.turn.findMany({
    where: { gameId, ...NOT_ROLLED_BACK },
    select: { turn: true, attempt: true },
  });
  const attemptOf = new Map(turns.map(({ turn, attempt }) => [turn, attempt]));
  return releases.filter((release) => attemptOf.get(release.turn) === release.attempt);
}

/**
 * The GM opens all releases that are held. Afterward their texts are on the GM page.
 * Problems: `unknown-game`, `not-gm`, those of `inspect`, `nothing-held` (there are none that the GM has not read).
 */
export async function readHeldPress(
  ctx: AppContext,
  request: Pick<GmRequest, 'gameId' | 'by'>,
): Promise<Result<void>> {
  const { by } = request;
  return inTransaction(ctx, async (tx) => {
    const found = await gmGame(tx, request);
    if (!found.ok) return found;
    const game = found.value;
    const unread = (await releasesWithReading(tx, game)).filter(({ isRead }) => !isRead);
    if (unread.length === 0) return fail('', 'nothing-held', 'No press release is waiting to be read.');
    for (const { release } of unread) {
      const read = await inspect(tx, ctx, game, { by, kind: 'pressRelease', seatId: release.seatId });
      if (!read.ok) return read;
    }
    const detail = unread.length === 1 ? 'one read' : `${unread.length} read`;
    await logGameEvent(tx, ctx, { gameId: game.id, by, type: 'pressDecided', detail });
    return ok(undefined);
  });
}

/** A held release, and whether its game's GM has read it and may still see its text. */
export interface ReleaseReading {
  release: HeldPressRelease;
  isRead: boolean;
}

/** The held releases in force of a game. What was printed is public, so it counts as read. */
export async function releasesWithReading(tx: Tx, game: WholeGame): Promise<ReleaseReading[]> {
  const releases = await releasesInForce(tx, game.id);
  if (releases.length === 0) return [];
  const isAllowed = (await checkMayInspect(tx, game, game.gmId)).ok;
  const isRead = await readings(tx, game);
  return releases.map((release) => ({
    release,
    isRead: release.printedTurn !== null || (isAllowed && isRead(release)),
  }));
}

/**
 * Whether the GM has read a release. An inspection does not name the release, but `readHeldPress` opens all of them, so
 * the release is read if there is an inspection of its seat since the turn for which it was written was processed.
 */
async function readings(tx: Tx, game: WholeGame): Promise<(release: HeldPressRelease) => boolean> {
  const { id: gameId, gmId } = game;
  const inspections = await tx.inspection.findMany({
    where: { gameId, accountId: gmId, kind: 'pressRelease' },
    select: { seatId: true, turn: true, at: true },
  });
  const turns = await tx.turn.findMany({
    where: { gameId, ...NOT_ROLLED_BACK },
    select: { turn: true, processedAt: true },
  });
  const processedAt = new Map(turns.map((turn) => [turn.turn, turn.processedAt]));
  return ({ decidedById, seatId, turn }) =>
    decidedById === gmId ||
    inspections.some(
      (one) => one.seatId === seatId && one.turn > turn && one.at >= (processedAt.get(turn) ?? one.at),
    );
}

/**
 * Withholds the held releases of a game whose GM may not read them, because the GM plays or has played in it: no one else
 * decides. The authors get notices. Called when a turn has been recorded.
 */
export async function withholdUnreadablePress(tx: Tx, ctx: AppContext, game: WholeGame): Promise<void> {
  const undecided = (await releasesInForce(tx, game.id)).filter(({ decision }) => decision === 'held');
  if (undecided.length === 0 || (await checkMayInspect(tx, game, game.gmId)).ok) return;
  for (const { id, seatId, turn } of undecided) {
    await tx.heldPressRelease.update({
      where: { id },
      data: { decision: 'withhold', decidedAt: ctx.now() },
    });
    const author = await seatOfAuthor(tx, game, { seatId, turn });
    if (author) {
      await notifySeat(tx, ctx, author, {
        subject: `your press release for turn ${turn} was withheld`,
        paragraphs: [
          `Your press release for turn ${turn} of ${gameNumber(game)} contains a word that is not printed without the GM’s consent. ${game.gm.name} plays in this game and must not read press releases before they are printed, so it was withheld.`,
          ...otherTextsToo(game),
          'You can send it in other words with a later sheet.',
        ],
        confidential: true,
      });
    }
    // The GM reads the log, and plays: it does not name the author.
    const detail = `turn ${turn}: withheld unread`;
    await logGameEvent(tx, ctx, { gameId: game.id, by: null, type: 'pressDecided', detail });
  }
}
