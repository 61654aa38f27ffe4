import { readFileSync } from 'node:fs';
import path from 'node:path';
import { seededDice } from '../../../src/rules/dice.ts';
import { marginOfError } from '../../../src/rules/margin-of-error/index.ts';
import type { State } from '../../../src/rules/margin-of-error/state.ts';
import type { Report, ReportSection } from '../../../src/rules/report.ts';
import type { SeatEntry } from '../../../src/rules/ruleset.ts';
import { headOf } from './games.ts';

/** Whole games written down: what went in, and every state and report that came out. */

/** What a game is made from and what was sent, turn by turn. */
export interface Script {
  options: Record<string, unknown>;
  seats: SeatEntry[];
  /** The dice secret in hex. */
  secret: string;
  sheets: Record<string, unknown>[];
}

/** One turn's outcome. Sections that all readers share stand once. */
export interface Page {
  state: unknown;
  shared: ReportSection[];
  /** By seat, and `public`: the report without its shared sections. */
  readers: Record<string, Report>;
}

export interface Replay {
  script: Script;
  setup: unknown;
  /** The beginning, then one for each turn. */
  pages: Page[];
  outcome: unknown;
}

/** Where a replay is kept. */
export function replayFile(name: string): string {
  return path.join(import.meta.dirname, '../../replays', `${name}.json`);
}

export function readReplay(name: string): Replay {
  return JSON.parse(readFileSync(replayFile(name), 'utf8')) as Replay;
}

/** Plays a script from its first die to its last printout. */
export function play(script: Script): Replay {
  const { options, seats } = script;
  const secret = Buffer.from(script.secret, 'hex');
  const setup = marginOfError.setUp(marginOfError.options.parse(options), seats, seededDice(secret, 0));
  const states: State[] = [marginOfError.begin(setup)];
  const pages = [pageOf(script, states, secret)];
  for (const [i, sheets] of script.sheets.entries()) {
    states.push(marginOfError.resolve(states[i] as State, sheets, seededDice(secret, i + 1)));
    pages.push(pageOf(script, states, secret));
  }
  return { script, setup, pages, outcome: marginOfError.outcome(states.at(-1) as State) };
}

function pageOf({ seats }: Script, states: State[], secret: Uint8Array): Page {
  const state = states.at(-1) as State;
  const header = headOf(seats, secret, state.phase === 'over');
  const reports = [null, ...marginOfError.seatIdentifiers(state)].map(
    (seat) => [seat ?? 'public', marginOfError.report({ header, states }, seat)] as const,
  );
  return {
    state,
    shared: sharedBy(reports.map(([, report]) => report)),
    readers: Object.fromEntries(
      reports.map(([reader, report]) => [
        reader,
        { ...report, sections: report.sections.filter((section) => !section.shared) },
      ]),
    ),
  };
}

/** The sections that all readers share. */
function sharedBy([first]: Report[]): ReportSection[] {
  return first?.sections.filter((section) => section.shared) ?? [];
}
