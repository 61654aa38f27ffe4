import type { StateCode } from '../../country.ts';
import { type Dice, shuffle } from '../../dice.ts';
import { questionsOf } from '../bank/index.ts';
import type { Kind, Question } from '../bank/record.ts';
import type { Asked } from '../state.ts';
import { type Desk, record } from './desk.ts';

/** A die has at most this many sides. */
const MOST_SIDES = 256;

/** PTG-6.8: a number from 1 to `count`, with as few rolls as the rule allows. */
export function pick(count: number, dice: Dice): number {
  if (count === 1) return 1;
  if (count <= MOST_SIDES) return dice.roll(count);
  const blocks = Math.ceil(count / MOST_SIDES);
  for (;;) {
    const number = (dice.roll(blocks) - 1) * MOST_SIDES + dice.roll(MOST_SIDES);
    if (number <= count) return number;
  }
}

/**
 * PTG-6.8: draws a question that has not been used, and marks it as used.
 * @param about the state that the question should be about; null for any
 * @param open whether it should be one that can be answered without choices
 */
export function drawQuestion(desk: Desk, kind: Kind, about: StateCode | null, open: boolean): Question {
  const { used } = desk.state;
  const pool = poolOf(desk, kind, about, open);
  const isUsed = new Set(used[kind]);
  let fresh = pool.filter(({ id }) => !isUsed.has(id));
  if (fresh.length === 0) {
    const again = new Set(pool.map(({ id }) => id));
    used[kind] = used[kind].filter((id) => !again.has(id));
    record(desk, { type: 'reuse', kind, state: about });
    fresh = pool;
  }
  const drawn = fresh[pick(fresh.length, desk.dice) - 1] as Question;
  used[kind].push(drawn.id);
  return drawn;
}

function poolOf(desk: Desk, kind: Kind, about: StateCode | null, open: boolean): Question[] {
  const all = questionsOf(desk.state.settings).filter((question) => question.kind === kind);
  const there = kind === 'state' && about !== null ? all.filter(({ state }) => state === about) : [];
  const pool = there.length > 0 ? there : all;
  const opens = open ? pool.filter((question) => question.open) : [];
  return opens.length > 0 ? opens : pool;
}

/** PTG-6.9: puts a question to a candidate, its choices shuffled. */
export function ask(desk: Desk, kind: Kind, place: StateCode, label: string): Asked {
  const { id } = drawQuestion(desk, kind, kind === 'state' ? place : null, false);
  return { label, kind, id, choices: shuffle([0, 1, 2, 3], desk.dice) };
}
