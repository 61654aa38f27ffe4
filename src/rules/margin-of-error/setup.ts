import { z } from 'zod';
import type { Dice } from '../dice.ts';
import { otherParty, type Party } from '../parties.ts';
import type { SeatEntry, SeatIdentifier } from '../ruleset.ts';
import {
  BATTLEGROUND_CODES,
  type Battleground,
  byBattleground,
  CAPITAL_IDS,
  type CapitalId,
  cycleFrom,
  rolledState,
  START_CASH,
  STOPS,
  STRENGTHS,
  WEEKS,
} from './data.ts';
import type { Homes, Polls, State } from './state.ts';

/** MOE-3.2: fewest and most players. */
export const SEATS = { min: 1, max: 2 } as const;

/** MOE-3.1: the GM's options. */
export const options = z.object({
  opponent: z
    .enum(STRENGTHS)
    .default('even')
    .describe('How strong the automatic opponent is. For one-player games only.'),
  homeStates: z
    .boolean()
    .default(false)
    .describe('Each party draws a home state. Stops of the other party there count half.'),
});

/** MOE-3.2: what a player may ask for. */
export const wishes = z.object({
  party: z
    .enum(['D', 'R'])
    .nullable()
    .default(null)
    .describe(
      'The party you want to lead: D for the Democrats, R for the Republicans. Leave blank to draw one at random.',
    ),
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

/** Everything that chance and the GM decide before the first turn (MOE-3.4), with every key filled in. */
export interface Setup {
  players: SetupPlayer[];
  week: number;
  stops: number[] | null;
  edge: SeatIdentifier | null;
  start: Polls;
  polls: Polls;
  homes: Homes;
}

/** MOE-3.3: the setup of a new game from its seats, with the dice of processing 0. */
export function setUp(chosen: Record<string, unknown>, seats: readonly SeatEntry[], dice: Dice): Setup {
  const { opponent, homeStates } = options.parse(chosen);
  const parties = dealParties(seats, dice);
  const alone = seats.length === 1;
  const edge = alone ? null : ((dice.roll(2) === 1 ? seats[0] : seats[1])?.identifier ?? null);
  const homes = homeStates ? drawHomes(dice) : { D: null, R: null };
  const players = seats.map(({ identifier, name }, i) => ({
    ...{ id: identifier, party: parties[i] as Party, name },
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
  return dice.roll(2) === 1 ? [wished, otherParty(wished)] : [otherParty(wished), wished];
}

/** MOE-3.3.3: the home state of D, then of R. If both are the same, R takes the next state in board order. */
function drawHomes(dice: Dice): Homes {
  const ofD = rolledState(dice.roll(6), dice.roll(6));
  const ofR = rolledState(dice.roll(6), dice.roll(6));
  return { D: ofD, R: ofR === ofD ? (cycleFrom(BATTLEGROUND_CODES, ofD)[1] as Battleground) : ofR };
}

/** The state before the first turn (MOE-8.1). */
export function begin(setup: Setup): State {
  const { week, stops, edge, homes, start, polls } = setup;
  const phase = week > WEEKS ? 'last-minute' : 'week';
  const players = setup.players.map(({ id, party, cash, unused, tokens }) => ({
    ...{ id, party, cash },
    ...{ unused: CAPITAL_IDS.filter((known) => unused.includes(known)) },
    ...{ tokens: BATTLEGROUND_CODES.filter((known) => tokens.includes(known)) },
  }));
  return {
    ...{ turn: 0, week, phase, edge, stops: stops === null ? null : [...stops] },
    ...{ homes: { ...homes }, start: { ...start }, polls: { ...polls }, players, log: [] },
  };
}
