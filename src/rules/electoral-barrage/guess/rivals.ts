import type { GuessChoice, RivalPlan } from '../../guess.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { RANGES } from '../data.ts';
import { opponent } from '../opponent/index.ts';
import { blankOrders, type Orders, type PlanRow } from '../orders.ts';
import type { LastTurn, State } from '../state.ts';
import { PLAYS } from './plays.ts';

const NOTHING: GuessChoice = { plan: 'nothing', label: 'Send no plan' };
const REPEAT: GuessChoice = { plan: 'repeat', label: 'Go where they went last round' };
const COMPUTER: GuessChoice = { plan: 'computer', label: 'Play like the computer' };
const BLANK_RECOUNT: GuessChoice = { plan: 'nothing', label: 'Send a blank sheet' };

/** What the others can be supposed to do on the open turn: in round 1 there is nothing to repeat. */
export function planChoices({ phase, last }: State): GuessChoice[] {
  if (phase === 'ballots') return [BLANK_RECOUNT];
  return last === null ? [NOTHING, COMPUTER] : [NOTHING, REPEAT, COMPUTER];
}

/** What a guess supposes, as the end of a sentence. */
export function basisOf({ phase, turn }: State, plan: RivalPlan): string {
  if (phase === 'ballots') {
    return `the recount was played ${PLAYS} times with made-up coins. In all of them, the others send a blank sheet, so their ballots go to the largest states in which they are tied.`;
  }
  const supposed: Record<RivalPlan, string> = {
    nothing: 'In all of them, the others send no plan, so their staffers go to the stand-by places.',
    repeat: 'In all of them, the others go where they went last round, and redeem no tokens before a roll.',
    computer: 'In all of them, the others plan as computer candidates of the standard grade.',
  };
  const unknown =
    turn === 0 ? ' Their characters are not known yet, so they play without their abilities.' : '';
  return `the round was played ${PLAYS} times with made-up dice. ${supposed[plan]}${unknown}`;
}

/** The sheet that another player is supposed to send. */
export function rivalSheet(sight: State, rival: SeatIdentifier, plan: RivalPlan): Orders {
  if (sight.phase === 'ballots' || plan === 'nothing') return blankOrders();
  if (plan === 'computer') return { ...opponent(sight, rival), press: null };
  return { ...blankOrders(), plan: sight.last === null ? [] : lastPlan(sight.last, rival) };
}

/** The areas to which a player's staffers went last round, in the order of placing, to be resolved in the same order. */
function lastPlan({ placements, resolutions }: LastTurn, rival: SeatIdentifier): PlanRow[] {
  const resolved: (string | null)[] = resolutions
    .filter(({ player, followUp }) => player === rival && !followUp)
    .map(({ area }) => area);
  const [first, latest] = RANGES.when;
  return placements
    .filter(({ player }) => player === rival)
    .map(({ area }): PlanRow => {
      const at = resolved.indexOf(area);
      if (at >= 0) resolved[at] = null;
      const when = at < 0 ? null : Math.min(latest, first + at);
      return { area, when, before: null, after: null, replace: null, hold: false };
    });
}
