import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anAccount } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { aWeb, signedIn } from '../visitor.ts';
import { aToken } from './a-program.ts';
import { practiceProgram } from './practice-program.ts';

/* Programs play whole practice games with nothing but what the API tells them. */

const EXAMPLE = path.join(import.meta.dirname, '../../../docs/examples/practice.mjs');

let own: TestContext;
let app: FastifyInstance;

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx, { limits: { forms: 1000, games: 1000 } });
});
afterAll(async () => {
  await app?.close();
  await own?.close();
});

/** A state of the figures of Election Year, as far as this program looks at it. */
interface Figures {
  state: string;
  facts: { cost: number | null; votes: number };
}

test('a whole game of Election Year is played, and its printouts, form and places are those of the page', async () => {
  const ann = await anAccount(own.ctx, 'Ann Author');
  // First the page: its new security code would end the token.
  const visitor = await signedIn(app, own.ctx, ann);
  const ask = await practiceProgram({ app, ctx: own.ctx }, ann);
  const started = await ask('POST /api/practice', { json: { ruleset: 'election-year', computerSeats: 4 } });
  expect(started.status).toBe(200);
  const params = { game: started.body.id };
  const phases: string[] = [];
  let spent = 0;
  for (let game = started.body; game.next !== 'over'; ) {
    const { turn } = game;
    expect([game.next, game.form.turn, game.over]).toEqual(['sheet', turn, false]);
    phases.push(game.phase);
    const { body: figures } = await ask('GET /api/practice/{game}/sheet/facts', { params });
    const affordable = (figures.facts.states as Figures[]).filter(({ facts }) => (facts.cost ?? 0) > 0);
    const [best] = affordable.sort((a, b) => (a.facts.cost ?? 0) - (b.facts.cost ?? 0));
    const campaign = best === undefined ? [] : [{ state: best.state, spend: best.facts.cost }];
    spent += campaign.length;
    const json = { fundraising: ['CA', 'TX', 'NY'], campaign, press: `Turn ${turn} is ours.` };
    const query = `?turn=${turn}`;
    expect(
      (await ask('POST /api/practice/{game}/sheet/check', { params, query, json })).body.problems,
    ).toEqual([]);
    const played = await ask('POST /api/practice/{game}/sheet', { params, query, json });
    expect(played.body).toMatchObject({ outcome: 'played', turn, printout: { turn: turn + 1 } });
    expect(played.body.printout.text).toContain(`Turn ${turn} is ours.`);
    const shown = await ask('GET /api/practice/{game}/printout', { params, query: `?turn=${turn + 1}` });
    expect(shown.body).toEqual(played.body.printout);
    game = (await ask('GET /api/practice/{game}', { params })).body;
    expect([game.turn, game.over]).toEqual([turn + 1, played.body.over]);
  }
  expect(spent).toBeGreaterThan(4);
  expect(phases.at(0)).toBe('the primaries');
  expect(phases.at(-1)).toBe('the general election');
  const { body: over } = await ask('GET /api/practice/{game}', { params });
  expect(over).toMatchObject({ phase: null, form: null, seat: 'YOU', printouts: [1, 2, 3, 4, 5, 6, 7] });
  expect(over.outcome.standings).toHaveLength(5);
  const { place } = over.outcome.standings.find(({ id }: { id: string }) => id === 'YOU');
  const { body: list } = await ask('GET /api/practice');
  expect(list.games).toMatchObject([{ id: params.game, over: true, result: { place } }]);
  expect((await visitor.get(`/practice/${params.game}/turns/7.txt`)).body).toBe(
    (await ask('GET /api/practice/{game}/printout', { params, query: '?turn=7' })).body.text,
  );
}, 60_000);

test('the example of the documentation plays a game to its end', async () => {
  const bert = await anAccount(own.ctx, 'Bert Builder');
  const server = await app.listen({ host: '127.0.0.1', port: 0 });
  const TOKEN = await aToken(own.ctx, bert.id, ['practice']);
  const env = { ...process.env, SERVER: server, TOKEN };
  const { stdout } = await promisify(execFile)(process.execPath, [EXAMPLE], { env });
  expect(stdout).toMatch(/Place \d of 6\n$/);
  const where = { player: { accountId: bert.id } };
  const game = await own.ctx.db.prisma.practiceGame.findFirstOrThrow({ where, include: { turns: true } });
  expect([game.over, game.turns.length]).toEqual([true, 7]);
  const orders = game.turns.map(({ raw }) => raw as { campaign?: unknown[] } | null);
  expect(orders.filter((raw) => (raw?.campaign?.length ?? 0) > 1).length).toBeGreaterThan(2);
}, 60_000);
