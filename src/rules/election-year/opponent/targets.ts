import { STATES, type StateCode } from '../../country.ts';
import { popularityIn } from '../state.ts';
import { type Character, tasteFor } from './character.ts';
import type { Bar, Expectation, Expectations } from './expectations.ts';
import type { Sight } from './sight.ts';
import type { Skill } from './skill.ts';

/** Popularity in a state that would be worth something to the candidate. A state can have several targets. */
export interface Target {
  code: StateCode;
  /** Electoral votes in hundredths, weighed by how much likelier the lead becomes, and by taste. */
  worth: number;
  /** The popularity to add; 1 or more. */
  need: number;
}

/** The share of a state's worth, in percent, if a colleague can win it more cheaply. */
const LEFT_TO_COLLEAGUES = 25;

/** Everything that is worth an attack, or a better defense. */
export function findTargets(
  sight: Sight,
  character: Character,
  expectations: Expectations,
  skill: Skill,
): Target[] {
  return STATES.flatMap(({ code, electoralVotes }, at) => {
    const expected = expectations[at] as Expectation;
    const mine = popularityIn(sight.state.popularity, code, sight.me.id);
    const best = sight.isPrimary ? mine : Math.max(mine, expected.help);
    const taste = tasteFor(character, sight.turn, { code, at }, skill.spread);
    const share = skill.sharesWork && isForColleague(sight, code, mine, expected) ? LEFT_TO_COLLEAGUES : 100;
    const safe = chance(expected.bars, best);
    return expected.bars.flatMap(({ height }) => {
      const gain = chance(expected.bars, height + 1) - safe;
      const worth = Math.floor((electoralVotes * taste * gain * share) / 10_000);
      return worth > 0 ? [{ code, worth, need: height + 1 - mine }] : [];
    });
  });
}

/** How likely it is that a popularity leads, in percent. */
function chance(bars: readonly Bar[], popularity: number): number {
  return bars.reduce((sum, { height, weight }) => sum + (popularity > height ? weight : 0), 0);
}

/** Whether a colleague is nearer to a safe lead than the candidate, by what popularity costs each of them. */
function isForColleague(sight: Sight, code: StateCode, mine: number, { bars }: Expectation): boolean {
  if (sight.isPrimary) return false;
  const goal = bars.at(-1)?.height ?? 0;
  return sight.colleagues.some(({ id, ability }) => {
    const theirs = popularityIn(sight.state.popularity, code, id);
    return (goal - theirs) * sight.me.ability < (goal - mine) * ability;
  });
}
