import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RouteAccess } from '../../../src/web/access/route-access.ts';
import { shortOrLong } from '../../helpers/long.ts';
import { allAddresses } from './addresses.ts';
import { PEOPLE } from './people.ts';
import { readable, secretsIn } from './readable.ts';
import { type Role, rolesOf } from './roles.ts';
import { MAY_SHOW, ON_EVERY_PAGE, SEEN_BY_SOMEONE, shownToOperators } from './route-policy.ts';
import { mayKnow, type Secret, type SecretKind } from './secrets.ts';
import { buildWorld, type World } from './world.ts';

/*
 * Every GET route of the running app, requested by everyone, in a world with a secret in every private field. What is
 * said on a page, in its headers, or packed or encoded in it, is compared with two tables: who may know what
 * (secrets.ts), and which page may show it (route-policy.ts). Everything else fails.
 */

/** Who also asks for JSON and for headers alone. */
const IN_OTHER_WAYS: readonly string[] = shortOrLong<readonly string[]>(
  ['public', 'stranger', 'player 2', 'GM who plays', 'operator'],
  [...PEOPLE, 'public', 'deleted account'],
);

let world: World;
let addresses: Map<RouteAccess, string[]>;
let roles: Role[];
const seen = new Set<SecretKind>();
/** How many pages each role could read. */
const pages = new Map<string, number>();

beforeAll(async () => {
  world = await buildWorld();
  addresses = await allAddresses(world);
  roles = rolesOf(world);
}, 240_000);
afterAll(() => world?.close());

test('every GET route has a line in the policy of what it may show', () => {
  const routes = world.app.routeAccess.filter(({ method }) => method === 'GET').map(({ url }) => url);
  const message = 'Add what the new routes may show to MAY_SHOW in test/security/review/route-policy.ts.';
  expect(
    routes.filter((url) => MAY_SHOW[url] === undefined),
    message,
  ).toEqual([]);
});

test('nobody sees a secret of others, on any page and in any form', async () => {
  const shown: string[] = [];
  for (const role of roles) shown.push(...(await secretsSeenBy(role)));
  expect(shown).toEqual([]);
  for (const role of roles.filter(({ isProgram }) => !isProgram)) {
    expect(pages.get(role.name), role.name).toBeGreaterThan(10);
  }
  expect(pages.get('player 1')).toBeGreaterThan(40);
  expect(world.errors).toEqual([]);
}, 1_800_000);

test('there is something to look for: those who may know a secret see it', () => {
  expect(SEEN_BY_SOMEONE.filter((kind) => !seen.has(kind))).toEqual([]);
});

test('answers of a running game are stored with its state and nowhere else: in no printout, mail, job or log', async () => {
  const words = world.secrets.all.filter(
    ({ kind }) => kind === 'accepted answer' || kind === 'question that was not asked',
  );
  expect(words.length).toBeGreaterThan(150);
  const pattern = words.flatMap(({ texts }) => texts).join('|');
  const { rows: tables } = await world.ctx.db.pool.query<{ schema: string; name: string }>(
    `select table_schema as schema, table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema in ('public', 'graphile_worker')`,
  );
  expect(tables.length).toBeGreaterThan(30);
  const found: string[] = [];
  for (const { schema, name } of tables) {
    const rows = await world.ctx.db.pool.query(
      `select 1 from "${schema}"."${name}" as "row" where "row"::text ~* $1 limit 1`,
      [pattern],
    );
    if (rows.rowCount !== 0) found.push(name);
  }
  expect(found.sort()).toEqual(['GameState', 'Turn']);
});

/** Requests every address as a role. Returns what it must not see, in sentences. */
async function secretsSeenBy(role: Role): Promise<string[]> {
  const shown = new Set<string>();
  let read = 0;
  for (const [route, urls] of addresses) {
    if (role.isProgram && !route.url.startsWith('/api/')) continue;
    for (const url of urls) {
      const response = await role.visitor.get(url, role.headers);
      if (response.statusCode === 200) read += 1;
      for (const fault of await faultsOf(role, route, url, response)) shown.add(fault);
    }
    if (!IN_OTHER_WAYS.includes(role.name)) continue;
    for (const fault of await otherRequests(role, route, urls[0] as string)) shown.add(fault);
  }
  pages.set(role.name, read);
  return [...shown];
}

/** The same route as JSON, and its headers alone. */
async function otherRequests(role: Role, route: RouteAccess, url: string): Promise<string[]> {
  const asJson = await role.visitor.get(url, { ...role.headers, accept: 'application/json' });
  const cookie = [...role.visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const head = await world.app.inject({ method: 'HEAD', url, headers: { ...role.headers, cookie } });
  const faults = await Promise.all([asJson, head].map((response) => faultsOf(role, route, url, response)));
  return [...faults.flat(), ...(head.rawPayload.length > 0 ? [`HEAD ${url} has a body`] : [])];
}

/** What is wrong with a response to a role: a secret, an error, or that it may be stored. */
async function faultsOf(
  role: Role,
  route: RouteAccess,
  url: string,
  response: LightMyRequestResponse,
): Promise<string[]> {
  const faults: string[] = [];
  if (response.statusCode >= 500 && route.url !== '/ready')
    faults.push(`${url}: ${response.statusCode} for ${role.name}`);
  const isSignedIn = role.account !== null;
  if (isSignedIn && !String(response.headers['cache-control']).includes('no-store')) {
    faults.push(`${route.url} for ${role.name} may be stored by caches`);
  }
  for (const secret of secretsIn(await readable(response), world.secrets.all)) {
    if (secret.texts.some((text) => url.toLowerCase().includes(text))) continue;
    if (isAllowed(role, route, secret)) seen.add(secret.kind);
    else faults.push(`${role.name} sees a ${secret.kind} (${secret.where}) on ${route.url}`);
  }
  return faults;
}

function isAllowed(role: Role, { url }: RouteAccess, secret: Secret): boolean {
  if (role.account?.operator && shownToOperators(url).includes(secret.kind)) return true;
  const shown = [...(MAY_SHOW[url] ?? []), ...ON_EVERY_PAGE];
  return shown.includes(secret.kind) && mayKnow(secret, role.account);
}
