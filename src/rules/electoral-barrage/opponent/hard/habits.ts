import { isStateCode } from '../../../country.ts';
import type { SeatIdentifier } from '../../../ruleset.ts';
import type { AreaCode } from '../../data.ts';
import type { PlanRow } from '../../orders.ts';
import { hasRoom } from '../../play/round-play.ts';
import { type LastTurn, leadersOf, type Player, recountVotes, type State } from '../../state.ts';

/** Of the staffers that a player placed last round, how many stand where a plan would have sent them, in percent. */
export function shareFollowing(
  before: State,
  last: LastTurn,
  player: Player,
  plan: readonly PlanRow[],
): number {
  const staffersIn = new Map<AreaCode, number>();
  const used = new Set<PlanRow>();
  let own = 0;
  let same = 0;
  for (const { player: owner, area } of last.placements) {
    if (owner === player.id) {
      const row = plan.find(
        (one) => !used.has(one) && hasRoom(staffersIn, one.area, player, before.players.length),
      );
      if (row !== undefined) used.add(row);
      own += 1;
      if (row?.area === area) same += 1;
    }
    staffersIn.set(area, (staffersIn.get(area) ?? 0) + 1);
  }
  return own === 0 ? 100 : Math.floor((100 * same) / own);
}

/** The state before the last round, as its record and the present state tell; null if the last turn was no round. */
export function beforeLast(state: State): State | null {
  const { last } = state;
  if (last === null || last.starter === null) return null;
  const tokens = Object.fromEntries(
    Object.entries(state.tokens).map(([code, held]) => [code, [...held]]),
  ) as State['tokens'];
  for (const { player, area, won, defence, replaced } of last.resolutions.toReversed()) {
    if (won && !defence && isStateCode(area)) undo(tokens[area], player, replaced);
  }
  const players = state.players.map((player) => playerBefore(last, player));
  const before: State = {
    ...state,
    turn: state.turn - 1,
    round: state.round - 1,
    players,
    tokens,
    last: null,
  };
  before.starter = last.starter;
  before.leader = leadersOf(tokens, players);
  recountVotes(before);
  return before;
}

function undo(held: SeatIdentifier[], player: SeatIdentifier, replaced: SeatIdentifier | null): void {
  held.splice(held.indexOf(player), 1);
  if (replaced !== null) held.push(replaced);
}

/** EB-6.8, EB-6.10, EB-6.12: a player's staffers and banks before the round. */
function playerBefore({ ads, resolutions }: LastTurn, player: Player): Player {
  const before = { ...player };
  before.ads += ads.filter((ad) => ad.player === player.id).length;
  for (const one of resolutions) {
    if (one.player !== player.id) continue;
    before.town += one.before + one.after;
    if (!one.won) continue;
    if (one.area === 'RECRUIT') before.staffers -= 1;
    else if (one.area === 'TOWN') before.town -= 1;
    else if (one.area === 'ADS') before.ads -= 1;
    else if (one.area === 'BALLOT') before.ballots -= 1;
  }
  return before;
}
