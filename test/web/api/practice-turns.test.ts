import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../../src/database/generated/client.ts';
import { ensurePracticePlayer } from '../../../src/games/practice/practice-player.ts';
import { startPractice } from '../../../src/games/practice/start-practice.ts';
import { anAccount, granted } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { aWeb } from '../visitor.ts';
import { codeOf, type PracticeProgram, practiceProgram, startedBy } from './practice-program.ts';

/* The sheets, turns and printouts of practice games, for programs. */

const ONE = '/api/practice/{game}';
const SHEET = `${ONE}/sheet`;

let own: TestContext;
let app: FastifyInstance;
let ann: Account;
let program: PracticeProgram;

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx, { limits: { forms: 1000, games: 1000, practiceByAddress: 1000 } });
  ann = await anAccount(own.ctx, 'Ann Author');
  program = await practiceProgram({ app, ctx: own.ctx }, ann);
});
afterAll(async () => {
  await app?.close();
  await own?.close();
});

const start = (json: Record<string, unknown> = {}) => startedBy(program, json);

describe('a sheet', () => {
  test('with problems is not played, and gets them with the fields of the orders', async () => {
    const params = await start();
    const json = {
      campaign: [
        { state: 'CA', spend: 0 },
        { state: 'XX', spend: 1 },
      ],
    };
    const asked = { params, query: '?turn=1', json };
    const refused = await program(`POST ${SHEET}`, asked);
    const fields = ['campaign[0].spend', 'campaign[1].state'];
    expect([refused.status, refused.body.outcome, refused.body.turn]).toEqual([422, 'refused', 1]);
    expect(refused.body.problems.map(({ field }: { field: string }) => field)).toEqual(fields);
    const checked = await program(`POST ${SHEET}/check`, asked);
    expect([checked.status, checked.body.problems]).toEqual([200, refused.body.problems]);
    const guessed = await program(`POST ${SHEET}/guess`, asked);
    expect([guessed.status, guessed.body]).toEqual([422, { turn: 1, problems: refused.body.problems }]);
    expect((await program(`GET ${ONE}`, { params })).body).toMatchObject({ turn: 1, printouts: [1] });
  });

  test('of any content is refused, and no failure of the server', async () => {
    const params = await start();
    const deep = `${'['.repeat(15)}${']'.repeat(15)}`;
    for (const json of [null, 'sheet', 7, [], { press: 'x'.repeat(40_000) }, { press: JSON.parse(deep) }]) {
      for (const [path, key] of [[SHEET, 'a-key'], [`${SHEET}/check`], [`${SHEET}/guess`]] as const) {
        const got = await program(`POST ${path}`, { params, query: '?turn=1', json, ...(key && { key }) });
        expect(got.status, `${path} ${JSON.stringify(json).slice(0, 40)}`).toBeLessThan(500);
      }
    }
    expect((await program(`POST ${SHEET}`, { params, json: {} })).status).toBe(400);
  });

  test('for another turn, or of a game that is over, is refused', async () => {
    const params = await start();
    const early = await program(`POST ${SHEET}`, { params, query: '?turn=2', json: {} });
    expect(codeOf(early)).toEqual([409, 'stale']);
    for (const path of [`${SHEET}/check`, `${SHEET}/guess`]) {
      expect(codeOf(await program(`POST ${path}`, { params, query: '?turn=2', json: {} }))).toEqual([
        409,
        'stale',
      ]);
    }
    for (let turn = 1; turn <= 6; turn += 1) {
      expect((await program(`POST ${SHEET}`, { params, query: `?turn=${turn}`, json: {} })).status).toBe(200);
    }
    const open = { params, query: '?turn=7', json: {} };
    for (const path of [SHEET, `${SHEET}/check`, `${SHEET}/guess`]) {
      expect(codeOf(await program(`POST ${path}`, open)), path).toEqual([409, 'not-running']);
    }
    expect(codeOf(await program(`POST ${SHEET}`, { ...open, query: '?turn=3' }))).toEqual([
      409,
      'not-running',
    ]);
    expect(codeOf(await program(`GET ${SHEET}/schema`, { params }))).toEqual([409, 'not-running']);
    expect((await program(`GET ${SHEET}/facts`, { params })).body).toMatchObject({ turn: null, facts: null });
    const next = await program(`POST ${ONE}/continue`, { params, json: { turn: 7 } });
    expect(codeOf(next)).toEqual([409, 'not-running']);
  });

  test('that is sent again with the same key is played once, and gets the same answer', async () => {
    const params = await start();
    const send = (key: string, press: string, turn = 1) =>
      program(`POST ${SHEET}`, { params, query: `?turn=${turn}`, json: { press }, key });
    const first = await send('one', 'Hello');
    const again = await send('one', 'Hello');
    expect([first.status, first.headers['idempotent-replayed']]).toEqual([200, undefined]);
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, 'true']);
    expect(again.body).toEqual(first.body);
    expect(codeOf(await send('one', 'Goodbye'))).toEqual([422, 'key-reused']);
    expect(codeOf(await send('two', 'Hello'))).toEqual([409, 'stale']);
    const both = await Promise.all([send('same', 'At once', 2), send('same', 'At once', 2)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await program(`GET ${ONE}`, { params })).body.turn).toBe(3);
    // After it was undone, the turn can be played again.
    await program(`POST ${ONE}/undo`, { params, json: { turn: 3 } });
    expect((await send('same', 'Another one', 2)).headers['idempotent-replayed']).toBeUndefined();
    expect((await send('', 'Blank', 3)).status).toBe(400);
  });
});

