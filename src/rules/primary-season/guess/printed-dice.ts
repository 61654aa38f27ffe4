import { guessDice } from '../../guess-dice.ts';
import { counted, dollars, listInWords, ordinal } from '../../numbers.ts';
import type { Block } from '../../report.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { itemOf, type PrimaryCode, primary } from '../data.ts';
import type { Orders } from '../orders.ts';
import { resolve } from '../resolve.ts';
import type { Action, State } from '../state.ts';

/**
 * What a sheet does with the dice as they are printed, if this seat re-rolls nothing: facts under a heading. Null in the
 * phase of re-rolls, in which nothing else happens.
 * @param others the sheets of the other seats
 */
export function printedDiceBlocks(
  state: State,
  { seat, orders, others }: { seat: SeatIdentifier; orders: Orders; others: Record<SeatIdentifier, unknown> },
): Block[] {
  if (state.phase === 'roll') return [];
  const still = { ...orders, reroll: [], second: [] };
  const after = resolve(state, { ...others, [seat]: still }, guessDice(1));
  const action = after.actions.find(({ id }) => id === seat);
  if (action === undefined) return [];
  return [
    { kind: 'paragraph', text: 'With your dice as they are printed, and nothing re-rolled:', strong: true },
    { kind: 'facts', items: factsOf(action) },
  ];
}

function factsOf(action: Action): { label: string; value: string }[] {
  const { votes, earned, collected, bought, placed, won, hired, lost } = action;
  const items = bought.map(({ item, price, marks }) => {
    const made = Object.entries(marks).map(([code, count]) => `${nameOf(code)} ${count}`);
    const name = `${itemOf(item).name} for ${dollars(price)}`;
    return made.length === 0 ? name : `${name} (${listInWords(made)})`;
  });
  const went = placed.map(
    ({ where, marks, row }) => `${nameOf(where)} ${marks}${row === null ? ' automatically' : ''}`,
  );
  const wins = won.map(({ state, place, delegates }) => {
    return `${ordinal(place)} place in ${nameOf(state)}, ${counted(delegates, 'delegate')}`;
  });
  const short = collected < earned ? ` of ${dollars(earned)}: the pile holds no more` : '';
  return [
    { label: 'Votes', value: String(votes) },
    { label: 'Money', value: `${dollars(collected)}${short}` },
    { label: 'You buy', value: items.length === 0 ? 'nothing' : items.join('; ') },
    { label: 'Votes go to', value: went.length === 0 ? 'nothing' : listInWords(went) },
    ...(wins.length === 0 ? [] : [{ label: 'You win', value: listInWords(wins) }]),
    ...(hired === 0 ? [] : [{ label: 'You hire', value: counted(hired, 'new die', 'new dice') }]),
    ...(lost === 0 ? [] : [{ label: 'Lost', value: counted(lost, 'vote') }]),
  ];
}

function nameOf(where: string): string {
  return where === 'STAFF' ? 'staff' : primary(where as PrimaryCode).name;
}
