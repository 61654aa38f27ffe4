import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NETWORKS_KEPT } from '../../src/accounts/known-networks.ts';
import { setSecurityCode } from '../../src/accounts/security-codes.ts';
import { issueSignInLink } from '../../src/accounts/sign-in-links.ts';
import type { Account } from '../../src/database/generated/client.ts';
import { deleteAccount } from '../../src/games/seats/delete-account.ts';
import { anAccount, granted } from '../games/game/play.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { aToken } from '../web/api/a-program.ts';
import { aVisitor, aWeb, testCode, type Visitor } from '../web/visitor.ts';

/** Who is locked out by wrong codes, and what the log says about them. */

let own: TestContext;
let app: FastifyInstance;
let ann: Account;
const lines: string[] = [];

beforeAll(async () => {
  own = await testContext();
  const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
  app = await aWeb({ ...own.ctx, log }, { limits: { signInByAccountAnywhere: 20, forms: 10_000 } });
});
afterAll(async () => {
  await app.close();
  await own.close();
});
beforeEach(async () => {
  ann = await anAccount(own.ctx, 'Ann Baker');
  granted(await setSecurityCode(own.ctx, ann.id, testCode));
  lines.length = 0;
});

let networks = 0;

/** A network from which nothing has come yet. */
function aNetwork(): string {
  networks += 1;
  return `198.18.${networks >> 8}.${networks & 255}`;
}

/** A browser in a network. */
function visitorIn(remoteAddress: string): Visitor {
  return aVisitor({ inject: (options) => app.inject({ ...options, remoteAddress }) });
}

/** The status of signing in on the page: 303, 422 for a wrong code, 429 for too many. */
async function onPage(network: string, account: Account | string, code: string): Promise<number> {
  const number = typeof account === 'string' ? account : String(account.id);
  return (await visitorIn(network).post('/sign-in', { account: number, code })).statusCode;
}

/** The status of a request with HTTP Basic: 404 if the code is right, because there is no such game; 401; 429. */
async function byBasic(remoteAddress: string, { id }: Pick<Account, 'id'>, code: string): Promise<number> {
  return (await asProgram(remoteAddress, basic(id, code))).statusCode;
}

function asProgram(remoteAddress: string, authorization: string) {
  return app.inject({ url: '/api/games/EY-1/sheet', remoteAddress, headers: { authorization } });
}

const basic = (account: number | string, code: string) =>
  `Basic ${Buffer.from(`${account}:${code}`).toString('base64')}`;

/** Tries wrong codes with HTTP Basic, the same number from each of some new networks. */
async function guess(account: Account, { networks, each }: { networks: number; each: number }) {
  const from = Array.from({ length: networks }, aNetwork);
  for (const network of from) {
    for (let i = 0; i < each; i += 1) await byBasic(network, account, `wrong ${i}`);
  }
  return from;
}

describe('ten wrong codes from one network', () => {
  test('lock the account for this network only, on the page and for HTTP Basic', async () => {
    const [attacker = ''] = await guess(ann, { networks: 1, each: 10 });
    expect(await byBasic(attacker, ann, testCode)).toBe(429);
    expect(await onPage(attacker, ann, testCode)).toBe(429);
    const home = aNetwork();
    expect(await byBasic(home, ann, testCode)).toBe(404);
    expect(await onPage(home, ann, testCode)).toBe(303);
  });

  test('are counted together, wherever in a /64 they come from', async () => {
    for (let i = 0; i < 10; i += 1) await byBasic(`2001:db8:1:1::${i + 1}`, ann, 'wrong');
    expect(await byBasic('2001:db8:1:1:ffff::1', ann, testCode)).toBe(429);
    expect(await byBasic('2001:db8:1:2::1', ann, testCode)).toBe(404);
  });

  test('for several accounts hold none of them shut', async () => {
    const people = [ann, await anAccount(own.ctx, 'Bob'), await anAccount(own.ctx, 'Cora')];
    const attacker = aNetwork();
    for (const { id } of people) {
      granted(await setSecurityCode(own.ctx, id, testCode));
      for (let i = 0; i < 10; i += 1) await byBasic(attacker, { id }, 'wrong');
    }
    for (const person of people) expect(await onPage(aNetwork(), person, testCode)).toBe(303);
  });
});

