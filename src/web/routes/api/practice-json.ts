import { z } from 'zod';
import type { PresentPracticeGame } from '../../../games/practice/practice-store.ts';
import { practiceForm, printedTurns } from '../../../games/practice/practice-view.ts';
import { GRADES } from '../../../rules/grades.ts';
import { ANSWERS } from './answers.ts';

/* What programs get of practice games, with its description. */

const moment = z.iso.datetime();
const { problems } = ANSWERS.checked.shape;

/** What all answers about a practice game have. */
const line = {
  id: z.string(),
  ruleset: z.string(),
  title: z.string(),
  turn: z.int().meta({ description: 'The open turn; one more than the last one if the game is over' }),
  phase: z.string().nullable(),
  over: z.boolean(),
  playedAt: moment,
};

/** The games of an account, and what it can start. */
export const PRACTICE_GAMES = z.looseObject({
  games: z.array(
    z.looseObject({
      ...line,
      result: z.looseObject({ place: z.int(), won: z.boolean() }).nullable(),
      computerSeats: z.int(),
      playable: z.boolean(),
    }),
  ),
  maxGames: z.int(),
  kinds: z.array(
    z.looseObject({
      ruleset: z.string(),
      title: z.string(),
      computerSeats: z.looseObject({ min: z.int(), max: z.int(), usual: z.int() }),
      options: z.array(z.string()),
      wishes: z.array(z.string()),
    }),
  ),
  grades: z.array(z.enum(GRADES)),
});

/** One game. */
export const PRACTICE_GAME = z.looseObject({
  ...line,
  createdAt: moment,
  grade: z.enum(GRADES),
  seat: z.string(),
  seats: z.array(z.looseObject({ identifier: z.string(), name: z.string(), opponent: z.boolean() })),
  next: z.enum(['sheet', 'continue', 'over']),
  form: ANSWERS.sheet.shape.form,
  draft: z.unknown(),
  printouts: z.array(z.int()),
  outcome: z.unknown(),
});

/** A printout before a turn. */
export const PRACTICE_PRINTOUT = z.looseObject({ turn: z.int(), report: z.unknown(), text: z.string() });

/** A turn that was played. */
export const PLAYED = z.looseObject({
  outcome: z.literal('played'),
  turn: z.int(),
  over: z.boolean(),
  advice: problems,
  printout: PRACTICE_PRINTOUT,
});

/** A sheet with problems: the turn was not played. */
export const NOT_PLAYED = z.looseObject({ outcome: z.literal('refused'), turn: z.int(), problems });

/** A guess that was not made, because the sheet has problems. */
export const NOT_GUESSED = z.looseObject({ turn: z.int(), problems });

/** A practice game, for its player. */
export function practiceJson(whole: PresentPracticeGame) {
  const { game, ruleset, seat, state } = whole;
  const { id, turn, over, grade, draft, createdAt, playedAt } = game;
  const form = practiceForm(whole);
  const next = over ? 'over' : form === null ? 'continue' : 'sheet';
  return {
    ...{ id, ruleset: ruleset.id, title: ruleset.title, turn },
    phase: over ? null : ruleset.phaseName(state),
    ...{ over, playedAt, createdAt, grade, seat: seat.identifier },
    seats: game.seats.map(({ identifier, name }, index) => ({ identifier, name, opponent: index > 0 })),
    ...{ next, form, draft },
    printouts: printedTurns(whole),
    outcome: over ? ruleset.outcome(state) : null,
  };
}
