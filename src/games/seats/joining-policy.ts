import { checkSession } from '../../accounts/check-session.ts';
import { newToken, tokenHash } from '../../accounts/tokens.ts';
import type { AppContext } from '../../context.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { logGameEvent } from '../game/game-log.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import { inTransaction } from '../game/game-store.ts';
import { formingGmGame } from '../game/gm-access.ts';
import { countGmEvent } from '../game/limited-actions.ts';
import { checkOpenToStrangers } from '../game/new-game-right.ts';
import { fillFromWaitlist, seatsWantedOf } from './join-game.ts';

/** The GM's decisions about who may join a forming game. */
export interface JoiningPolicy {
  joining: 'invitation' | 'open';
  /** How many seats the game will have; null for as many as the ruleset allows. */
  seatsWanted: number | null;
  /** Whether the game begins as soon as the last seat is taken. */
  beginWhenFull: boolean;
}

/**
 * Sets who may join, and how many. New seats go to the waitlist first. Problems: `unknown-game`,
 * `not-gm`, `begun`, `not-seats`, `for-friends`, `too-often`.
 */
export async function setJoiningPolicy(
  ctx: AppContext,
  wanted: { gameId: string; by: number } & JoiningPolicy,
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await formingGmGame(tx, wanted);
    if (!found.ok) return found;
    const { id: gameId } = found.value;
    const { joining, seatsWanted, beginWhenFull } = wanted;
    const possible = checkSeatsWanted(rulesetOf(found.value), seatsWanted);
    if (!possible.ok) return possible;
    const allowed = joining === 'open' ? checkOpenToStrangers(found.value, 'joining') : ok(undefined);
    if (!allowed.ok) return allowed;
    const often = await countGmEvent(tx, ctx, wanted);
    if (!often.ok) return often;
    // A GM who has got the right to run games since opens the game for good.
    if (joining === 'open') await tx.game.update({ where: { id: gameId }, data: { forFriends: false } });
    await tx.gamePolicy.update({ where: { gameId }, data: { joining, seatsWanted, beginWhenFull } });
    const game = { ...found.value, seatsWanted };
    const full = beginWhenFull ? ', begins when full' : '';
    const detail = `joining: ${joining}, ${seatsWantedOf(game)} seats${full}`;
    await logGameEvent(tx, ctx, { gameId, by: wanted.by, type: 'playerPolicySet', detail });
    await fillFromWaitlist(tx, ctx, gameId);
    return ok(undefined);
  });
}

/** Checks how many seats a game is to have; null is as many as the ruleset allows. Problem: `not-seats`. */
export function checkSeatsWanted(ruleset: Pick<Ruleset, 'seats'>, seatsWanted: number | null): Result<void> {
  const { min, max } = ruleset.seats;
  const isPossible =
    seatsWanted === null || (Number.isInteger(seatsWanted) && seatsWanted >= min && seatsWanted <= max);
  if (isPossible) return ok(undefined);
  const message = `Enter a whole number from ${min} to ${max}, or leave the field blank.`;
  return fail('seatsWanted', 'not-seats', message);
}

/**
 * Creates the link that lets its holder join a forming game; an earlier link stops working. The database keeps only its
 * hash, so the link can be shown only once. Problems: `unknown-game`, `not-gm`, `begun`, `session-ended`,
 * `too-often`.
 * @param wanted.token the token of the session in which the GM asks for it; null if a program does
 */
export async function makeJoinLink(
  ctx: AppContext,
  wanted: { gameId: string; by: number; token?: string | null },
): Promise<Result<string>> {
  const token = newToken();
  const set = await setLink(ctx, wanted, tokenHash(token));
  return set.ok ? ok(token) : set;
}

/** Removes the invitation link. Problems: `unknown-game`, `not-gm`, `begun`, `too-often`. */
export async function removeJoinLink(
  ctx: AppContext,
  wanted: { gameId: string; by: number },
): Promise<Result<void>> {
  return setLink(ctx, wanted, null);
}

function setLink(
  ctx: AppContext,
  wanted: { gameId: string; by: number; token?: string | null },
  joinLink: string | null,
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await formingGmGame(tx, wanted);
    if (!found.ok) return found;
    const open = await checkSession(tx, wanted.by, wanted.token ?? null);
    if (!open.ok) return open;
    const often = await countGmEvent(tx, ctx, wanted);
    if (!often.ok) return often;
    await tx.gamePolicy.update({ where: { gameId: wanted.gameId }, data: { joinLink } });
    const detail = joinLink === null ? 'removed' : 'created';
    await logGameEvent(tx, ctx, { gameId: wanted.gameId, by: wanted.by, type: 'joinLinkSet', detail });
    return ok(undefined);
  });
}
