import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SCOPES, type Scope } from '../../../src/accounts/access-tokens.ts';
import { anAccount, runningGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { gameRows } from '../../helpers/rows.ts';
import { filledIn, gmScenes, type Scene, type SceneName } from '../access/gm-scenes.ts';
import { aWeb } from '../visitor.ts';
import { aToken, ask as send } from './a-program.ts';
import { type Description, describedPath, descriptionOf, faultsOf } from './description.ts';

/*
 * What a GM does through a program: everyone else is refused and changes nothing, the GM succeeds, and the answer is what
 * the description of the API says.
 */

interface GmOperation {
  /** The body with which the GM of the game succeeds. Parameters in it get their values, as in the address. */
  json: unknown;
  /** A running game unless given. */
  scene?: SceneName;
}

const AT_TURN = { turn: 1 };
const DUE = '2027-05-01T22:00:00Z';

/** Every POST below `/api/gm/games/:number`. */
const OPERATIONS: Record<string, GmOperation> = {
  '/seats': { scene: 'forming', json: { sitter: 'opponent', name: 'Cora Dunn' } },
  '/seats/:seat/remove': { scene: 'forming', json: {} },
  '/begin': { scene: 'forming', json: { due: DUE } },
  '/process': { json: { ...AT_TURN, anyway: true } },
  '/preview': { json: AT_TURN },
  '/rollback': { scene: 'processed', json: { turn: 2, due: null } },
  '/rollforward': { scene: 'rolled back', json: AT_TURN },
  '/press': { scene: 'held press', json: { turn: 2 } },
  '/press/:release': { scene: 'read press', json: { ...AT_TURN, decision: 'withhold', word: 'No.' } },
  '/messages/:message': { scene: 'written to', json: { text: 'You may.' } },
  '/seats/:seat/messages': { json: { text: 'Are you well?' } },
  '/broadcast': { json: { ...AT_TURN, text: 'Dear all' } },
  '/abandon': { json: { ...AT_TURN, confirm: ':number' } },
  '/revive': { scene: 'abandoned', json: AT_TURN },
  '/post': { json: { own: 'Gil Gamemaster' } },
  '/post/player': { scene: 'forming', json: { name: 'Pat Paper', address: 'Pat Paper' } },
  '/post/open': { scene: 'paper player', json: AT_TURN },
  '/seats/:seat/paper-advance-orders/:turn/open': { scene: 'paper seat', json: AT_TURN },
  '/seats/:seat/paper-advance-orders/:turn': {
    scene: 'opened advance orders',
    json: { ...AT_TURN, orders: { press: 'By post' } },
  },
  '/seats/:seat/paper-advance-orders/:turn/withdraw': { scene: 'saved advance orders', json: AT_TURN },
  '/seats/:seat/paper-sheet/open': { json: AT_TURN },
  '/seats/:seat/paper-sheet': { scene: 'opened sheet', json: { ...AT_TURN, orders: { press: 'By post' } } },
  '/seats/:seat/replace': { json: { ...AT_TURN, name: 'Nora Neu', email: 'nora@players.test' } },
  '/seats/:seat/opponent': { json: AT_TURN },
  '/seats/:seat/return': { scene: 'computer', json: AT_TURN },
  '/seats/:seat/offer': { scene: 'computer', json: AT_TURN },
  '/seats/:seat/withdraw-offer': { scene: 'offered', json: AT_TURN },
  '/seats/:seat/address': { json: { ...AT_TURN, email: 'right@players.test' } },
  '/deliveries/:delivery/resend': { json: {} },
  '/deliveries/:delivery/cancel': { json: {} },
  '/deliveries/send-now': { scene: 'waiting mail', json: {} },
  '/players': { json: { maxMisses: 3, minReliability: 80 } },
  '/players/letters': { json: { letters: 'open' } },
  '/players/computer-press': { json: { computerPress: false } },
  '/players/excuse': { scene: 'processed', json: { seat: ':seat', turn: 1, excused: true } },
  '/players/joining': { scene: 'forming', json: { joining: 'open', seatsWanted: 6 } },
  '/players/invitation-link': { scene: 'forming', json: {} },
  '/players/invitation-link/remove': { scene: 'join link', json: {} },
  '/schedule': { json: { daysPerTurn: 7, timeZone: 'Europe/Berlin' } },
  '/chats': { json: { url: 'https://discord.com/api/webhooks/1/x' } },
  '/chats/test': { scene: 'chat', json: { webhook: ':chat' } },
  '/chats/remove': { scene: 'chat', json: { webhook: ':chat' } },
  '/schedule/extend': { json: { ...AT_TURN, days: 3 } },
  '/schedule/due': { json: { ...AT_TURN, due: DUE } },
  '/schedule/pause': { json: AT_TURN },
  '/schedule/resume': { scene: 'paused', json: { ...AT_TURN, due: DUE } },
};

const PREFIX = '/api/gm/games/:number';

let own: TestContext;
let app: FastifyInstance;
let description: Description;
let sceneOf: ReturnType<typeof gmScenes>['sceneFor'];
const others = new Map<string, string>();

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx, { limits: { forms: 100_000, pages: 100_000, games: 100_000 } });
  description = await descriptionOf(app);
  sceneOf = gmScenes(own.ctx).sceneFor;
  const operator = await anAccount(own.ctx, 'Olive Operator');
  await own.ctx.db.prisma.account.update({ where: { id: operator.id }, data: { operator: true } });
  others.set('stranger', await tokenOf((await anAccount(own.ctx, 'Stan Stranger')).id));
  others.set('other GM', await tokenOf((await runningGame(own.ctx, { humans: 1, opponents: 3 })).gm.id));
  others.set('operator', await tokenOf(operator.id));
});
afterAll(async () => {
  await app?.close();
  await own?.close();
});

