import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { seededDice } from '../../src/rules/dice.ts';
import { electionYear } from '../../src/rules/election-year/index.ts';
import type { State } from '../../src/rules/election-year/state.ts';
import type { ReportHeader, SeatIdentifier } from '../../src/rules/ruleset.ts';

/**
 * A whole game of six, played once and kept: setup, sheets, and every state and report, compared exactly.
 * When a change of the rules or the printout is meant, write it anew and read the difference before it is
 * committed:
 *
 *     REWRITE_REPLAYS=1 npx vitest run test/replays/election-year.test.ts
 *
 * Only states and reports are written anew; setup, sheets and heads stay as they are in the file.
 */
const FILE = path.join(import.meta.dirname, 'election-year.json');

interface Replay {
  secret: string;
  seats: { id: SeatIdentifier; name: string; wish: Record<string, unknown> }[];
  heads: ReportHeader[];
  setup: unknown;
  sheets: Record<SeatIdentifier, unknown>[];
  states: unknown[];
  /** By printout, then by seat; `public` is everybody's. */
  reports: Record<string, unknown>[];
}

function play({ secret, seats, heads, sheets }: Replay): Pick<Replay, 'setup' | 'states' | 'reports'> {
  const key = Buffer.from(secret, 'hex');
  const setup = electionYear.setUp({}, seats, seededDice(key, 0));
  const states: State[] = [electionYear.begin(setup)];
  for (const [i, turn] of sheets.entries()) {
    states.push(electionYear.resolve(states.at(-1) as State, turn, seededDice(key, i + 1)));
  }
  const reports = states.map((_, i) => {
    const history = { header: heads[i] as ReportHeader, states: states.slice(0, i + 1) };
    const entries = [...seats.map(({ id }) => id), null].map((seat) => [
      seat ?? 'public',
      electionYear.report(history, seat),
    ]);
    return Object.fromEntries(entries);
  });
  return { setup, states, reports };
}

/** One line for each state and each report, so that a difference can be read. */
function written(replay: Replay): string {
  const lists = Object.entries(replay).map(([key, value]) => {
    if (!Array.isArray(value)) return `${JSON.stringify(key)}: ${JSON.stringify(value)}`;
    const lines = key === 'reports' ? value.map(reportLines) : value.map((entry) => JSON.stringify(entry));
    return `${JSON.stringify(key)}: [\n${lines.join(',\n')}\n]`;
  });
  return `{\n${lists.join(',\n')}\n}\n`;
}

function reportLines(bySeat: Record<string, unknown>): string {
  const lines = Object.entries(bySeat).map(
    ([seat, report]) => `${JSON.stringify(seat)}: ${JSON.stringify(report)}`,
  );
  return `{\n${lines.join(',\n')}\n}`;
}

describe('a whole game of Election Year', () => {
  const kept = JSON.parse(readFileSync(FILE, 'utf8')) as Replay;
  if (process.env.REWRITE_REPLAYS === '1' && existsSync(FILE)) {
    writeFileSync(FILE, written({ ...kept, ...play(kept) }));
  }
  const replay = JSON.parse(readFileSync(FILE, 'utf8')) as Replay;
  const played = play(replay);

  test('is set up as it was', () => {
    expect(JSON.stringify(played.setup)).toBe(JSON.stringify(replay.setup));
  });

  test.each([0, 1, 2, 3, 4, 5, 6])('stands after turn %i as it stood', (turn) => {
    expect(played.states[turn]).toEqual(replay.states[turn]);
    expect(JSON.stringify(played.states[turn])).toBe(JSON.stringify(replay.states[turn]));
  });

  test.each([0, 1, 2, 3, 4, 5, 6])('prints after turn %i what it printed', (turn) => {
    expect(Object.keys(played.reports[turn] ?? {})).toHaveLength(7);
    expect(played.reports[turn]).toEqual(replay.reports[turn]);
    expect(JSON.stringify(played.reports[turn])).toBe(JSON.stringify(replay.reports[turn]));
  });

  test('holds refused, missing and late-comers’ sheets, conventions and an election', () => {
    const state = played.states[6] as State;
    expect(state.election).not.toBeNull();
    expect(replay.sheets).toHaveLength(6);
    expect(replay.sheets.some((turn) => Object.values(turn).includes(null))).toBe(true);
    const refused = replay.sheets.flatMap((turn, i) =>
      Object.entries(turn).filter(([id, raw]) => !electionYear.check(played.states[i] as State, id, raw).ok),
    );
    expect(refused.length).toBeGreaterThan(0);
  });
});
