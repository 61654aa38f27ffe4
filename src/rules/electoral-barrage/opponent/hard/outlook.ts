import { isStateCode, type StateCode } from '../../../country.ts';
import type { SeatIdentifier } from '../../../ruleset.ts';
import { type AreaCode, boardState, neededIn, type SpecialCode, STAFFERS } from '../../data.ts';
import { contestedBy } from '../../orders.ts';
import { ownerToReplace } from '../../play/resolving.ts';
import { type Campaign, plays, type RoundPlay } from '../../play/round-play.ts';
import { countOf, type State } from '../../state.ts';
import { type Foresight, type Mission, missionsOf } from './foresight.ts';
import { oddsOf } from './odds.ts';

/** Weighs boards of one round. What it has computed for a state serves the next board. Figures are hundredths of a vote. */
export interface Outlook {
  foresight: Foresight;
  /** By state and tokens there: what they are worth. */
  worth: Map<string, number>;
  /** By state and staffers there: what they are expected to change. */
  change: Map<string, number>;
  /** What a success in a special area is worth to a player. */
  special: ReadonlyMap<SeatIdentifier, Readonly<Record<SpecialCode, number>>>;
}

/** An outlook on what is foreseen, with nothing computed yet. */
export function openOutlook(foresight: Foresight): Outlook {
  const { state, left } = foresight;
  const special = new Map(state.players.map(({ id }) => [id, specialsOf(state, id, left)]));
  return { foresight, worth: new Map(), change: new Map(), special };
}

/**
 * What a success in each special area is worth to a player, in hundredths of a vote; found in games. A recruit is worth five
 * votes for each round left, and a ballot a part of the largest state in which the player is tied.
 */
function specialsOf(state: State, seat: SeatIdentifier, left: number): Record<SpecialCode, number> {
  const tied = contestedBy(state, seat).map((code) => boardState(code).votes);
  return {
    RECRUIT: left <= 0 ? 0 : 150 + 500 * left,
    TOWN: left <= 0 ? 300 : 700,
    ADS: left <= 0 ? 0 : 600,
    BALLOT: Math.max(200, ...tied.map((votes) => Math.floor(votes * (left <= 0 ? 40 : 20)))),
  };
}

/** What a board is worth to the seat, compared with the board of the last printout. */
export function boardValue(outlook: Outlook, round: RoundPlay): number {
  const inStates = new Map<StateCode, Mission[]>();
  let value = 0;
  for (const mission of missionsOf(round)) {
    const { area } = mission.staffer;
    if (!isStateCode(area)) {
      value += specialValue(outlook, mission, area);
      continue;
    }
    const there = inStates.get(area);
    if (there === undefined) inStates.set(area, [mission]);
    else there.push(mission);
  }
  for (const [code, missions] of inStates) value += changeIn(outlook, code, missions);
  return value;
}

function specialValue({ special, foresight }: Outlook, { campaign }: Mission, area: SpecialCode): number {
  const { id, staffers } = campaign.player;
  if (area === 'RECRUIT' && staffers >= STAFFERS.most) return 0;
  const worth = special.get(id)?.[area] ?? 0;
  return Math.floor((chanceOf(campaign, area, 0, false) * worth * stakeOf(foresight, id)) / 600);
}

function stakeOf({ stakes }: Foresight, seat: SeatIdentifier): number {
  return stakes.get(seat) ?? 0;
}

/** The expected change of worth of a state, given the staffers there in the order in which they are resolved. */
function changeIn(outlook: Outlook, code: StateCode, missions: readonly Mission[]): number {
  const key = `${code} ${missions.map(({ staffer: { owner, row } }) => `${owner}${row?.before ?? 0}${row?.replace ?? ''}`).join(' ')}`;
  const known = outlook.change.get(key);
  if (known !== undefined) return known;
  const held = outlook.foresight.state.tokens[code];
  const scale = 6 ** missions.length;
  const change = Math.floor(expected(outlook, code, held, missions) / scale) - worthOf(outlook, code, held);
  outlook.change.set(key, change);
  return change;
}

/** The expected worth of a state after these staffers, times six for each of them. */
function expected(
  outlook: Outlook,
  code: StateCode,
  held: readonly SeatIdentifier[],
  missions: readonly Mission[],
): number {
  const [mission, ...rest] = missions;
  if (mission === undefined) return worthOf(outlook, code, held);
  const { campaign, staffer } = mission;
  const { owner, row } = staffer;
  const isDefense = countOf(held, owner) === boardState(code).stars;
  const chance = chanceOf(campaign, code, row?.before ?? 0, isDefense);
  const miss = chance === 6 ? 0 : (6 - chance) * expected(outlook, code, held, rest);
  if (isDefense) {
    const removed = rest.findIndex((later) => later.staffer.owner !== owner);
    if (removed < 0) return miss + chance * expected(outlook, code, held, rest);
    return miss + chance * 6 * expected(outlook, code, held, rest.toSpliced(removed, 1));
  }
  return miss + chance * expected(outlook, code, taken(campaign, code, held, row?.replace ?? null), rest);
}

/** EB-6.11: the tokens after a success that is no defense. */
function taken(
  campaign: Campaign,
  code: StateCode,
  held: readonly SeatIdentifier[],
  wanted: SeatIdentifier | null,
): SeatIdentifier[] {
  const after = [...held, campaign.player.id];
  if (held.length >= boardState(code).stars) {
    after.splice(after.indexOf(ownerToReplace(campaign, held, wanted)), 1);
  }
  return after;
}

/** Of six rolls, how many win. A token or an ability that could rescue a miss by one counts as one more. */
export function chanceOf(campaign: Campaign, area: AreaCode, before: number, isDefense: boolean): number {
  const { player } = campaign;
  const isState = isStateCode(area);
  if (isState && boardState(area).class === 'red' && plays(campaign, 'movie-star')) return 6;
  const able =
    plays(campaign, 'ivy-leaguer') ||
    (isState && (plays(campaign, 'nerd') || plays(campaign, 'entrepreneur')));
  const redeems = isState ? Math.min(player.town, before) : 0;
  const rescues = isState && player.town > redeems;
  return Math.min(6, 7 - neededIn(area) + 2 * redeems + Number(isDefense) + Number(able) + Number(rescues));
}

/** What the tokens of a state are worth to the seat: the votes that each player can expect of it, times its stake. */
function worthOf({ worth, foresight }: Outlook, code: StateCode, held: readonly SeatIdentifier[]): number {
  const key = `${code} ${held.toSorted().join(' ')}`;
  const known = worth.get(key);
  if (known !== undefined) return known;
  const { state, left, seat, tastes } = foresight;
  const ids = state.players.map(({ id }) => id);
  let sum = 0;
  for (const id of ids) {
    const taste = id === seat ? tastes[code] : 0;
    sum += oddsOf(boardState(code), held, id, ids, left) * (stakeOf(foresight, id) + taste);
  }
  const value = Math.floor((boardState(code).votes * sum) / 100);
  worth.set(key, value);
  return value;
}
