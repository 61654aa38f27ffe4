import { factColumn, type SheetFacts, type StateFacts } from '../facts.ts';
import { counted, dollars } from '../numbers.ts';
import type { SeatIdentifier } from '../ruleset.ts';
import { PRIMARIES, type PrimaryCode } from './data.ts';
import { openParts } from './orders.ts';
import { earningsOf } from './play/dice.ts';
import { toNextDie } from './play/votes.ts';
import {
  availableTo,
  findPlayer,
  isAvailable,
  leftIn,
  nextPrize,
  openOrder,
  type Player,
  type State,
} from './state.ts';

/** The figures on which a player decides where votes go; null if the seat owes no sheet. */
export function facts(state: State, seat: SeatIdentifier): SheetFacts | null {
  const player = findPlayer(state, seat);
  if (player === undefined || state.phase === 'over') return null;
  const available = availableTo(state.places, player);
  const shown = PRIMARIES.filter(({ code }) => available.includes(code));
  return {
    notes: notesOf(state, player),
    columns: [...COLUMNS],
    states: shown.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map((one) => factsOf(state, player, one)),
    list: openParts(state).includes('spend') ? { name: 'votes', state: 'where', kind: null } : null,
  };
}

const COLUMNS = [
  factColumn('left', 'votes', ['Circles left', 'Left'], 'How many marks complete the state for you.'),
  factColumn('prize', 'points', ['Next prize', 'Prize'], 'The delegates of the next place.'),
  factColumn(
    'later',
    'points',
    ['Prizes after it', 'After'],
    'The delegates of the places after the next one.',
  ),
  factColumn(
    'rival',
    'words',
    ['Nearest rival', 'Rival'],
    'Who of the others has the fewest circles left, and how many.',
  ),
] as const;

function notesOf(state: State, player: Player): string[] {
  const { votes, money } = earningsOf(player.dice, player.items, { votes: 0, money: 0 });
  const order = openOrder(state).indexOf(player.id) + 1;
  const missing = toNextDie(player.staff);
  return [
    `Your dice earn ${counted(votes, 'vote')} and ${dollars(money)} as they lie, not counting 1s.`,
    `You act as number ${order} of ${state.players.length}.`,
    missing === 0
      ? 'You have all five dice.'
      : `The next die needs ${counted(missing, 'mark')} on the staff track.`,
  ];
}

function factsOf(state: State, player: Player, one: (typeof PRIMARIES)[number]): StateFacts {
  const { code, name, prizes } = one;
  const left = leftIn(player, code);
  const prize = nextPrize(state.places, code);
  const later = prizes.slice(state.places[code].length + 1);
  const facts = {
    ...{ left, prize },
    later: later.length === 0 ? null : later.join(', '),
    rival: rivalIn(state, player, code),
  };
  const brief = `${left} left, next prize ${prize}`;
  return { state: code, name, facts, brief, fill: { row: { where: code }, instead: null } };
}

/** The other player with the fewest circles left in a state; of several, the first in acting order. */
function rivalIn(state: State, player: Player, code: PrimaryCode): string | null {
  const rivals = openOrder(state)
    .filter((id) => id !== player.id)
    .map((id) => findPlayer(state, id) as Player)
    .filter((rival) => isAvailable(state.places, rival, code))
    .toSorted((a, b) => leftIn(a, code) - leftIn(b, code));
  const [nearest] = rivals;
  return nearest === undefined ? null : `${nearest.id} ${leftIn(nearest, code)}`;
}
