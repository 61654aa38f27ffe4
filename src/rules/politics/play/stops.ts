import type { StateCode } from '../../country.ts';
import { CAPITAL, FEE, FLIGHT, MOST_RESTS, OUTLYING, REST } from '../data/amounts.ts';
import { reach } from '../data/map.ts';
import type { How } from '../log.ts';
import type { StopRow } from '../orders.ts';
import { type Offer, type Player, turnOrder } from '../state.ts';
import { canGive } from './answers.ts';
import { type Desk, inOrder, ordersOf, record } from './desk.ts';
import { rollDice } from './dice.ts';
import { moveTo, receive, spend } from './money.ts';
import { ask } from './questions.ts';

/** PTG-6.19: the stops of all candidates, and the dice of the next campaign turn. */
export function makeStops(desk: Desk): void {
  const { state } = desk;
  for (let stop = 1; stop <= state.settings.stops; stop += 1) {
    for (const player of inOrder(desk)) makeStop(desk, player, stop);
  }
  state.round += 1;
  for (const player of state.players) player.rolls = [];
  if (state.round < state.settings.turnLimit) {
    rollDice(desk);
    return;
  }
  state.phase = 'closing';
  state.order = turnOrder(state);
}

function makeStop(desk: Desk, player: Player, stop: number): void {
  const row = ordersOf(desk, player.id).stops[stop - 1] ?? null;
  const how = move(desk, player, stop, row);
  if (player.at === CAPITAL) rest(desk, player);
  else if (row && (how === 'roll' || how === 'stay')) askThere(desk, player, stop, row);
}

/** PTG-6.19, step 1: moves if the order can be carried out, and says how. */
function move(desk: Desk, player: Player, stop: number, row: StopRow | null): How {
  const at = player.at as StateCode;
  const roll = player.rolls[stop - 1] ?? null;
  const to = row?.to ?? null;
  const isFree = player.debts.length === 0 && roll !== null;
  if (row && isFree) {
    if (row.move === 'roll' && to && reach(at, roll[0] + roll[1]).includes(to)) {
      moveTo(desk, player, to, 'roll');
      return 'roll';
    }
    if (row.move === 'fly' && to && to !== CAPITAL && to !== at && player.cash >= FLIGHT) {
      spend(desk, player, 'bank', FLIGHT, 'flight');
      moveTo(desk, player, to, 'fly');
      return 'fly';
    }
    if (row.move === 'stay' && OUTLYING.includes(at)) {
      record(desk, { type: 'move', by: player.id, from: at, to: at, how: 'stay' });
      return 'stay';
    }
  }
  record(desk, { type: 'move', by: player.id, from: at, to: at, how: 'none' });
  return 'none';
}

/** PTG-6.19, step 2: a stop spent in DC is paid up to four times in a row, and always while there are debts. */
function rest(desk: Desk, player: Player): void {
  const paid = player.debts.length > 0 || player.rests < MOST_RESTS;
  record(desk, { type: 'rest', by: player.id, paid });
  if (!paid) return;
  player.rests += 1;
  receive(desk, player, REST, 'rest');
}

/** PTG-6.19, step 3: the question of the stop, and a second one if a chip is bid for. */
function askThere(desk: Desk, player: Player, stop: number, row: StopRow): void {
  const place = player.at as StateCode;
  const offer = row.question === 'government' ? offerFor(desk, player, place, row) : null;
  const isPaid = row.question === 'government' && payFee(desk, player, place);
  const isHad = row.question !== 'government' || isPaid || offer !== null;
  const label = `${player.id}${stop}`;
  const asked = [ask(desk, isHad ? row.question : row.otherwise, place, label)];
  if (offer) asked.push(ask(desk, row.otherwise, place, `${label}X`));
  player.pending.push({ stop, state: place, asked, otherwise: row.otherwise, offer });
}

/** PTG-6.19, step 3: pays the fee of a question for an unclaimed chip; returns whether it did. */
function payFee(desk: Desk, player: Player, place: StateCode): boolean {
  if (desk.state.chips[place] !== null || player.cash < FEE) return false;
  spend(desk, player, 'bank', FEE, 'fee');
  return true;
}

/** PTG-6.19, step 3: the offer for a chip that another holds; null if there is none or it is not covered. */
function offerFor(desk: Desk, player: Player, place: StateCode, row: StopRow): Offer | null {
  const holder = desk.state.chips[place];
  if (holder === null || holder === player.id) return null;
  const offer: Offer = {
    to: holder,
    cash: row.offerCash,
    votes: row.offerVotes,
    chips: row.offerChips.toSorted(),
  };
  const isSome = offer.cash > 0 || offer.votes > 0 || offer.chips.length > 0;
  return isSome && canGive(desk, player, offer, FEE) ? offer : null;
}
