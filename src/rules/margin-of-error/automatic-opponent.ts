import type { Dice } from '../dice.ts';
import { otherParty, type Party } from '../parties.ts';
import {
  AD_WEEKS,
  AUTOMATIC_SQUARES,
  AUTOMATIC_SQUARES_ON_DOUBLES,
  BATTLEGROUND_CODES,
  boardState,
  cycleFrom,
  REGION_IDS,
  REGION_STATES,
  type RegionId,
  regionOfDie,
  rolledState,
} from './data.ts';
import { isSafeFor, push, pushedPoll, stopSquares, winnerOf } from './polls.ts';
import { rollDice } from './rolls.ts';
import type { Player, State } from './state.ts';

/** MOE-6.7: the week of the automatic opponent in a one-player game. Changes `state`. */
export function playAutomaticOpponent(state: State, player: Player, factChecked: boolean, dice: Dice): void {
  const party = otherParty(player.party);
  const planned = state.stops?.[state.week - 1] ?? 0;
  const stops = Math.max(0, planned - (factChecked ? 1 : 0));
  for (let i = 0; i < stops; i += 1) makeStop(state, party, dice);
  if (AD_WEEKS.includes(state.week)) advertise(state, party, dice);
}

/** MOE-6.7: one stop, in the rolled state or the next one in board order that is not safe for the party. */
function makeStop(state: State, party: Party, dice: Dice): void {
  const rolls = rollDice(dice, 2);
  const rolled = rolledState(rolls[0] as number, rolls[1] as number);
  const hit = cycleFrom(BATTLEGROUND_CODES, rolled).find((code) => !isSafeFor(state.polls[code], party));
  if (hit === undefined) {
    const nowhere = { state: null, squares: 0, from: null, to: null };
    state.log.push({ kind: 'opponent-stop', party, dice: rolls, rolled, ...nowhere });
    return;
  }
  const squares = stopSquares(AUTOMATIC_SQUARES, hit, party, state.homes);
  const { from, to } = push(state.polls, { state: hit, party, squares, guard: true });
  state.log.push({ kind: 'opponent-stop', party, dice: rolls, rolled, state: hit, squares, from, to });
}

/** MOE-6.7: the advertisement, in the more harmful of the two rolled regions. */
function advertise(state: State, party: Party, dice: Dice): void {
  const rolls = rollDice(dice, 2);
  const squares = rolls[0] === rolls[1] ? AUTOMATIC_SQUARES_ON_DOUBLES : AUTOMATIC_SQUARES;
  const regions = candidateRegions(state, party, rolls);
  const region = mostHarmful(state, party, regions, squares);
  const states = region === null ? [] : REGION_STATES[region];
  const moves = states.map(({ code }) => push(state.polls, { state: code, party, squares, guard: true }));
  state.log.push({ kind: 'opponent-ad', party, dice: rolls, regions, region, squares, moves });
}

/**
 * MOE-6.7: the rolled regions, each replaced by the next one that has a state not safe for the party. Equal regions count
 * once; without such a region there are none.
 */
function candidateRegions(state: State, party: Party, rolls: readonly number[]): RegionId[] {
  const isOpen = (region: RegionId) =>
    REGION_STATES[region].some(({ code }) => !isSafeFor(state.polls[code], party));
  const found = rolls
    .map((die) => cycleFrom(REGION_IDS, regionOfDie(die)).find(isOpen))
    .filter((region) => region !== undefined);
  return [...new Set(found)];
}

/** MOE-6.7: the most harmful of several regions; equal: the one with the lower number. Null if there are none. */
function mostHarmful(
  state: State,
  party: Party,
  regions: readonly RegionId[],
  squares: number,
): RegionId | null {
  const inBoardOrder = REGION_IDS.filter((region) => regions.includes(region));
  let worst: RegionId | null = null;
  for (const region of inBoardOrder) {
    if (
      worst === null ||
      isWorse(harmIn(state, party, region, squares), harmIn(state, party, worst, squares))
    ) {
      worst = region;
    }
  }
  return worst;
}

/** MOE-6.7 (i) and (ii): the votes that the player would lose, and the sum of votes times squares actually moved. */
interface Harm {
  lost: number;
  moved: number;
}

function harmIn(state: State, party: Party, region: RegionId, squares: number): Harm {
  const total: Harm = { lost: 0, moved: 0 };
  for (const { code } of REGION_STATES[region]) {
    const { votes } = boardState(code);
    const from = state.polls[code];
    const to = pushedPoll(from, party, squares, true);
    const start = state.start[code];
    if (winnerOf(from, start) !== party && winnerOf(to, start) === party) total.lost += votes;
    total.moved += votes * Math.abs(to - from);
  }
  return total;
}

/** Whether one harm is greater than another. */
function isWorse(a: Harm, b: Harm): boolean {
  return a.lost !== b.lost ? a.lost > b.lost : a.moved > b.moved;
}
