import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAccount } from '../../src/accounts/accounts.ts';
import { setSecurityCode } from '../../src/accounts/security-codes.ts';
import type { Account } from '../../src/database/generated/client.ts';
import { anAccount, granted } from '../games/game/play.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { shortOrLong } from '../helpers/long.ts';
import { answerRequests } from '../helpers/requested-mail.ts';
import { aVisitor, aWeb, signedIn, testCode, type Visitor, visitorTo } from '../web/visitor.ts';

/* Neither an answer nor the time that it takes shows whether an address has an account. */

let own: TestContext;
let app: FastifyInstance;
let home: string;
let ann: Account;
let visitor: Visitor;
let _csrf: string;
let serial = 0;

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx, {
    limits: { forms: 100_000, pages: 100_000, linksByAddress: 100_000, signInByAddress: 100_000 },
  });
  home = await app.listen({ host: '127.0.0.1', port: 0 });
  ann = await anAccount(own.ctx, 'Ann Known');
  visitor = aVisitor(visitorTo(home));
  _csrf = await visitor.token();
});
beforeEach(() => answerRequests(own.ctx));
afterAll(async () => {
  await app.close();
  await own.close();
});

/** The hash of a code, made once with the parameters of the server, because making it takes long. */
async function aHash(): Promise<string> {
  const where = { accountId: ann.id };
  const found = await own.ctx.db.prisma.securityCode.findUnique({ where });
  if (found !== null) return found.codeHash;
  granted(await setSecurityCode(own.ctx, ann.id, testCode));
  return aHash();
}

const unknown = () => {
  serial += 1;
  return `nobody.${serial}@players.test`;
};

/** The requests that anyone can send, for an address. */
const REQUESTS = {
  'for a sign-in link': (email: string) => visitor.postBare('/sign-in/link', { _csrf, who: email }),
  'for an account': (email: string) => visitor.postBare('/sign-up', { _csrf, name: 'Someone', email }),
};

describe.each(Object.entries(REQUESTS))('a request %s', (_name, send) => {
  test('is answered before anything about the account is looked up', async () => {
    const client = await own.ctx.db.pool.connect();
    try {
      await client.query('begin');
      // Any query of these tables would wait for this transaction.
      await client.query(
        'lock table "Account", "SignInLink", "Delivery", "AddressProof" in access exclusive mode',
      );
      const answers = [await send(ann.email), await send(unknown())];
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
      expect(answers[1]?.body).toBe(answers[0]?.body);
    } finally {
      await client.query('rollback');
      client.release();
    }
    const requests = `select 1 from graphile_worker.jobs where task_identifier like 'requested%'`;
    expect((await own.ctx.db.pool.query(requests)).rowCount).toBe(2);
  });

  test('takes as long with an account as without', async () => {
    const times = { known: [] as number[], unknown: [] as number[] };
    const measure = async (list: number[], email: string) => {
      const begun = performance.now();
      await send(email);
      list.push(performance.now() - begun);
    };
    const rounds = shortOrLong(60, 400);
    // Each account is asked for once, because one that got too many links is not mailed another.
    const people = Array.from({ length: rounds }, () => unknown());
    const data = people.map((email) => ({ name: 'Someone', email, createdAt: own.ctx.now() }));
    await own.ctx.db.prisma.account.createMany({ data });
    for (let i = 0; i < 10; i += 1) await send(unknown());
    for (const [i, email] of people.entries()) {
      // In turn, and in both orders, so that load from outside hits both alike.
      const known = () => measure(times.known, email);
      const other = () => measure(times.unknown, unknown());
      for (const one of i % 2 === 0 ? [known, other] : [other, known]) await one();
    }
    const [known, other] = [median(times.known), median(times.unknown)];
    expect(Math.abs(known - other)).toBeLessThan(0.3 * Math.min(known, other) + 0.5);
  });

  test('gets the same answer after the account got too many links', async () => {
    // The long version of the test above uses up the links that the whole server mails in an hour.
    await own.ctx.db.prisma.mailRequest.deleteMany();
    const answers = [];
    for (let i = 0; i < 7; i += 1) {
      answers.push(await send(ann.email));
      await answerRequests(own.ctx);
    }
    answers.push(await send(unknown()));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    const where = { accountId: ann.id, kind: 'signInLink' as const };
    expect(await own.ctx.db.prisma.delivery.count({ where })).toBe(4);
  });
});

describe('a wrong security code', () => {
  const send = (email: string) =>
    visitor.postBare('/sign-in', { _csrf, account: email, code: 'correct battery stapler' });

  test('gets the same answer for every address', async () => {
    const bare = (body: string, email: string) =>
      body.replaceAll(email, '…').replace(/(?<=name="_csrf" value=)"[^"]*"/g, '');
    const [known, nobody] = [unknown(), unknown()];
    const person = granted(await createAccount(own.ctx, { name: 'Someone', email: known }));
    granted(await setSecurityCode(own.ctx, person.id, testCode));
    const answers = [await send(known), await send(nobody)];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([422, 422]);
    expect(bare(answers[0]?.body ?? '', known)).toBe(bare(answers[1]?.body ?? '', nobody));
  });

  test('takes as long with an account as without', async () => {
    const rounds = shortOrLong(40, 200);
    const people = Array.from({ length: rounds }, () => unknown());
    for (const email of people) {
      const { id } = granted(await createAccount(own.ctx, { name: 'Someone', email }));
      await own.ctx.db.prisma.securityCode.create({ data: { accountId: id, codeHash: await aHash() } });
    }
    const times = { known: [] as number[], unknown: [] as number[] };
    const measure = async (list: number[], email: string) => {
      const begun = performance.now();
      expect((await send(email)).statusCode).toBe(422);
      list.push(performance.now() - begun);
    };
    for (const [i, email] of people.entries()) {
      const known = () => measure(times.known, email);
      const other = () => measure(times.unknown, unknown());
      for (const one of i % 2 === 0 ? [known, other] : [other, known]) await one();
    }
    const [known, other] = [median(times.known), median(times.unknown)];
    expect(Math.abs(known - other)).toBeLessThan(0.3 * Math.min(known, other) + 0.5);
  });
});

test('a request for a new address is answered before anything about that address is looked up', async () => {
  const [asking, carl] = [await anAccount(own.ctx, 'Asta Asks'), await anAccount(own.ctx, 'Carl Known')];
  // The requests above may have used up the links that the server mails in an hour.
  own.setNow(new Date(own.ctx.now().getTime() + 2 * 3_600_000));
  const inside = await signedIn(app, own.ctx, asking);
  const client = await own.ctx.db.pool.connect();
  try {
    const token = await inside.token();
    await client.query('begin');
    await client.query('lock table "Delivery", "AddressProof" in access exclusive mode');
    for (const email of [carl.email, unknown()]) {
      const answer = await inside.postBare('/account/email', { _csrf: token, email, emailCode: testCode });
      expect(answer.headers.location).toBe('/account?done=email-requested');
    }
  } finally {
    await client.query('rollback');
    client.release();
  }
  await answerRequests(own.ctx);
  expect(await own.ctx.db.prisma.addressProof.count({ where: { accountId: asking.id } })).toBe(1);
});

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}
