import { grouped } from '../../numbers.ts';
import type { Party } from '../../parties.ts';
import type { Cell, Column, Table } from '../../report.ts';
import { type Battleground, boardState } from '../data.ts';
import type { State } from '../state.ts';
import { pollWithLeader, stateName } from './context.ts';
import { changesSides } from './leads.ts';
import {
  type CampaignSide,
  campaignSides,
  type PollPush,
  type PushKind,
  pushesInWords,
  pushesOf,
  squaresToward,
} from './pushes.ts';

// The whole game: the biggest swings of a state within a week, and what each campaign moved.

/** What a week did to the poll of a state. */
interface Swing {
  /** In words: `3`, `last minute`. */
  week: string;
  state: Battleground;
  from: number;
  to: number;
  pushes: PollPush[];
  /** Electoral votes that changed sides by it. */
  flipped: number;
}

/** How many swings are printed. */
const MAX_SWINGS = 8;

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
      { label: 'State', align: 'left' },
      { label: 'Poll', align: 'left' },
      { label: 'What moved it, in squares', align: 'left' },
      { label: 'Votes that changed sides', align: 'right' },
    ],
    rows: all.filter((swing) => ranked.includes(swing)).map((swing) => swingRow(swing, states[0] as State)),
  };
}

/** What changed sides counts most; the rest by squares times votes. */
function sizeOf({ state, from, to, flipped }: Swing): number {
  return 6 * flipped + boardState(state).votes * Math.abs(to - from);
}

function swingsOf(before: State, after: State): Swing[] {
  const week = before.phase === 'week' ? String(before.week) : 'last minute';
  const byState = new Map<Battleground, PollPush[]>();
  for (const push of pushesOf(after)) {
    if (push.kind !== 'final') byState.set(push.state, [...(byState.get(push.state) ?? []), push]);
  }
  return [...byState].flatMap(([state, pushes]): Swing[] => {
    const [from, to] = [pushes[0]?.from ?? 0, pushes.at(-1)?.to ?? 0];
    if (from === to) return [];
    const isFlip = changesSides(from, to, after.start[state]);
    return [{ week, state, from, to, pushes, flipped: isFlip ? boardState(state).votes : 0 }];
  });
}

function swingRow({ week, state, from, to, pushes, flipped }: Swing, { start }: State): Cell[] {
  const toward: Party = to < from ? 'D' : 'R';
  return [
    week,
    { text: stateName(state), tone: toward },
    `${pollWithLeader(from, start[state])} → ${pollWithLeader(to, start[state])}`,
    pushesInWords(pushes),
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
