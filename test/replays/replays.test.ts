import { describe, expect, test } from 'vitest';
import { commitment } from '../../src/rules/dice.ts';
import { electionYear } from '../../src/rules/election-year/index.ts';
import type { State } from '../../src/rules/election-year/state.ts';
import { electoralBarrage } from '../../src/rules/electoral-barrage/index.ts';
import type { State as BarrageState } from '../../src/rules/electoral-barrage/state.ts';
import type { LogEvent } from '../../src/rules/margin-of-error/state.ts';
import { politics } from '../../src/rules/politics/index.ts';
import type { State as PoliticsState } from '../../src/rules/politics/state.ts';
import { primarySeason } from '../../src/rules/primary-season/index.ts';
import type { State as SeasonState } from '../../src/rules/primary-season/state.ts';
import { play, REPLAYS, readReplay, writeReplay } from './replays.ts';

/**
 * Whole games that were played once and stored, compared exactly. When a change of the rules or of the printouts is
 * meant, store them again and read the difference before you commit it:
 *
 *     REWRITE_REPLAYS=1 npx vitest run test/replays
 *
 * Options, seats, sheets and headers stay as they are in the files; setups, states, reports and outcomes are replaced.
 */
if (process.env.REWRITE_REPLAYS === '1') {
  for (const name of REPLAYS) writeReplay(name, play(readReplay(name)));
}

describe.each(REPLAYS)('the stored game %s', (name) => {
  const replay = readReplay(name);
  const played = JSON.parse(JSON.stringify(play(replay))) as typeof replay;

  test('has the same setup and outcome when it is played again', () => {
    expect(JSON.stringify(played.setup)).toBe(JSON.stringify(replay.setup));
    expect(replay.outcome).not.toBeNull();
    expect(JSON.stringify(played.outcome)).toBe(JSON.stringify(replay.outcome));
  });

  test.each([...replay.turns.keys()])('has the same state after turn %i', (turn) => {
    expect(played.turns[turn]?.state).toEqual(replay.turns[turn]?.state);
    expect(JSON.stringify(played.turns[turn]?.state)).toBe(JSON.stringify(replay.turns[turn]?.state));
  });

  test.each([...replay.turns.keys()])('has the same printouts after turn %i, byte for byte', (turn) => {
    expect(Object.keys(played.turns[turn]?.readers ?? {})).toHaveLength(replay.seats.length + 1);
    expect(played.turns[turn]).toEqual(replay.turns[turn]);
    expect(JSON.stringify(played.turns[turn])).toBe(JSON.stringify(replay.turns[turn]));
  });

  test('goes differently with other dice', () => {
    const secret = replay.secret.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
    expect(play({ ...replay, secret }).turns.at(-1)?.state).not.toEqual(replay.turns.at(-1)?.state);
  });

  test('commits to its dice on the first printout and shows the secret only on the last', () => {
    const printed = replay.turns.map(({ shared, readers }) => JSON.stringify({ shared, readers }));
    expect(printed[0]).toContain(commitment(Buffer.from(replay.secret, 'hex')));
    for (const printout of printed.slice(0, -1)) expect(printout).not.toContain(replay.secret);
    expect(printed.at(-1)).toContain(replay.secret);
  });
});

test('the stored game of Election Year includes refused and missing sheets, conventions and an election', () => {
  const { turns, sheets } = readReplay('election-year');
  const states = turns.map(({ state }) => state as State);
  expect(states.at(-1)?.conventions).not.toBeNull();
  expect(states.at(-1)?.election).not.toBeNull();
  expect(sheets).toHaveLength(6);
  expect(sheets.some((sent) => Object.values(sent).includes(null))).toBe(true);
  const refused = sheets.flatMap((sent, i) =>
    Object.entries(sent).filter(([seat, raw]) => !electionYear.check(states[i] as State, seat, raw).ok),
  );
  expect(refused.length).toBeGreaterThan(0);
});

test.each([
  ['margin-of-error-one', ['opponent-stop', 'opponent-ad']],
  ['margin-of-error-two', ['order', 'skip']],
] as const)('the stored game %s includes every kind of event', (name, own) => {
  const log = readReplay(name).turns.flatMap(({ state }) => (state as { log: LogEvent[] }).log);
  const kinds = new Set(log.map((event) => event.kind));
  const common = ['missing', 'capital', 'media', 'fundraise', 'campaign', 'vp', 'advertise'];
  expect([...kinds]).toEqual(expect.arrayContaining([...common, 'last-minute', 'final', ...own]));
  expect(log.some((event) => event.kind === 'missing' && event.refused)).toBe(true);
  expect(log.some((event) => event.kind === 'missing' && !event.refused)).toBe(true);
});

