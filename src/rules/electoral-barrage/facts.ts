import { type Fact, type FactColumn, factColumn, type SheetFacts, type StateFacts } from '../facts.ts';
import { percentOf } from '../guess-figures.ts';
import { counted, listInWords } from '../numbers.ts';
import type { SeatIdentifier } from '../ruleset.ts';
import { CHARACTERS, withSmallArticle } from './characters.ts';
import { BOARD_STATES, type BoardState, FREE_BALLOTS } from './data.ts';
import { successesToLead } from './leads.ts';
import { contendersIn, contestedBy } from './orders.ts';
import { countOf, findPlayer, type Player, type State, topOf } from './state.ts';

/** The states in the order of their names. */
const BY_NAME: readonly BoardState[] = BOARD_STATES.toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** The figures on which a player decides where staffers or ballots go; null if the seat owes no sheet. */
export function facts(state: State, seat: SeatIdentifier): SheetFacts | null {
  const player = findPlayer(state, seat);
  if (player === undefined || !state.owing.includes(seat)) return null;
  if (state.phase === 'ballots') return recountFacts(state, player);
  return {
    notes: [strengthSentence(player)],
    columns: [...ROUND_COLUMNS],
    states: BY_NAME.map((one) => factsOf(state, player, one)),
    list: { name: 'plan', state: 'area', kind: null },
  };
}

const VOTES = factColumn(
  'votes',
  'votes',
  ['Electoral votes', 'EV'],
  'How many electoral votes the state has.',
);

const OWN = factColumn(
  'own',
  'tokens',
  ['Your tokens', 'You'],
  'How many of the state’s stars hold a token of yours.',
);

const RIVAL = factColumn(
  'rival',
  'tokens',
  ['Strongest rivals', 'Rivals'],
  'Who of the others has the most tokens there, and how many.',
);

const ROUND_COLUMNS: readonly FactColumn[] = [
  VOTES,
  factColumn(
    'stars',
    'tokens',
    ['Stars', 'Stars'],
    'How many tokens, and how many staffers a round, fit in the state.',
  ),
  factColumn('free', 'tokens', ['Free stars', 'Free'], 'Stars without a token. They are filled first.'),
  OWN,
  RIVAL,
  factColumn(
    'leader',
    'words',
    ['Leader', 'Leads'],
    'The player with more tokens there than each other player. “tie” if several have the most.',
  ),
  factColumn(
    'odds',
    'words',
    ['Needed on the die', 'Die'],
    'The least die that succeeds without tokens and abilities, and how likely it is. You defend a state whose stars are all yours, which adds 1.',
  ),
  factColumn(
    'lead',
    'words',
    ['Successes to lead', 'To lead'],
    'How many successes in a row make you the only one with the most tokens, if no one else succeeds there. “–” if you lead.',
  ),
];

function strengthSentence({ character, staffers, town }: Player): string {
  const staff = `${counted(staffers, 'staffer')} and ${counted(town, 'town hall token')}`;
  if (character === null) return `You have ${staff}.`;
  return `You have ${staff}, and you play ${withSmallArticle(CHARACTERS[character].title)}: ${CHARACTERS[character].ability}`;
}

function factsOf(state: State, player: Player, one: BoardState): StateFacts {
  const { code, name, votes, stars } = one;
  const held = state.tokens[code];
  const needed = successesToLead(state, player.id, one);
  const leader = state.leader[code];
  return {
    state: code,
    name,
    facts: {
      votes,
      stars,
      free: stars - held.length,
      own: countOf(held, player.id),
      rival: rivalFact(state, player, one),
      leader: leader ?? (held.length > 0 ? 'tie' : null),
      odds: oddsFact(state, player, one),
      lead: needed === 0 ? { value: 0, text: '–' } : { value: needed, text: String(needed) },
    },
    brief: `${counted(votes, 'vote')}, ${starsInWords(stars)}, ${leadInWords(state, player, one)}`,
    fill: countOf(held, player.id) === stars ? null : { row: { area: code }, instead: null },
  };
}

function starsInWords(stars: number): string {
  return '☆'.repeat(stars);
}

function leadInWords({ leader, tokens }: State, { id }: Player, { code }: BoardState): string {
  const leading = leader[code];
  if (leading === id) return 'you lead';
  if (leading !== null) return `${leading} leads`;
  return tokens[code].length > 0 ? 'tied' : 'free';
}

/** The other players with the most tokens in a state: `CD 2`, `CD, EF 1`. */
function rivalFact({ tokens, players }: State, { id }: Player, { code }: BoardState): Fact {
  const others = players.map((player) => player.id).filter((other) => other !== id);
  const top = topOf(tokens[code], others);
  if (top[0] === undefined) return null;
  const value = countOf(tokens[code], top[0]);
  return { value, text: `${top.join(', ')} ${value}` };
}

/** EB-6.10: the least die that succeeds, and its chance; the Movie Star needs none in a red state. */
function oddsFact({ tokens }: State, { id, character }: Player, one: BoardState): Fact {
  if (character === 'movie-star' && one.class === 'red') return { value: 0, text: 'no roll' };
  const defends = countOf(tokens[one.code], id) === one.stars;
  const least = Math.max(1, one.need - (defends ? 1 : 0));
  return { value: least, text: `${least}+ (${chanceOf(least)}%)` };
}

/** The chance of a die that shows `least` or more, in percent, rounded to the nearest. */
export function chanceOf(least: number): number {
  return percentOf(7 - Math.min(7, Math.max(1, least)), 6);
}

/** EB-4.3: the states in which the player is tied, with what the others can play there. */
function recountFacts(state: State, player: Player): SheetFacts {
  const tied = contestedBy(state, player.id);
  const free = player.character === 'war-hero' ? ` and ${FREE_BALLOTS} free ones for blue states` : '';
  return {
    notes: [`You have ${counted(player.ballots, 'absentee ballot')}${free}.`],
    columns: [
      VOTES,
      OWN,
      factColumn(
        'rival',
        'words',
        ['Tied with', 'Tied with'],
        'The others with as many tokens there as you.',
      ),
      factColumn(
        'ballots',
        'words',
        ['Ballots of the others', 'Ballots'],
        'How many absentee ballots they can play there, if they play them nowhere else.',
      ),
    ],
    states: BY_NAME.filter(({ code }) => tied.includes(code)).map((one) => tieFacts(state, player, one)),
    list: { name: 'ballots', state: 'state', kind: null },
  };
}

function tieFacts(state: State, player: Player, one: BoardState): StateFacts {
  const { code, name, votes } = one;
  const rivals = contendersIn(state, code).filter((id) => id !== player.id);
  return {
    state: code,
    name,
    facts: {
      votes,
      own: countOf(state.tokens[code], player.id),
      rival: rivals.join(', '),
      ballots: rivals.map((id) => `${id} ${ballotsFor(state, id, one)}`).join(', '),
    },
    brief: `${counted(votes, 'vote')}, tied with ${listInWords(rivals)}`,
    fill: { row: { state: code }, instead: null },
  };
}

/** EB-6.16: how many ballots a player can play in a state at most. */
function ballotsFor(state: State, seat: SeatIdentifier, one: BoardState): number {
  const player = findPlayer(state, seat);
  if (player === undefined) return 0;
  return player.ballots + (player.character === 'war-hero' && one.class === 'blue' ? FREE_BALLOTS : 0);
}
