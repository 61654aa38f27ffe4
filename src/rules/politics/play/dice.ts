import { CAPITAL } from '../data/amounts.ts';
import type { Player } from '../state.ts';
import { turnOrder } from '../state.ts';
import { type Desk, inOrder } from './desk.ts';
import { drawWildcard } from './events.ts';
import { send } from './money.ts';

/** PTG-6.20: sets the order of the coming turn and rolls its dice; equal dice draw a Wildcard at once. */
export function rollDice(desk: Desk): void {
  desk.state.order = turnOrder(desk.state);
  for (const player of inOrder(desk)) {
    const isBroke = player.at !== CAPITAL && player.cash === 0;
    if (isBroke) send(desk, player);
    rollStops(desk, player, isBroke || player.debts.length > 0);
  }
}

/** The rolls are added one by one: a Wildcard drawn in between can cost the first of them (PTG-6.4). */
function rollStops(desk: Desk, player: Player, isFirstLost: boolean): void {
  for (let stop = 1; stop <= desk.state.settings.stops; stop += 1) {
    if (stop === 1 && isFirstLost) {
      player.rolls.push(null);
      continue;
    }
    const first = desk.dice.roll(6);
    const second = desk.dice.roll(6);
    player.rolls.push([first, second]);
    if (first === second) drawWildcard(desk, player);
  }
}
