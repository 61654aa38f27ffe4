import { STATES, type StateCode } from '../../src/rules/country.ts';
import type { Cell, ElectoralMap, MapMark, Report, ReportSection, Tone } from '../../src/rules/report.ts';
import type { SheetForm } from '../../src/rules/sheet.ts';

// Made-up reports with every kind of block, for any number of players.

export interface SampleOptions {
  players: number;
  turn: number | null;
  /** Names of the first players; the others get ordinary names. */
  names?: string[];
  press?: string[];
  /** The index of the player the printout is for; null for the public. */
  reader?: number | null;
}

const NAMES = ['Zoë Łukasiewicz', 'Ann Baker', 'Carlos Díaz', 'Edda Fjørd', 'Grace Hopper', 'Ivan Žižka'];
const PRESS = ['Read my lips.', 'A chicken in every pot & a car in every garage', '“Why not the best?”'];

/** The identifier of the nth player, counted from 0: AB, CD, … and three letters from the seventh player on. */
export function idOf(n: number): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const pair = `${letters[(2 * n) % 26]}${letters[(2 * n + 1) % 26]}`;
  return n < 6 ? pair : `${pair}${letters[n]}`;
}

export function toneOf(n: number): 'D' | 'R' {
  return n % 2 === 0 ? 'D' : 'R';
}

/** A whole report. The same options give the same report. */
export function sampleReport(options: SampleOptions): Report {
  const { players, turn } = options;
  const seats = Array.from({ length: players }, (_, n) => n);
  const reader = options.reader === undefined ? 0 : options.reader;
  const name = (n: number) =>
    options.names?.[n] ?? `${NAMES[n % NAMES.length]}${n < NAMES.length ? '' : ` ${n + 1}`}`;
  const personal: ReportSection[] =
    reader === null ? [] : [section('you', 'Your campaign', { blocks: [personalFacts(reader)] })];
  return {
    title: 'Election Year',
    subtitle: turn === null ? 'The general election' : `Turn ${turn} of 6 — the primary season`,
    game: 'EY-12',
    turn,
    reader:
      reader === null ? null : { identifier: idOf(reader), name: name(reader), account: 10468 + reader },
    due: turn === null ? null : 'Fri, Dec 4, 2026, 8:00 PM GMT+1',
    summary: [
      'Democrats lead in states worth 281 votes, Republicans in states worth 257.',
      'Your three trips raised $301; contributions brought $61.',
    ],
    sections: [
      ...personal,
      section('players', 'The candidates', { shared: true, blocks: [playersTable(seats, name)] }),
      section('trips', 'On the trail', { shared: true, blocks: [tripsTable(seats)] }),
      section('press', 'Press releases', {
        shared: true,
        blocks: [
          {
            kind: 'quotes',
            items: (options.press ?? PRESS).map((text, n) => ({ by: idOf(n), tone: toneOf(n), text })),
          },
        ],
      }),
      section('states', 'The states', { shared: true, newPage: true, blocks: [statesTable(seats)] }),
      section('map', 'The map', {
        shared: true,
        newPage: true,
        blocks: [sampleMap(seats), bar(), chart(seats, turn)],
      }),
      section('last', null, {
        shared: true,
        blocks: [{ kind: 'paragraph', text: 'The conventions are held this turn.', strong: true }],
      }),
      ...(turn === null || reader === null ? [] : [sheetSection(turn, idOf(reader), name(reader))]),
    ],
  };
}

function section(
  id: string,
  title: string | null,
  more: Partial<ReportSection> & Pick<ReportSection, 'blocks'>,
): ReportSection {
  return { id, title, newPage: false, shared: false, ...more };
}

function personalFacts(reader: number): ReportSection['blocks'][number] {
  return {
    kind: 'facts',
    items: [
      { label: 'Campaign funds', value: `$${512 + reader}` },
      { label: 'Income', value: '$90 a turn' },
      { label: 'Home state', value: 'New York' },
      { label: 'Campaign ability', value: '3' },
      {
        label: 'How your cash went',
        value: '$400 + $301 raised + $61 contributions + $90 income − $340 spent = $512',
      },
    ],
  };
}

