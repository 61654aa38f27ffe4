import { isStateCode } from '../country.ts';
import { counted } from '../numbers.ts';
import type { Advice } from '../sheet.ts';
import { type AreaCode, areaName, placesIn, STAFFERS } from './data.ts';
import { type Orders, settledCharacter } from './orders.ts';
import { ownsAll, type Player, type State } from './state.ts';

/** The rows that should be left over when all staffers are placed, since areas fill up. */
const SPARE_ROWS = 3;

/**
 * EB-5.3: advice on a legal sheet of a round. Codes: `few-rows`, `listed-too-often`, `enough-staffers`,
 * `too-few-town-hall-tokens`, `no-ads-tokens`, `no-ads-rows`, `only-blocks`.
 */
export function advise(state: State, player: Player, orders: Orders): Advice[] {
  if (state.phase !== 'round') return [];
  return [
    ...adviseRows(player, orders),
    ...adviseAreas(state, player, orders),
    ...adviseBefore(player, orders),
    ...adviseAds(player, orders),
  ];
}

function adviseRows({ staffers }: Player, { plan }: Orders): Advice[] {
  if (plan.length >= staffers + SPARE_ROWS) return [];
  const message =
    `Your plan has ${counted(plan.length, 'row')} for ${counted(staffers, 'staffer')}. Areas fill up, so list at least ` +
    `${staffers + SPARE_ROWS}.`;
  return [{ field: 'plan', code: 'few-rows', message }];
}

/** Remarks on single rows: an area that is listed too often, and a state that is the player's already. */
function adviseAreas(state: State, player: Player, { plan, character }: Orders): Advice[] {
  const isBlueCollar = settledCharacter(player, character) === 'blue-collar';
  const listed = new Map<AreaCode, number>();
  return plan.flatMap(({ area }, i) => {
    const count = (listed.get(area) ?? 0) + 1;
    listed.set(area, count);
    const field = `plan[${i}].area`;
    const places = placesIn(area, state.players.length, isBlueCollar);
    const advice: Advice[] = [];
    if (count === places + 1) {
      const message = `${areaName(area)} has ${counted(places, 'place')} for you, and you list it more often.`;
      advice.push({ field, code: 'listed-too-often', message });
    }
    if (area === 'RECRUIT' && count === STAFFERS.most - player.staffers + 1) {
      const message = `You have ${player.staffers} staffers. ${STAFFERS.most} are the most.`;
      advice.push({ field, code: 'enough-staffers', message });
    }
    if (isStateCode(area) && count === 1 && ownsAll(state.tokens, area, player.id)) {
      const message = `All stars of ${areaName(area)} are yours. A staffer there only blocks and defends.`;
      advice.push({ field, code: 'only-blocks', message });
    }
    return advice;
  });
}

function adviseBefore({ town }: Player, { plan }: Orders): Advice[] {
  const planned = plan.reduce((sum, { before }) => sum + (before ?? 0), 0);
  if (planned <= town) return [];
  const message =
    `Your rows redeem ${counted(planned, 'town hall token')} before the roll, but you have ${town}. ` +
    'The first staffers to be resolved use them.';
  return [{ field: 'plan', code: 'too-few-town-hall-tokens', message }];
}

function adviseAds({ ads: bank }: Player, { ads }: Orders): Advice[] {
  if (bank === 0 && ads.length > 0) {
    const message = 'You have no attack-ads token, so these rows do nothing this round.';
    return [{ field: 'ads', code: 'no-ads-tokens', message }];
  }
  if (bank === 0 || ads.length > 0) return [];
  const message = `You have ${counted(bank, 'attack-ads token')}, but no row says whom to remove.`;
  return [{ field: 'ads', code: 'no-ads-rows', message }];
}
