import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom, type Random } from '../../faults/run/random.ts';
import { shortOrLong } from '../../helpers/long.ts';
import { gameRows } from '../../helpers/rows.ts';
import { type FilledForm, FORMS, fillIn, senderFor } from './forms.ts';
import { MUTATIONS } from './mutations.ts';
import { rolesOf } from './roles.ts';
import { type RowsSnapshot, takeSnapshot } from './rows-snapshot.ts';
import { type Sender, send, senderOf } from './send-form.ts';
import { buildWorld, type World } from './world.ts';

/*
 * Every form in many spoiled versions, sent by someone who may send it. The server always answers, logs no error, and
 * changes nothing of a game and an account that have nothing to do with it. The same seed sends the same requests.
 */

const SEED = 20_270_301;
/** How many versions of each form are sent, and for how many milliseconds: if they are over, so many forms are enough. */
const VERSIONS = shortOrLong(5, 400);
const TIME = shortOrLong(45_000, 150_000);
const ENOUGH = shortOrLong(31, 501);

let world: World;
let snapshot: RowsSnapshot;
let senders: Map<string, Sender>;
let foreign: string[];
/** What must not change: a game in which no sender takes part, and the account of its player. */
let bystanders: unknown;

beforeAll(async () => {
  world = await buildWorld();
  const roles = rolesOf(world);
  senders = new Map(await Promise.all(roles.map(async (role) => [role.name, await senderOf(role)] as const)));
  const { games, people } = world;
  const others = Object.values(games.bystanders.seats).map(({ id }) => id);
  foreign = [games.bystanders.number, String(people.bystander.id), games.bystanders.id, ...others];
  snapshot = await takeSnapshot(world.ctx.db.pool);
  bystanders = await bystanderRows();
}, 240_000);
afterAll(() => world?.close());

test(`no spoiled form makes the server fail, or changes what belongs to others (seed ${SEED})`, async () => {
  const faults: string[] = [];
  const until = performance.now() + TIME;
  let sent = 0;
  const isOver = () => faults.length > 20 || (sent >= ENOUGH && performance.now() > until);
  for (let version = 0; version < VERSIONS && !isOver(); version += 1) {
    for (const route of Object.keys(FORMS)) {
      if (isOver()) break;
      const random = createRandom(SEED + 7_919 * version + hashOf(route));
      faults.push(...(await sendVersion(route, version, random)));
      sent += 1;
    }
  }
  expect(faults).toEqual([]);
  expect(sent).toBeGreaterThanOrEqual(ENOUGH);
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
}, 600_000);

/** Sends one version of a form; the first is the form as it is. Returns what went wrong, in sentences. */
async function sendVersion(route: string, version: number, random: Random): Promise<string[]> {
  const form = FORMS[route];
  if (form === undefined || !exists(route)) return [];
  const by = senderFor(form);
  const sender = senders.get(route.includes(' /api/') ? `program of ${by}` : by);
  if (sender === undefined) throw new Error(`${by} sends no requests.`);
  const filled = await fillIn(world, route, form);
  const name = version === 0 ? 'nothing' : random.pick(Object.keys(MUTATIONS));
  const fault = await faultOf(filled, name, { sender, random });
  await snapshot.restore();
  return fault === null ? [] : [`${route}, ${name}, version ${version}: ${fault}`];
}

async function faultOf(
  filled: FilledForm,
  name: string,
  { sender, random }: { sender: Sender; random: Random },
): Promise<string | null> {
  const mutate = MUTATIONS[name];
  if (mutate === undefined) throw new Error(`There is no mutation ${name}.`);
  const request = mutate(filled, random, foreign);
  const logged = world.errors.length;
  const response = await send(world, sender, request);
  const shown = `${request.url} ${String(request.payload).slice(0, 300)}`;
  if (response.statusCode >= 500) return `${response.statusCode} for ${shown}: ${world.errors.at(-1)}`;
  if (world.errors.length > logged) return `an error was logged for ${shown}: ${world.errors.at(-1)}`;
  if ((await snapshot.changed()).length === 0) return null;
  const isUnchanged = JSON.stringify(await bystanderRows()) === JSON.stringify(bystanders);
  return isUnchanged ? null : `what belongs to others was changed by ${shown}`;
}

async function bystanderRows(): Promise<unknown> {
  const { ctx, games, people } = world;
  const { prisma, pool } = ctx.db;
  const accountId = people.bystander.id;
  const game = await gameRows(pool, games.bystanders.id);
  const account = await prisma.account.findUniqueOrThrow({
    where: { id: accountId },
    // In a fixed order: restoring the snapshot writes rows anew.
    include: {
      securityCode: true,
      sessions: { orderBy: { id: 'asc' } },
      passkeys: { orderBy: { id: 'asc' } },
    },
  });
  const { bystander } = people;
  return { game: { ...game, Account: [] }, account, isSame: bystander.email === account.email };
}

function exists(route: string): boolean {
  return world.app.routeAccess.some(({ method, url }) => `${method} ${url}` === route);
}

function hashOf(text: string): number {
  return [...text].reduce((hash, sign) => (Math.imul(hash, 31) + (sign.codePointAt(0) ?? 0)) >>> 0, 7);
}
