import type { AppContext } from '../../context.ts';
import type { LettersPolicyKind } from '../../database/generated/client.ts';
import { findRuleset } from '../../rules/catalog.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import type { Problem } from '../../rules/sheet.ts';
import { logGameEvent } from '../game/game-log.ts';
import { gameNumber } from '../game/game-number.ts';
import { inTransaction, type WholeGame } from '../game/game-store.ts';
import { activeGmGame, stillHere } from '../game/gm-access.ts';
import { countGmEvent } from '../game/limited-actions.ts';
import { requestNotices } from '../notices/mail-limits.ts';
import { notifyAllSeats } from '../notices/notices.ts';

/* Whether, and until when, the players of a game can write private letters to each other. */

/** What the GM has decided about letters. */
export interface LettersPolicy {
  letters: LettersPolicyKind;
  /** With `before`: players can write letters until this turn is processed; otherwise null. */
  lettersBefore: number | null;
}

/** What of a game decides whether letters can be written. */
export type LettersGame = Pick<
  WholeGame,
  | 'letters'
  | 'lettersBefore'
  | 'status'
  | 'turn'
  | 'endedAt'
  | 'ruleset'
  | 'transferredOutAt'
  | 'prefix'
  | 'serial'
>;

/** For how many days after the end of a game players can still write letters, for farewells. */
const FAREWELL_DAYS = 30;

/** The highest turn that a GM can enter; no game gets there. */
const MAX_TURN = 1_000;

const DAY = 86_400_000;

/**
 * Whether letters can be written in the game now. Problems: `closed`, `transferred` (the game has moved to another server). If letters are `open`, they can be written while
 * the game is running and for 30 days after its end; if they are `before` a turn, while the game is running and that
 * turn has not been processed.
 */
export function checkLettersOpen(game: LettersGame, now: Date): Result<void> {
  const closed = (message: string) => fail('', 'closed', message);
  const here = stillHere(game);
  if (!here.ok) return here;
  if (game.letters === 'none') return closed('Players cannot write letters in this game.');
  // The turn is also 0 if the game was abandoned before it began.
  if (game.turn === 0) return closed('You can write letters once the game has begun.');
  if (game.letters === 'before') {
    const open = game.status === 'running' && game.turn <= (game.lettersBefore ?? 0);
    return open ? ok(undefined) : closed(`In this game, players could write letters ${untilInWords(game)}.`);
  }
  if (game.status === 'running') return ok(undefined);
  const endedAt = game.endedAt?.getTime() ?? 0;
  if (now.getTime() - endedAt <= FAREWELL_DAYS * DAY) return ok(undefined);
  return closed(`This game ended more than ${FAREWELL_DAYS} days ago. Players can no longer write letters.`);
}

/** The policy in words that follow a colon: `yes`, `no`, `only before the conventions (until turn 3 is processed)`. */
export function lettersInWords(game: Pick<LettersGame, 'letters' | 'lettersBefore' | 'ruleset'>): string {
  if (game.letters === 'before') return `only ${untilInWords(game)}`;
  return game.letters === 'open' ? 'yes' : 'no';
}

function untilInWords({ ruleset, lettersBefore }: Pick<LettersGame, 'ruleset' | 'lettersBefore'>): string {
  const until = `until turn ${lettersBefore} is processed`;
  const milestone = findRuleset(ruleset)?.milestones.find(({ turn }) => turn === lettersBefore);
  return milestone ? `before ${milestone.name} (${until})` : until;
}

/** The problems of a policy that a GM entered: `not-turn`. */
export function lettersProblems({ letters, lettersBefore }: LettersPolicy): Problem[] {
  if (letters !== 'before') return [];
  const turn = lettersBefore ?? Number.NaN;
  if (Number.isInteger(turn) && turn >= 1 && turn <= MAX_TURN) return [];
  const message = `Enter the last turn with letters, a whole number from 1 to ${MAX_TURN}.`;
  return [{ field: 'lettersBefore', code: 'not-turn', message }];
}

/** The policy as columns of the table `GamePolicy`. */
export function lettersColumns({ letters, lettersBefore }: LettersPolicy): LettersPolicy {
  return { letters, lettersBefore: letters === 'before' ? lettersBefore : null };
}

/**
 * Sets whether the players can write letters to each other. If this changes in a running game, they are notified.
 * Problems: `unknown-game`, `not-gm`, `ended`, `not-turn`, `too-much-mail`, `too-often`.
 */
export async function setLettersPolicy(
  ctx: AppContext,
  request: { gameId: string; by: number } & LettersPolicy,
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await activeGmGame(tx, request);
    if (!found.ok) return found;
    const game = found.value;
    const problems = lettersProblems(request);
    if (problems.length > 0) return { ok: false, problems };
    const policy = lettersColumns(request);
    if (policy.letters === game.letters && policy.lettersBefore === game.lettersBefore) return ok(undefined);
    const allowed =
      game.status === 'running'
        ? await requestNotices(tx, ctx, game, request.by)
        : await countGmEvent(tx, ctx, request);
    if (!allowed.ok) return allowed;
    await tx.gamePolicy.update({ where: { gameId: game.id }, data: policy });
    const words = lettersInWords({ ...policy, ruleset: game.ruleset });
    const detail = `private letters: ${words}`;
    await logGameEvent(tx, ctx, { gameId: game.id, by: request.by, type: 'playerPolicySet', detail });
    if (game.status === 'running') {
      const paragraphs = [
        `${game.gm.name} has changed the policy for private letters in ${gameNumber(game)}.`,
        policyNotice(policy, words),
      ];
      await notifyAllSeats(tx, ctx, game, { subject: 'private letters', paragraphs, canWait: true });
    }
    return ok(undefined);
  });
}

function policyNotice({ letters }: LettersPolicy, words: string): string {
  if (letters === 'none') {
    return 'Players can no longer write letters to each other. You can still read the letters you have.';
  }
  if (letters === 'before') return `Players can write letters to each other ${words}.`;
  return `Players can write letters to each other until ${FAREWELL_DAYS} days after the end of the game.`;
}
