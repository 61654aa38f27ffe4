import { z } from 'zod';
import type { Dice } from '../dice.ts';
import type { SeatEntry, SeatIdentifier } from '../ruleset.ts';
import {
  around,
  type Battleground,
  byBattleground,
  CAPITAL_IDS,
  type CapitalId,
  CODES,
  otherParty,
  type Party,
  rolledState,
  START_CASH,
  STOPS,
  STRENGTHS,
  WEEKS,
} from './data.ts';
import type { Homes, Polls, State } from './state.ts';

/** MOE-3.2. */
export const SEATS = { min: 1, max: 2 } as const;

/** MOE-3.1. */
export const options = z.object({
  opponent: z
    .enum(STRENGTHS)
    .default('even')
    .describe('How strong the automatic opponent is. One-player games only.'),
  homeStates: z
    .boolean()
    .default(false)
    .describe('Each side draws a home state, where the other side’s stops count half.'),
});

/** MOE-3.2: what a seat may wish for. */
export const wishes = z.object({
  party: z
    .enum(['D', 'R'])
    .nullable()
    .default(null)
    .describe('The side to lead: D for the Democrats, R for the Republicans. Left open, it is drawn by lot.'),
});

/** A player at the start (MOE-3.4). */
export interface SetupPlayer {
  id: SeatIdentifier;
  party: Party;
  name: string;
  cash: number;
  unused: CapitalId[];
  tokens: Battleground[];
}

/** All that chance and the GM decide before the first turn, with every key filled in (MOE-3.4). */
export interface Setup {
  players: SetupPlayer[];
  week: number;
  stops: number[] | null;
  edge: SeatIdentifier | null;
  start: Polls;
  polls: Polls;
  homes: Homes;
}

/** MOE-3.3: a new game's setup from its seats, with the dice of processing 0. */
export function setUp(given: Record<string, unknown>, seats: readonly SeatEntry[], dice: Dice): Setup {
  const { opponent, homeStates } = options.parse(given);
  const parties = dealParties(seats, dice);
  const alone = seats.length === 1;
  const edge = alone ? null : ((dice.roll(2) === 1 ? seats[0] : seats[1])?.id ?? null);
  const homes = homeStates ? drawHomes(dice) : { D: null, R: null };
  const players = seats.map(({ id, name }, i) => ({
    ...{ id, party: parties[i] as Party, name },
    ...{ cash: START_CASH, unused: [...CAPITAL_IDS], tokens: [] },
  }));
  const start = byBattleground((state) => state.start);
  return {
    players,
    week: 1,
    stops: alone ? [...STOPS[opponent]] : null,
    edge,
    start,
    polls: { ...start },
    homes,
  };
}

/** MOE-3.3.1: the parties in seat order. */
function dealParties(seats: readonly SeatEntry[], dice: Dice): Party[] {
  const [first, second] = seats.map((seat) => wishes.parse(seat.wish).party);
  if (seats.length === 1) return [first ?? (dice.roll(2) === 1 ? 'D' : 'R')];
  if (first && second !== first) return [first, otherParty(first)];
  if (second && !first) return [otherParty(second), second];
  const wished = first ?? 'D';
  const others = otherParty(wished);
  return dice.roll(2) === 1 ? [wished, others] : [others, wished];
}

/** MOE-3.3.3: home states of D, then R; one that is drawn twice goes to the next state on the board. */
function drawHomes(dice: Dice): Homes {
  const ofD = rolledState(dice.roll(6), dice.roll(6));
  const ofR = rolledState(dice.roll(6), dice.roll(6));
  return { D: ofD, R: ofR === ofD ? (around(CODES, ofD)[1] as Battleground) : ofR };
}

/** The state before the first turn (MOE-8.1). */
export function begin(setup: Setup): State {
  const { week, stops, edge, homes, start, polls } = setup;
  const phase = week > WEEKS ? 'last-minute' : 'week';
  const players = setup.players.map(({ id, party, cash, unused, tokens }) => ({
    ...{ id, party, cash },
    ...{ unused: CAPITAL_IDS.filter((known) => unused.includes(known)) },
    ...{ tokens: CODES.filter((known) => tokens.includes(known)) },
  }));
  return {
    ...{ turn: 0, week, phase, edge, stops: stops === null ? null : [...stops] },
    ...{ homes: { ...homes }, start: { ...start }, polls: { ...polls }, players, log: [] },
  };
}
