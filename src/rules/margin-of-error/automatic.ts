import type { Dice } from '../dice.ts';
import { rollDice } from './campaign.ts';
import {
  AD_WEEKS,
  AUTOMATIC_DOUBLES,
  AUTOMATIC_SQUARES,
  around,
  boardState,
  CODES,
  otherParty,
  type Party,
  REGION_IDS,
  type RegionId,
  rolledState,
  STATES_OF,
} from './data.ts';
import { isSafeFor, push, pushed, stopSquares, winnerOf } from './polls.ts';
import type { Player, State } from './state.ts';

/** MOE-6.7: the automatic opponent's week, after the lone player's. */
export function playAutomatic(state: State, player: Player, factChecked: boolean, dice: Dice): void {
  const party = otherParty(player.party);
  const planned = state.stops?.[state.week - 1] ?? 0;
  const stops = Math.max(0, planned - (factChecked ? 1 : 0));
  for (let k = 0; k < stops; k += 1) stop(state, party, dice);
  if (AD_WEEKS.includes(state.week)) advertise(state, party, dice);
}

/** MOE-6.7: one stop, in the state rolled or the first one down the board that is not safe for the side. */
function stop(state: State, party: Party, dice: Dice): void {
  const rolls = rollDice(dice, 2);
  const rolled = rolledState(rolls[0] as number, rolls[1] as number);
  const hit = around(CODES, rolled).find((code) => !isSafeFor(state.polls[code], party));
  if (hit === undefined) {
    const nowhere = { state: null, squares: 0, from: null, to: null };
    state.log.push({ kind: 'opponent-stop', party, dice: rolls, rolled, ...nowhere });
    return;
  }
  const squares = stopSquares(AUTOMATIC_SQUARES, hit, party, state.homes);
  const { from, to } = push(state.polls, hit, party, squares, true);
  state.log.push({ kind: 'opponent-stop', party, dice: rolls, rolled, state: hit, squares, from, to });
}

/** MOE-6.7: the advertisement, in the more harmful of the two regions rolled. */
function advertise(state: State, party: Party, dice: Dice): void {
  const rolls = rollDice(dice, 2);
  const squares = rolls[0] === rolls[1] ? AUTOMATIC_DOUBLES : AUTOMATIC_SQUARES;
  const regions = candidates(state, party, rolls);
  const region = mostHarmful(state, party, regions, squares);
  const moves =
    region === null ? [] : STATES_OF[region].map(({ code }) => push(state.polls, code, party, squares, true));
  state.log.push({ kind: 'opponent-ad', party, dice: rolls, regions, region, squares, moves });
}

/** The regions rolled, each replaced by the next one that is not wholly safe for the side; equal ones once. */
function candidates(state: State, party: Party, rolls: readonly number[]): RegionId[] {
  const found = rolls
    .map((die) => around(REGION_IDS, REGION_IDS[die - 1] as RegionId).find((region) => isOpen(region)))
    .filter((region) => region !== undefined);
  return [...new Set(found)];

  function isOpen(region: RegionId): boolean {
    return STATES_OF[region].some(({ code }) => !isSafeFor(state.polls[code], party));
  }
}

function mostHarmful(
  state: State,
  party: Party,
  regions: readonly RegionId[],
  squares: number,
): RegionId | null {
  const inBoardOrder = REGION_IDS.filter((region) => regions.includes(region));
  let worst: RegionId | null = null;
  for (const region of inBoardOrder) {
    if (worst === null || isWorse(harm(state, party, region, squares), harm(state, party, worst, squares))) {
      worst = region;
    }
  }
  return worst;
}

/** MOE-6.7 (i) and (ii): votes that change hands, and votes times squares actually moved. */
interface Harm {
  lost: number;
  moved: number;
}

function harm(state: State, party: Party, region: RegionId, squares: number): Harm {
  const total: Harm = { lost: 0, moved: 0 };
  for (const { code } of STATES_OF[region]) {
    const { votes } = boardState(code);
    const from = state.polls[code];
    const to = pushed(from, party, squares, true);
    const start = state.start[code];
    if (winnerOf(from, start) !== party && winnerOf(to, start) === party) total.lost += votes;
    total.moved += votes * Math.abs(to - from);
  }
  return total;
}

function isWorse(a: Harm, b: Harm): boolean {
  return a.lost !== b.lost ? a.lost > b.lost : a.moved > b.moved;
}