describe('a program whose neighbor tries wrong codes for the number of its account', () => {
  test('is told what still works: a token, and the address of the account', async () => {
    const shared = aNetwork();
    expect(await byBasic(shared, ann, testCode)).toBe(404);
    for (let i = 0; i < 10; i += 1) await byBasic(shared, ann, `wrong ${i}`);
    const refused = await asProgram(shared, basic(ann.id, testCode));
    expect(refused.statusCode).toBe(429);
    expect(refused.json().error.message).toContain('Programs should use a token');
    expect((await asProgram(shared, basic(ann.email, testCode))).statusCode).toBe(404);
    const token = await aToken(own.ctx, ann.id, ['read', 'sheets']);
    expect((await asProgram(shared, `Bearer ${token}`)).statusCode).toBe(404);
  });

  test('is told the same if there is no such account', async () => {
    const shared = aNetwork();
    const nobody = { id: 60_000_000 };
    for (let i = 0; i < 10; i += 1) await byBasic(shared, nobody, `wrong ${i}`);
    for (let i = 0; i < 10; i += 1) await byBasic(shared, ann, `wrong ${i}`);
    const [real, unreal] = [
      await asProgram(shared, basic(ann.id, testCode)),
      await asProgram(shared, basic(nobody.id, testCode)),
    ];
    expect(unreal.json().error.message).toBe(real.json().error.message);
  });
});

describe('wrong codes for many accounts from one network', () => {
  test('lock the network, but not those who have signed in from it before', async () => {
    const shared = aNetwork();
    expect(await onPage(shared, ann, testCode)).toBe(303);
    const bob = await anAccount(own.ctx, 'Bob');
    granted(await setSecurityCode(own.ctx, bob.id, testCode));
    for (let i = 0; i < 31; i += 1) await byBasic(shared, { id: 50_000_000 + i }, 'wrong');
    expect(await byBasic(shared, bob, testCode)).toBe(429);
    expect(await onPage(shared, bob, testCode)).toBe(429);
    expect(await byBasic(shared, ann, testCode)).toBe(404);
    expect(await onPage(shared, ann, testCode)).toBe(303);
    // A wrong code is answered like one for an unknown account.
    for (let i = 0; i < 10; i += 1) expect(await byBasic(shared, ann, `wrong ${i}`)).toBe(429);
    expect(await byBasic(shared, ann, testCode)).toBe(429);
    expect(await byBasic(aNetwork(), ann, testCode)).toBe(404);
  });
});

