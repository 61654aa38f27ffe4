import { newToken, tokenHash } from '../../accounts/tokens.ts';
import type { AppContext } from '../../context.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { formingGame } from '../game/forming-game.ts';
import { logGameEvent } from '../game/game-log.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import { inTransaction } from '../game/game-store.ts';
import { fillFromWaitlist, seatsWantedOf } from './join-game.ts';

/** What the GM decides about who may join a forming game. */
export interface JoiningPolicy {
  joining: 'invitation' | 'open';
  /** How many seats the game is to have; null: as many as the ruleset allows. */
  seatsWanted: number | null;
  /** Begin as soon as somebody has joined on the last seat. */
  beginWhenFull: boolean;
}

/**
 * Sets who may join and how many. Whoever waits gets the seats that this makes. Problems: `unknown-game`,
 * `not-gm`, `begun`, `not-seats`.
 */
export async function setJoiningPolicy(
  ctx: AppContext,
  wanted: { gameId: string; by: number } & JoiningPolicy,
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await formingGame(tx, wanted.gameId, wanted.by);
    if (!found.ok) return found;
    const { id: gameId } = found.value;
    const { joining, seatsWanted, beginWhenFull } = wanted;
    const { min, max } = rulesetOf(found.value).seats;
    if (
      seatsWanted !== null &&
      !(Number.isInteger(seatsWanted) && seatsWanted >= min && seatsWanted <= max)
    ) {
      return fail('seatsWanted', 'not-seats', `The game has ${min} to ${max} seats; or leave it open.`);
    }
    await tx.gamePolicy.update({ where: { gameId }, data: { joining, seatsWanted, beginWhenFull } });
    const game = { ...found.value, seatsWanted };
    const full = beginWhenFull ? ', begins when full' : '';
    const detail = `joining: ${joining}, ${seatsWantedOf(game)} seats${full}`;
    await logGameEvent(tx, ctx, { gameId, by: wanted.by, type: 'playerPolicySet', detail });
    await fillFromWaitlist(tx, ctx, gameId);
    return ok(undefined);
  });
}

/**
 * Makes the link that lets its bearer join a forming game; the one before is good no more. The database keeps
 * its hash only, so that it is shown once. Problems: `unknown-game`, `not-gm`, `begun`.
 */
export async function makeJoinLink(
  ctx: AppContext,
  wanted: { gameId: string; by: number },
): Promise<Result<string>> {
  const token = newToken();
  const set = await setLink(ctx, wanted, tokenHash(token));
  return set.ok ? ok(token) : set;
}

/** Takes the link back. Problems: `unknown-game`, `not-gm`, `begun`. */
export async function removeJoinLink(
  ctx: AppContext,
  wanted: { gameId: string; by: number },
): Promise<Result<void>> {
  return setLink(ctx, wanted, null);
}

function setLink(
  ctx: AppContext,
  wanted: { gameId: string; by: number },
  joinLink: string | null,
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await formingGame(tx, wanted.gameId, wanted.by);
    if (!found.ok) return found;
    await tx.gamePolicy.update({ where: { gameId: wanted.gameId }, data: { joinLink } });
    const detail = joinLink === null ? 'taken back' : 'made';
    await logGameEvent(tx, ctx, { gameId: wanted.gameId, by: wanted.by, type: 'joinLinkSet', detail });
    return ok(undefined);
  });
}
