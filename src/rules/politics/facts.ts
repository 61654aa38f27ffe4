import { STATES, type StateCode } from '../country.ts';
import { type FactColumn, factColumn, type SheetFacts, type StateFacts } from '../facts.ts';
import { counted, ordinal } from '../numbers.ts';
import type { SeatIdentifier } from '../ruleset.ts';
import { CAPITAL, FEE } from './data/amounts.ts';
import { gerrymander } from './data/gerrymanders.ts';
import { reach } from './data/map.ts';
import { seatsOwing } from './owing.ts';
import { cashInWords, money } from './report/words.ts';
import { findPlayer, type Player, type State } from './state.ts';

/** The states in the order of their names. */
const BY_NAME = STATES.toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** How many first stops are named on the way to a second one. */
const MOST_WAYS = 3;

/**
 * The figures on which a player decides where to begin and where to go; null if the seat owes no sheet, or one that names no
 * states. Cash, chips, and places are public (PTG-8.6); of the cards, only the player's own are looked at.
 */
export function facts(state: State, seat: SeatIdentifier): SheetFacts | null {
  const player = findPlayer(state, seat);
  if (player === undefined || !seatsOwing(state).includes(seat)) return null;
  if (state.phase === 'home') return homeFacts(state, player);
  return state.phase === 'campaign' && player.rolls.length > 0 ? stopFacts(state, player) : null;
}

const VOTES = factColumn(
  'votes',
  'votes',
  ['Electoral votes', 'EV'],
  'How many electoral votes the chip has.',
);

const CARDS = factColumn(
  'cards',
  'words',
  ['Your cards', 'Cards'],
  'Your Gerrymander cards that need the chip or bring it.',
);

const HOLDER = factColumn(
  'holder',
  'words',
  ['Holder of the chip', 'Holder'],
  'Who has the chip. A government question wins one that no one has; for another you need an offer.',
);

const FIRST = factColumn(
  'first',
  'words',
  ['In reach at stop 1', 'Stop 1'],
  'Whether you can walk there with your first roll.',
);

const SECOND = factColumn(
  'second',
  'words',
  ['In reach at stop 2', 'Stop 2'],
  'The first stops from which you can walk there with your second roll, the largest states first.',
);

function homeFacts({ settings: { picking }, players }: State, player: Player): SheetFacts {
  const place = picking.indexOf(player.id) + 1;
  return {
    notes: [
      `You are the ${ordinal(place)} of ${players.length} candidates to get a home state, so ${counted(place, 'state')} on your list ${place === 1 ? 'is' : 'are'} enough. You only begin there: its chip has to be won.`,
    ],
    columns: [VOTES, neighborColumn(), CARDS],
    states: BY_NAME.filter(({ code }) => code !== CAPITAL).map(({ code, name, electoralVotes }) => ({
      ...{ state: code, name, fill: null },
      facts: {
        votes: electoralVotes,
        near: reach(code, 2).length,
        cards: cardsWith(player, code),
      },
      brief: counted(electoralVotes, 'vote'),
    })),
    list: null,
  };
}

function neighborColumn(): FactColumn {
  return factColumn(
    'near',
    'number',
    ['States two steps away', '2 steps'],
    'In how many states a walk of two steps can end: how central the state is.',
  );
}

function stopFacts(state: State, player: Player): SheetFacts {
  const columns = [
    ...[VOTES, HOLDER, FIRST],
    ...(player.rolls.length > 1 ? [SECOND] : []),
    CARDS,
  ] satisfies FactColumn[];
  return {
    notes: notesOf(state, player),
    columns,
    states: BY_NAME.map((one) => factsOf(state, player, one)),
    list: { name: 'stops', state: 'to', kind: { column: 'move', values: ['roll', 'fly'] } },
  };
}

function notesOf({ order }: State, { id, cash, debts, rolls }: Player): string[] {
  const lost = rolls.indexOf(null);
  return [
    `You act as the ${ordinal(order.indexOf(id) + 1)} of ${order.length} candidates at each stop.`,
    ...(lost < 0 ? [] : [`Stop ${lost + 1} is lost.`]),
    ...(debts.length > 0 ? ['You make no move while you owe money.'] : []),
    ...(cash < FEE ? [`A government question costs ${money(FEE)}; you have ${cashInWords(cash)} now.`] : []),
  ];
}

function factsOf(state: State, player: Player, one: (typeof BY_NAME)[number]): StateFacts {
  const { code, name, electoralVotes } = one;
  const holder = state.chips[code];
  const isFirst = firstStops(player).includes(code);
  const held = holder === null ? 'free' : holder === player.id ? 'yours' : `held by ${holder}`;
  const brief = [counted(electoralVotes, 'vote'), held, ...(isFirst ? ['in reach at stop 1'] : [])].join(
    ', ',
  );
  return {
    ...{ state: code, name, brief },
    facts: {
      votes: electoralVotes,
      holder: holder === player.id ? 'you' : holder,
      first: isFirst ? 'yes' : null,
      second: wayToSecond(player, code),
      cards: cardsWith(player, code),
    },
    fill: isFirst ? { row: walkTo(code, holder, player), instead: null } : null,
  };
}

/** PTG-2.3: where the first roll can lead; nowhere if that stop is lost. */
function firstStops({ at, rolls: [first] }: Player): readonly StateCode[] {
  return at === null || !first ? [] : reach(at, first[0] + first[1]);
}

/** The first stops from which the second roll leads to a state; `yes` from where the player is, if the first stop is lost. */
function wayToSecond(player: Player, code: StateCode): string | null {
  const { at, rolls } = player;
  const [first, second] = rolls;
  if (at === null || !second) return null;
  const points = second[0] + second[1];
  if (!first) return reach(at, points).includes(code) ? 'yes' : null;
  const firsts = firstStops(player);
  const ways = STATES.filter((one) => firsts.includes(one.code))
    .filter((one) => reach(one.code, points).includes(code))
    .toSorted((a, b) => b.electoralVotes - a.electoralVotes);
  if (ways.length === 0) return null;
  const named = ways.slice(0, MOST_WAYS).map((one) => one.code);
  const more = ways.length - named.length;
  return `by ${named.join(', ')}${more > 0 ? ` or ${more} more` : ''}`;
}

/** A walk, with the question that wins the chip if that can be had and paid. */
function walkTo(code: StateCode, holder: SeatIdentifier | null, { cash }: Player): Record<string, string> {
  if (code === CAPITAL) return { move: 'roll', to: code };
  const question = holder === null && cash >= FEE ? 'government' : holder === null ? 'general' : 'state';
  return { move: 'roll', to: code, question };
}

/** `G05 needs it`, `G17 brings it`; null if none of the player's cards has to do with the chip. */
function cardsWith({ cards }: Player, code: StateCode): string | null {
  const words = cards.flatMap((id) => {
    const { needed, reward } = gerrymander(id);
    if (needed.chips.includes(code)) return [`${id} needs it`];
    return reward.chips.includes(code) ? [`${id} brings it`] : [];
  });
  return words.length === 0 ? null : words.join(', ');
}
