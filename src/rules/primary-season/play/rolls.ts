import type { Dice } from '../../dice.ts';
import { facesIn, type Orders, type SecondRow } from '../orders.ts';
import type { Player, Rolls } from '../state.ts';
import { earningsOf } from './dice.ts';

/**
 * PS-6.3: a player's re-rolls. Changes the player's dice.
 * @param sheet whether an accepted sheet came
 */
export function rollAgain(player: Player, orders: Orders, sheet: boolean, dice: Dice): Rolls {
  const before = [...player.dice];
  const reroll = orders.reroll.toSorted((a, b) => a - b);
  rollDice(player, reroll, dice);
  const after = [...player.dice];
  const second = secondOf(player, orders.second);
  rollDice(player, second, dice);
  return { id: player.id, sheet, before, reroll, after, second, final: [...player.dice] };
}

function rollDice(player: Player, numbers: readonly number[], dice: Dice): void {
  for (const number of numbers) player.dice[number - 1] = dice.roll(6);
}

/** PS-6.3: the numbers of the dice of the second re-roll, by the first row that holds. */
function secondOf(player: Player, rows: readonly SecondRow[]): number[] {
  if (!player.items.includes('organizer')) return [];
  const { votes, money } = earningsOf(player.dice, player.items, { votes: 0, money: 0 });
  const funds = player.funds + money;
  const row = rows.find(
    ({ votesBelow, fundsBelow }) =>
      (votesBelow === null || votes < votesBelow) && (fundsBelow === null || funds < fundsBelow),
  );
  if (row === undefined) return [];
  const faces = facesIn(row.faces);
  return player.dice.flatMap((face, i) => (faces.has(face) ? [i + 1] : []));
}
