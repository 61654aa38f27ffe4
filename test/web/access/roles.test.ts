import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { abandonGame } from '../../../src/games/game/abandon-game.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { rollBack } from '../../../src/games/processing/roll-back.ts';
import { anAccount, formingGame, granted, runningGame, send, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { aVisitor, aWeb, signedIn, type Visitor } from '../visitor.ts';

/* Roles × actions: who may do what at a GM's desk. Everything else is refused, and refused leaves no trace. */

const ROLES = ['public', 'stranger', 'player', 'other GM', 'operator', 'GM'] as const;
type Role = (typeof ROLES)[number];

/** What a role is answered at a door that is not its own. */
const REFUSED: Record<Exclude<Role, 'GM'>, number> = {
  public: 401,
  stranger: 404,
  player: 404,
  'other GM': 404,
  operator: 404,
};

interface Scene extends TestGame {
  /** What stands for the names in a door's address. */
  names: Record<string, string>;
}

interface Verb {
  /** The form that the GM of the game would send. */
  fields: Record<string, string>;
  scene?: 'forming' | 'computer' | 'processed' | 'rolled back' | 'foul' | 'offered' | 'abandoned';
  /** The name of another seat than the first, for the address. */
  seat?: number;
}

/** Every POST door of the desk, with a form that its GM succeeds with. */
const VERBS: Record<string, Verb> = {
  '/seats': { scene: 'forming', fields: { sitter: 'opponent', name: 'Cora Dunn' } },
  '/seats/:seat/remove': { scene: 'forming', fields: {} },
  '/begin': { scene: 'forming', fields: { due: '2027-05-01T18:00' } },
  '/due': { fields: { turn: '1', due: '2027-05-01T18:00' } },
  '/process': { fields: { turn: '1', anyway: 'yes' } },
  '/preview': { fields: { turn: '1' } },
  '/roll-back': { scene: 'processed', fields: { turn: '2' } },
  '/roll-forward': { scene: 'rolled back', fields: { turn: '1' } },
  '/press/:release': { scene: 'foul', fields: { turn: '1', decision: 'withhold', word: 'No.' } },
  '/letter': { fields: { turn: '1', text: 'Dear all' } },
  '/abandon': { fields: { turn: '1', confirm: ':number' } },
  '/seats/:seat/sheet': { fields: { _turn: '1', press: 'By post' } },
  '/seats/:seat/replace': { fields: { turn: '1', name: 'Nora Neu', email: 'nora@players.test' } },
  '/seats/:seat/opponent': { fields: { turn: '1' } },
  '/seats/:seat/give-back': { scene: 'computer', fields: { turn: '1' } },
  '/seats/:seat/offer': { scene: 'computer', fields: { turn: '1' } },
  '/seats/:seat/withdraw-offer': { scene: 'offered', fields: { turn: '1' } },
  '/take-up': { scene: 'abandoned', fields: { turn: '1' } },
  '/seats/:seat/address': { fields: { turn: '1', email: 'right@players.test' } },
  '/deliveries/:delivery/resend': { fields: {} },
  '/deliveries/:delivery/give-up': { fields: {} },
};

let own: TestContext;
let app: FastifyInstance;
const visitors = new Map<Role, Visitor>();

beforeAll(async () => {
  own = await testContext();
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

const SCENES: Record<NonNullable<Verb['scene']> | 'running', () => Promise<TestGame>> = {
  running: () => runningGame(own.ctx, { humans: 2, opponents: 2 }),
  forming: () => formingGame(own.ctx, { humans: 1, opponents: 3 }),
  computer: async () => {
    const g = await SCENES.running();
    const [seat] = g.seats;
    await own.ctx.db.prisma.seat.update({
      where: { id: seat?.id ?? '' },
      data: { opponent: true, accountId: null, reclaimableById: seat?.accountId ?? null },
    });
    return g;
  },
  processed: async () => {
    const g = await SCENES.running();
    await processTurn(own.ctx, { gameId: g.game.id, turn: 1, by: g.gm.id });
    return g;
  },
  'rolled back': async () => {
    const g = await SCENES.processed();
    granted(await rollBack(own.ctx, { gameId: g.game.id, by: g.gm.id, turn: 2, due: null }));
    return g;
  },
  offered: async () => {
    const g = await SCENES.computer();
    const where = { id: g.seats[0]?.id ?? '' };
    await own.ctx.db.prisma.seat.update({ where, data: { offered: true } });
    return g;
  },
  abandoned: async () => {
    const g = await SCENES.running();
    const of = { gameId: g.game.id, by: g.gm.id, turn: 1 };
    granted(await abandonGame(own.ctx, { ...of, confirm: gameNumber(g.game) }));
    return g;
  },
  foul: async () => {
    const g = await SCENES.running();
    if (g.seats[0]) await send(own.ctx, g.seats[0], 1, { press: 'What a load of bullshit' });
    await processTurn(own.ctx, { gameId: g.game.id, turn: 1, by: g.gm.id });
    return g;
  },
};

async function sceneOf(type: Verb): Promise<Scene> {
  const g = await SCENES[type.scene ?? 'running']();
  const where = { gameId: g.game.id };
  const mail = await own.ctx.db.prisma.delivery.findFirst({ where });
  const release = await own.ctx.db.prisma.heldPressRelease.findFirst({ where });
  const names = {
    ':number': gameNumber(g.game),
    ':seat': g.seats[type.seat ?? 0]?.id ?? '',
    ':delivery': mail?.id ?? '',
    ':release': release?.id ?? '',
  };
  return { ...g, names: Object.fromEntries(Object.entries(names).filter(([, value]) => value !== '')) };
}

const named = (scene: Scene, text: string) =>
  Object.entries(scene.names).reduce((path, [name, value]) => path.replace(name, value), text);

/** All that a verb could change in a game. */
async function traceOf(gameId: string): Promise<string> {
  const { prisma } = own.ctx.db;
  const where = { gameId };
  return JSON.stringify([
    await prisma.game.findUnique({
      where: { id: gameId },
      include: { schedule: true, policy: true, state: true },
    }),
    await prisma.seat.findMany({ where, include: { account: true }, orderBy: { position: 'asc' } }),
    await prisma.sheet.count({ where }),
    await prisma.turn.findMany({ where, select: { turn: true, attempt: true, rolledBackAt: true } }),
    await prisma.heldPressRelease.findMany({ where }),
    await prisma.delivery.findMany({ where, select: { id: true, status: true, nextAttempt: true } }),
    await prisma.gameEvent.count({ where }),
  ]);
}

function postDoors(): string[] {
  const all = app.routeAccess.filter(
    (door) => door.method === 'POST' && door.url.startsWith('/gm/games/:number/'),
  );
  return all.map((door) => door.url.slice('/gm/games/:number'.length));
}

describe.each(Object.entries(VERBS))('POST /gm/games/:number%s', (door, type) => {
  let scene: Scene;
  let url: string;
  let fields: Record<string, string>;
  beforeEach(async () => {
    scene = await sceneOf(type);
    url = named(scene, `/gm/games/:number${door}`);
    fields = Object.fromEntries(Object.entries(type.fields).map(([key, text]) => [key, named(scene, text)]));
  });

  test('is for the GM of the game alone', async () => {
    const player = scene.players[0];
    if (!player) throw new Error('no player');
    // A player's account must not look used where the verb asks that nobody has used it: it signs in last.
    const before = await traceOf(scene.game.id);
    for (const role of ['public', 'stranger', 'other GM', 'operator'] as const) {
      const answer = await visitors.get(role)?.post(url, fields);
      expect(answer?.statusCode, role).toBe(REFUSED[role]);
    }
    expect(await traceOf(scene.game.id)).toBe(before);
    const gm = await signedIn(app, own.ctx, scene.gm);
    const done = await gm.post(url, fields);
    expect([200, 303], done.body.slice(0, 3000)).toContain(done.statusCode);
    expect(await own.ctx.db.prisma.gameEvent.count({ where: { gameId: scene.game.id } })).toBeGreaterThan(0);
    expect(await traceOf(scene.game.id)).not.toBe(before);
  });

  test('is not for a player of the game, nor without the token of a form', async () => {
    const player = scene.players[0];
    if (!player) throw new Error('no player');
    const visitor = await signedIn(app, own.ctx, player);
    const before = await traceOf(scene.game.id);
    expect((await visitor.post(url, fields)).statusCode).toBe(REFUSED.player);
    const gm = await signedIn(app, own.ctx, scene.gm);
    expect((await gm.postBare(url, fields)).statusCode).toBe(403);
    expect(await traceOf(scene.game.id)).toBe(before);
  });
});

test('whatever other doors a desk has are closed to everybody but its GM, too', async () => {
  const scene = await sceneOf({ fields: {} });
  const routeAccess = postDoors();
  expect(routeAccess.length).toBeGreaterThanOrEqual(Object.keys(VERBS).length);
  const player = await signedIn(app, own.ctx, scene.players[0] ?? scene.gm);
  const before = await traceOf(scene.game.id);
  for (const door of routeAccess) {
    const url = named(scene, `/gm/games/:number${door}`).replace(/:[a-z]+/gi, scene.game.id);
    for (const role of ROLES) {
      if (role === 'GM') continue;
      const visitor = role === 'player' ? player : visitors.get(role);
      expect((await visitor?.post(url, { turn: '1' }))?.statusCode, `${role}: ${door}`).toBe(REFUSED[role]);
    }
  }
  expect(await traceOf(scene.game.id)).toBe(before);
});

test('no verb of the table is without its door, and none of the desk’s own doors without its line', () => {
  const files = ['actions.ts', 'seats.ts', 'game.ts'];
  const written = files.flatMap((file) => {
    const source = readFileSync(join(import.meta.dirname, '../../../src/web/routes/gm', file), 'utf8');
    return [...source.matchAll(/'\/gm\/games\/:number(\/[^']+)'/g)].map(([, door]) => door);
  });
  expect([...new Set(written)].sort()).toEqual(Object.keys(VERBS).sort());
  expect(Object.keys(VERBS).filter((door) => !postDoors().includes(door))).toEqual([]);
});

test('who runs a game finds it without the right to open others, and opens none', async () => {
  const { game, gm } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  const visitor = await signedIn(app, own.ctx, gm);
  expect((await visitor.get('/gm')).body).toContain('href="/gm/new"');
  await own.ctx.db.prisma.account.update({ where: { id: gm.id }, data: { mayRunGames: false } });
  expect((await visitor.get('/my/games')).body).toContain('<a href="/gm">games that you run</a>');
  const list = await visitor.get('/gm');
  expect(list.body).toContain(`href="/gm/games/${gameNumber(game)}"`);
  expect(list.body).not.toContain('href="/gm/new"');
  expect((await visitor.get('/gm/new')).statusCode).toBe(403);
  const stranger = visitors.get('stranger') as Visitor;
  expect((await stranger.get('/gm')).statusCode).toBe(403);
  expect((await stranger.get('/my/games')).body).not.toContain('games that you run');
});