describe('wrong codes from many networks', () => {
  test('are limited for the account, and an unknown network is told to ask for a link', async () => {
    await guess(ann, { networks: 7, each: 3 });
    expect(await byBasic(aNetwork(), ann, testCode)).toBe(429);
    const page = await visitorIn(aNetwork()).post('/sign-in', { account: String(ann.id), code: testCode });
    expect(page.statusCode).toBe(429);
    expect(page.body).toContain('ask for a sign-in link by e-mail');
  });

  test('never lock out a player in a network from which they have signed in before', async () => {
    const byCode = aNetwork();
    const byLink = aNetwork();
    expect(await onPage(byCode, ann, testCode)).toBe(303);
    const token = await own.ctx.db.prisma.$transaction((tx) => issueSignInLink(tx, own.ctx, ann.id, 1));
    expect((await visitorIn(byLink).post(`/sign-in/link/${token}`)).statusCode).toBe(303);
    await guess(ann, { networks: 7, each: 3 });
    expect(await byBasic(aNetwork(), ann, testCode)).toBe(429);
    for (const network of [byCode, byLink]) {
      expect(await byBasic(network, ann, testCode)).toBe(404);
      expect(await onPage(network, ann, testCode)).toBe(303);
    }
  });

  test('nor in the network in which they have just set a new code', async () => {
    const home = aNetwork();
    const visitor = visitorIn(home);
    expect((await visitor.post('/sign-in', { account: String(ann.id), code: testCode })).statusCode).toBe(
      303,
    );
    const code = 'a new sentence for Ann';
    const set = await visitor.post('/account/code', { current: testCode, code, again: code });
    expect(set.statusCode).toBe(303);
    await guess(ann, { networks: 7, each: 3 });
    expect(await byBasic(aNetwork(), ann, code)).toBe(429);
    expect(await byBasic(home, ann, code)).toBe(404);
  });

  test('that are tried at once do not keep a known player waiting', async () => {
    const home = aNetwork();
    expect(await byBasic(home, ann, testCode)).toBe(404);
    let tried = 0;
    const attack = Array.from({ length: 20 }, aNetwork).map(async (network) => {
      await byBasic(network, ann, 'wrong');
      tried += 1;
    });
    expect(await byBasic(home, ann, testCode)).toBe(404);
    expect(tried).toBeLessThan(15);
    await Promise.all(attack);
  });

  test('count, too, if they come from a known network, which has a limit of its own', async () => {
    const home = aNetwork();
    await byBasic(home, ann, testCode);
    for (let i = 0; i < 10; i += 1) expect(await byBasic(home, ann, 'wrong')).toBe(401);
    expect(await byBasic(home, ann, testCode)).toBe(429);
    expect(await byBasic(aNetwork(), ann, testCode)).toBe(404);
    await guess(ann, { networks: 4, each: 3 });
    expect(await byBasic(aNetwork(), ann, testCode)).toBe(429);
  });

  test('for an address get the same answers whether or not it has an account', async () => {
    const statuses = async (address: string) => {
      const network = aNetwork();
      const found = [];
      for (let i = 0; i < 11; i += 1) found.push(await onPage(network, address, 'wrong'));
      for (let i = 0; i < 4; i += 1) {
        const other = aNetwork();
        for (let j = 0; j < 3; j += 1) found.push(await onPage(other, address, 'wrong'));
      }
      return found;
    };
    const known = await statuses(ann.email);
    expect(known).toEqual(await statuses('nobody@nowhere.test'));
    expect(known.filter((status) => status === 429)).toHaveLength(1 + 2);
    expect(known.slice(0, 11)).toEqual([...Array(10).fill(422), 429]);
    // The right code is refused now, too.
    expect(await onPage(aNetwork(), ann.email, testCode)).toBe(429);
  });

  test('for a number do not show whose address belongs to it', async () => {
    const [attacker = ''] = await guess(ann, { networks: 1, each: 10 });
    expect(await onPage(attacker, String(ann.id), 'wrong')).toBe(429);
    expect(await onPage(attacker, ann.email, 'wrong')).toBe(422);
    expect(await onPage(attacker, 'no.one@nowhere.test', 'wrong')).toBe(422);
  });

  test('for an account that does not exist get the same answers', async () => {
    const nobody = { ...ann, id: 88_888 };
    const [first = ''] = await guess(nobody, { networks: 1, each: 10 });
    expect(await onPage(first, nobody, testCode)).toBe(429);
    await guess(nobody, { networks: 4, each: 3 });
    expect(await onPage(aNetwork(), nobody, testCode)).toBe(429);
  });
});

test('the right code signs in to an account sixty times an hour; other accounts, programs and links go on', async () => {
  const network = aNetwork();
  for (let i = 0; i < 60; i += 1) expect(await onPage(network, ann, testCode)).toBe(303);
  expect(await onPage(network, ann, testCode)).toBe(429);
  expect(await onPage(aNetwork(), ann, testCode)).toBe(429);
  expect(await byBasic(network, ann, testCode)).toBe(404);
  const other = await anAccount(own.ctx, 'Otto Other');
  granted(await setSecurityCode(own.ctx, other.id, testCode));
  expect(await onPage(network, other, testCode)).toBe(303);
});

test('the counts of an account with a code are not forgotten because of many invented numbers', async () => {
  const small = await aWeb(own.ctx, {
    limits: { accountsCounted: 3, signInByAccountAnywhere: 4, signInByAccount: 2, forms: 10_000 },
  });
  const signIn = async (remoteAddress: string, account: number, code: string) =>
    (
      await aVisitor({ inject: (options) => small.inject({ ...options, remoteAddress }) }).post('/sign-in', {
        account: String(account),
        code,
      })
    ).statusCode;
  const without = await anAccount(own.ctx, 'Carl without a code');
  try {
    const from = [aNetwork(), aNetwork()];
    for (const network of from) {
      for (let i = 0; i < 2; i += 1) expect(await signIn(network, ann.id, 'wrong')).toBe(422);
    }
    // A network of their own: its limit is for all accounts together.
    const other = aNetwork();
    for (const number of [without.id, 70_001, 70_002, 70_003, 70_004]) {
      expect(await signIn(other, number, 'wrong')).toBe(422);
    }
    expect(await signIn(from[0] as string, ann.id, testCode)).toBe(429);
    expect(await signIn(aNetwork(), ann.id, testCode)).toBe(429);
  } finally {
    await small.close();
  }
});

