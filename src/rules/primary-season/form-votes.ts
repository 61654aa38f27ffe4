import { counted } from '../numbers.ts';
import type { Choice, RowsField } from '../sheet.ts';
import { LIMITS, PRIMARIES, primary, STAFF_CIRCLES } from './data.ts';
import { toNextDie } from './play/votes.ts';
import { availableTo, leftIn, nextPrize, type Player, type State } from './state.ts';

/** PS-4.4: the rows of votes. */
export function votesField(state: State, player: Player): RowsField {
  return {
    kind: 'rows',
    name: 'votes',
    label: 'Votes',
    hint:
      'Tried from the top until no vote is left. Marks: at most that many; blank, as many as complete the state or hire ' +
      'the next die.',
    max: LIMITS.votes,
    ranked: { usual: 4, repeats: true },
    sentence: {
      conditions: {
        place: 'place {place} in {where} or a better one is free',
        whole: 'my votes are enough for all of it',
      },
      actions: ['put up to {marks} on {where}', 'put as many votes as it takes on {where}'],
    },
    columns: [
      {
        kind: 'choice',
        name: 'where',
        label: 'Where',
        choices: whereChoices(state, player),
        blank: 'nowhere',
        hasStates: true,
      },
      marksColumn(),
      {
        kind: 'flag',
        name: 'whole',
        label: 'All or nothing',
        hint: 'Only if the votes are enough for all of it.',
        rare: true,
      },
      placeColumn(),
    ],
  };
}

/** PS-9.10: the staff track and the available states. */
function whereChoices(state: State, player: Player): Choice[] {
  const staff: Choice = {
    value: 'STAFF',
    label: 'Staff',
    phrase: 'the staff track',
    note: `${counted(toNextDie(player.staff), 'mark')} to the next die`,
  };
  const states = availableTo(state.places, player).map((code): Choice => {
    const note = `${leftIn(player, code)} left, next prize ${nextPrize(state.places, code)}`;
    const short = `${leftIn(player, code)} left, wins ${nextPrize(state.places, code)}`;
    return { value: code, label: primary(code).name, note, short };
  });
  return player.staff < STAFF_CIRCLES ? [staff, ...states] : states;
}

function marksColumn(): RowsField['columns'][number] {
  const max = Math.max(...PRIMARIES.map(({ circles }) => circles));
  return { kind: 'integer', name: 'marks', label: 'Marks', min: 1, max, unit: 'votes' };
}

function placeColumn(): RowsField['columns'][number] {
  const max = Math.max(...PRIMARIES.map(({ prizes }) => prizes.length));
  const hint = 'Only if this place or a better one is free.';
  return { kind: 'integer', name: 'place', label: 'Place', hint, min: 1, max, unit: 'number', rare: true };
}
