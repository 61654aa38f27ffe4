import { diceFor, type ItemId } from '../data.ts';
import { type Orders, openParts } from '../orders.ts';
import { leftIn, type Player, type State } from '../state.ts';
import { byScore } from './scores.ts';
import { goodOrders, shoppingList, shopRow, voteRow } from './standard.ts';

/** The most dice that a casual player hires. */
const FEW_DICE = 3;

/** The track total of the third die (PS-2.3). */
const THREE_DICE = 5;

/**
 * A casual player: three dice at most, no Organizer, the Spokesperson first, one state after the other, and re-rolls of
 * single dice that bring money only.
 */
export function casualOrders(state: State, player: Player): Orders {
  const good = goodOrders(state, player);
  const parts = openParts(state);
  const list: ItemId[] = shoppingList(state, player).filter((id) => id !== 'organizer');
  const first = list.filter((id) => id === 'spokesperson');
  const states = byScore(state, player).toSorted((a, b) => leftIn(player, a) - leftIn(player, b));
  const staff =
    diceFor(player.staff) < FEW_DICE ? [voteRow('STAFF', { marks: THREE_DICE - player.staff })] : [];
  return {
    ...good,
    second: [],
    ...(parts.includes('spend')
      ? {
          shop: [...first, ...list.filter((id) => id !== 'spokesperson')].map(shopRow),
          votes: [...staff, ...states.map((code) => voteRow(code))],
        }
      : {}),
  };
}