describe('with several processes, or after a restart', () => {
  /** The statuses of wrong codes that go to each of two servers in turn. */
  async function inTurn(codes: readonly { network: string; account: number }[]): Promise<number[]> {
    const limits = { signInByAddress: 6, signInByAccount: 4, signInByAccountAnywhere: 5, forms: 10_000 };
    const servers = await Promise.all([aWeb(own.ctx, { limits }), aWeb(own.ctx, { limits })]);
    const found: number[] = [];
    for (const [i, { network, account }] of codes.entries()) {
      const server = servers[i % 2] as FastifyInstance;
      const visitor = aVisitor({
        inject: (options) => server.inject({ ...options, remoteAddress: network }),
      });
      const response = await visitor.post('/sign-in', { account: String(account), code: 'wrong' });
      found.push(response.statusCode);
      if (response.statusCode === 429 && !response.body.includes('for this account'))
        expect(Number(response.headers['retry-after'])).toBeGreaterThan(60);
    }
    await Promise.all(servers.map((server) => server.close()));
    return found;
  }

  test('wrong codes from one network for one account are counted together', async () => {
    const network = aNetwork();
    expect(await inTurn(Array.from({ length: 5 }, () => ({ network, account: ann.id })))).toEqual([
      ...[422, 422, 422, 422, 429],
    ]);
  });

  test('wrong codes for one account from many networks are counted together', async () => {
    const codes = Array.from({ length: 6 }, () => ({ network: aNetwork(), account: ann.id }));
    expect(await inTurn(codes)).toEqual([422, 422, 422, 422, 422, 429]);
  });

  test('wrong codes from one network for many accounts are counted together', async () => {
    const network = aNetwork();
    const codes = Array.from({ length: 7 }, (_, i) => ({ network, account: 80_000 + i }));
    expect(await inTurn(codes)).toEqual([422, 422, 422, 422, 422, 422, 429]);
  });

  test('counting begins anew when the time is over', async () => {
    const network = aNetwork();
    const codes = Array.from({ length: 5 }, () => ({ network, account: ann.id }));
    await inTurn(codes);
    own.setNow(new Date(own.ctx.now().getTime() + 61 * 60_000));
    expect(await inTurn(codes)).toEqual([422, 422, 422, 422, 429]);
  });
});

test('if the database can store nothing, each process counts wrong codes by itself', async () => {
  const { pool } = own.ctx.db;
  await pool.query(`
    CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
    CREATE TRIGGER full_disk BEFORE INSERT ON "AttemptCount" EXECUTE FUNCTION disk_full();`);
  try {
    const network = aNetwork();
    for (let i = 0; i < 10; i += 1) expect(await byBasic(network, ann, `wrong ${i}`)).toBe(401);
    expect(await byBasic(network, ann, testCode)).toBe(429);
  } finally {
    await pool.query('DROP FUNCTION disk_full() CASCADE');
  }
});

