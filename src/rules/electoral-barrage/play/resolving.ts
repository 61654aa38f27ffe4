import { isStateCode, type StateCode } from '../../country.ts';
import type { Dice } from '../../dice.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { boardState, type SpecialCode, STAFFERS } from '../data.ts';
import { countOf, inPlayersOrder, ownsAll, type Resolution } from '../state.ts';
import { hasAbility, roll, type Task } from './attempt.ts';
import { type Campaign, campaignOf, type RoundPlay } from './round-play.ts';

/** What a success changed: whose token was pushed off, and whose staffer was sent home. */
type Effect = Pick<Resolution, 'replaced' | 'removed'>;

/** EB-6.9: resolves all staffers on the board, in round order, one at a time. Returns the attempts in order. */
export function resolveStaffers(round: RoundPlay, dice: Dice): Resolution[] {
  const resolutions: Resolution[] = [];
  while (round.campaigns.some(({ queue }) => queue.length > 0)) {
    for (const campaign of round.campaigns) {
      const staffer = campaign.queue.shift();
      if (staffer === undefined) continue;
      resolutions.push(...resolveOne(round, { campaign, area: staffer.area, row: staffer.row }, dice));
    }
  }
  return resolutions;
}

/** EB-6.10 to EB-6.13: the attempt of a staffer, and the Scientist's follow-up. */
function resolveOne(round: RoundPlay, task: Task, dice: Dice): Resolution[] {
  const { campaign, area, row } = task;
  const first = attempt(round, task, false, dice);
  const putsToken = first.won && !first.defence && isStateCode(area) && boardState(area).class === 'red';
  if (!putsToken || !hasAbility(campaign, 'scientist', row)) return [first];
  const next = followUpState(round, campaign, area);
  if (next === null) return [first];
  campaign.abilityUsed = true;
  return [first, attempt(round, { campaign, area: next, row: null }, true, dice)];
}

/** One attempt: the roll, and what a success changes. Changes the state of the round. */
function attempt(round: RoundPlay, task: Task, followUp: boolean, dice: Dice): Resolution {
  const { campaign, area } = task;
  const rolled = roll(round, task, dice);
  const { replaced, removed } = rolled.won ? succeed(round, task) : { replaced: null, removed: null };
  const { need, defence, before, after, total, won } = rolled;
  const player = campaign.player.id;
  // The follow-up itself is the Scientist's ability (section 8).
  const ability = rolled.ability || followUp;
  const { dice: rolls } = rolled;
  return {
    player,
    area,
    followUp,
    need,
    defence,
    before,
    dice: rolls,
    ability,
    after,
    total,
    won,
    replaced,
    removed,
  };
}

function succeed(round: RoundPlay, { campaign, area, row }: Task): Effect {
  if (isStateCode(area)) return succeedInState(round, campaign, area, row?.replace ?? null);
  succeedElsewhere(campaign, area);
  return { replaced: null, removed: null };
}

/** EB-6.12: one more staffer, or one more token in a bank. */
function succeedElsewhere({ player }: Campaign, area: SpecialCode): void {
  if (area === 'RECRUIT') player.staffers = Math.min(STAFFERS.most, player.staffers + 1);
  else if (area === 'TOWN') player.town += 1;
  else if (area === 'ADS') player.ads += 1;
  else player.ballots += 1;
}

/** EB-6.11: a token on a free star, a rival's token replaced, or a defense. */
function succeedInState(
  round: RoundPlay,
  campaign: Campaign,
  code: StateCode,
  wanted: SeatIdentifier | null,
): Effect {
  const { tokens, players } = round.state;
  const { id } = campaign.player;
  if (ownsAll(tokens, code, id)) {
    return { replaced: null, removed: removeStaffer(round, campaign, code, wanted) };
  }
  const held = [...tokens[code]];
  let replaced: SeatIdentifier | null = null;
  if (held.length >= boardState(code).stars) {
    replaced = ownerToReplace(campaign, held, wanted);
    held.splice(held.indexOf(replaced), 1);
  }
  tokens[code] = inPlayersOrder([...held, id], players);
  return { replaced, removed: null };
}

/**
 * EB-6.11: whose token is replaced in a full state: that of the row, if there is one; else that of the player with the
 * most tokens there, ties in rivals' order.
 */
export function ownerToReplace(
  { rivals }: Pick<Campaign, 'rivals'>,
  held: readonly SeatIdentifier[],
  wanted: SeatIdentifier | null,
): SeatIdentifier {
  if (wanted !== null && held.includes(wanted)) return wanted;
  const [strongest] = rivals.toSorted((a, b) => countOf(held, b) - countOf(held, a));
  return strongest as SeatIdentifier;
}

/** EB-6.11: removes one opposing staffer in a defended state. Returns its owner; null if there is none. */
function removeStaffer(
  round: RoundPlay,
  { rivals }: Campaign,
  code: StateCode,
  wanted: SeatIdentifier | null,
): SeatIdentifier | null {
  const order = wanted === null ? rivals : [wanted, ...rivals];
  for (const seat of order) {
    const owner = campaignOf(round, seat);
    const index = owner.queue.findIndex(({ area }) => area === code);
    if (index < 0) continue;
    owner.queue.splice(index, 1);
    return seat;
  }
  return null;
}

/**
 * EB-6.13: where the Scientist follows up: a red neighbor without tokens, the first in `followUp`, else the one with the
 * most electoral votes, ties in code order. Null if there is none.
 */
function followUpState({ state }: RoundPlay, { orders }: Campaign, from: StateCode): StateCode | null {
  const open = boardState(from).redNeighbors.filter((code) => state.tokens[code].length === 0);
  const ranked = orders.followUp.find((code) => open.includes(code));
  const [most = null] = open.toSorted((a, b) => boardState(b).votes - boardState(a).votes);
  return ranked ?? most;
}
