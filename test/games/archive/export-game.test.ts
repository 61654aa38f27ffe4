import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Game } from '../../../src/database/generated/client.ts';
import { exportGame, type GameExport } from '../../../src/games/archive/export-game.ts';
import { hashOf } from '../../../src/games/archive/turn-hash.ts';
import { verifyExport } from '../../../src/games/archive/verify-export.ts';
import { beginGame } from '../../../src/games/game/begin-game.ts';
import { createGame } from '../../../src/games/game/create-game.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { makeComputerSheets } from '../../../src/games/processing/computer-sheets.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { addSeat } from '../../../src/games/seats/manage-seats.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { anAccount, gameNow, goodSheet, granted, send } from '../game/play.ts';

let own: TestContext;
let electionYear: GameExport;
let marginOfError: GameExport;

beforeAll(async () => {
  own = await testContext();
  electionYear = await finished('election-year', 4);
  marginOfError = await finished('margin-of-error', 2);
}, 120_000);
afterAll(() => own.close());

/** A game of one person and computer candidates, played to its end, with one refused sheet. */
async function finished(ruleset: string, seats: number): Promise<GameExport> {
  const { ctx } = own;
  const gm = await anAccount(ctx, 'Greta Master', true);
  const game = granted(
    await createGame(ctx, {
      ruleset,
      title: 'A game to check',
      gmId: gm.id,
      options: {},
      daysPerTurn: 7,
      timeZone: 'UTC',
      processWhenComplete: false,
    }),
  );
  const player = await anAccount(ctx, 'Ann Baker');
  const seat = granted(
    await addSeat(ctx, { gameId: game.id, by: gm.id, name: 'Ann Baker', email: player.email }),
  );
  for (let i = 1; i < seats; i += 1) {
    granted(
      await addSeat(ctx, { gameId: game.id, by: gm.id, name: `Computer ${'ABCDE'[i]}`, opponent: true }),
    );
  }
  granted(await beginGame(ctx, { gameId: game.id, by: gm.id, due: null }));
  expect(await exportGame(ctx, gameNumber(game))).toMatchObject({
    ok: false,
    problems: [{ code: 'not-over' }],
  });
  for (let turn = 1; ; turn += 1) {
    await makeComputerSheets(ctx, { gameId: game.id, turn });
    const raw =
      turn === 2 ? { refusedSecret: 'hush', press: 7, actions: 7 } : await goodSheet(ctx, game.id, seat);
    if (await owes(game)) await send(ctx, seat, turn, raw);
    const done = await processTurn(ctx, { gameId: game.id, turn, by: gm.id });
    if (done.kind !== 'processed' || done.over) break;
  }
  return JSON.parse(JSON.stringify(granted(await exportGame(ctx, gameNumber(game))))) as GameExport;
}

async function owes(game: Game): Promise<boolean> {
  const now = await gameNow(own.ctx, game.id);
  return now.status === 'running';
}

/** A copy of an export with one change. */
function changed(file: GameExport, change: (copy: GameExport) => void): GameExport {
  const copy = structuredClone(file);
  change(copy);
  return copy;
}

function differenceOf(file: unknown): string | null {
  return granted(verifyExport(file)).difference;
}

