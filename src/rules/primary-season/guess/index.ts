import { chosenPlan, type Guess, type GuessChoice, type RivalPlan } from '../../guess.ts';
import { guessDice } from '../../guess-dice.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { check } from '../check/index.ts';
import { opponent } from '../opponent/index.ts';
import { blankOrders } from '../orders.ts';
import { resolve } from '../resolve.ts';
import type { State } from '../state.ts';
import { printedDiceBlocks } from './printed-dice.ts';
import { guessBlocks, guessSentences } from './words.ts';

/** How often the turn is played for a guess. */
const PLAYS = 100;

const CHOICES: GuessChoice[] = [
  { plan: 'nothing', label: 'Send no sheet' },
  { plan: 'computer', label: 'Play like the computer' },
];

const BASIS: Record<RivalPlan, string> = {
  nothing:
    'In all of them, the others send no sheet, so they re-roll nothing and their votes are placed automatically.',
  repeat: '',
  computer: 'In all of them, the others play as computer candidates of the standard grade.',
};

/**
 * A guess at what a sheet would do (section 6), if the other candidates do what is supposed of them: the open phase is
 * played many times with dice that have nothing to do with the game's. All of the state but skipped rows is public
 * (PS-8.2), and the guess does not look at those.
 */
export function guess(state: State, seat: SeatIdentifier, raw: unknown, rivals: RivalPlan | null): Guess {
  const checked = check(state, seat, raw);
  if (!checked.ok) return checked;
  const chosen = chosenPlan(CHOICES, rivals);
  const others = state.players.filter(({ id }) => id !== seat);
  const sheets = Object.fromEntries(
    others.map(({ id }) => [id, chosen === 'computer' ? opponent(state, id) : blankOrders()]),
  );
  const sent = { ...sheets, [seat]: checked.orders };
  const after = Array.from({ length: PLAYS }, (_, play) => resolve(state, sent, guessDice(play + 1)));
  const what = state.phase === 'roll' ? 'the re-rolls were' : 'the round was';
  return {
    ok: true,
    choices: CHOICES,
    chosen,
    basis: `${what} played ${PLAYS} times with made-up dice. ${BASIS[chosen]}`,
    sentences: guessSentences(state, seat, after),
    blocks: [
      ...printedDiceBlocks(state, { seat, orders: checked.orders, others: sheets }),
      ...guessBlocks(state, seat, after),
    ],
  };
}
