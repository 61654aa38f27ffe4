import { createHash } from 'node:crypto';
import { STATE_CODES } from '../../../src/rules/country.ts';
import { type Dice, seededDice } from '../../../src/rules/dice.ts';
import { isGuessed, showCard } from '../../../src/rules/politics/data/wildcards.ts';
import { opponent } from '../../../src/rules/politics/opponent/index.ts';
import { seatsOwing } from '../../../src/rules/politics/owing.ts';
import { allOffers, openQuestions } from '../../../src/rules/politics/pending.ts';
import { resolve } from '../../../src/rules/politics/resolve.ts';
import { begin, options, setUp } from '../../../src/rules/politics/setup.ts';
import type { Player, Show, State } from '../../../src/rules/politics/state.ts';
import type { SeatEntry } from '../../../src/rules/ruleset.ts';

/** A dice secret computed from a text. */
export function secretOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

const IDS = ['AB', 'CD', 'EF', 'GH', 'IJ', 'KL', 'MN', 'OP'];

/** The seats of a game with this many players. */
export function seatsOf(players: number): SeatEntry[] {
  return IDS.slice(0, players).map((identifier) => ({ identifier, name: `Player ${identifier}`, wish: {} }));
}

/** A whole game: every state from beginning to end, and the sheets of every processing. */
export interface Played {
  states: State[];
  sheets: Record<string, unknown>[];
}

/** The state at the beginning of a new game. */
export function newGame(secret: Uint8Array, players: number, chosen: Record<string, unknown> = {}): State {
  const parsed = options.parse({ bank: 'specimen', ...chosen });
  return begin(setUp(parsed, seatsOf(players), seededDice(secret, 0)));
}

/** Plays a game to its end. `sheetOf` returns what a seat sends. */
export function playGame(
  secret: Uint8Array,
  start: State,
  sheetOf: (state: State, seat: string) => unknown,
): Played {
  const played: Played = { states: [start], sheets: [] };
  for (let state = start; state.phase !== 'over'; ) {
    const sent = Object.fromEntries(seatsOwing(state).map((seat) => [seat, sheetOf(state, seat)]));
    played.sheets.push(sent);
    state = resolve(state, sent, seededDice(secret, played.sheets.length));
    played.states.push(state);
    // Each of up to 60 campaign turns, the home states, the closing sheet, and three sets of up to seven rounds.
    if (played.states.length > 85) throw new Error('The game does not end.');
  }
  return played;
}

/** A sheet that does a little of everything, mostly legal, as the dice have it. */
export function livelySheet(state: State, seat: string, dice: Dice): unknown {
  const sheet = opponent(state, seat);
  const player = state.players.find(({ id }) => id === seat) as Player;
  const chance = (percent: number) => dice.roll(100) <= percent;
  const oneOf = <T>(items: readonly T[]): T | undefined =>
    items.length === 0 ? undefined : items[(items.length === 1 ? 1 : dice.roll(items.length)) - 1];
  const others = state.players.filter(({ id }) => id !== seat).map(({ id }) => id);
  const price = () => ({
    cash: dice.roll(3) - 1,
    votes: dice.roll(3) - 1,
    chip: oneOf([null, ...STATE_CODES]),
  });
  const own = openQuestions(state).filter(({ by }) => by === seat);
  const theirs = openQuestions(state).filter(({ by }) => by !== seat);
  const onStage = state.shows.filter(({ by, stage }) => by !== seat && stage === 'stage');
  if (state.phase === 'closing') return { ...sheet, claimDC: chance(50) };
  if (state.phase !== 'campaign') return chance(90) ? sheet : null;
  return {
    ...sheet,
    answers: sheet.answers.filter(() => chance(80)),
    help: own
      .filter(() => chance(50))
      .map(({ asked }) => {
        return { question: asked.label, from: oneOf(others), ...price() };
      }),
    advice: theirs
      .filter(() => chance(40))
      .slice(0, 6)
      .map(({ asked }) => {
        return { question: asked.label, answer: oneOf(['A', 'B', 'C', 'D']), ...price() };
      }),
    accept: acceptable(state, seat).filter(() => chance(60)),
    performances: sheet.performances.filter(() => chance(70)),
    guesses: onStage
      .filter((show) => isGuess(show) && chance(60))
      .map(({ number, card }) => {
        return { show: number, text: chance(60) ? showCard(card).task : 'a horse' };
      }),
    objections: onStage
      .filter((show) => !isGuess(show) && chance(60))
      .map(({ number }) => {
        return { show: number, reason: 'I saw nothing of it.' };
      }),
    gerrymander: chance(80) ? player.cards : [],
    adjourn: chance(5),
    stops: sheet.stops.map((row) =>
      row && chance(10) ? { ...row, move: 'fly', to: oneOf(STATE_CODES) } : row,
    ),
    press: chance(20) ? 'Read my lips.' : '',
  };
}

function isGuess({ card }: Show): boolean {
  return isGuessed(showCard(card).kind);
}

/** The first offer for each chip. */
function acceptable(state: State, seat: string): string[] {
  const mine = allOffers(state).filter(({ offer }) => offer.to === seat);
  const first = mine.filter(
    (one, i) => mine.findIndex(({ pending }) => pending.state === one.pending.state) === i,
  );
  return first.map(({ label }) => label);
}
