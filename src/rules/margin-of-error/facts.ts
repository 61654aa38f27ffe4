import { type Fact, type FactColumn, factColumn, type SheetFacts, type StateFacts } from '../facts.ts';
import { counted } from '../numbers.ts';
import { PARTY_NAMES } from '../parties.ts';
import type { SeatIdentifier } from '../ruleset.ts';
import { BOARD, type BoardState, isSmall, MAX_PER_ROW, REGION_NAMES, squaresFor, TRACK_END } from './data.ts';
import { isSafe, isSafeFor, ownValue, pushedPoll, stopSquares, winnerOf } from './polls.ts';
import { pollInWords } from './report/context.ts';
import { owingPlayers, type Player, type State } from './state.ts';

/** The battleground states in the order of their names. */
const BY_NAME: readonly BoardState[] = [...BOARD].sort((a, b) => (a.name < b.name ? -1 : 1));

/** The highest total of three dice with the best media bonus (MOE-2.11). */
const MAX_TOTAL = 20;

/** The figures on which a player decides where to stop; null if the seat owes no sheet. */
export function facts(state: State, seat: SeatIdentifier): SheetFacts | null {
  const player = owingPlayers(state).find(({ id }) => id === seat);
  if (player === undefined) return null;
  const isWeek = state.phase === 'week';
  return {
    notes: isWeek ? [tokensInWords(player)] : [],
    // The columns that decide come first: a phone shows only those at once.
    columns: [...COLUMNS, ...(isWeek ? [TOTAL_OF_STOP, TOKEN] : [TOTAL_OF_TOKENS]), ...MORE_COLUMNS],
    states: BY_NAME.map((one) => factsOf(state, player, one)),
    list: isWeek
      ? { name: 'actions', state: 'state', kind: { column: 'do', values: ['campaign', 'vp'] } }
      : { name: 'stops', state: 'state', kind: null },
  };
}

const COLUMNS: readonly FactColumn[] = [
  factColumn('votes', 'votes', ['Electoral votes', 'EV'], 'How many electoral votes the state has.'),
  factColumn(
    'poll',
    'squares',
    ['Poll', 'Poll'],
    'Who leads, and by how many squares: D+2 is 2 for the Democrats, R+2 is 2 for the Republicans.',
  ),
  factColumn('squares', 'squares', ['Squares to lead', 'To lead'], 'How far the poll must move toward you.'),
];

const MORE_COLUMNS: readonly FactColumn[] = [
  factColumn(
    'leads',
    'words',
    ['Who leads', 'Leads'],
    'The party that would win the state now. An even state goes to the party on whose side it started. A state is safe from 4 squares on.',
  ),
  factColumn('region', 'words', ['Region', 'Region'], 'An advertisement runs in all states of a region.'),
];

const TOTAL_OF_STOP = factColumn(
  'total',
  'points',
  ['Total to lead', 'Total'],
  'The least total of a campaign stop’s dice, media bonus included, that makes you lead. “–” if you lead, or if no single stop is enough.',
);

const TOTAL_OF_TOKENS = factColumn(
  'total',
  'points',
  ['Total to lead', 'Total'],
  'The least total of a stop’s dice that makes you lead. “–” if you lead, or if no single stop is enough.',
);

const TOKEN = factColumn(
  'token',
  'words',
  ['Small-state token', 'Token'],
  'A campaign stop in a small state that you are not winning earns its token: a free stop after week 9.',
);

/** The tokens that the player holds (MOE-2.8). */
function tokensInWords({ tokens }: Player): string {
  if (tokens.length === 0) return 'You hold no small-state tokens.';
  return `You hold ${counted(tokens.length, 'small-state token')}: ${tokens.join(', ')}.`;
}

function factsOf(state: State, player: Player, one: BoardState): StateFacts {
  const { code, name, votes, region } = one;
  const poll = state.polls[code];
  const leader = winnerOf(poll, state.start[code]);
  const total = leader === player.party ? null : totalToLead(state, player, one);
  return {
    state: code,
    name,
    facts: {
      votes,
      poll: { value: ownValue(poll, player.party), text: pollInWords(poll) },
      leads: `${PARTY_NAMES[leader]}${isSafe(poll) ? ', safe' : ''}`,
      squares: squaresToLead(state, player, one),
      region: REGION_NAMES[region],
      total,
      ...(state.phase === 'week' && { token: tokenFact(player, one, leader === player.party) }),
    },
    brief: `${counted(votes, 'vote')}, ${pollInWords(poll)}`,
    fill: isSafeFor(poll, player.party) ? null : fillOf(state, player, { code, total }),
  };
}

/** How many squares the poll must move for the player to be winning the state (MOE-2.6); 0 if the player is. */
function squaresToLead(state: State, { party }: Player, { code }: BoardState): number {
  const poll = state.polls[code];
  for (let squares = 0; squares < 2 * TRACK_END; squares += 1) {
    if (winnerOf(pushedPoll(poll, party, squares, false), state.start[code]) === party) return squares;
  }
  return 2 * TRACK_END;
}

/** The least total with which one stop makes the player lead (MOE-2.9, 6.1, 6.3); null if no total does. */
function totalToLead(state: State, { party }: Player, { code }: BoardState): number | null {
  for (let total = 1; total <= MAX_TOTAL; total += 1) {
    const squares = stopSquares(squaresFor(total), code, party, state.homes);
    const poll = pushedPoll(state.polls[code], party, squares, true);
    if (winnerOf(poll, state.start[code]) === party) return total;
  }
  return null;
}

/** MOE-6.5: a stop earns the token of a small state if the player neither holds it nor is winning the state. */
function tokenFact({ tokens }: Player, { code }: BoardState, isWinning: boolean): Fact {
  if (!isSmall(code)) return null;
  if (tokens.includes(code)) return 'yours';
  return isWinning ? 'not while you lead' : 'for a stop';
}

/**
 * A stop with as many dice as reach the total on average, without a media bonus; with one if the player leads already,
 * or if no single stop is enough.
 */
function fillOf(
  { phase }: State,
  player: Player,
  { code, total }: { code: string; total: number | null },
): StateFacts['fill'] {
  let dice = 1;
  // Two dice show 7 on average.
  while (dice < MAX_PER_ROW && 7 * dice < 2 * (total ?? 0)) dice += 1;
  if (phase === 'week') {
    return { row: { do: 'campaign', state: code, days: String(dice) }, instead: null };
  }
  const tokens = Math.min(dice, player.tokens.length);
  return { row: { state: code, tokens: String(tokens) }, instead: null };
}
