import { isStateCode, type StateCode } from '../../country.ts';
import type { Dice } from '../../dice.ts';
import type { CharacterCode } from '../characters.ts';
import { type AreaCode, BLANK, boardState, neededIn, STAFFERS } from '../data.ts';
import type { PlanRow } from '../orders.ts';
import { ownsAll, type Resolution } from '../state.ts';
import { type Campaign, plays, type RoundPlay } from './round-play.ts';

/** What an attempt is made with (EB-6.10). `row` is null for stand-by places and follow-ups. */
export interface Task {
  campaign: Campaign;
  area: AreaCode;
  row: PlanRow | null;
}

/** An attempt that is being made. */
interface Attempt extends Task {
  /** The state; null in a special area. */
  state: StateCode | null;
  need: number;
  bonus: number;
  idle: boolean;
  /** Town hall tokens redeemed. */
  before: number;
  after: number;
  dice: number[];
  ability: boolean;
}

/** What the roll of an attempt came to: a part of its record. */
export type RollRecord = Pick<
  Resolution,
  'need' | 'defence' | 'before' | 'dice' | 'ability' | 'after' | 'total' | 'won'
>;

/** EB-6.10: the roll of an attempt, with all its bonuses. Spends tokens and abilities; changes no star. */
export function roll(round: RoundPlay, task: Task, dice: Dice): RollRecord {
  const attempt = beginAttempt(round, task);
  const total = winsWithoutRoll(attempt) ? null : rollTotal(attempt, dice);
  const { need, bonus, before, dice: rolls, ability, after } = attempt;
  const won = total === null || total >= need;
  return { need, defence: bonus > 0, before, dice: rolls, ability, after, total, won };
}

/** EB-6.10.1 and 2: the defense, and whether success could change nothing. */
function beginAttempt(round: RoundPlay, task: Task): Attempt {
  const { campaign, area } = task;
  const { player } = campaign;
  const state = isStateCode(area) ? area : null;
  const isDefence = state !== null && ownsAll(round.state.tokens, state, player.id);
  const idle =
    area === 'RECRUIT' ? player.staffers >= STAFFERS.most : isDefence && !hasOpponents(round, campaign, area);
  const { row } = task;
  const [need, bonus] = [neededIn(area), isDefence ? 1 : 0];
  return { campaign, area, row, state, need, bonus, idle, before: 0, after: 0, dice: [], ability: false };
}

/** Whether another player still has a staffer in an area. */
function hasOpponents({ campaigns }: RoundPlay, campaign: Campaign, area: AreaCode): boolean {
  return campaigns.some(
    (other) => other !== campaign && other.queue.some((staffer) => staffer.area === area),
  );
}

/** EB-6.10.3: the Movie Star in a red state. */
function winsWithoutRoll({ campaign, state }: Attempt): boolean {
  return state !== null && plays(campaign, 'movie-star') && boardState(state).class === 'red';
}

/** EB-6.10.4 to 8: the final total. Changes `attempt`. */
function rollTotal(attempt: Attempt, dice: Dice): number {
  redeemBefore(attempt);
  let total = rescue(attempt, asIvyLeaguer(attempt, rollOnce(attempt, dice)));
  if (attempt.state !== null && total < attempt.need && isAvailable(attempt, 'entrepreneur')) {
    useAbility(attempt);
    total = rescue(attempt, rollOnce(attempt, dice));
  }
  return total;
}

/** EB-6.10.4: town hall tokens before the roll, no more than make it certain. */
function redeemBefore(attempt: Attempt): void {
  const { campaign, state, row, idle, need, bonus } = attempt;
  if (state === null || idle) return;
  const certain = Math.max(0, Math.ceil((need - 1 - bonus) / 2));
  attempt.before = Math.min(row?.before ?? 0, campaign.player.town, certain);
  campaign.player.town -= attempt.before;
}

/** EB-6.10.5: a roll with what counts each time. */
function rollOnce(attempt: Attempt, dice: Dice): number {
  const die = dice.roll(6);
  attempt.dice.push(die);
  return die + 2 * attempt.before + attempt.bonus;
}

/** EB-6.10.6: a 1 that would miss counts as 6. */
function asIvyLeaguer(attempt: Attempt, total: number): number {
  if (attempt.dice[0] !== 1 || total >= attempt.need || !isAvailable(attempt, 'ivy-leaguer')) return total;
  useAbility(attempt);
  return total + 5;
}

/** EB-6.10.7: rescues a missed roll in a state, if that is possible within the limit. Returns the new total. */
function rescue(attempt: Attempt, total: number): number {
  const { campaign, state, row, idle, need } = attempt;
  const { player, orders } = campaign;
  let short = need - total;
  if (state === null || idle || short <= 0) return total;
  const limit = Math.min(row?.after ?? orders.after ?? BLANK.after, player.town);
  if (isAvailable(attempt, 'nerd') && short - 1 <= limit) {
    useAbility(attempt);
    short -= 1;
  }
  if (short > 0 && short <= limit) {
    player.town -= short;
    attempt.after += short;
    short = 0;
  }
  return need - short;
}

/** EB-6.10.6: whether the player's once-a-round ability can be used in this attempt. */
function isAvailable({ campaign, row, idle }: Attempt, character: CharacterCode): boolean {
  return hasAbility(campaign, character, row) && !idle;
}

/** Whether a player has the ability, has not used it this round, and does not hold it back in this row. */
export function hasAbility(campaign: Campaign, character: CharacterCode, row: PlanRow | null): boolean {
  return plays(campaign, character) && !campaign.abilityUsed && row?.hold !== true;
}

function useAbility(attempt: Attempt): void {
  attempt.ability = true;
  attempt.campaign.abilityUsed = true;
}
