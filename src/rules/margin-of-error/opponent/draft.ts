import {
  type Battleground,
  BOARD,
  type BoardState,
  type CapitalId,
  isSmall,
  MAX_ENDORSED,
  MAX_ENDORSED_VOTES,
  MEDIA_BONUS,
  REGION_IDS,
  REGION_STATES,
  type RegionId,
} from '../data.ts';
import type { Action } from '../orders.ts';
import { ownValue, winnerOf } from '../polls.ts';
import type { Player, State } from '../state.ts';
import { certain, inHome, type Odds, oneDie, pushed, type Squares, WHOLE, worthOf } from './odds.ts';

/** How a week of seven days is divided. Stops and ads take one day each: a single die makes no gaffe. */
export interface Division {
  media: number;
  fundraising: number;
  ads: number;
  stops: number;
}

/** A week that is being planned: the odds of every state after what is planned so far. */
export interface Draft {
  state: State;
  player: Player;
  /** Whether safety protects states from this player: not in the week of a Defining Speech. */
  guard: boolean;
  odds: Map<Battleground, Odds>;
}

/** What a token for a small state is worth, in the units of MOE-13.1. */
const WORTH_OF_TOKEN = 350;

/** Endorsements push one square for sure. */
const SURE: Squares = [[1, 1]];

/** The week before anything is planned. */
export function openDraft(state: State, player: Player, capital: CapitalId | null): Draft {
  const odds = new Map(BOARD.map(({ code }) => [code, certain(ownValue(state.polls[code], player.party))]));
  return { state, player, guard: capital !== 'defining-speech', odds };
}

/** The best states for Endorsements, which are counted in the draft. */
export function endorse(draft: Draft): Battleground[] {
  const taken: BoardState[] = [];
  for (;;) {
    const room = MAX_ENDORSED_VOTES - taken.reduce((sum, { votes }) => sum + votes, 0);
    const open = BOARD.filter((entry) => !taken.includes(entry) && entry.votes <= room);
    const choice = best(open, ({ code }) => gainOf(draft, code, SURE));
    if (choice === null || taken.length === MAX_ENDORSED) return taken.map(({ code }) => code);
    taken.push(choice.entry);
    plan(draft, choice.entry.code, SURE);
  }
}

/** The rows of a week that is divided this way, and the value that they are expected to gain. */
export function planDays(opened: Draft, division: Division): { gain: number; actions: Action[] } {
  const draft = { ...opened, odds: new Map(opened.odds) };
  const squares = oneDie(MEDIA_BONUS[division.media] as number);
  const ads = planAds(draft, division.ads, squares);
  const stops = planStops(draft, division.stops, squares, ads.entries);
  const mate = planRunningMate(draft);
  const actions: Action[] = [
    ...(division.media > 0 ? [{ do: 'media', days: division.media } as const] : []),
    ...(division.fundraising > 0 ? [{ do: 'fundraise', days: division.fundraising } as const] : []),
    ...stops.entries.map((code) => ({ do: 'campaign', state: code, days: 1, cover: false }) as const),
    ...ads.entries.map((region) => ({ do: 'advertise', region, days: 1, cover: false }) as const),
    { do: 'vp', state: mate.entry },
  ];
  return { gain: ads.gain + stops.gain + mate.gain, actions };
}

function planAds(draft: Draft, count: number, squares: Squares): { gain: number; entries: RegionId[] } {
  const planned = { gain: 0, entries: [] as RegionId[] };
  while (planned.entries.length < count) {
    const open = REGION_IDS.filter((region) => !planned.entries.includes(region));
    const worth = (region: RegionId) =>
      REGION_STATES[region].reduce((sum, { code }) => sum + gainOf(draft, code, squares), 0);
    const choice = best(open, worth);
    if (choice === null) break;
    planned.entries.push(choice.entry);
    planned.gain += choice.worth;
    for (const { code } of REGION_STATES[choice.entry]) plan(draft, code, squares);
  }
  return planned;
}

/** Stops: first one in the region of each ad, as ads require (MOE-4.3), then wherever they gain most. */
function planStops(
  draft: Draft,
  count: number,
  squares: Squares,
  regions: readonly RegionId[],
): { gain: number; entries: Battleground[] } {
  const planned = { gain: 0, entries: [] as Battleground[] };
  const here = (code: Battleground) => inHome(draft.state, draft.player, code, squares);
  while (planned.entries.length < count) {
    const region = regions[planned.entries.length];
    const open = (region === undefined ? BOARD : REGION_STATES[region]).filter(
      ({ code }) => !planned.entries.includes(code),
    );
    const choice = best(open, ({ code }) => gainOf(draft, code, here(code)) + tokenAt(draft, code));
    if (choice === null) break;
    planned.entries.push(choice.entry.code);
    planned.gain += choice.worth;
    plan(draft, choice.entry.code, here(choice.entry.code));
  }
  return planned;
}

function planRunningMate(draft: Draft): { gain: number; entry: Battleground } {
  const squares = (code: Battleground) => inHome(draft.state, draft.player, code, oneDie(-1));
  const choice = best(BOARD, ({ code }) => gainOf(draft, code, squares(code)));
  return { gain: choice?.worth ?? 0, entry: (choice?.entry ?? (BOARD[0] as BoardState)).code };
}

/** What one more push of a state is expected to gain, by its electoral votes. */
function gainOf({ state, player, guard, odds }: Draft, code: Battleground, squares: Squares): number {
  const now = odds.get(code) as Odds;
  const { votes } = BOARD.find((entry) => entry.code === code) as BoardState;
  const gain = worthOf(state, player, code, pushed(now, squares, guard)) - worthOf(state, player, code, now);
  return Math.floor((votes * gain) / WHOLE);
}

function plan({ guard, odds }: Draft, code: Battleground, squares: Squares): void {
  odds.set(code, pushed(odds.get(code) as Odds, squares, guard));
}

/** What a stop earns besides squares: a token in a small state that the player is not winning (MOE-6.5). */
function tokenAt({ state, player }: Draft, code: Battleground): number {
  const isWinning = winnerOf(state.polls[code], state.start[code]) === player.party;
  return isSmall(code) && !player.tokens.includes(code) && !isWinning ? WORTH_OF_TOKEN : 0;
}

/** The entry with the greatest worth; equal: the first. Null if there are no entries. */
function best<T>(entries: readonly T[], worth: (entry: T) => number): { entry: T; worth: number } | null {
  let found: { entry: T; worth: number } | null = null;
  for (const entry of entries) {
    const own = worth(entry);
    if (found === null || own > found.worth) found = { entry, worth: own };
  }
  return found;
}
