import { STATES } from '../../country.ts';
import { popularityGained } from '../campaigning.ts';
import { popularityIn } from '../state.ts';
import { ordinaryCharacter } from './character.ts';
import { type Bar, type Expectation, expectHabits, likelyFunds } from './expectations.ts';
import { type Itinerary, keptOn, planTurn } from './plan.ts';
import { type PublicPlayer, type Sight, sightWith } from './sight.ts';
import { SKILLS, type Skill } from './skill.ts';

/** How far the forecast is trusted, in percent. */
const TRUST = 25;

/** The skill of the others in a forecast, without any taste of their own: no one can know that. */
const ORDINARY: Skill = { ...SKILLS.standard, spread: 0 };

/** What another candidate is expected to do. */
interface Forecast {
  visits: ReadonlySet<string>;
  /** The popularity gained, by state. */
  gains: ReadonlyMap<string, number>;
}

/**
 * What a candidate expects if it plans for each of the others, with the funds that they probably have.
 * @param habits what the others' habits lead it to expect
 */
export function foreseeOthers(sight: Sight, habits: readonly Expectation[]): Expectation[] {
  const others = [...sight.colleagues, ...sight.foes];
  const forecasts = new Map(others.map((other) => [other.id, forecastOf(sight, other)]));
  const after = (code: (typeof STATES)[number]['code'], { id }: PublicPlayer) =>
    popularityIn(sight.state.popularity, code, id) + (forecasts.get(id)?.gains.get(code) ?? 0);
  return STATES.map(({ code }, at) => {
    const habit = habits[at] as Expectation;
    const visitors = others.filter(({ id }) => forecasts.get(id)?.visits.has(code)).length;
    const foreseen = Math.max(0, ...sight.rivals.map((rival) => after(code, rival)));
    return {
      visitors: Math.floor((habit.visitors + 100 * visitors) / 2),
      bars: withForecast(habit.bars, foreseen),
      help: sight.isPrimary ? habit.help : Math.max(0, ...sight.colleagues.map((mate) => after(code, mate))),
    };
  });
}

/** What habits suggest and what the forecast says, each as far as it is trusted. */
function withForecast(bars: readonly Bar[], foreseen: number): Bar[] {
  const doubted = bars.map(({ height, weight }) => ({
    height,
    weight: Math.floor((weight * (100 - TRUST)) / 100),
  }));
  return [...doubted, { height: foreseen, weight: TRUST }].sort((a, b) => a.height - b.height);
}

/** What an ordinary candidate would do in the place of another one, with the funds that the other one probably has. */
export function ordinaryItinerary({ state, turn, funds }: Sight, other: PublicPlayer): Itinerary {
  const character = ordinaryCharacter(other);
  const kept = turn === 1 ? 0 : keptOn(turn - 1, character, ORDINARY);
  const seen = sightWith(state, other, likelyFunds(state, other, funds, kept));
  const habits = expectHabits(seen, character, ORDINARY);
  return planTurn(seen, character, habits, ORDINARY);
}

function forecastOf(sight: Sight, other: PublicPlayer): Forecast {
  const { fundraising, campaign } = ordinaryItinerary(sight, other);
  const gains = campaign.map(
    (row) => [row.state, popularityGained(row, other.ability, fundraising)] as const,
  );
  return { visits: new Set(fundraising), gains: new Map(gains) };
}
