import { describe, expect, test } from 'vitest';
import { seededDice } from '../../../src/rules/dice.ts';
import { questionsOf } from '../../../src/rules/politics/bank/index.ts';
import type { Question } from '../../../src/rules/politics/bank/record.ts';
import { showCard, WILDCARDS } from '../../../src/rules/politics/data/wildcards.ts';
import { disclose } from '../../../src/rules/politics/disclose.ts';
import { resolve } from '../../../src/rules/politics/resolve.ts';
import { sight } from '../../../src/rules/politics/sight.ts';
import { canonical, type State } from '../../../src/rules/politics/state.ts';
import { secretOf } from './games.ts';
import { lively, reportOf } from './printouts.ts';

/* What printouts, sights and published sheets keep secret. */

/** The state with everything changed that a seat may not see, and nothing else. */
function withOtherSecrets(state: State, seat: string | null): State {
  const other = structuredClone(state);
  const others = other.players.filter(({ id }) => id !== seat);
  const hidden = [...others.flatMap(({ cards }) => cards), ...other.gerrymander.deck].reverse();
  for (const player of others) player.cards = hidden.splice(0, player.cards.length);
  other.gerrymander.deck = hidden;
  // A card that could not be played is still in the hand.
  const idle = other.log.filter((entry) => entry.type === 'gerrymander' && !entry.done && entry.by !== seat);
  for (const entry of idle) if (entry.type === 'gerrymander') entry.card = 'G01';
  other.wildcards.deck.reverse();
  for (const show of other.shows) changeSecretCard(other, show, seat);
  const { speed } = other;
  for (const { id } of others) {
    for (const [i, written] of (speed?.answers[id] ?? []).entries()) {
      if (speed !== null && i + 1 >= speed.round && state.phase !== 'over') written.fill('something else');
    }
  }
  // The right choice of a pending question is another one.
  const pending = new Set(
    state.players.flatMap((player) => player.pending.flatMap(({ asked }) => asked.map(({ id }) => id))),
  );
  const questions = questionsOf(state.settings).map((one): Question => {
    return pending.has(one.id) ? { ...one, answer: (one.answer + 1) % 4, note: 'Another note.' } : one;
  });
  return { ...other, settings: { ...state.settings, questions } };
}

/** Exchanges the card of a show that is secret for another one, in the deck if possible. */
function changeSecretCard(state: State, show: State['shows'][number], seat: string | null): void {
  const { kind } = showCard(show.card);
  const isSecret = show.by !== seat && (show.stage === 'task' || !['stunt', 'recital'].includes(kind));
  if (!isSecret) return;
  const { deck, played } = state.wildcards;
  const index = deck.findIndex((id) => {
    const card = WILDCARDS.find((one) => one.id === id);
    return card !== undefined && card.kind !== 'event' && (show.stage === 'task' || card.kind === kind);
  });
  if (index < 0) return;
  const [old, card] = [show.card, deck[index] as string];
  deck[index] = old;
  played[played.lastIndexOf(old)] = card;
  show.card = card;
  for (const entry of state.log) {
    if (entry.type === 'show' && entry.number === show.number) entry.card = card;
    if (entry.type === 'wildcard' && entry.by === show.by && entry.card === old) entry.card = card;
  }
}

describe('secrets (PTG-8.6)', () => {
  test.each([
    ['AB', 'four'],
    ['CD', 'four'],
    [null, 'four'],
    [null, 'eight'],
  ])('what %s may not see changes no printout (%s)', (seat, seed) => {
    const { states } = lively(seed === 'four' ? 4 : 8, seed);
    let changed = 0;
    for (const [k, state] of states.entries()) {
      const past = states.slice(0, k);
      const other = withOtherSecrets(state, seat);
      if (JSON.stringify(canonical(other)) !== JSON.stringify(canonical(state))) changed += 1;
      // The settings are those of the whole game. What was asked earlier keeps its answers unless it is pending again.
      const before = past.at(-1);
      const again = before?.players.some((player) =>
        player.pending.some(({ asked }) =>
          asked.some(({ id }) =>
            state.players.some((one) => one.pending.some((open) => open.asked.some((a) => a.id === id))),
          ),
        ),
      );
      const compared = again ? { ...other, settings: state.settings } : other;
      expect(reportOf([...past, compared], seat)).toEqual(reportOf([...past, state], seat));
    }
    expect(changed).toBeGreaterThan(10);
  });

  test.each(['AB', 'EF', null])(
    '%s sees the same printout, and the same sight, whatever the secrets',
    (seat) => {
      const { states } = lively(4, 'four');
      for (const [k, state] of states.entries()) {
        const seen = sight(state, seat);
        const past = states.slice(0, k);
        expect(reportOf([...past, seen], seat)).toEqual(reportOf([...past, state], seat));
        const other = { ...withOtherSecrets(state, seat), settings: state.settings };
        expect(sight(other, seat)).toEqual(seen);
        expect(sight(seen, seat)).toEqual(seen);
      }
    },
  );

  test('a sight can be played: its piles have all the cards, and own cards and tasks are the real ones', () => {
    for (const state of lively(8, 'eight').states) {
      const seen = sight(state, 'GH');
      const piles = ({ gerrymander, players, wildcards }: State) => [
        [...gerrymander.deck, ...players.flatMap(({ cards }) => cards)].sort(),
        [...wildcards.deck, ...wildcards.played].sort(),
      ];
      expect(piles(seen)).toEqual(piles(state));
      const own = ({ players, shows }: State) => [
        players.find(({ id }) => id === 'GH'),
        shows.filter(({ by }) => by === 'GH'),
      ];
      expect(own(seen)).toEqual(own(state));
      expect(() => resolve(seen, {}, seededDice(secretOf('sight'), 1))).not.toThrow();
    }
  });

  test('advice that was not sold and help that was not bought stay secret, and the turn plays the same', () => {
    const secret = secretOf('four');
    const { states, sheets } = lively(4, 'four');
    let left = 0;
    for (const [k, sent] of sheets.entries()) {
      const [before, after] = [states[k] as State, states[k + 1] as State];
      const published = disclose(before, sent, after);
      expect(resolve(before, published, seededDice(secret, k + 1))).toEqual(after);
      const rows = Object.values(published).flatMap((sheet) => {
        const { help = [], advice = [] } = (sheet ?? {}) as { help?: unknown[]; advice?: unknown[] };
        return [...help, ...advice];
      });
      expect(rows).toHaveLength(2 * after.log.filter(({ type }) => type === 'help').length);
      left += rows.length;
    }
    expect(left).toBeGreaterThan(0);
  });
});
