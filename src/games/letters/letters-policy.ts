import type { AppContext } from '../../context.ts';
import type { LettersPolicyKind } from '../../database/generated/client.ts';
import { findRuleset } from '../../rules/catalog.ts';
import { ok, type Result } from '../../rules/result.ts';
import type { Problem } from '../../rules/sheet.ts';
import { logGameEvent } from '../game/game-log.ts';
import { gameNumber } from '../game/game-number.ts';
import { inTransaction, type WholeGame } from '../game/game-store.ts';
import { activeGmGame } from '../game/gm-access.ts';
import { notifyAllSeats } from '../notices/notices.ts';

/* Whether and until when the players of a game may write private letters to each other. */

/** What the GM decides about letters. */
export interface LettersPolicy {
  letters: LettersPolicyKind;
  /** With `before`: letters may be written until this turn has been processed; else null. */
  lettersBefore: number | null;
}

/** A game as far as its letters go. */
export type LettersGame = Pick<
  WholeGame,
  'letters' | 'lettersBefore' | 'status' | 'turn' | 'endedAt' | 'ruleset'
>;

/** Days after the end of a game in which players whose letters are free may still write their farewells. */
const FAREWELL_DAYS = 30;

/** The highest turn that can be named; no game gets there. */
const MAX_TURN = 1_000;

const DAY = 86_400_000;

/**
 * Why no letter may be written in the game now; null where one may. Letters that are `open` may be written while the
 * game runs and for 30 days after its end, those `before` a turn while the game runs and that turn is not processed.
 */
export function lettersClosedReason(game: LettersGame, now: Date): string | null {
  if (game.letters === 'none') return 'In this game the players write each other no letters here.';
  // Also in one that was given up before.
  if (game.turn === 0) return 'Letters can be written as soon as the game has begun.';
  if (game.letters === 'before') {
    const open = game.status === 'running' && game.turn <= (game.lettersBefore ?? 0);
    return open ? null : `In this game letters could be written ${beforeWords(game)}.`;
  }
  if (game.status === 'running') return null;
  const ended = game.endedAt?.getTime() ?? 0;
  if (now.getTime() - ended <= FAREWELL_DAYS * DAY) return null;
  return `The game ended more than ${FAREWELL_DAYS} days ago: the time for letters is over.`;
}

/** The rule in words, to follow a colon: `yes`, `no`, `only before the conventions (until turn 3 has been processed)`. */
export function lettersInWords(game: Pick<LettersGame, 'letters' | 'lettersBefore' | 'ruleset'>): string {
  if (game.letters === 'before') return `only ${beforeWords(game)}`;
  return game.letters === 'open' ? 'yes' : 'no';
}

function beforeWords({ ruleset, lettersBefore }: Pick<LettersGame, 'ruleset' | 'lettersBefore'>): string {
  const until = `until turn ${lettersBefore} has been processed`;
  const named = findRuleset(ruleset)?.milestones.find(({ turn }) => turn === lettersBefore);
  return named ? `before ${named.name} (${until})` : until;
}

/** Problems of a rule that somebody chose: `not-turn`. */
export function lettersProblems({ letters, lettersBefore }: LettersPolicy): Problem[] {
  if (letters !== 'before') return [];
  const turn = lettersBefore ?? Number.NaN;
  if (Number.isInteger(turn) && turn >= 1 && turn <= MAX_TURN) return [];
  const message = `Say until which turn letters may be written: a whole number from 1 to ${MAX_TURN}.`;
  return [{ field: 'lettersBefore', code: 'not-turn', message }];
}

/** The game's columns of a rule. */
export function lettersColumns({ letters, lettersBefore }: LettersPolicy): LettersPolicy {
  return { letters, lettersBefore: letters === 'before' ? lettersBefore : null };
}

/**
 * Sets whether the players may write each other letters; those of a running game are told by mail where it changes.
 * Problems: `unknown-game`, `not-gm`, `ended`, `not-turn`.
 */
export async function setLettersPolicy(
  ctx: AppContext,
  wanted: { gameId: string; by: number } & LettersPolicy,
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await activeGmGame(tx, wanted);
    if (!found.ok) return found;
    const game = found.value;
    const problems = lettersProblems(wanted);
    if (problems.length > 0) return { ok: false, problems };
    const rule = lettersColumns(wanted);
    if (rule.letters === game.letters && rule.lettersBefore === game.lettersBefore) return ok(undefined);
    await tx.gamePolicy.update({ where: { gameId: game.id }, data: rule });
    const words = lettersInWords({ ...rule, ruleset: game.ruleset });
    const detail = `private letters: ${words}`;
    await logGameEvent(tx, ctx, { gameId: game.id, by: wanted.by, type: 'playerPolicySet', detail });
    if (game.status === 'running') {
      await notifyAllSeats(tx, ctx, game, {
        subject: 'private letters',
        paragraphs: [
          `${game.gm.name} has decided anew whether the players of ${gameNumber(game)} may write each other private letters through the server: ${words}.`,
          ...(rule.letters === 'none' ? ['Letters that were written before can still be read.'] : []),
        ],
      });
    }
    return ok(undefined);
  });
}