describe('an export', () => {
  test('can be verified from the file alone', () => {
    expect(granted(verifyExport(electionYear))).toMatchObject({ turns: 6, difference: null });
    expect(granted(verifyExport(marginOfError))).toMatchObject({ difference: null });
    expect(granted(verifyExport(electionYear)).rolls).toBeGreaterThan(100);
  });

  test('with a sheet of many thousand rows is refused at once', () => {
    const hostile = changed(marginOfError, ({ turns }) => {
      const sheets = turns[1]?.sheets as Record<string, unknown>;
      const [seat = ''] = Object.keys(sheets);
      sheets[seat] = { actions: Array.from({ length: 20_000 }, () => ({ do: 'campaign', state: 'OH' })) };
    });
    const begun = performance.now();
    expect(differenceOf(hostile)).toMatch(/^turn 1: sheets\.\w+ is longer than any sheet can be$/);
    expect(performance.now() - begun).toBeLessThan(1_000);
  });

  test('holds no personal data but the names of the seats, and no sheets that the rules keep secret', () => {
    const text = JSON.stringify(marginOfError);
    expect(text).not.toContain('hush');
    expect(text).not.toContain('players.test');
  });

  test('of Election Year holds a refused sheet whole if no good one came, as the docs say', () => {
    expect(JSON.stringify(electionYear)).toContain('hush');
    const docs = ['players-guide', 'security'].map((name) => readFileSync(`docs/${name}.md`, 'utf8'));
    for (const text of docs)
      expect(text).toMatch(/In Election Year[^|]*?last refused|in Election Year the last refused/);
  });

  test('does not let anyone find the secrets of a sheet by trying values', async () => {
    const turns = await own.ctx.db.prisma.turn.findMany();
    const salts = turns.map(({ header }) => (header as { salt?: string }).salt ?? '');
    expect(new Set(salts).size).toBe(turns.length);
    expect(salts.every((salt) => /^[0-9a-f]{64}$/.test(salt))).toBe(true);
    const guessed = new Set(turns.flatMap(({ sheets, header }) => [hashOf(sheets), hashOf(header)]));
    for (const file of [electionYear, marginOfError]) {
      expect(file.turns.filter(({ sheetsHash }) => guessed.has(sheetsHash))).toEqual([]);
      expect(salts.filter((salt) => JSON.stringify(file).includes(salt))).toEqual([]);
    }
    const printouts = await own.ctx.db.prisma.printout.findMany({ select: { report: true } });
    expect(salts.filter((salt) => JSON.stringify(printouts).includes(salt))).toEqual([]);
  });

  test.each<[string, (copy: GameExport) => void, RegExp]>([
    [
      'a roll',
      (copy) => {
        const roll = copy.turns[0]?.dice[0] as { value: number };
        roll.value = roll.value === 1 ? 2 : 1;
      },
      /^turn 0: dice\[0\]/,
    ],
    [
      'a state',
      (copy) => {
        (copy.turns[3]?.state as { turn: number }).turn = 9;
      },
      /^turn 3: state\.turn is 9/,
    ],
    [
      'a hash',
      (copy) => {
        (copy.turns[2] as { hash: string }).hash = 'a'.repeat(64);
      },
      /^turn 2: hash/,
    ],
    [
      'the hash of the sheets',
      (copy) => {
        (copy.turns[2] as { sheetsHash: string }).sheetsHash = 'b'.repeat(64);
      },
      /^turn 2: hash/,
    ],
    [
      'the secret',
      (copy) => {
        copy.dice.secret = 'c'.repeat(64);
      },
      /^dice\.commitment/,
    ],
    [
      'the outcome',
      (copy) => {
        copy.outcome.winner = 'ZZ';
      },
      /^outcome\.winner/,
    ],
    [
      'a sheet',
      (copy) => {
        (copy.turns[1] as { sheets: object }).sheets = {};
      },
      /^turn 1: /,
    ],
    [
      'a turn left out',
      (copy) => {
        copy.turns.splice(4, 1);
      },
      /^turn 4: turn/,
    ],
  ])('with %s changed is not verified', (_what, change, expected) => {
    const bad = changed(electionYear, change);
    const result = verifyExport(bad);
    expect(result.ok ? result.value.difference : result.problems[0]?.field).toMatch(expected);
  });

  test.each<[string, unknown, unknown]>([
    ['nothing', null, ''],
    ['another file', { format: 'something' }, 'format'],
    [
      'a turn without its dice',
      () => changed(electionYear, (copy) => delete (copy.turns[1] as { dice?: unknown }).dice),
      'turns[1].dice',
    ],
    ['nothing but brackets', () => JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`), ''],
    [
      'a state without bottom',
      () =>
        changed(electionYear, (copy) => {
          (copy.turns[1] as { state: unknown }).state = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000));
        }),
      '',
    ],
    [
      'options that the ruleset does not have',
      () =>
        changed(marginOfError, (copy) => {
          copy.options = Object.fromEntries(Object.keys(copy.options as object).map((name) => [name, []]));
        }),
      expect.stringMatching(/^options\./),
    ],
    [
      'a ruleset that is not here',
      () =>
        changed(electionYear, (copy) => {
          copy.ruleset = 'chess';
        }),
      'ruleset',
    ],
  ])('is refused if it is %s, and the problem names the field', (_what, file, field) => {
    const result = verifyExport(typeof file === 'function' ? file() : file);
    expect(result.ok ? null : result.problems[0]?.field).toEqual(field);
  });

  test.each<[string, unknown]>([
    ['none', []],
    ['far too many', Array.from({ length: 300 }, () => ({ id: 'AB', name: 'A', wish: {} }))],
    ['two of one name', ['AB', 'AB'].map((id) => ({ id, name: id, wish: {} }))],
    ['a wish that cannot be', ['AB', 'CD'].map((id) => ({ id, name: id, wish: { party: 'Whigs' } }))],
    ['no identifier', ['__proto__', 'CD'].map((id) => ({ id, name: id, wish: {} }))],
  ])('with seats with which no game can begin has a difference: %s', (_what, seats) => {
    const bad = changed(marginOfError, (copy) => {
      (copy.turns[0] as { sheets: unknown }).sheets = seats;
    });
    expect(differenceOf(bad)).toBe('turn 0: sheets are not seats with which this game can begin');
  });

  test('is verified if it is an unchanged copy', () => {
    expect(differenceOf(structuredClone(marginOfError))).toBeNull();
  });
});
