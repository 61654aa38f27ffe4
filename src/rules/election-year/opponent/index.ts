import type { Grade } from '../../grades.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { NO_ORDERS, type Orders } from '../orders.ts';
import type { State } from '../state.ts';
import { characterOf } from './character.ts';
import { expectHabits } from './expectations.ts';
import { foreseeOthers } from './forecast.ts';
import { planTurn } from './plan.ts';
import { pressRelease } from './press/index.ts';
import { chooseRunningMate } from './running-mate.ts';
import { sightOf } from './sight.ts';
import { SKILLS } from './skill.ts';

/** The orders of a computer candidate (section 13), made from what its seat may see, without dice. */
export function opponent(state: State, seat: SeatIdentifier, grade: Grade = 'standard'): Orders {
  const sight = sightOf(state, seat);
  if (sight === null) return NO_ORDERS;
  const skill = SKILLS[grade];
  const character = characterOf(sight.state, sight.me);
  const habits = expectHabits(sight, character, skill);
  const expectations = skill.foresees ? foreseeOthers(sight, habits) : habits;
  const { fundraising, campaign } = planTurn(sight, character, expectations, skill);
  return {
    runningMate: chooseRunningMate(sight),
    fundraising,
    campaign,
    press: pressRelease(sight, character),
  };
}