function playersTable(seats: number[], name: (n: number) => string): ReportSection['blocks'][number] {
  return {
    kind: 'table',
    caption: 'The candidates',
    showCaption: false,
    columns: [
      { label: 'Id', align: 'left' },
      { label: 'Name', align: 'left' },
      { label: 'Party', align: 'left' },
      { label: 'Home', align: 'left' },
      { label: 'Ability', align: 'right' },
      { label: 'Votes', align: 'right' },
    ],
    rows: seats.map((n): Cell[] => [
      { text: idOf(n), tone: toneOf(n), strong: true },
      name(n),
      { text: toneOf(n) === 'D' ? 'Democrat' : 'Republican', tone: toneOf(n) },
      STATES[n * 3 + 1]?.code ?? '',
      String(2 + (n % 3)),
      String(100 + 7 * n),
    ]),
  };
}

function tripsTable(seats: number[]): ReportSection['blocks'][number] {
  const rows = seats.flatMap((n) =>
    [0, 1, 2, 3, 4].map((i): Cell[] => [
      { text: idOf(n), tone: toneOf(n) },
      STATES[(n * 7 + i * 5) % 51]?.code ?? '',
      `$${40 + 10 * i}`,
      String(120 + 30 * i),
    ]),
  );
  return {
    kind: 'table',
    caption: 'Campaigning: money spent and popularity gained',
    showCaption: true,
    columns: [
      { label: 'Who', align: 'left' },
      { label: 'State', align: 'left' },
      { label: 'Spent', align: 'right' },
      { label: 'Gained', align: 'right' },
    ],
    rows,
    note: 'Money spent in a state that the candidate also visits counts several times over.',
  };
}

function statesTable(seats: number[]): ReportSection['blocks'][number] {
  return {
    kind: 'table',
    caption: 'Popularity and leaders in every state',
    showCaption: false,
    columns: [
      { label: 'State', align: 'left' },
      { label: 'Code', align: 'left' },
      { label: 'Votes', align: 'right' },
      { label: 'Gift', align: 'right' },
      ...seats.map((n) => ({ label: idOf(n), align: 'right' as const, tone: toneOf(n) })),
      { label: 'Dem.', align: 'left', tone: 'D' },
      { label: 'Rep.', align: 'left', tone: 'R' },
    ],
    rows: STATES.map((state, i): Cell[] => [
      state.name,
      { text: state.code, strong: true },
      String(state.electoralVotes),
      String(state.donation),
      ...seats.map((n) => String(((i + 3) * (n + 5) * 37) % 1280)),
      `${i % 2 === 0 ? '*' : ''}${idOf((2 * i) % seats.length)}`,
      `${i % 2 === 1 ? '*' : ''}${idOf(1)}`,
    ]),
    note: '* this party leads the state',
  };
}

const STRENGTHS = [1, 3, 5] as const;
const STRENGTH_WORDS = { 1: 'marginal', 3: 'narrow', 5: 'solid' } as const;

/** A map with marks of both parties in all strengths. */
export function sampleMap(seats: number[]): ElectoralMap {
  const states: Partial<Record<StateCode, MapMark>> = {};
  for (const [i, state] of STATES.entries()) {
    const leader = (i * 5 + (i % 3)) % seats.length;
    const tone = toneOf(leader);
    const strength = STRENGTHS[(i * 7) % 3] as 1 | 3 | 5;
    const party = tone === 'D' ? 'Democrats' : 'Republicans';
    states[state.code] = {
      tone,
      strength,
      label: idOf(leader),
      words: `${party}, ${STRENGTH_WORDS[strength]} (${idOf(leader)} leads)`,
    };
  }
  const legend = (['D', 'R'] as const).flatMap((tone) =>
    [5, 3, 1].map((strength) => ({
      tone: tone as Tone,
      strength: strength as 1 | 3 | 5,
      text: `${tone === 'D' ? 'Democrats' : 'Republicans'}, ${STRENGTH_WORDS[strength as 1 | 3 | 5]}`,
    })),
  );
  return { kind: 'map', caption: 'Who leads the states, and how strongly', states, legend };
}

