import type { StateCode } from '../../country.ts';
import type { CampaignRow } from '../orders.ts';
import { chooseCampaign } from './campaign.ts';
import type { Character } from './character.ts';
import type { Expectations } from './expectations.ts';
import type { Sight } from './sight.ts';
import type { Skill } from './skill.ts';
import { findTargets } from './targets.ts';
import { chooseTrips } from './trips.ts';

/** Where a candidate goes and where it spends. */
export interface Itinerary {
  fundraising: StateCode[];
  campaign: CampaignRow[];
}

/** The trips and the campaign of a candidate who expects this of the others. */
export function planTurn(
  sight: Sight,
  character: Character,
  expectations: Expectations,
  skill: Skill,
): Itinerary {
  const budget = budgetOf(sight, character, skill);
  const targets = findTargets(sight, character, expectations, skill);
  const plan = { sight, character, skill, expectations, targets, budget };
  const fundraising = chooseTrips(plan);
  return { fundraising, campaign: chooseCampaign(plan, fundraising) };
}

/** The dollars that a candidate spends this turn. */
function budgetOf({ funds, turn }: Sight, character: Character, skill: Skill): number {
  return Math.floor((funds * (100 - keptOn(turn, character, skill))) / 100);
}

/** The percentage of its funds that a candidate keeps for later turns. The thrifty keep more. */
export function keptOn(turn: number, { thrift }: Character, { spending }: Skill): number {
  return Math.min(90, Math.floor(((100 - (spending[turn - 1] ?? 100)) * thrift) / 100));
}
