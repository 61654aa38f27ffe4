import { ALL_VOTES, STATES, type StateCode } from '../../country.ts';
import { sumSpent } from '../campaigning.ts';
import { LIMITS, PROFILES } from '../data.ts';
import { popularityIn } from '../state.ts';
import type { Character } from './character.ts';
import type { PublicPlayer, PublicState, Sight } from './sight.ts';
import type { Skill } from './skill.ts';

/** A popularity that the strongest rival may have, and how likely that is in percent. */
export interface Bar {
  height: number;
  weight: number;
}

/** What a candidate expects of the others in one state this turn. */
export interface Expectation {
  /** How many others visit it, in hundredths. */
  visitors: number;
  /** What the strongest rival may have there after this turn, least first. */
  bars: readonly Bar[];
  /** The popularity of the strongest colleague. */
  help: number;
}

/** One entry for each state, in the order of `STATES`. */
export type Expectations = readonly Expectation[];

/** The popularity that rivals are expected to add to a state, in percent of its share of what they can buy in all. */
const ATTACK = { usual: 90, again: 160 };

/** How likely it is that no more than a part of the expected attack comes, both in percent. */
const LIKELY = [
  { attacked: 0, weight: 10 },
  { attacked: 50, weight: 20 },
  { attacked: 100, weight: 70 },
];

/** How much of their funds candidates keep for later turns, in percent. */
const USUALLY_KEPT = 15;

/** All donation numbers together (EY-2.1). */
const ALL_DONATIONS = STATES.reduce((sum, { donation }) => sum + donation, 0);

/** What a candidate expects if it goes by last turn's trips and campaigns and by what each state has to offer. */
export function expectHabits(sight: Sight, character: Character, skill: Skill): Expectation[] {
  const { rivals, colleagues } = sight;
  const others = [...sight.colleagues, ...sight.foes];
  const caution = character.caution * (skill.cushion[sight.turn - 1] ?? 100);
  const power = rivals.reduce((sum, rival) => sum + powerOf(sight, rival), 0);
  return STATES.map(({ code, electoralVotes, donation }) => {
    const isContested = rivals.some(({ id }) => wasActive(sight, id, code));
    const heat = isContested ? ATTACK.again : ATTACK.usual;
    const bar = best(sight, rivals, code);
    const attack = Math.floor((power * electoralVotes * heat) / (ALL_VOTES * 100));
    return {
      visitors: others.reduce((sum, { id }) => sum + likelihood(sight, character, { id, code, donation }), 0),
      bars: LIKELY.map(({ attacked, weight }) => ({
        height: bar + Math.floor((attack * attacked * caution) / 1_000_000),
        weight,
      })),
      help: best(sight, colleagues, code),
    };
  });
}

/** The popularity that a candidate could buy this turn, by what can be seen: two thirds of the money where it visits. */
function powerOf({ state, funds }: Sight, player: PublicPlayer): number {
  return Math.floor((likelyFunds(state, player, funds) * (1 + 2 * player.ability)) / 3);
}

/**
 * What another candidate probably has: the starting cash of its profile; later what it took in last turn, and what it kept
 * if it usually keeps this share. The profile shows in the ability, which may have grown by 1.
 * @param own the funds of the candidate that makes the guess, used if nothing better is known
 * @param kept in percent of the funds of last turn, 0 to 99
 */
export function likelyFunds(
  state: PublicState,
  player: PublicPlayer,
  own: number,
  kept = USUALLY_KEPT,
): number {
  const { id, ability, raised, contributions } = player;
  const grown = state.promoted.includes(id) ? 1 : 0;
  const profile = PROFILES.find((known) => known.ability === ability - grown);
  if (state.turn === 0) return profile?.cash ?? own;
  const spent = sumSpent(state.campaigning[id] ?? []);
  return raised + contributions + (profile?.income ?? 0) + Math.floor((spent * kept) / (100 - kept));
}

/** How likely another candidate is to visit a state, in percent: habit, and the money that is there. */
function likelihood(
  sight: Sight,
  { memory }: Character,
  { id, code, donation }: { id: string; code: StateCode; donation: number },
): number {
  const tempting = Math.min(60, Math.floor((100 * LIMITS.trips * donation) / ALL_DONATIONS));
  const last = sight.state.fundraising[id] ?? [];
  if (last.length === 0) return tempting;
  const again = last.some((trip) => trip.state === code) ? 100 : 0;
  return Math.floor((memory * again + (100 - memory) * tempting) / 100);
}

/** Whether a candidate visited a state or campaigned there last turn. */
function wasActive({ state }: Sight, id: string, code: StateCode): boolean {
  const isHere = (row: { state: StateCode }) => row.state === code;
  return (state.fundraising[id] ?? []).some(isHere) || (state.campaigning[id] ?? []).some(isHere);
}

/** The most popularity that one of these has in a state; 0 if there are none. */
function best({ state }: Sight, players: readonly PublicPlayer[], code: StateCode): number {
  return players.reduce((most, { id }) => Math.max(most, popularityIn(state.popularity, code, id)), 0);
}