const tokenOf = (accountId: number, scopes: readonly Scope[] = ['gm']) => aToken(own.ctx, accountId, scopes);

/** The scene of an operation. Its seats are named by their identifiers. */
async function sceneFor(name: SceneName = 'running'): Promise<Scene> {
  const scene = await sceneOf(name);
  return { ...scene, params: { ...scene.params, ':seat': scene.seats[0]?.identifier ?? '' } };
}

const ask = (token: string | null, method: 'GET' | 'POST', url: string, json?: unknown) =>
  send(app, token, [method, url], json);

const rowsOf = (scene: Scene) => gameRows(own.ctx.db.pool, scene.game.id);

test('the table has a row for each POST of the app about a game', () => {
  const found = app.routeAccess
    .filter(({ method, url }) => method === 'POST' && url.startsWith(`${PREFIX}/`))
    .map(({ url }) => url.slice(PREFIX.length));
  expect(found.sort()).toEqual(Object.keys(OPERATIONS).sort());
});

describe.each(Object.entries(OPERATIONS))('POST /api/gm/games/:number%s', (path, { json, scene: name }) => {
  test('is for the GM of the game alone, with a token that allows it', async () => {
    const scene = await sceneFor(name);
    const url = filledIn(scene, `${PREFIX}${path}`);
    const body = JSON.parse(filledIn(scene, JSON.stringify(json, null, 1)));
    const before = await rowsOf(scene);
    expect((await ask(null, 'POST', url, body)).status).toBe(401);
    for (const [role, token] of others) expect((await ask(token, 'POST', url, body)).status, role).toBe(404);
    const player = scene.players[0];
    if (player) expect((await ask(await tokenOf(player.id), 'POST', url, body)).status).toBe(404);
    const otherScopes = await tokenOf(
      scene.gm.id,
      SCOPES.filter((scope) => scope !== 'gm'),
    );
    expect((await ask(otherScopes, 'POST', url, body)).body.error.code).toBe('scope');
    expect(await withoutMail(scene)).toEqual(withoutPeople(before));
    const answer = await ask(await tokenOf(scene.gm.id), 'POST', url, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const operation = description.paths[describedPath(`${PREFIX}${path}`)]?.post;
    expect(faultsOf(operation, 200, answer.body)).toEqual([]);
    expect(await rowsOf(scene)).not.toEqual(before);
  });
});

/** The rows of a game without the accounts of its people, who got mail about their tokens. */
const withoutPeople = ({ Account: _, ...rows }: Record<string, unknown>) => rows;
const withoutMail = async (scene: Scene) => withoutPeople(await rowsOf(scene));

describe('what a GM reads', () => {
  const PATHS: Record<string, SceneName> = {
    '': 'running',
    '/schedule': 'running',
    '/players': 'processed',
    '/messages/:message': 'written to',
    '/seats/:seat/messages': 'running',
    '/chats': 'chat',
    '/post': 'paper player',
    '/seats/:seat/paper-sheet': 'opened sheet',
  };

  test.each(Object.entries(PATHS))(
    '/api/gm/games/:number%s is for the GM of the game alone',
    async (path, name) => {
      const scene = await sceneFor(name);
      const url = filledIn(scene, `${PREFIX}${path}`);
      expect((await ask(null, 'GET', url)).status).toBe(401);
      for (const [role, token] of others) expect((await ask(token, 'GET', url)).status, role).toBe(404);
      expect((await ask(await tokenOf(scene.gm.id, ['read']), 'GET', url)).status).toBe(403);
      const answer = await ask(await tokenOf(scene.gm.id), 'GET', url);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      expect(faultsOf(description.paths[describedPath(`${PREFIX}${path}`)]?.get, 200, answer.body)).toEqual(
        [],
      );
    },
  );

  test('the list has the games that they run, and what needs them', async () => {
    const scene = await sceneFor('written to');
    const { body } = await ask(await tokenOf(scene.gm.id), 'GET', '/api/gm/games');
    expect(body.games).toMatchObject([{ number: scene.params[':number'], messages: 1, missing: 2 }]);
    expect(faultsOf(description.paths['/api/gm/games']?.get, 200, body)).toEqual([]);
  });

  test('a GM who plays sees no form of a paper sheet, and previews nothing', async () => {
    const scene = await sceneFor();
    const data = { accountId: scene.gm.id, acceptedAt: own.ctx.now() };
    await own.ctx.db.prisma.seat.update({ where: { id: scene.seats[1]?.id ?? '' }, data });
    const token = await tokenOf(scene.gm.id);
    const paper = filledIn(scene, `${PREFIX}/seats/:seat/paper-sheet`);
    expect((await ask(token, 'GET', paper)).status).toBe(404);
    expect((await ask(token, 'POST', `${paper}/open`, AT_TURN)).status).toBe(404);
    expect((await ask(token, 'POST', filledIn(scene, `${PREFIX}/preview`), AT_TURN)).status).toBe(422);
  });
});

describe('a refusal', () => {
  test('says what is missing, and every problem', async () => {
    const scene = await sceneFor();
    const token = await tokenOf(scene.gm.id);
    const process = await ask(token, 'POST', filledIn(scene, `${PREFIX}/process`), AT_TURN);
    expect(process.status).toBe(422);
    expect(process.body.error).toMatchObject({
      code: 'missing-sheets',
      problems: [{ field: 'anyway', code: 'missing-sheets' }],
    });
    const wrong = await ask(token, 'POST', filledIn(scene, `${PREFIX}/rollforward`), AT_TURN);
    expect([wrong.status, wrong.body.error.code]).toEqual([409, 'not-rolled-back']);
    const late = await ask(token, 'POST', filledIn(scene, `${PREFIX}/schedule/pause`), { turn: 2 });
    expect([late.status, late.body.error.code]).toEqual([409, 'wrong-turn']);
    const none = await ask(token, 'POST', filledIn(scene, `${PREFIX}/seats/XX/offer`), AT_TURN);
    expect(none.status).toBe(404);
    const blank = await ask(token, 'POST', filledIn(scene, `${PREFIX}/schedule`), { daysPerTurn: 'often' });
    expect([blank.status, blank.body.error.code]).toEqual([400, 'bad-request']);
  });
});

test('a paper sheet is not entered for another attempt at its turn than it names', async () => {
  const scene = await sceneFor('opened sheet');
  const token = await tokenOf(scene.gm.id);
  const paper = filledIn(scene, `${PREFIX}/seats/:seat/paper-sheet`);
  expect((await ask(token, 'GET', paper)).body).toMatchObject({ turn: 1, attempt: 1 });
  const orders = { press: 'By post' };
  const other = await ask(token, 'POST', paper, { ...AT_TURN, attempt: 2, orders });
  expect([other.status, other.body.error.code]).toEqual([409, 'rolled-back']);
  expect((await ask(token, 'POST', paper, { ...AT_TURN, attempt: 1, orders })).status).toBe(200);
});

describe('a new game', () => {
  const WANTED = { ruleset: 'election-year', title: 'By a program', timeZone: 'UTC', computers: 2 };

  test('is created with a link, and the schedule that was chosen', async () => {
    const gm = await anAccount(own.ctx, 'Nina New', true);
    await own.ctx.db.prisma.account.update({
      where: { id: gm.id },
      data: { addressProvedAt: own.ctx.now() },
    });
    const token = await tokenOf(gm.id);
    const named = await ask(token, 'POST', '/api/gm/games', { ...WANTED, pace: 'twice' });
    expect(named.status, JSON.stringify(named.body)).toBe(200);
    expect(faultsOf(description.paths['/api/gm/games']?.post, 200, named.body)).toEqual([]);
    expect(named.body.link).toContain('/join/');
    const schedule = await ask(token, 'GET', `/api/gm/games/${named.body.number}/schedule`);
    expect(schedule.body.policy).toMatchObject({ weekdays: [1, 4], timeZone: 'UTC' });
    const withSchedule = { ...WANTED, schedule: { daysPerTurn: 3 } };
    const custom = await ask(token, 'POST', '/api/gm/games', withSchedule);
    const page = await ask(token, 'GET', `/api/gm/games/${custom.body.number}`);
    expect(page.body).toMatchObject({ title: 'By a program', status: 'forming', openTurn: 0 });
    const again = await ask(token, 'GET', `/api/gm/games/${custom.body.number}/schedule`);
    expect(again.body.policy.daysPerTurn).toBe(3);
  });

  test('is refused with every problem, and for accounts that may not run games', async () => {
    const gm = await anAccount(own.ctx, 'Nora Next', true);
    await own.ctx.db.prisma.account.update({
      where: { id: gm.id },
      data: { addressProvedAt: own.ctx.now() },
    });
    const wrong = { ...WANTED, title: '', timeZone: 'Mars/North' };
    const refused = await ask(await tokenOf(gm.id), 'POST', '/api/gm/games', wrong);
    expect(refused.status).toBe(422);
    expect(refused.body.error.problems.map(({ field }: { field: string }) => field).sort()).toEqual([
      'timeZone',
      'title',
    ]);
    const nobody = await anAccount(own.ctx, 'Noel Nobody');
    const forbidden = await ask(await tokenOf(nobody.id), 'POST', '/api/gm/games', WANTED);
    expect(forbidden.status).toBe(403);
  });
});
