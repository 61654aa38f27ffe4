import type { StateCode } from '../../country.ts';
import type { Problem } from '../../sheet.ts';
import { MOST_AMOUNT } from '../data/amounts.ts';
import { capitalized, pointsInWords } from '../report/words.ts';

/** PTG-5.6: the problems. What a player typed is shown cut to this many characters. */
const SHOWN = 40;

/** What a value is expected to be (PTG-5.6). */
export type Kind = 'text' | 'a whole number' | 'yes or no' | 'a list' | 'a row';

function shown(text: string): string {
  const characters = [...text];
  return characters.length > SHOWN ? `${characters.slice(0, SHOWN).join('')}…` : text;
}

function listed(items: readonly (string | number)[]): string {
  return items.length === 0 ? 'none' : items.join(', ');
}

export function wrongType(field: string, kind: Kind): Problem {
  return { field, code: 'wrong-type', message: `This must be ${kind}.` };
}

export function notOwed(): Problem {
  return { field: '', code: 'not-owed', message: 'You have no sheet to send this turn.' };
}

export function tooMany(field: string, most: number, count: number): Problem {
  return { field, code: 'too-many', message: `At most ${most} entries fit here; you gave ${count}.` };
}

export function missing(field: string): Problem {
  return { field, code: 'missing', message: 'Fill this in, or leave the row out.' };
}

export function emptyDrawing(field: string): Problem {
  return { field, code: 'missing', message: 'Draw something, or leave the row out.' };
}

export function unknownState(field: string, code: string): Problem {
  const message = `${shown(code)} is not a postal code of a state; TX, for example, is.`;
  return { field, code: 'unknown-state', message };
}

/** @param isFlight whether somebody wants to fly there, as opposed to live there */
export function capital(field: string, isFlight: boolean): Problem {
  const message = isFlight
    ? 'You cannot fly to DC; it is reached by the dice.'
    : 'Washington, DC is no home state.';
  return { field, code: 'capital', message };
}

export function duplicate(
  field: string,
  what: 'state' | 'question' | 'player' | 'offer' | 'show' | 'card',
  name: string | number,
): Problem {
  return { field, code: `duplicate-${what}`, message: `${name} is named twice; name it once.` };
}

export function notYours(field: string, card: string, hand: readonly string[]): Problem {
  const message = `You do not hold ${shown(card)}; your cards are ${listed(hand)}.`;
  return { field, code: 'not-yours', message };
}

/** @param isOwn whether it must be one of the player's own questions */
export function noQuestion(field: string, label: string, isOwn: boolean, labels: readonly string[]): Problem {
  const toYou = isOwn ? ' to you' : '';
  const what = labels.length === 0 ? 'there are none this turn' : `it must be one of ${listed(labels)}`;
  return { field, code: 'no-question', message: `There is no question ${shown(label)}${toYou}; ${what}.` };
}

export function badChoice(field: string, choices: readonly string[]): Problem {
  return { field, code: 'bad-choice', message: `Choose one of ${listed(choices)}.` };
}

export function self(field: string, others: readonly string[]): Problem {
  return { field, code: 'self', message: `That is yourself; name one of ${listed(others)}.` };
}

export function ownQuestion(field: string, label: string): Problem {
  return { field, code: 'self', message: `${label} is your own question; answer it under "answers".` };
}

export function unknownPlayer(field: string, name: string, others: readonly string[]): Problem {
  const message = `There is no candidate ${shown(name)}; the others are ${listed(others)}.`;
  return { field, code: 'unknown-player', message };
}

export function outOfRange(field: string, value: number): Problem {
  const message = `Give a whole number from 0 to ${MOST_AMOUNT}, not ${value}.`;
  return { field, code: 'out-of-range', message };
}

export function noOffer(field: string, label: string, open: readonly string[]): Problem {
  const message = `No one has made you an offer ${shown(label)}; those open are ${listed(open)}.`;
  return { field, code: 'no-offer', message };
}

export function twoForOne(field: string, label: string, state: StateCode): Problem {
  const message = `You have accepted ${label} for ${state} already; one chip goes to one buyer.`;
  return { field, code: 'two-for-one', message };
}

export function noTask(field: string, number: number, tasks: readonly number[]): Problem {
  const have = tasks.length === 0 ? 'you have none' : `your tasks are ${listed(tasks)}`;
  return { field, code: 'no-task', message: `Show ${number} is not a task of yours; ${have}.` };
}

export function noShow(
  field: string,
  number: number,
  verb: 'guess' | 'object to',
  shows: readonly number[],
): Problem {
  const message = `Show ${number} is not one that you can ${verb}; those are ${listed(shows)}.`;
  return { field, code: 'no-show', message };
}

export function taboo(field: string, word: string, stem: string): Problem {
  const message = `"${shown(word)}" begins with the taboo "${stem}"; say it in other words.`;
  return { field, code: 'taboo', message };
}

/** @param line counted from 1 */
export function notDrawing(field: string, line: number, character: string): Problem {
  const message = `Line ${line} has the character ${character}; draw with other signs than letters and digits.`;
  return { field, code: 'not-drawing', message };
}

export function tooShort(field: string, length: number, least: number, most: number): Problem {
  const message = `${length} characters; between ${least} and ${most} are allowed.`;
  return { field, code: 'too-short', message };
}

export function tooLong(field: string, length: number, least: number, most: number): Problem {
  const message = `${length} characters; between ${least} and ${most} are allowed.`;
  return { field, code: 'too-long', message };
}

export function noAdjourning(field: string): Problem {
  return { field, code: 'not-now', message: 'There is no vote to adjourn on the closing sheet.' };
}

export function lostStop(field: string): Problem {
  return { field, code: 'not-now', message: 'You have no roll for this stop.' };
}

export function noStops(field: string): Problem {
  return { field, code: 'not-now', message: 'The last stops have been made.' };
}

export function cannotStay(field: string, place: StateCode): Problem {
  const message = `Staying is for AK, HI and DC; from ${place} give a state in reach, or leave the stop blank.`;
  return { field, code: 'cannot-stay', message };
}

export function mustLeave(field: string, points: number, inReach: readonly StateCode[]): Problem {
  const message = `Four rests in a row are the most; leave DC with your roll of ${points}: ${listed(inReach)}.`;
  return { field, code: 'must-leave', message };
}

export function here(
  field: string,
  place: StateCode,
  points: number,
  inReach: readonly StateCode[],
): Problem {
  const message = `You may not end where you start; from ${place} ${pointsInWords(points)} reaches ${listed(inReach)}.`;
  return { field, code: 'here', message };
}

export function outOfReach(
  field: string,
  { place, to, points }: { place: StateCode; to: StateCode; points: number },
  inReach: readonly StateCode[],
): Problem {
  const message = `${capitalized(pointsInWords(points))} does not bring you from ${place} to ${to}; it reaches ${listed(inReach)}.`;
  return { field, code: 'out-of-reach', message };
}

export function sameChip(field: string, code: StateCode): Problem {
  return { field, code: 'same-chip', message: `${code} is the chip you are bidding for.` };
}
