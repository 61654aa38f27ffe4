import { grouped } from '../../numbers.ts';
import type { Party } from '../../parties.ts';
import type { Cell, Column, Table } from '../../report.ts';
import { boardState, REGION_NAMES } from '../data.ts';
import type { LogEvent, State } from '../state.ts';
import { pollWithLeader, stateName } from './context.ts';
import { changesSides } from './leads.ts';
import {
  actionInWords,
  type CampaignSide,
  campaignSides,
  type PollPush,
  type PushKind,
  pushesOf,
  pushesOfEvent,
  squaresToward,
} from './pushes.ts';

// The whole game, move by move: the biggest swings, and what each campaign moved.

/** One event of the game and what it moved. */
interface Swing {
  /** In words: `3`, `last minute`. */
  week: string;
  pushes: PollPush[];
  event: LogEvent;
  /** Electoral votes that changed sides by it. */
  flipped: number;
  /** Electoral votes times squares. */
  weight: number;
}

/** How many swings are printed. */
const MAX_SWINGS = 6;

/** The biggest swings before the final vote, in the order in which they happened. Null if no poll moved. */
export function swingsTable(states: readonly State[]): Table | null {
  const all = states.slice(1).flatMap((after, i) => swingsOf(states[i] as State, after));
  const ranked = all.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, MAX_SWINGS);
  if (ranked.length === 0) return null;
  return {
    kind: 'table',
    caption: 'The biggest swings before the final vote',
    showCaption: true,
    columns: [
      { label: 'Week', align: 'left' },
      { label: 'Whose action', align: 'left' },
      { label: 'Polls', align: 'left' },
      { label: 'Votes that changed sides', align: 'right' },
    ],
    rows: all.filter((swing) => ranked.includes(swing)).map((swing) => swingRow(swing, states[0] as State)),
  };
}

function sizeOf({ flipped, weight }: Swing): number {
  return 2 * flipped + weight;
}

function swingsOf(before: State, after: State): Swing[] {
  const week = before.phase === 'week' ? String(before.week) : 'last minute';
  return after.log.flatMap((event): Swing[] => {
    const pushes = pushesOfEvent(after, event).filter(({ from, to }) => from !== to);
    if (pushes.length === 0 || event.kind === 'final') return [];
    const flips = pushes.filter(({ state, from, to }) => changesSides(from, to, after.start[state]));
    return [{ week, pushes, event, flipped: votesOf(flips), weight: weightOf(pushes) }];
  });
}

function votesOf(pushes: readonly PollPush[]): number {
  return pushes.reduce((sum, { state }) => sum + boardState(state).votes, 0);
}

function weightOf(pushes: readonly PollPush[]): number {
  return pushes.reduce((sum, { state, from, to }) => sum + boardState(state).votes * Math.abs(to - from), 0);
}

function swingRow({ week, pushes, event, flipped }: Swing, { start }: State): Cell[] {
  const first = pushes[0] as PollPush;
  const region = event.kind === 'advertise' || event.kind === 'opponent-ad' ? event.region : null;
  const place = region === null ? '' : ` in ${REGION_NAMES[region]}`;
  const toward: Party = first.to < first.from ? 'D' : 'R';
  const polls = pushes.map(({ state, from, to }) => {
    const label = pushes.length === 1 ? stateName(state) : state;
    return `${label} ${pollWithLeader(from, start[state])} → ${pollWithLeader(to, start[state])}`;
  });
  return [
    week,
    { text: `${actionInWords(first)}${place}`, tone: toward },
    polls.join(', '),
    flipped === 0 ? '' : grouped(flipped),
  ];
}

const KIND_ROWS: readonly (readonly [PushKind, string])[] = [
  ['stop', 'Stops'],
  ['mate', 'Running mate'],
  ['ad', 'Ads'],
  ['endorsement', 'Endorsements'],
  ['last-minute', 'Last-minute stops'],
  ['gaffe', 'Gaffes'],
];

/**
 * How many squares each campaign moved in the whole game, by kind of action, so that campaigns can be compared. Null if none
 * moved any.
 */
export function effortTable(states: readonly State[], nameOf: (side: CampaignSide) => string): Table | null {
  const sides = campaignSides(states.at(-1) as State);
  const pushes = states.slice(1).flatMap(pushesOf);
  const sumOf = (side: CampaignSide, kinds: readonly PushKind[], worth: (push: PollPush) => number) =>
    pushes
      .filter(({ kind, party }) => party === side.party && kinds.includes(kind))
      .reduce((sum, push) => sum + squaresToward(push, side.party) * worth(push), 0);
  const row = (label: string, kinds: readonly PushKind[], worth: (push: PollPush) => number): Cell[] => [
    label,
    ...sides.map((side) => figure(sumOf(side, kinds, worth))),
  ];
  const kinds = KIND_ROWS.map(([kind]) => kind);
  const rows = [
    ...KIND_ROWS.map(([kind, label]) => row(label, [kind], () => 1)),
    row('All squares', kinds, () => 1),
    row('Squares times votes', kinds, ({ state }) => boardState(state).votes),
  ].filter(([, ...cells]) => cells.some((cell) => cell !== NOTHING));
  if (rows.length === 0) return null;
  return {
    kind: 'table',
    caption: 'What each campaign moved before the final vote, in squares to its own side',
    showCaption: true,
    columns: [
      { label: 'By', align: 'left' },
      ...sides.map((side): Column => ({ label: nameOf(side), align: 'right', tone: side.party })),
    ],
    rows,
    note: 'In the last row, each square counts as many times as the state has electoral votes.',
  };
}

const NOTHING = '–';

function figure(value: number): string {
  return value === 0 ? NOTHING : grouped(value);
}
