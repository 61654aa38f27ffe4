import { createHash } from 'node:crypto';
import { commitment, seededDice } from '../../../src/rules/dice.ts';
import { marginOfError } from '../../../src/rules/margin-of-error/index.ts';
import type { State } from '../../../src/rules/margin-of-error/state.ts';
import type { ReportHeader, SeatEntry } from '../../../src/rules/ruleset.ts';

/** A game's secret that follows from a word. */
export function secretOf(word: string): Buffer {
  return createHash('sha256').update(word).digest();
}

/** One seat (JN) or two (DM for D, RK for R). */
export function seatsOf(players: 1 | 2, party: 'D' | 'R' = 'D'): SeatEntry[] {
  if (players === 1) return [{ id: 'JN', name: 'Jo Novak', wish: { party } }];
  return [
    { id: 'DM', name: 'Dora Marsh', wish: { party: 'D' } },
    { id: 'RK', name: 'Roy Kidd', wish: { party: 'R' } },
  ];
}

/** A state from a scenario's setup. */
export function stateOf(setup: unknown): State {
  const parsed = marginOfError.parseSetup(setup);
  if (!parsed.ok) throw new Error(`${parsed.problem.field} ${parsed.problem.message}`);
  return marginOfError.begin(parsed.value);
}

/** A whole game: every state from the beginning to the end, and the sheets of every turn. */
export interface Played {
  states: State[];
  sheets: Record<string, unknown>[];
}

/** Plays a game to its end. `sheetOf` gives what a seat sends. */
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
    if (sheets.length > 10) throw new Error('a game that does not end');
  }
  return { states, sheets };
}

/** What the server would know of such a game. */
export function headOf(seats: readonly SeatEntry[], secret: Uint8Array, over: boolean): ReportHeader {
  return {
    number: 'MOE-1',
    title: 'A dead heat',
    gm: 'Gail Morse',
    seats: seats.map(({ id, name }, i) => ({
      ...{ id, name, account: 10468 + i, address: null, opponent: false },
    })),
    due: over ? null : 'Friday, 6 November 2026, 18:00',
    dice: {
      commitment: commitment(secret),
      secret: over ? Buffer.from(secret).toString('hex') : null,
    },
  };
}
