import { type Effect, type Whom, WILDCARDS } from '../data/wildcards.ts';
import type { Player } from '../state.ts';
import { changePopular, type Desk, inOrder, othersOf, record } from './desk.ts';
import { loseElectoral, losePopular } from './losses.ts';
import { pay, payEach, receive, send } from './money.ts';
import { drawCard } from './piles.ts';

const cards = new Map(WILDCARDS.map((card) => [card.id, card]));

/** PTG-6.21: a candidate draws a Wildcard. A show becomes a task; an event takes effect at once. */
export function drawWildcard(desk: Desk, drawer: Player): void {
  const { state } = desk;
  const id = drawCard(desk, 'wildcards');
  if (id === null) return;
  state.wildcards.played.push(id);
  record(desk, { type: 'wildcard', by: drawer.id, card: id });
  const card = cards.get(id);
  if (card?.kind === 'event') {
    for (const effect of card.effects) carryOut(desk, drawer, effect);
    return;
  }
  state.showsSoFar += 1;
  const blank = { text: null, drawing: null, actor: null };
  state.shows.push({ number: state.showsSoFar, card: id, by: drawer.id, stage: 'task', ...blank });
}

/** PTG-6.21: one effect of an event. */
function carryOut(desk: Desk, drawer: Player, effect: Effect): void {
  if ('who' in effect) {
    for (const player of whom(desk, drawer, effect.who)) change(desk, player, effect.kind, effect.amount);
  } else if (effect.kind === 'to-dc') {
    send(desk, drawer);
  } else if (effect.kind === 'collects') {
    for (const other of othersOf(desk, drawer.id)) pay(desk, other, drawer.id, effect.amount, 'wildcard');
  } else {
    payEach(desk, drawer, othersOf(desk, drawer.id), effect.amount, 'wildcard');
  }
}

function change(desk: Desk, player: Player, kind: 'cash' | 'popular' | 'electoral', amount: number): void {
  if (kind === 'cash') {
    if (amount > 0) receive(desk, player, amount, 'wildcard');
    else pay(desk, player, 'bank', -amount, 'wildcard');
  } else if (kind === 'electoral') {
    loseElectoral(desk, player, -amount);
  } else if (amount > 0) {
    changePopular(desk, player, amount, 'wildcard');
  } else {
    losePopular(desk, player, -amount);
  }
}

/** PTG-6.21: whom an effect meets, in order. */
function whom(desk: Desk, drawer: Player, who: Whom): Player[] {
  if (who === 'self') return [drawer];
  if (who === 'others') return othersOf(desk, drawer.id);
  const all = inOrder(desk);
  if (who === 'all') return all;
  const ranked = all.toSorted((a, b) => b.electoral - a.electoral || b.popular - a.popular);
  const rear = all.toSorted((a, b) => a.electoral - b.electoral || a.popular - b.popular);
  return (who === 'front' ? ranked : rear).slice(0, 1);
}
