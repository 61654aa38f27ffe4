import { type AreaCode, BLANK, type SpecialCode, STAND_BY_STATES } from '../data.ts';
import { ownsAll, type Placement } from '../state.ts';
import { type Campaign, hasRoom, plays, type RoundPlay, sortQueue } from './round-play.ts';

/** EB-6.6: where a staffer without a row goes if no state has room. */
const STAND_BY_SPECIALS: readonly SpecialCode[] = ['TOWN', 'BALLOT', 'ADS', 'RECRUIT'];

/** A player's part of the placement. */
interface Placing {
  campaign: Campaign;
  unplaced: number;
  /** Goes so far. */
  goes: number;
  /** The rows of the plan that are used up. */
  used: Set<number>;
}

/** The board while staffers are placed. */
interface Board {
  round: RoundPlay;
  staffersIn: Map<AreaCode, number>;
  placements: Placement[];
}

/** EB-6.5: places all staffers, go by go, and fills every queue (EB-6.7). Returns the placements in order. */
export function placeStaffers(round: RoundPlay): Placement[] {
  const board: Board = { round, staffersIn: new Map(), placements: [] };
  const placings = round.campaigns.map(
    (campaign): Placing => ({ campaign, unplaced: campaign.player.staffers, goes: 0, used: new Set() }),
  );
  while (placings.some(({ unplaced }) => unplaced > 0)) {
    for (const placing of placings) {
      if (placing.unplaced === 0) continue;
      placing.goes += 1;
      const count = placesTwo(placing) ? 2 : 1;
      for (let i = 0; i < count; i += 1) placeOne(board, placing);
    }
  }
  for (const { campaign } of placings) campaign.queue = sortQueue(campaign.queue);
  return board.placements;
}

/** EB-6.5: the Banker places two in the go that the sheet names, if at least two are unplaced. */
function placesTwo({ campaign, goes, unplaced }: Placing): boolean {
  return plays(campaign, 'banker') && goes === (campaign.orders.double ?? BLANK.double) && unplaced >= 2;
}

/** EB-6.5: places one staffer by the first row that can be used, or by EB-6.6. */
function placeOne(board: Board, placing: Placing): void {
  const { campaign, used } = placing;
  const { player, orders, queue } = campaign;
  placing.unplaced -= 1;
  const index = orders.plan.findIndex((row, i) => !used.has(i) && isOpen(board, row.area, campaign));
  const row = orders.plan[index] ?? null;
  const area = row?.area ?? standByPlace(board, campaign);
  if (area === null) return;
  if (row !== null) used.add(index);
  board.staffersIn.set(area, (board.staffersIn.get(area) ?? 0) + 1);
  const placed = row === null ? null : index;
  queue.push({ owner: player.id, area, index: placed, row });
  board.placements.push({ player: player.id, area, row: placed });
}

function isOpen({ round, staffersIn }: Board, area: AreaCode, { player }: Campaign): boolean {
  return hasRoom(staffersIn, area, player, round.state.players.length);
}

/** EB-6.6: where a staffer goes when no row can be used; null if it stays at home. */
function standByPlace(board: Board, campaign: Campaign): AreaCode | null {
  const { player, queue } = campaign;
  const { tokens } = board.round.state;
  const open = STAND_BY_STATES.filter(({ code }) => isOpen(board, code, campaign));
  const wanted = open.find(
    ({ code }) => !ownsAll(tokens, code, player.id) && !queue.some(({ area }) => area === code),
  );
  const state = wanted ?? open[0];
  if (state !== undefined) return state.code;
  return STAND_BY_SPECIALS.find((area) => isOpen(board, area, campaign)) ?? null;
}