describe('a turn', () => {
  test('is undone with its orders as a draft, and played again with the same dice', async () => {
    const params = await start();
    const sheet = { params, query: '?turn=1', json: { press: 'Once more' } };
    const first = await program(`POST ${SHEET}`, sheet);
    const undone = await program(`POST ${ONE}/undo`, { params, json: { turn: 2 } });
    expect(undone.body).toMatchObject({ turn: 1, printouts: [1], draft: { press: 'Once more' } });
    for (const turn of [1, 2]) {
      const wrong = await program(`POST ${ONE}/undo`, { params, json: { turn } });
      expect(codeOf(wrong)).toEqual([409, 'wrong-turn']);
    }
    expect((await program(`POST ${SHEET}`, sheet)).body).toEqual(first.body);
  });

  test('with a sheet cannot be passed over', async () => {
    const params = await start();
    const passed = await program(`POST ${ONE}/continue`, { params, json: { turn: 1 } });
    expect(codeOf(passed)).toEqual([422, 'owed']);
    expect(codeOf(await program(`POST ${ONE}/continue`, { params, json: { turn: 2 } }))).toEqual([
      409,
      'stale',
    ]);
  });

  test('without a sheet is played by going on', async () => {
    // With these dice the computer still has stops for the last minute, and the player, who never moves, has none.
    const { player } = granted(await ensurePracticePlayer(own.ctx, { accountId: ann.id, guestToken: null }));
    const wanted = { ruleset: 'margin-of-error', computerSeats: 1, grade: 'easy' as const };
    const by = { player, name: ann.name };
    const params = { game: granted(await startPractice(own.ctx, by, wanted, () => Buffer.alloc(32, 1))) };
    let game = (await program(`GET ${ONE}`, { params })).body;
    for (; game.next === 'sheet'; game = (await program(`GET ${ONE}`, { params })).body) {
      await program(`POST ${SHEET}`, { params, query: `?turn=${game.turn}`, json: {} });
    }
    expect([game.next, game.phase, game.form]).toEqual(['continue', 'Last minute', null]);
    const asked = { params, query: `?turn=${game.turn}`, json: {} };
    for (const path of [SHEET, `${SHEET}/check`, `${SHEET}/guess`]) {
      expect(codeOf(await program(`POST ${path}`, asked)), path).toEqual([409, 'not-owed']);
    }
    const { turn } = game;
    const played = await program(`POST ${ONE}/continue`, { params, json: { turn } });
    expect(played.body).toMatchObject({ outcome: 'played', turn, over: true, printout: { turn: turn + 1 } });
    expect((await program(`GET ${ONE}`, { params })).body.next).toBe('over');
  });
});

test('a game that is started again has the same seats, and with the same dice the same beginning', async () => {
  const params = await start();
  const first = (await program(`GET ${ONE}/printout`, { params, query: '?turn=1' })).body;
  const again = await program(`POST ${ONE}/restart`, { params, json: { dice: 'same' } });
  expect(again.body.id).not.toBe(params.game);
  const same = { params: { game: again.body.id }, query: '?turn=1' };
  expect((await program(`GET ${ONE}/printout`, same)).body).toEqual(first);
  const other = await program(`POST ${ONE}/restart`, { params, json: { dice: 'new' } });
  expect(other.body.seats).toEqual(again.body.seats);
});

test('notes have the length of other notes', async () => {
  const params = await start();
  const long = await program(`POST ${ONE}/notes`, { params, json: { text: 'x'.repeat(4001) } });
  expect(codeOf(long)).toEqual([422, 'too-long']);
});

test('a printout comes as a PDF, and only as far as the game has come', async () => {
  const params = await start();
  const pdf = await program(`GET ${ONE}/printout.pdf`, { params, query: '?turn=1&paper=a4' });
  expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(String(pdf.headers['content-disposition'])).toContain('practice-T1.pdf');
  for (const path of ['printout', 'printout.pdf']) {
    expect((await program(`GET ${ONE}/${path}`, { params, query: '?turn=2' })).status).toBe(404);
    expect((await program(`GET ${ONE}/${path}`, { params })).status).toBe(400);
  }
});