test('the stored games of Electoral Barrage include what the rules have', () => {
  const names = ['electoral-barrage-two', 'electoral-barrage-four', 'electoral-barrage-eight'] as const;
  const replays = names.map(readReplay);
  const states = replays.flatMap(({ turns }) => turns.map(({ state }) => state as BarrageState));
  const rolls = states.flatMap(({ last }) => last?.resolutions ?? []);
  const has = (found: (one: (typeof rolls)[number]) => boolean) => expect(rolls.some(found)).toBe(true);
  has(({ replaced }) => replaced !== null);
  has(({ followUp, won }) => followUp && won);
  has(({ before, won }) => before > 0 && won);
  has(({ after }) => after > 0);
  has(({ ability, dice }) => ability && dice.length === 2);
  has(({ area, won }) => area === 'RECRUIT' && won);
  expect(states.some(({ last }) => (last?.ads.length ?? 0) > 0)).toBe(true);
  expect(states.some(({ recount }) => recount?.ballots.some(({ free }) => free))).toBe(true);
  expect(states.some(({ recount }) => (recount?.ties.length ?? 0) > 0)).toBe(true);
  const sent = replays.flatMap(({ sheets, turns }) =>
    sheets.flatMap((bySeat, i) =>
      Object.entries(bySeat).map(([seat, raw]) => ({ seat, raw, state: turns[i]?.state as BarrageState })),
    ),
  );
  expect(sent.some(({ raw }) => raw === null)).toBe(true);
  expect(sent.some(({ seat, raw, state }) => !electoralBarrage.check(state, seat, raw).ok)).toBe(true);
});

const SEASONS = REPLAYS.filter((name) => name.startsWith('primary-season'));

test.each(SEASONS)('the stored game %s includes missing and refused sheets, and wins', (name) => {
  const { turns, sheets } = readReplay(name);
  const states = turns.map(({ state }) => state as SeasonState);
  const sent = sheets.flatMap((all, i) =>
    Object.entries(all).map(([seat, raw]) =>
      raw === null ? 'missing' : primarySeason.check(states[i] as SeasonState, seat, raw).ok,
    ),
  );
  expect(new Set(sent)).toEqual(new Set(['missing', true, false]));
  expect(states.some(({ actions }) => actions.some(({ won }) => won.length > 0))).toBe(true);
});

test('the stored games of Primary Season include second re-rolls, 1s that were tried out, and rows that were skipped', () => {
  const stored = SEASONS.map(readReplay);
  const states = stored.flatMap(({ turns }) => turns.map(({ state }) => state as SeasonState));
  const orders = stored.flatMap(({ sheets }) => sheets.flatMap((all) => Object.values(all))) as {
    ones?: string;
  }[];
  expect(states.some(({ rolls }) => rolls.some(({ second }) => second.length > 0))).toBe(true);
  expect(new Set(orders.map((sheet) => sheet?.ones))).toContain('finish');
  const why = new Set(
    states.flatMap(({ actions }) => actions.flatMap(({ skipped }) => skipped.map((row) => row.why))),
  );
  expect([...why]).toEqual(expect.arrayContaining(['funds', 'votes', 'whole', 'closed']));
  expect(states.some(({ lastTurn }) => lastTurn !== null)).toBe(true);
});

test('the stored games of Politics end in all three ways', () => {
  const by = (['politics-two', 'politics-four', 'politics-eight'] as const).map(
    (name) => (readReplay(name).outcome as { by: string }).by,
  );
  expect(by).toEqual(['majority', 'runoff', 'speed']);
});

test('the stored games of Politics include what the rules have', () => {
  const replays = (['politics-two', 'politics-four', 'politics-eight'] as const).map(readReplay);
  const log = replays.flatMap(({ turns }) => turns.flatMap(({ state }) => (state as PoliticsState).log));
  const kinds = new Set(log.map(({ type }) => type));
  const usual = [
    'answer',
    'cash',
    'popular',
    'chip',
    'move',
    'wildcard',
    'show',
    'offer',
    'help',
    'gerrymander',
  ];
  expect([...kinds]).toEqual(expect.arrayContaining([...usual, 'debt', 'runoff', 'speed']));
  const shows = log.flatMap((entry) => (entry.type === 'show' ? [entry] : []));
  expect(shows.some(({ guesser }) => guesser !== null)).toBe(true);
  expect(shows.some(({ objectors }) => objectors.length > 0)).toBe(true);
  const offers = log.flatMap((entry) => (entry.type === 'offer' ? [entry.result] : []));
  expect(new Set(offers).size).toBeGreaterThan(1);
  const sent = replays.flatMap(({ sheets, turns }) =>
    sheets.flatMap((bySeat, i) =>
      Object.entries(bySeat).map(([seat, raw]) => ({ seat, raw, state: turns[i]?.state as PoliticsState })),
    ),
  );
  expect(sent.some(({ raw }) => raw === null)).toBe(true);
  expect(sent.some(({ seat, raw, state }) => raw !== null && !politics.check(state, seat, raw).ok)).toBe(
    true,
  );
});
