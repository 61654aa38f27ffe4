import { createHash } from 'node:crypto';
import { commitment, seededDice } from '../../../src/rules/dice.ts';
import { primarySeason } from '../../../src/rules/primary-season/index.ts';
import type { State } from '../../../src/rules/primary-season/state.ts';
import type { ReportHeader, SeatEntry } from '../../../src/rules/ruleset.ts';

/** A dice secret computed from a text. */
export function secretOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

const IDS = ['AB', 'CD', 'EF', 'GH', 'IJ', 'KL'];

/** The seats of a game with this many players. */
export function seatsOf(players: number): SeatEntry[] {
  return IDS.slice(0, players).map((identifier) => ({ identifier, name: `Player ${identifier}`, wish: {} }));
}

/** A state from a scenario's setup. */
export function stateOf(setup: unknown): State {
  const parsed = primarySeason.parseSetup(setup);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return primarySeason.begin(parsed.value);
}

/** A whole game: every state from beginning to end, the sheets of every processing, and how many dice each rolled. */
export interface Played {
  states: State[];
  sheets: Record<string, unknown>[];
  rolls: number[];
}

/** What a game is played with. */
export interface GameOptions {
  players: number;
  options?: Record<string, unknown>;
}

/** Plays a game to its end. `sheetOf` returns what a seat sends. */
export function playGame(
  secret: Uint8Array,
  { players, options: chosen = {} }: GameOptions,
  sheetOf: (state: State, seat: string) => unknown,
): Played {
  const options = primarySeason.options.parse(chosen);
  const setup = primarySeason.setUp(options, seatsOf(players), seededDice(secret, 0));
  const states = [primarySeason.begin(setup)];
  const played: Played = { states, sheets: [], rolls: [] };
  for (let state = states[0] as State; state.phase !== 'over'; ) {
    const seats = primarySeason.seatsOwing(state);
    const sent = Object.fromEntries(seats.map((seat) => [seat, sheetOf(state, seat)]));
    played.sheets.push(sent);
    const dice = seededDice(secret, played.sheets.length);
    state = primarySeason.resolve(state, sent, dice);
    played.rolls.push(dice.rolls.length);
    states.push(state);
    if (states.length > 122) throw new Error('the game does not end');
  }
  return played;
}

/** The header of a printout for a game with these players. */
export function headerOf(players: number, over: boolean): ReportHeader {
  const secret = secretOf('header');
  return {
    number: 'PS-1',
    title: 'A season',
    gm: 'Gail Morse',
    seats: seatsOf(players).map(({ identifier, name }, i) => ({
      ...{ identifier, name, account: 10468 + i, address: null, opponent: false },
    })),
    due: over ? null : 'Fri, Nov 6, 2026, 6:00 PM EST',
    dice: { commitment: commitment(secret), secret: over ? secret.toString('hex') : null },
  };
}
