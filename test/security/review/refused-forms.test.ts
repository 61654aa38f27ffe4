import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FORMS, fillIn, maySend, type ReviewForm, senderFor } from './forms.ts';
import type { PersonName } from './people.ts';
import { readable, secretsIn } from './readable.ts';
import { type Role, rolesOf } from './roles.ts';
import { type RowsSnapshot, takeSnapshot } from './rows-snapshot.ts';
import { mayKnow } from './secrets.ts';
import { requestOf, type Sender, send, senderOf } from './send-form.ts';
import { buildWorld, type World } from './world.ts';

/*
 * Every POST and DELETE route, sent by everyone with a form with which the right person succeeds. Everyone else is
 * refused, no row changes, and the answer shows no secret.
 */

let world: World;
let snapshot: RowsSnapshot;
let senders: Sender[];

beforeAll(async () => {
  world = await buildWorld();
  senders = await Promise.all(rolesOf(world).map(senderOf));
  snapshot = await takeSnapshot(world.ctx.db.pool);
}, 240_000);
afterAll(() => world?.close());

test('every POST, PUT and DELETE route has a form with which it succeeds', () => {
  const routes = world.app.routeAccess
    .filter(({ method }) => method !== 'GET')
    .map(({ method, url }) => `${method} ${url}`);
  const missing = routes.filter((route) => FORMS[route] === undefined);
  expect(missing, 'Add the new routes to FORMS in test/security/review/forms.ts.').toEqual([]);
});

describe.each(Object.entries(FORMS))('%s', (route, form) => {
  test('changes nothing and tells nothing if someone sends it who may not', async () => {
    if (!exists(route)) return;
    const refused = senders.filter((sender) => isRefused(route, form, sender.role));
    const said: string[] = [];
    for (const sender of refused) said.push(...(await sendAs(route, form, sender)));
    expect(said).toEqual([]);
    const changed = await snapshot.changed();
    if (changed.length > 0) throw new Error(`${await culpritsOf(route, form, refused)} changed ${changed}`);
  }, 120_000);
});

test('every form has an effect if the right person sends it, so that refusing it means something', async () => {
  const without: string[] = [];
  for (const [route, form] of Object.entries(FORMS).filter(
    ([route, { effect }]) => exists(route) && effect !== false,
  )) {
    const name = route.includes(' /api/') ? `program of ${senderFor(form)}` : senderFor(form);
    const sender = senders.find(({ role }) => role.name === name);
    if (sender === undefined) throw new Error(`No one may send ${route}.`);
    const response = await send(world, sender, requestOf(await fillIn(world, route, form)));
    if ((await snapshot.changed()).length === 0)
      without.push(`${route} by ${sender.role.name}: ${response.statusCode}`);
    await snapshot.restore();
  }
  expect(without).toEqual([]);
}, 240_000);

/** Whether the app has the route: some exist only on some servers. */
function exists(route: string): boolean {
  return world.app.routeAccess.some(({ method, url }) => `${method} ${url}` === route);
}

function isRefused(route: string, form: ReviewForm, role: Role): boolean {
  const isApi = route.includes(' /api/');
  if (role.isProgram !== isApi) return isApi && role.name === 'public';
  return !maySend(form, role.account === null ? null : personOf(role));
}

function personOf({ name }: Role): PersonName {
  return name.replace('program of ', '') as PersonName;
}

/** Sends the form as a role. Returns what is wrong with the answer. */
async function sendAs(route: string, form: ReviewForm, sender: Sender): Promise<string[]> {
  const filled = await fillIn(world, route, form);
  const response = await send(world, sender, requestOf(filled));
  const { name, account } = sender.role;
  const faults = response.statusCode >= 500 ? [`${name} gets ${response.statusCode}`] : [];
  for (const secret of secretsIn(await readable(response), world.secrets.all)) {
    const isOwnInput = filled.url.includes(secret.original);
    if (!isOwnInput && !mayKnow(secret, account))
      faults.push(`${name} sees a ${secret.kind} (${secret.where})`);
  }
  return faults;
}

/** Who of them changes something. */
async function culpritsOf(route: string, form: ReviewForm, refused: readonly Sender[]): Promise<string> {
  const culprits: string[] = [];
  for (const sender of refused) {
    await snapshot.restore();
    await sendAs(route, form, sender);
    const changed = await snapshot.changed();
    if (changed.length > 0) culprits.push(`${sender.role.name} (${changed.join(', ')})`);
  }
  await snapshot.restore();
  return culprits.join(' and ') || 'all of them together';
}