describe('the networks of an account', () => {
  const rows = () => own.ctx.db.prisma.knownNetwork.findMany({ where: { accountId: ann.id } });

  test('are kept as hashes that no one without the key can undo', async () => {
    const network = aNetwork();
    await onPage(network, ann, testCode);
    const [row] = await rows();
    expect(row?.network).toMatch(/^[0-9a-f]{64}$/);
    expect(row?.network).not.toBe(createHash('sha256').update(network).digest('hex'));
    expect(row?.network).not.toBe(createHash('sha256').update(`network ${network}`).digest('hex'));
  });

  test('are at most twenty, the latest', async () => {
    const started = own.ctx.now();
    const seen = Array.from({ length: NETWORKS_KEPT + 3 }, aNetwork);
    for (const [i, network] of seen.entries()) {
      own.setNow(new Date(started.getTime() + i * 60_000));
      await byBasic(network, ann, testCode);
    }
    const kept = await rows();
    expect(kept).toHaveLength(NETWORKS_KEPT);
    expect(Math.min(...kept.map(({ seenAt }) => seenAt.getTime()))).toBe(started.getTime() + 3 * 60_000);
    own.setNow(started);
  });

  test('are not written again by every request, but once a day', async () => {
    const started = own.ctx.now();
    const network = aNetwork();
    const seenAfter = async (hours: number) => {
      own.setNow(new Date(started.getTime() + hours * 3_600_000));
      await byBasic(network, ann, testCode);
      const [row] = await rows();
      return ((row?.seenAt.getTime() ?? 0) - started.getTime()) / 3_600_000;
    };
    expect([await seenAfter(0), await seenAfter(23), await seenAfter(25)]).toEqual([0, 0, 25]);
    own.setNow(started);
  });

  test('are deleted with it', async () => {
    await onPage(aNetwork(), ann, testCode);
    granted(await deleteAccount(own.ctx, ann.id));
    expect(await rows()).toEqual([]);
  });
});

describe('the log', () => {
  interface Line {
    level: number;
    msg: string;
    reason?: string;
    method?: string;
    accountHash: string | null;
    networkHash: string;
  }
  const logged = (words: string) =>
    lines.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg === words);

  test('says which account and network failed to sign in and why, without naming them', async () => {
    const network = aNetwork();
    await onPage(network, ann, 'wrong code of mine');
    await byBasic(network, ann, 'wrong code of mine');
    await onPage(network, '77777', 'wrong code of mine');
    for (let i = 0; i < 8; i += 1) await byBasic(network, ann, 'wrong code of mine');
    await onPage(network, ann, 'wrong code of mine');
    const failures = logged('sign-in failed');
    expect(failures.every(({ level }) => level === 40)).toBe(true);
    const reasons = failures.map(({ reason }) => reason);
    expect(reasons.slice(0, 3)).toEqual(['wrong code', 'wrong code', 'unknown']);
    expect(reasons.at(-1)).toBe('too many');
    expect(failures[0]?.accountHash).toMatch(/^[0-9a-f]{12}$/);
    expect(failures[0]?.accountHash).toBe(failures[1]?.accountHash);
    expect(failures[0]?.accountHash).not.toBe(failures[2]?.accountHash);
    expect(new Set(failures.map(({ networkHash }) => networkHash)).size).toBe(1);
    expect(lines.join('')).not.toContain(network);
    expect(lines.join('')).not.toContain('of mine');
    expect(failures.map((line) => JSON.stringify(line)).join('')).not.toContain(`"${ann.id}"`);
  });

  test('says who signs in and how, with the same hashes as for failures', async () => {
    const network = aNetwork();
    await onPage(network, ann, 'wrong');
    await onPage(network, ann, testCode);
    const token = await own.ctx.db.prisma.$transaction((tx) => issueSignInLink(tx, own.ctx, ann.id, 1));
    await visitorIn(network).post(`/sign-in/link/${token}`);
    const [failure] = logged('sign-in failed');
    const { accountHash, networkHash } = failure as Line;
    expect(logged('signed in')).toMatchObject([
      { level: 30, method: 'code', accountHash, networkHash },
      { level: 30, method: 'link', accountHash, networkHash },
    ]);
    expect(lines.join('')).not.toContain(token);
  });

  test('never contains a code that was typed into the field of the account', async () => {
    const network = aNetwork();
    for (const typed of ['Brass band on parade', '4711081512', '#88887777']) {
      await onPage(network, typed, '');
      await byBasic(network, { id: typed as unknown as number }, 'x');
      await visitorIn(network).post('/sign-in/link', { who: typed });
      await visitorIn(network).get(`/sign-in?account=${encodeURIComponent(typed)}&code=${testCode}`);
    }
    const all = lines.join('');
    for (const typed of ['Brass', 'parade', '4711081512', '88887777', testCode, 'lantern']) {
      expect(all).not.toContain(typed);
    }
    expect(logged('sign-in failed').filter(({ accountHash }) => accountHash === null).length).toBeGreaterThan(
      2,
    );
  });
});
