import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findRuleset } from '../../src/rules/catalog.ts';
import { seededDice } from '../../src/rules/dice.ts';
import type { Report, ReportSection } from '../../src/rules/report.ts';
import type { ReportHeader, Ruleset, SeatEntry } from '../../src/rules/ruleset.ts';

/** Whole games, stored: what went in, and every state and report that came out. */

/** What a game is made from, what was sent turn by turn, and the header of each printout. */
export interface ReplayInput {
  ruleset: string;
  options: Record<string, unknown>;
  /** The dice secret in hex. */
  secret: string;
  seats: SeatEntry[];
  headers: ReportHeader[];
  sheets: Record<string, unknown>[];
}

/** One printout. Sections that all readers share are stored once. */
export interface ReplayTurn {
  state: unknown;
  shared: ReportSection[];
  /** By seat, and `public`. A section that is shared is given by its id. */
  readers: Record<string, Omit<Report, 'sections'> & { sections: (ReportSection | string)[] }>;
}

export interface Replay extends ReplayInput {
  setup: unknown;
  /** The beginning, then one entry for each turn. */
  turns: ReplayTurn[];
  outcome: unknown;
}

export const REPLAYS = [
  'election-year',
  'margin-of-error-one',
  'margin-of-error-two',
  'electoral-barrage-two',
  'electoral-barrage-four',
  'electoral-barrage-eight',
  'primary-season-one-sheet-two',
  'primary-season-two-sheet-two',
  'primary-season-one-sheet-four',
  'primary-season-two-sheet-four',
  'primary-season-one-sheet-six',
  'primary-season-two-sheet-six',
  'politics-two',
  'politics-four',
  'politics-eight',
] as const;
export type ReplayName = (typeof REPLAYS)[number];

function fileOf(name: ReplayName): string {
  return path.join(import.meta.dirname, `${name}.json`);
}

export function readReplay(name: ReplayName): Replay {
  return JSON.parse(readFileSync(fileOf(name), 'utf8')) as Replay;
}

/** Plays the input of a replay from the first die to the last printout. */
export function play({ ruleset: id, options, secret, seats, headers, sheets }: ReplayInput): Replay {
  const ruleset = findRuleset(id) as Ruleset;
  const key = Buffer.from(secret, 'hex');
  const setup = ruleset.setUp(ruleset.options.parse(options), seats, seededDice(key, 0));
  const states = [ruleset.begin(setup)];
  for (const [i, sent] of sheets.entries()) {
    states.push(ruleset.resolve(states.at(-1), sent, seededDice(key, i + 1)));
  }
  const turns = states.map((_, i) => turnOf(ruleset, headers[i] as ReportHeader, states.slice(0, i + 1)));
  const outcome = ruleset.outcome(states.at(-1));
  return { ruleset: id, options, secret, seats, headers, sheets, setup, turns, outcome };
}

function turnOf(ruleset: Ruleset, header: ReportHeader, states: unknown[]): ReplayTurn {
  const state = states.at(-1);
  const reports = [null, ...ruleset.seatIdentifiers(state)].map(
    (seat) => [seat ?? 'public', ruleset.report({ header, states }, seat)] as const,
  );
  const isShared = (id: string) =>
    reports.every(([, { sections }]) => sections.some((section) => section.id === id && section.shared));
  const [first] = reports;
  return {
    state,
    shared: (first?.[1].sections ?? []).filter(({ id }) => isShared(id)),
    readers: Object.fromEntries(
      reports.map(([reader, report]) => [
        reader,
        {
          ...report,
          sections: report.sections.map((section) => (isShared(section.id) ? section.id : section)),
        },
      ]),
    ),
  };
}

/** A reader's whole report, with the shared sections in their places. */
export function reportFor({ shared, readers }: ReplayTurn, reader: string): Report {
  const report = readers[reader];
  if (report === undefined) throw new Error(`no report for ${reader}`);
  const sections = report.sections.map((section) =>
    typeof section === 'string' ? (shared.find(({ id }) => id === section) as ReportSection) : section,
  );
  return { ...report, sections };
}

/** Stores a replay, one line for each entry of its lists, so that a difference can be read. */
export function writeReplay(name: ReplayName, replay: Replay): void {
  const lines = Object.entries(replay).map(([key, value]) => {
    if (!Array.isArray(value)) return `${JSON.stringify(key)}: ${JSON.stringify(value)}`;
    const entries = value.map((entry) => (key === 'turns' ? turnLines(entry) : JSON.stringify(entry)));
    return `${JSON.stringify(key)}: [\n${entries.join(',\n')}\n]`;
  });
  writeFileSync(fileOf(name), `{\n${lines.join(',\n')}\n}\n`);
}

function turnLines({ state, shared, readers }: ReplayTurn): string {
  const readerLines = Object.entries(readers).map(
    ([reader, report]) => `${JSON.stringify(reader)}: ${JSON.stringify(report)}`,
  );
  const sharedLines = shared.map((section) => JSON.stringify(section));
  return (
    `{"state": ${JSON.stringify(state)},\n"shared": [\n${sharedLines.join(',\n')}\n],\n` +
    `"readers": {\n${readerLines.join(',\n')}\n}}`
  );
}
