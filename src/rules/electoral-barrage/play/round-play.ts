import type { SeatIdentifier } from '../../ruleset.ts';
import type { CharacterCode } from '../characters.ts';
import { type AreaCode, BLANK, placesIn } from '../data.ts';
import type { Orders, PlanRow } from '../orders.ts';
import { inRoundOrder, othersOf, type Player, type State } from '../state.ts';

/** A staffer on the board. */
export interface Staffer {
  owner: SeatIdentifier;
  area: AreaCode;
  /** The index of its row in the plan, and the row; null for a stand-by place. */
  index: number | null;
  row: PlanRow | null;
}

/** A player's part of a round that is being played. */
export interface Campaign {
  player: Player;
  orders: Orders;
  /** EB-6.4: the other players, fixed for the whole turn. */
  rivals: SeatIdentifier[];
  /** EB-6.7: the staffers on the board; once all are placed, in the order in which they are resolved. */
  queue: Staffer[];
  /** Whether the ability of the round has been used (EB-6.10). */
  abilityUsed: boolean;
}

/** A round that is being played. */
export interface RoundPlay {
  /** Changes as the round is played. */
  state: State;
  /** In round order (EB-6.3). */
  campaigns: Campaign[];
}

/**
 * Begins a round (EB-6.1 to EB-6.4). Every player has a character by now.
 * @param before the state that the latest printout showed
 * @param state a copy of it, which the round changes
 * @param ordersOf the checked orders of a seat
 */
export function beginRound(
  before: State,
  state: State,
  ordersOf: (seat: SeatIdentifier) => Orders,
): RoundPlay {
  const campaigns = state.players.map((player): Campaign => {
    const orders = ordersOf(player.id);
    const rivals = rivalsOf(before, player.id, orders.targets);
    return { player, orders, rivals, queue: [], abilityUsed: false };
  });
  const byRound = inRoundOrder(
    campaigns.map((campaign) => ({ id: campaign.player.id, campaign })),
    before.round + 1,
  );
  return { state, campaigns: byRound.map(({ campaign }) => campaign) };
}

/** EB-6.4: the targets as ranked, then the other opponents by most votes on the latest printout, ties in players' order. */
export function rivalsOf(
  printed: State,
  seat: SeatIdentifier,
  targets: readonly SeatIdentifier[],
): SeatIdentifier[] {
  const votes = new Map(printed.players.map((player) => [player.id, player.votes]));
  const others = othersOf(printed, seat)
    .filter((id) => !targets.includes(id))
    .toSorted((a, b) => (votes.get(b) ?? 0) - (votes.get(a) ?? 0));
  return [...targets, ...others];
}

/** The campaign of a seat. */
export function campaignOf({ campaigns }: RoundPlay, seat: SeatIdentifier): Campaign {
  return campaigns.find(({ player }) => player.id === seat) as Campaign;
}

/** Whether a player plays a character. */
export function plays({ player }: Campaign, character: CharacterCode): boolean {
  return player.character === character;
}

/** EB-6.5: whether there is room for a player's staffer in an area. It does not matter whose staffers are there. */
export function hasRoom(
  staffersIn: ReadonlyMap<AreaCode, number>,
  area: AreaCode,
  player: Player,
  players: number,
): boolean {
  return (staffersIn.get(area) ?? 0) < placesIn(area, players, player.character === 'blue-collar');
}

/** EB-6.7: sorts a player's staffers into the order in which they are resolved. They must be in the order of placing. */
export function sortQueue(staffers: readonly Staffer[]): Staffer[] {
  const rowOf = ({ index }: Staffer) => index ?? Number.MAX_SAFE_INTEGER;
  const whenOf = ({ row }: Staffer) => row?.when ?? BLANK.when;
  return staffers.toSorted((a, b) => whenOf(a) - whenOf(b) || rowOf(a) - rowOf(b));
}
