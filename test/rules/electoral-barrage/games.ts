import { createHash } from 'node:crypto';
import { commitment, seededDice } from '../../../src/rules/dice.ts';
import { electoralBarrage } from '../../../src/rules/electoral-barrage/index.ts';
import type { State } from '../../../src/rules/electoral-barrage/state.ts';
import type { ReportHeader, SeatEntry } from '../../../src/rules/ruleset.ts';

/** A dice secret computed from a text. */
export function secretOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

const IDS = ['AB', 'CD', 'EF', 'GH', 'IJ', 'KL', 'MN', 'OP'];

/** The seats of a game with this many players. */
export function seatsOf(players: number): SeatEntry[] {
  return IDS.slice(0, players).map((identifier) => ({ identifier, name: `Player ${identifier}`, wish: {} }));
}

/** A state from a scenario's setup. */
export function stateOf(setup: unknown): State {
  const parsed = electoralBarrage.parseSetup(setup);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return electoralBarrage.begin(parsed.value);
}

/** A whole game: every state from beginning to end, the sheets of every turn, and how many dice each turn rolled. */
export interface Played {
  states: State[];
  sheets: Record<string, unknown>[];
  rolls: number[];
}

/** Plays a game to its end. `sheetOf` returns what a seat sends. */
export function playGame(
  secret: Uint8Array,
  players: number,
  sheetOf: (state: State, seat: string) => unknown,
): Played {
  const options = electoralBarrage.options.parse({});
  const setup = electoralBarrage.setUp(options, seatsOf(players), seededDice(secret, 0));
  const states = [electoralBarrage.begin(setup)];
  const played: Played = { states, sheets: [], rolls: [] };
  for (let state = states[0] as State; state.phase !== 'over'; ) {
    const seats = electoralBarrage.seatsOwing(state);
    const sent = Object.fromEntries(seats.map((seat) => [seat, sheetOf(state, seat)]));
    played.sheets.push(sent);
    const dice = seededDice(secret, played.sheets.length);
    state = electoralBarrage.resolve(state, sent, dice);
    played.rolls.push(dice.rolls.length);
    states.push(state);
    if (states.length > 14) throw new Error('the game does not end');
  }
  return played;
}

/** The header of a printout for a game with these players. */
export function headerOf(players: number, over: boolean): ReportHeader {
  const secret = secretOf('header');
  return {
    number: 'EB-1',
    title: 'A barrage',
    gm: 'Gail Morse',
    seats: seatsOf(players).map(({ identifier, name }, i) => ({
      ...{ identifier, name, account: 10468 + i, address: null, opponent: false },
    })),
    due: over ? null : 'Fri, Nov 6, 2026, 6:00 PM EST',
    dice: { commitment: commitment(secret), secret: over ? secret.toString('hex') : null },
  };
}

/** A state without what a seat may not see (section 8): the cards of others, and the rows of their plans. */
export function withoutSecrets(state: State, seat: string): State {
  const copy = structuredClone(state) as {
    players: { id: string; dealt?: unknown }[];
    last: { placements: { player: string; row?: unknown }[] } | null;
  };
  for (const player of copy.players) if (player.id !== seat) delete player.dealt;
  for (const placed of copy.last?.placements ?? []) if (placed.player !== seat) delete placed.row;
  return copy as unknown as State;
}
