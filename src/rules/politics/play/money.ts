import type { SeatIdentifier } from '../../ruleset.ts';
import { CAPITAL } from '../data/amounts.ts';
import type { Creditor, Why } from '../log.ts';
import { type Player, playerOf } from '../state.ts';
import { type Desk, record } from './desk.ts';

/** Logs and makes a change of cash, in $ millions; changes by 0 are not logged (PTG-6.10). */
function changeCash(desk: Desk, player: Player, amount: number, why: Why): void {
  if (amount === 0) return;
  player.cash += amount;
  record(desk, { type: 'cash', who: player.id, amount, why });
}

/** PTG-6.2: a candidate receives cash, in $ millions, and pays its debts with it. */
export function receive(desk: Desk, player: Player, amount: number, why: Why): void {
  changeCash(desk, player, amount, why);
  for (let debt = player.debts[0]; debt && player.cash > 0; debt = player.debts[0]) {
    const paid = Math.min(player.cash, debt.amount);
    changeCash(desk, player, -paid, 'debt');
    debt.amount -= paid;
    if (debt.amount === 0) player.debts.shift();
    if (debt.to !== 'bank') receive(desk, playerOf(desk.state, debt.to), paid, 'debt');
  }
}

/** PTG-6.3: gives cash that is there, to the bank or to another candidate, in $ millions. Never owed. */
export function spend(desk: Desk, player: Player, to: Creditor, amount: number, why: Why): void {
  changeCash(desk, player, -amount, why);
  if (to !== 'bank' && amount > 0) receive(desk, playerOf(desk.state, to), amount, why);
}

/** PTG-6.3: pays what must be paid, in $ millions; what is lacking becomes a debt, and the candidate goes to DC. */
export function pay(desk: Desk, player: Player, to: Creditor, amount: number, why: Why): void {
  const paid = Math.min(player.cash, amount);
  spend(desk, player, to, paid, why);
  const lacking = amount - paid;
  if (lacking === 0) return;
  player.debts.push({ to, amount: lacking });
  record(desk, { type: 'debt', who: player.id, to, amount: lacking });
  send(desk, player);
}

/** A candidate pays the same amount to each of some others, one after the other. */
export function payEach(
  desk: Desk,
  player: Player,
  others: readonly Player[],
  amount: number,
  why: Why,
): void {
  for (const other of others) pay(desk, player, other.id, amount, why);
}

/** PTG-6.4: sends a candidate to DC; the first of its coming stops is lost. */
export function send(desk: Desk, player: Player): void {
  if (player.rolls.length > 0) player.rolls[0] = null;
  if (player.at === CAPITAL || player.at === null) return;
  moveTo(desk, player, CAPITAL, 'sent');
}

/** PTG-6.4, PTG-6.19: changes the place of a candidate. */
export function moveTo(desk: Desk, player: Player, to: Place, how: 'roll' | 'fly' | 'sent'): void {
  record(desk, { type: 'move', by: player.id, from: player.at as Place, to, how });
  player.at = to;
  player.rests = 0;
}

type Place = NonNullable<Player['at']>;

/** PTG-6.22: all cash of a candidate goes to another one. */
export function giveAll(desk: Desk, from: SeatIdentifier, to: SeatIdentifier, why: Why): void {
  const giver = playerOf(desk.state, from);
  spend(desk, giver, to, giver.cash, why);
}