function bar(): ReportSection['blocks'][number] {
  return {
    kind: 'bar',
    caption: 'Electoral votes of the states that each party leads',
    parts: [
      { label: 'Democrats', value: 281, tone: 'D', strength: 5 },
      { label: 'Republicans', value: 257, tone: 'R', strength: 5 },
    ],
    total: 538,
    mark: { value: 270, label: '270 to win' },
  };
}

function chart(seats: number[], turn: number | null): ReportSection['blocks'][number] {
  const turns = turn === null ? 7 : turn;
  return {
    kind: 'chart',
    caption: 'Electoral votes by turn',
    labels: Array.from({ length: turns }, (_, i) => (i === 0 ? 'Start' : `T-${i}`)),
    series: seats.map((n) => ({
      label: idOf(n),
      tone: toneOf(n),
      values: Array.from({ length: turns }, (_, i) => 60 + ((n * 31 + i * (n + 2) * 11) % 190)),
    })),
    mark: { value: 270, label: '270 to win' },
  };
}

function sheetSection(turn: number, id: string, name: string): ReportSection {
  return section('sheet', 'Turn sheet', {
    newPage: true,
    blocks: [
      {
        kind: 'sheet',
        header: [
          { label: 'Game', value: 'EY-12' },
          { label: 'Turn', value: String(turn) },
          { label: 'Identifier', value: id },
          { label: 'Account number', value: '#10468' },
          { label: 'Signature', value: '' },
          { label: 'Name', value: name },
        ],
        form: sampleForm(turn),
      },
    ],
  });
}

/** A form with every kind of field. */
export function sampleForm(turn: number): SheetForm {
  const states = STATES.map((state) => ({ value: state.code, label: state.name }));
  return {
    turn,
    phase: 'Primary season',
    facts: ['Campaign funds: $512', 'Money to be raised this turn cannot be spent this turn.'],
    sections: [
      {
        title: 'Running mate',
        hint: 'If you are nominated.',
        fields: [
          {
            kind: 'choice',
            name: 'runningMate',
            label: 'Running mate',
            blank: 'nobody',
            choices: [
              { value: 'CD', label: 'CD Carlos Díaz' },
              { value: 'EF', label: 'EF Edda Fjørd' },
            ],
          },
        ],
      },
      {
        title: 'Fund-raising trips',
        hint: 'Three different states.',
        fields: [
          {
            kind: 'ranking',
            name: 'fundraising',
            label: 'Trips',
            max: 3,
            of: 'state',
            choices: states,
            each: 'Trip',
          },
        ],
      },
      {
        title: 'Campaign',
        hint: 'Up to nine states. $1 buys 1 popularity, 3 in a state that you visit.',
        fields: [
          {
            kind: 'rows',
            name: 'campaign',
            label: 'Campaign',
            max: 9,
            columns: [
              { kind: 'state', name: 'state', label: 'State', blank: '—', choices: states },
              { kind: 'integer', name: 'spend', label: 'Spend', min: 1, max: 512, unit: 'dollars' },
            ],
          },
        ],
      },
      {
        title: 'Press release',
        fields: [{ kind: 'text', name: 'press', label: 'One line', max: 75 }],
      },
      {
        title: 'Odds and ends',
        fields: [
          { kind: 'flag', name: 'withdraw', label: 'Withdraw from the race' },
          { kind: 'integer', name: 'days', label: 'Days on the road', min: 0, max: 7, unit: 'days' },
          { kind: 'text', name: 'speech', label: 'Speech', max: 400 },
          { kind: 'state', name: 'base', label: 'Base', blank: '—', choices: states },
        ],
      },
    ],
  };
}
