import { type CountryState, STATES, type StateCode } from '../country.ts';
import { type Fact, type FactColumn, factColumn, type SheetFacts, type StateFacts } from '../facts.ts';
import { counted, dollars, grouped } from '../numbers.ts';
import { otherParty, PARTY_MEMBER } from '../parties.ts';
import type { SeatIdentifier } from '../ruleset.ts';
import { CONVENTION_TURN } from './data.ts';
import { leadAmong } from './leads.ts';
import { findPlayer, leadingParty, membersOf, type Player, popularityIn, type State } from './state.ts';

/** A seat's part in the game: whom it competes with on the open turn. */
interface Contest {
  state: State;
  me: Player;
  /** The other members of the seat's party. */
  colleagues: SeatIdentifier[];
  /** The members of the other party. */
  foes: SeatIdentifier[];
  /** Whether the seat wants to lead its party; otherwise it wants its party to lead the state. */
  isPrimary: boolean;
}

/** The states in the order of their names. */
const BY_NAME: readonly CountryState[] = [...STATES].sort((a, b) => (a.name < b.name ? -1 : 1));

/** The figures on which a candidate decides where to go and what to spend; null if the seat owes no sheet. */
export function facts(state: State, seat: SeatIdentifier): SheetFacts | null {
  const me = findPlayer(state, seat);
  if (me === undefined || state.phase === 'over') return null;
  const colleagues = membersOf(state.players, me.party).filter(({ id }) => id !== seat);
  const contest: Contest = {
    state,
    me,
    colleagues: colleagues.map(({ id }) => id),
    foes: membersOf(state.players, otherParty(me.party)).map(({ id }) => id),
    isPrimary: state.turn < CONVENTION_TURN && colleagues.length > 0,
  };
  return {
    notes: [],
    columns: columnsOf(contest),
    states: BY_NAME.map((one) => factsOf(contest, one)),
    list: { name: 'campaign', state: 'state', kind: null },
  };
}

/** The columns. Those that decide come first: a phone shows only those at once. */
function columnsOf({ state, me, isPrimary }: Contest): FactColumn[] {
  const lead = isPrimary ? 'to lead your party in the state' : 'for your party to lead the state';
  const others = isPrimary ? 'the other members of your party' : 'the other candidates';
  const cost = `The least that you must spend ${lead}, if ${others} add nothing. “–” if it is so already.`;
  return [
    factColumn('votes', 'votes', ['Electoral votes', 'EV'], votesMeaning(state)),
    factColumn('cost', 'dollars', ['Cost to lead', 'To lead'], cost),
    factColumn(
      'visitCost',
      'dollars',
      ['Cost to lead with a visit', 'With a visit'],
      `The same if one of your fundraising trips goes there: each dollar then counts ${counted(me.ability, 'time')}.`,
    ),
    factColumn('own', 'points', ['Your popularity', 'You'], 'Your popularity in the state.'),
    ...rivalColumns(me, isPrimary),
    factColumn(
      'donation',
      'dollars',
      ['Donation number', 'Donation'],
      'What fundraising trips raise there this turn. All candidates who go there share it equally.',
    ),
    factColumn(
      'partyLeader',
      'words',
      ['Leader of your party', 'Party lead'],
      'The most popular member of your party in the state. If several are tied, the one who has led it until now.',
    ),
    factColumn(
      'leader',
      'words',
      ['Overall leader', 'Overall'],
      'The more popular of the two parties’ leaders in the state.',
    ),
    ...(state.turn === 0 ? [] : [VISITORS]),
  ];
}

const VISITORS = factColumn(
  'visitors',
  'words',
  ['Visitors last turn', 'Visitors'],
  'The candidates who went there on a fundraising trip last turn.',
);

/** Whose the votes are (section 8 of the rules). */
function votesMeaning({ turn }: State): string {
  return turn < CONVENTION_TURN
    ? 'Until the conventions they count for the leader of each party; after them, for the overall leader only.'
    : 'They count for the overall leader. In the general election they are the votes of that candidate’s party.';
}

function rivalColumns(me: Player, isPrimary: boolean): FactColumn[] {
  const foe = PARTY_MEMBER[otherParty(me.party)];
  const best = factColumn(
    'foe',
    'points',
    [`Best ${foe}`, `Best ${foe}`],
    `The most popular ${foe} in the state, and how popular.`,
  );
  if (!isPrimary) return [best];
  return [
    factColumn(
      'rival',
      'points',
      ['Best rival in your party', 'Party rival'],
      'The most popular other member of your party in the state, and how popular.',
    ),
    factColumn(
      'best',
      'points',
      ['Best of all others', 'Best'],
      'The most popular candidate besides you, of either party.',
    ),
  ];
}

