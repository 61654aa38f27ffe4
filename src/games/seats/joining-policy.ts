import { newToken, tokenHash } from '../../accounts/tokens.ts';
import type { House } from '../../context.ts';
import { good, type Result, refused } from '../../rules/result.ts';
import { formingGame } from '../game/forming-game.ts';
import { fillFromLine, seatsWantedOf } from './join-game.ts';
import { inTransaction } from '../game/game-store.ts';
import { logGame } from '../game/game-log.ts';
import { rulesetOf } from '../game/game-ruleset.ts';

/** What the GM decides about who may join a forming game. */
export interface JoiningRules {
  joining: 'invitation' | 'open';
  /** How many seats the game is to have; null: as many as the ruleset allows. */
  seatsWanted: number | null;
  /** Begin as soon as somebody has joined on the last seat. */
  startsWhenFull: boolean;
}

/**
 * Sets who may join and how many. Whoever waits gets the seats that this makes. Problems: `unknown-game`,
 * `not-gm`, `begun`, `not-seats`.
 */
export async function setJoining(
  house: House,
  wanted: { gameId: string; by: number } & JoiningRules,
): Promise<Result<void>> {
  return inTransaction(house, async (tx) => {
    const found = await formingGame(tx, wanted.gameId, wanted.by);
    if (!found.ok) return found;
    const { id: gameId } = found.value;
    const { joining, seatsWanted, startsWhenFull } = wanted;
    const { least, most } = rulesetOf(found.value).seats;
    if (
      seatsWanted !== null &&
      !(Number.isInteger(seatsWanted) && seatsWanted >= least && seatsWanted <= most)
    ) {
      return refused('seatsWanted', 'not-seats', `The game has ${least} to ${most} seats; or leave it open.`);
    }
    const game = await tx.game.update({
      where: { id: gameId },
      data: { joining, seatsWanted, startsWhenFull },
    });
    const full = startsWhenFull ? ', begins when full' : '';
    const detail = `joining: ${joining}, ${seatsWantedOf(game)} seats${full}`;
    await logGame(tx, house, { gameId, by: wanted.by, verb: 'players decided', detail });
    await fillFromLine(tx, house, gameId);
    return good(undefined);
  });
}

/**
 * Makes the link that lets its bearer join a forming game; the one before is good no more. The database keeps
 * its hash only, so that it is shown once. Problems: `unknown-game`, `not-gm`, `begun`.
 */
export async function makeJoinLink(
  house: House,
  wanted: { gameId: string; by: number },
): Promise<Result<string>> {
  const token = newToken();
  const set = await setLink(house, wanted, tokenHash(token));
  return set.ok ? good(token) : set;
}

/** Takes the link back. Problems: `unknown-game`, `not-gm`, `begun`. */
export async function removeJoinLink(
  house: House,
  wanted: { gameId: string; by: number },
): Promise<Result<void>> {
  return setLink(house, wanted, null);
}

function setLink(
  house: House,
  wanted: { gameId: string; by: number },
  joinLink: string | null,
): Promise<Result<void>> {
  return inTransaction(house, async (tx) => {
    const found = await formingGame(tx, wanted.gameId, wanted.by);
    if (!found.ok) return found;
    await tx.game.update({ where: { id: wanted.gameId }, data: { joinLink } });
    const detail = joinLink === null ? 'taken back' : 'made';
    await logGame(tx, house, { gameId: wanted.gameId, by: wanted.by, verb: 'invitation link', detail });
    return good(undefined);
  });
}
