import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { anAccount, runningGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { gameRows } from '../../helpers/rows.ts';
import { aVisitor, aWeb, signedIn, type Visitor } from '../visitor.ts';
import { filledIn, gmScenes, type Scene, type SceneName } from './gm-scenes.ts';

/*
 * Who may do what to a game as its GM: every role sends every GM action. All but the GM of that game are refused, and
 * a refused action changes nothing.
 */

const ROLES = ['public', 'stranger', 'player', 'other GM', 'operator', 'GM'] as const;
type Role = (typeof ROLES)[number];
type OtherRole = Exclude<Role, 'GM'>;

/** The status with which an action is refused. */
const REFUSED: Record<OtherRole, number> = {
  public: 401,
  stranger: 404,
  player: 404,
  'other GM': 404,
  operator: 404,
};

interface GmAction {
  /** The form with which the GM of the game succeeds. Parameters in it get their values, as in the address. */
  fields: Record<string, string>;
  /** A running game unless given. */
  scene?: SceneName;
}

/** Every address under `/gm/games/:number` that takes a form. */
const ACTIONS: Record<string, GmAction> = {
  '/seats': { scene: 'forming', fields: { sitter: 'opponent', name: 'Cora Dunn' } },
  '/seats/:seat/remove': { scene: 'forming', fields: {} },
  '/begin': { scene: 'forming', fields: { due: '2027-05-01T18:00' } },
  '/due': { fields: { turn: '1', due: '2027-05-01T18:00' } },
  '/process': { fields: { turn: '1', anyway: 'yes' } },
  '/preview': { fields: { turn: '1' } },
  '/rollback': { scene: 'processed', fields: { turn: '2' } },
  '/rollforward': { scene: 'rolled back', fields: { turn: '1' } },
  '/press': { scene: 'held press', fields: { turn: '2' } },
  '/press/:release': { scene: 'read press', fields: { turn: '1', decision: 'withhold', word: 'No.' } },
  '/messages/:message': { scene: 'written to', fields: { text: 'You may.' } },
  '/seats/:seat/messages': { fields: { text: 'Are you well?' } },
  '/broadcast': { fields: { turn: '1', text: 'Dear all' } },
  '/abandon': { fields: { turn: '1', confirm: ':number' } },
  '/revive': { scene: 'abandoned', fields: { turn: '1' } },
  '/post': { fields: { own: 'Gil Gamemaster' } },
  '/post/player': { scene: 'forming', fields: { name: 'Pat Paper', address: 'Pat Paper' } },
  '/post/open': { scene: 'paper player', fields: { turn: '1' } },
  '/seats/:seat/paper-advance-orders/:turn/open': { scene: 'paper seat', fields: { turn: '1' } },
  '/seats/:seat/paper-advance-orders/:turn': {
    scene: 'opened advance orders',
    fields: { _turn: '1', press: 'By post' },
  },
  '/seats/:seat/paper-advance-orders/:turn/withdraw': {
    scene: 'saved advance orders',
    fields: { turn: '1' },
  },
  '/seats/:seat/paper-sheet/open': { fields: { turn: '1' } },
  '/seats/:seat/paper-sheet': { scene: 'opened sheet', fields: { _turn: '1', press: 'By post' } },
  '/seats/:seat/replace': { fields: { turn: '1', name: 'Nora Neu', email: 'nora@players.test' } },
  '/seats/:seat/opponent': { fields: { turn: '1' } },
  '/seats/:seat/return': { scene: 'computer', fields: { turn: '1' } },
  '/seats/:seat/offer': { scene: 'computer', fields: { turn: '1' } },
  '/seats/:seat/withdraw-offer': { scene: 'offered', fields: { turn: '1' } },
  '/seats/:seat/address': { fields: { turn: '1', email: 'right@players.test' } },
  '/deliveries/:delivery/resend': { fields: {} },
  '/deliveries/:delivery/cancel': { fields: {} },
  '/deliveries/send-now': { scene: 'waiting mail', fields: {} },
  '/players': { fields: { maxMisses: '3', minReliability: '80' } },
  '/players/letters': { fields: { letters: 'open' } },
  '/players/computer-press': { fields: {} },
  '/players/excuse': { scene: 'processed', fields: { seat: ':seat', turn: '1', excused: 'yes' } },
  '/players/joining': { scene: 'forming', fields: { joining: 'open', seatsWanted: '6' } },
  '/players/invitation-link': { scene: 'forming', fields: {} },
  '/players/invitation-link/remove': { scene: 'join link', fields: {} },
  '/schedule': { fields: { daysPerTurn: '7', timeZone: 'Europe/Berlin' } },
  '/chats': { fields: { url: 'https://discord.com/api/webhooks/1/x' } },
  '/chats/test': { scene: 'chat', fields: { webhook: ':chat' } },
  '/chats/remove': { scene: 'chat', fields: { webhook: ':chat' } },
  '/schedule/extend': { fields: { turn: '1', days: '3' } },
  '/schedule/due': { fields: { turn: '1', due: '2027-05-01T18:00' } },
  '/schedule/pause': { fields: { turn: '1' } },
  '/schedule/resume': { scene: 'paused', fields: { turn: '1', due: '2027-05-01T18:00' } },
};

let own: TestContext;
let sceneFor: ReturnType<typeof gmScenes>['sceneFor'];
let app: FastifyInstance;
/** Everyone who needs no part in the game; the player and the GM of each game sign in by themselves. */
const visitors = new Map<Role, Visitor>();

beforeAll(async () => {
  own = await testContext();
  sceneFor = gmScenes(own.ctx).sceneFor;
  app = await aWeb(own.ctx, { limits: { forms: 100_000, pages: 100_000, signInByAddress: 10_000 } });
  const operator = await anAccount(own.ctx, 'Olive Operator');
  await own.ctx.db.prisma.account.update({ where: { id: operator.id }, data: { operator: true } });
  const other = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  visitors.set('public', aVisitor(app));
  visitors.set('stranger', await signedIn(app, own.ctx, await anAccount(own.ctx, 'Stan Stranger')));
  visitors.set('other GM', await signedIn(app, own.ctx, other.gm));
  visitors.set('operator', await signedIn(app, own.ctx, operator));
});
afterAll(async () => {
  await app.close();
  await own.close();
});

const rowsOf = (scene: Scene) => gameRows(own.ctx.db.pool, scene.game.id);

/** The addresses of the running app under `/gm/games/:number`, without that part. */
function gmRoutes(method: 'GET' | 'POST'): string[] {
  const prefix = '/gm/games/:number';
  const found = app.routeAccess
    .filter((route) => route.method === method && `${route.url}/`.startsWith(`${prefix}/`))
    .map((route) => route.url.slice(prefix.length));
  if (found.length === 0) throw new Error(`The app has no ${method} route under ${prefix}.`);
  return found;
}

test('the table has a row for each GM action of the app, and the app an action for each row', () => {
  expect(gmRoutes('POST').sort()).toEqual(Object.keys(ACTIONS).sort());
});

test('no GM page and no GM action is open to people who are not signed in', () => {
  const routes = app.routeAccess.filter((route) => /^\/gm\b/.test(route.url));
  expect(routes.length).toBeGreaterThan(Object.keys(ACTIONS).length);
  expect(routes.filter((route) => route.access === 'anyone')).toEqual([]);
});

describe.each(Object.entries(ACTIONS))('POST /gm/games/:number%s', (path, action) => {
  let scene: Scene;
  let url: string;
  let fields: Record<string, string>;
  beforeEach(async () => {
    scene = await sceneFor(action.scene);
    url = filledIn(scene, `/gm/games/:number${path}`);
    const filled = Object.entries(action.fields).map(([name, text]) => [name, filledIn(scene, text)]);
    fields = Object.fromEntries(filled);
  });

  test('is for the GM of the game alone', async () => {
    const before = await rowsOf(scene);
    for (const role of ['public', 'stranger', 'other GM', 'operator'] as const) {
      const response = await visitors.get(role)?.post(url, fields);
      expect(response?.statusCode, role).toBe(REFUSED[role]);
    }
    expect(await rowsOf(scene)).toEqual(before);
    const gm = await signedIn(app, own.ctx, scene.gm);
    const response = await gm.post(url, fields);
    expect([200, 303], response.body.slice(0, 3000)).toContain(response.statusCode);
    expect(await rowsOf(scene)).not.toEqual(before);
  });

  // In a game of its own: some actions work only as long as no one has used the player's account.
  test('is not for a player of the game, nor for its GM without a form token', async () => {
    const player = await signedIn(app, own.ctx, scene.players[0] ?? missing('player'));
    const gm = await signedIn(app, own.ctx, scene.gm);
    const before = await rowsOf(scene);
    expect((await player.post(url, fields)).statusCode).toBe(REFUSED.player);
    expect((await gm.postBare(url, fields)).statusCode).toBe(403);
    expect(await rowsOf(scene)).toEqual(before);
  });
});

async function pagesScene(name: SceneName) {
  const scene = await sceneFor(name);
  const player = await signedIn(app, own.ctx, scene.players[0] ?? missing('player'));
  return { scene, player, gm: await signedIn(app, own.ctx, scene.gm) };
}

test('the pages of a game’s GM are for that GM alone', async () => {
  const [written, onPaper] = [await pagesScene('written to'), await pagesScene('paper seat')];
  for (const path of gmRoutes('GET')) {
    // Only players without e-mail have advance orders that their GM enters.
    const { scene, player, gm } = path.includes('/paper-advance-orders/') ? onPaper : written;
    // There is no such file before its GM opens it: see the test of the postal round, in which others are refused.
    if (path === '/post.pdf') continue;
    const url = filledIn(scene, `/gm/games/:number${path}`);
    for (const role of ROLES) {
      const visitor = role === 'player' ? player : role === 'GM' ? gm : visitors.get(role);
      const response = await visitor?.get(url);
      const status = { ...REFUSED, public: 303, GM: 200 }[role];
      expect(response?.statusCode, `${role}: ${url}`).toBe(status);
      if (role === 'public') expect(response?.headers.location).toMatch(/^\/sign-in\?/);
    }
  }
});

test('a GM who may not run further games keeps the game that is running, and can make no other', async () => {
  const { game, gm } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  const withoutFriendGames = await aWeb({ ...own.ctx, friendGames: 0 });
  const visitor = await signedIn(withoutFriendGames, own.ctx, gm);
  expect((await visitor.get('/gm')).body).toContain('href="/gm/new"');
  await own.ctx.db.prisma.account.update({ where: { id: gm.id }, data: { mayRunGames: false } });
  expect((await visitor.get('/my/games')).body).toContain('<a href="/gm">games that you run</a>');
  const list = await visitor.get('/gm');
  expect(list.body).toContain(`href="/gm/games/${gameNumber(game)}"`);
  expect(list.body).not.toContain('href="/gm/new"');
  expect((await visitor.get('/gm/new')).statusCode).toBe(403);
  const stranger = await signedIn(withoutFriendGames, own.ctx, await anAccount(own.ctx, 'Sid Stranger'));
  expect((await stranger.get('/gm')).statusCode).toBe(403);
  expect((await stranger.get('/my/games')).body).not.toContain('games that you run');
  await withoutFriendGames.close();
});

function missing(what: string): never {
  throw new Error(`The scene has no ${what}.`);
}