function factsOf(contest: Contest, { code, name, electoralVotes, donation }: CountryState): StateFacts {
  const { state, me, colleagues, foes, isPrimary } = contest;
  const leads = state.leaders[code];
  const cost = leastSpend(contest, code, 1);
  const visitCost = leastSpend(contest, code, me.ability);
  const everyone = [...colleagues, ...foes];
  return {
    state: code,
    name,
    facts: {
      votes: electoralVotes,
      donation,
      own: popularityIn(state.popularity, code, me.id),
      ...(isPrimary
        ? {
            rival: mostPopular(contest, code, colleagues, leads[me.party]),
            best: mostPopular(contest, code, everyone, leads.overall),
          }
        : { foe: mostPopular(contest, code, foes, leads[otherParty(me.party)]) }),
      partyLeader: leads[me.party],
      leader: leads.overall,
      cost: costFact(cost),
      visitCost: costFact(visitCost),
      ...(state.turn > 0 && { visitors: visitorsOf(state, code) }),
    },
    brief: `${counted(electoralVotes, 'vote')}, ${dollars(donation)}, ${costInWords(contest, cost)}`,
    fill: cost === 0 || visitCost > me.cash ? null : fillOf(code, cost, visitCost),
  };
}

function fillOf(code: StateCode, cost: number, visitCost: number): StateFacts['fill'] {
  return {
    row: { state: code, spend: String(cost) },
    instead: { list: 'fundraising', row: { state: code, spend: String(visitCost) } },
  };
}

function costFact(cost: number): Fact {
  return cost === 0 ? { value: 0, text: '–' } : cost;
}

function costInWords({ isPrimary }: Contest, cost: number): string {
  if (cost > 0) return `${dollars(cost)} to lead`;
  return isPrimary ? 'you lead' : 'your party leads';
}

/** The most popular of several candidates with the popularity: `CD 300`. If they are tied, the leader comes first. */
function mostPopular(
  { state }: Contest,
  code: StateCode,
  ids: readonly SeatIdentifier[],
  leader: SeatIdentifier,
): Fact {
  const id = leadAmong(ids, state, code, leader);
  const value = popularityIn(state.popularity, code, id);
  return { value, text: `${id} ${grouped(value)}` };
}

function visitorsOf({ players, fundraising }: State, code: StateCode): Fact {
  const ids = players
    .map(({ id }) => id)
    .filter((id) => (fundraising[id] ?? []).some((trip) => trip.state === code));
  return { value: ids.length, text: ids.length === 0 ? '–' : ids.join(', ') };
}

/**
 * The least dollars with which the seat has what it wants in a state, if no one else adds any popularity there (EY-6.2
 * to EY-6.4). 0 if it has it already.
 * @param factor the popularity that a dollar gains: the campaign ability in a state that is visited, else 1
 */
function leastSpend(contest: Contest, code: StateCode, factor: number): number {
  const { state, me, colleagues, foes } = contest;
  const own = popularityIn(state.popularity, code, me.id);
  // The leads can change only when the seat's popularity reaches another candidate's, or exceeds it.
  const spends = [0];
  for (const id of [...colleagues, ...foes]) {
    const gap = popularityIn(state.popularity, code, id) - own;
    if (gap >= 0) spends.push(dividedUp(gap, factor), dividedUp(gap + 1, factor));
  }
  spends.sort((a, b) => a - b);
  return spends.find((spend) => isWon(contest, code, spend * factor)) as number;
}

/** A quotient of whole numbers, rounded up. */
function dividedUp(dividend: number, divisor: number): number {
  const rest = dividend % divisor;
  return (dividend - rest) / divisor + (rest > 0 ? 1 : 0);
}

/** Whether the seat has what it wants in a state after it has gained this popularity there (EY-6.3, EY-6.4). */
function isWon({ state, me, isPrimary }: Contest, code: StateCode, gained: number): boolean {
  const here = state.popularity[code];
  const popularity = {
    ...state.popularity,
    [code]: { ...here, [me.id]: popularityIn(state.popularity, code, me.id) + gained },
  };
  const race = { popularity, preference: state.preference };
  const before = state.leaders[code];
  const ids = (party: Player['party']) => membersOf(state.players, party).map(({ id }) => id);
  const D = leadAmong(ids('D'), race, code, before.D);
  const R = leadAmong(ids('R'), race, code, before.R);
  if (isPrimary) return { D, R }[me.party] === me.id;
  return leadingParty({ D, R, overall: leadAmong([D, R], race, code, before.overall) }) === me.party;
}
