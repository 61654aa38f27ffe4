import { MAX_NAME_LENGTH } from '../../accounts/account-details.ts';
import { fail } from '../../rules/result.ts';
import type { Problem } from '../../rules/sheet.ts';
import { oneLine } from '../../text/typed-text.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import type { WholeGame } from '../game/game-store.ts';
import { checkOptions, shownTitleProblems } from '../game/new-game.ts';
import { lettersProblems } from '../letters/letters-policy.ts';
import { storedBlackouts } from '../schedule/schedule.ts';
import { schedulePolicyProblems } from '../schedule/schedule-policy.ts';
import { checkSeatsWanted } from '../seats/joining-policy.ts';
import { missedTurnsProblems } from '../seats/missed-turns.ts';
import { isIdentifier } from '../seats/seat-identifier.ts';

/*
 * What a replay does not look at: the settings of a game that was added from a file, and its names. Pages expect that they
 * were checked when someone entered them, and lists show them beside all other games.
 */

/** What is wrong with the settings and names of an added game. All problems are `unusable`, at the column. */
export function importedProblems(game: WholeGame): Problem[] {
  const ruleset = rulesetOf(game);
  const options = checkOptions(ruleset, game.options);
  const seats = checkSeatsWanted(ruleset, game.seatsWanted);
  const found = [
    ...titleProblems(game.title),
    ...scheduleProblems(game),
    ...lettersProblems(game),
    ...missedTurnsProblems(game),
    ...(options.ok ? [] : options.problems),
    ...(seats.ok ? [] : seats.problems),
    ...game.seats.flatMap(seatProblems),
  ];
  return found.map(({ field, message }) => ({
    ...{ field, code: 'unusable', message: `cannot be used. ${message}` },
  }));
}

/** Older games may have titles with invisible characters. They can still be shown. */
function titleProblems(title: string): Problem[] {
  if (title !== oneLine(title)) return fail('title', 'lines', 'A title is a single line.').problems;
  return shownTitleProblems(title).filter(({ code }) => code !== 'characters');
}

function scheduleProblems(game: WholeGame): Problem[] {
  const blackouts = storedBlackouts.safeParse(game.blackouts);
  if (blackouts.success) return schedulePolicyProblems({ ...game, blackouts: blackouts.data });
  return fail('blackouts', 'not-dates', 'It should be a list of days or ranges of days.').problems;
}

/** Earlier versions stored names of seats that were as long as those of accounts, or ended with a space. */
function seatProblems({ identifier, name }: WholeGame['seats'][number]): Problem[] {
  const shown = name.trimEnd();
  const isName = shown !== '' && shown === oneLine(shown) && [...name].length <= MAX_NAME_LENGTH;
  return [
    ...(isIdentifier(identifier)
      ? []
      : fail('identifier', 'not-identifier', 'A seat has two or three letters.').problems),
    ...(isName
      ? []
      : fail('name', 'not-name', `The name of a seat is a line of at most ${MAX_NAME_LENGTH} characters.`)
          .problems),
  ];
}
