import { createHash } from 'node:crypto';
import { commitment, seededDice } from '../../../src/rules/dice.ts';
import { marginOfError } from '../../../src/rules/margin-of-error/index.ts';
import type { State } from '../../../src/rules/margin-of-error/state.ts';
import type { ReportHeader, SeatEntry } from '../../../src/rules/ruleset.ts';

/** A dice secret computed from a text. */
export function secretOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** One seat (JN) or two (DM for D, RK for R). */
export function seatsOf(players: 1 | 2, party: 'D' | 'R' = 'D'): SeatEntry[] {
  if (players === 1) return [{ identifier: 'JN', name: 'Jo Novak', wish: { party } }];
  return [
    { identifier: 'DM', name: 'Dora Marsh', wish: { party: 'D' } },
    { identifier: 'RK', name: 'Roy Kidd', wish: { party: 'R' } },
  ];
}

/** A state from a scenario's setup. */
export function stateOf(setup: unknown): State {
  const parsed = marginOfError.parseSetup(setup);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return marginOfError.begin(parsed.value);
}

/** A whole game: every state from beginning to end, and the sheets of every turn. */
export interface Played {
  states: State[];
  sheets: Record<string, unknown>[];
}

/** Plays a game to its end. `sheetOf` returns what a seat sends. */
export function playGame(
  secret: Uint8Array,
  options: Record<string, unknown>,
  seats: readonly SeatEntry[],
  sheetOf: (state: State, seat: string) => unknown,
): Played {
  const setup = marginOfError.setUp(marginOfError.options.parse(options), seats, seededDice(secret, 0));
  const states = [marginOfError.begin(setup)];
  const sheets: Record<string, unknown>[] = [];
  for (let state = states[0] as State; state.phase !== 'over'; ) {
    const sent = Object.fromEntries(
      marginOfError.seatsOwing(state).map((seat) => [seat, sheetOf(state, seat)]),
    );
    sheets.push(sent);
    state = marginOfError.resolve(state, sent, seededDice(secret, sheets.length));
    states.push(state);
    if (sheets.length > 10) throw new Error('the game does not end');
  }
  return { states, sheets };
}

/** The header of a printout for a game with these seats. */
export function headerOf(seats: readonly SeatEntry[], secret: Uint8Array, over: boolean): ReportHeader {
  return {
    number: 'MOE-1',
    title: 'A dead heat',
    gm: 'Gail Morse',
    seats: seats.map(({ identifier, name }, i) => ({
      ...{ identifier, name, account: 10468 + i, address: null, opponent: false },
    })),
    due: over ? null : 'Fri, Nov 6, 2026, 6:00 PM EST',
    dice: {
      commitment: commitment(secret),
      secret: over ? Buffer.from(secret).toString('hex') : null,
    },
  };
}
