import { chosenPlan, type Guess, type GuessChoice, type RivalPlan } from '../../guess.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { check } from '../check/index.ts';
import type { Orders } from '../orders.ts';
import type { State } from '../state.ts';
import { answersTable, changesTable, stopsTable } from './blocks.ts';
import { answeredLabels, type GuessedSheet, play } from './plays.ts';
import { homeSentences, turnSentences, writtenSentences } from './sentences.ts';

const NOTHING: GuessChoice = { plan: 'nothing', label: 'Send no sheet' };
const COMPUTER: GuessChoice = { plan: 'computer', label: 'Play like the computer' };

/**
 * A guess at what a sheet would do (section 6): the open turn is played with the sheet, with all of its answers wrong and
 * with all of them right. Which answers are right, what lies face down, and what dice show is made up, so that nothing can be
 * learned of it (PTG-8.6).
 */
export function guess(state: State, seat: SeatIdentifier, raw: unknown, rivals: RivalPlan | null): Guess {
  const checked = check(state, seat, raw);
  if (!checked.ok) return checked;
  const { orders } = checked;
  const isWritten = state.phase === 'runoff' || state.phase === 'speed';
  const choices = isWritten ? [NOTHING] : [NOTHING, COMPUTER];
  const chosen = chosenPlan(choices, rivals);
  const told = isWritten ? written(state, seat, orders) : played({ state, seat, orders, plan: chosen });
  return { ok: true, choices, chosen, ...told };
}

function written(state: State, seat: SeatIdentifier, orders: Orders) {
  const basis = 'which written answers are right is known to no one before the turn is processed.';
  return { basis, sentences: writtenSentences(state, seat, orders), blocks: [] };
}

const OTHERS: Record<RivalPlan, string> = {
  nothing: 'The others send no sheet.',
  repeat: '',
  computer:
    'The others play as computer candidates of the standard grade, but without their Gerrymander cards, which you do not know.',
};

function played(sheet: GuessedSheet) {
  const { state, seat, plan } = sheet;
  if (state.phase === 'home') {
    const after = play(sheet, { right: [] });
    const basis = `the home states were given out once. ${OTHERS[plan]}`;
    return { basis, sentences: homeSentences(state, seat, after), blocks: [] };
  }
  const labels = answeredLabels(sheet);
  const wrong = play(sheet, { right: [] });
  const right = labels.length === 0 ? null : play(sheet, { right: labels });
  const count = right === null ? 'once' : 'twice: with all of your answers wrong, and with all of them right';
  return {
    basis:
      `the turn was played ${count}. Right answers are made up. ${OTHERS[plan]} No one guesses what a show means, and no ` +
      'Wildcards come up.',
    sentences: turnSentences(sheet, { wrong, right }),
    blocks: [
      ...answersTable(sheet, labels),
      ...stopsTable(seat, { wrong, right }),
      changesTable(state, seat, { wrong, right }),
    ],
  };
}
