import { isStateCode } from '../../country.ts';
import { byCode, votesOf } from '../data.ts';
import type { AdRow } from '../orders.ts';
import type { AttackAd } from '../state.ts';
import type { Campaign, RoundPlay, Staffer } from './round-play.ts';

/** A player's part of the attack ads. */
interface Redeeming {
  campaign: Campaign;
  /** Tokens redeemed this round. */
  redeemed: number;
  /** The rows of `ads` that are not used up. */
  rows: AdRow[];
}

/** EB-6.8: redeems attack-ads tokens in round order, one a go, until a full circle passes without a removal. */
export function playAttackAds(round: RoundPlay): AttackAd[] {
  const played: AttackAd[] = [];
  const redeemings = round.campaigns.map(
    (campaign): Redeeming => ({ campaign, redeemed: 0, rows: [...campaign.orders.ads] }),
  );
  for (let isOver = false; !isOver; ) {
    const removed = redeemings.map((redeeming) => redeemOne(round, redeeming)).filter((ad) => ad !== null);
    played.push(...removed);
    isOver = removed.length === 0;
  }
  return played;
}

/** One go: removes the staffer that the first fitting row means; null if the player passes. */
function redeemOne(round: RoundPlay, redeeming: Redeeming): AttackAd | null {
  const { campaign, rows, redeemed } = redeeming;
  const { player, orders } = campaign;
  if (player.ads === 0 || redeemed >= (orders.adsMost ?? Number.POSITIVE_INFINITY)) return null;
  for (const row of rows) {
    const target = targetOf(round, campaign, row);
    if (target === null) continue;
    redeeming.rows = rows.filter((other) => other !== row);
    redeeming.redeemed += 1;
    player.ads -= 1;
    target.owner.queue = target.owner.queue.filter((staffer) => staffer !== target.staffer);
    return { player: player.id, victim: target.owner.player.id, area: target.staffer.area };
  }
  return null;
}

/**
 * The staffer that a row means: among those that fit, most electoral votes of the area, then code order, then rivals'
 * order, then the owner's queue. Null if none fits.
 */
function targetOf(
  round: RoundPlay,
  campaign: Campaign,
  row: AdRow,
): { owner: Campaign; staffer: Staffer } | null {
  const { player, rivals } = campaign;
  const fitting = round.campaigns
    .filter((owner) => owner.player.id !== player.id && (row.seat === null || owner.player.id === row.seat))
    .flatMap((owner) => owner.queue.map((staffer) => ({ owner, staffer })))
    .filter(({ staffer }) => fits(round, campaign, row, staffer));
  const rank = (owner: Campaign) => rivals.indexOf(owner.player.id);
  const [first = null] = fitting.toSorted(
    (a, b) =>
      votesOf(b.staffer.area) - votesOf(a.staffer.area) ||
      byCode(a.staffer.area, b.staffer.area) ||
      rank(a.owner) - rank(b.owner),
  );
  return first;
}

/** Whether a staffer stands where a row says. */
function fits({ state }: RoundPlay, { player }: Campaign, { area }: AdRow, staffer: Staffer): boolean {
  if (area === null || area === 'ANY') return true;
  if (area !== 'MINE') return staffer.area === area;
  return isStateCode(staffer.area) && state.tokens[staffer.area].includes(player.id);
}
