import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rememberNetwork } from '../../src/accounts/known-networks.ts';
import { setSecurityCode } from '../../src/accounts/security-codes.ts';
import type { Account } from '../../src/database/generated/client.ts';
import { anAccount, granted } from '../games/game/play.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { aVisitor, aWeb, testCode } from '../web/visitor.ts';

/*
 * After too many wrong codes, the right one is taken if someone has signed in to the account from the network before. Neighbors on
 * the network must not learn from the refusals of other codes to which accounts someone has.
 */

let own: TestContext;
let app: FastifyInstance;
let here: string;
let networks = 0;
const lines: string[] = [];

beforeAll(async () => {
  own = await testContext();
  const write = (chunk: unknown, _encoding: string, done: () => void) => {
    lines.push(String(chunk));
    done();
  };
  const log = pino({ level: 'info' }, new Writable({ write }));
  const limits = { signInByAddress: 12, signInByAccountAnywhere: 20, forms: 10_000 };
  app = await aWeb({ ...own.ctx, log }, { limits });
});
beforeEach(() => {
  lines.length = 0;
  here = aNetwork();
});
afterAll(async () => {
  await app.close();
  await own.close();
});

function aNetwork(): string {
  networks += 1;
  return `198.19.${networks >> 8}.${networks & 255}`;
}

/** A new account with a code, and an address that has none. Someone has signed in to the account in `known`. */
async function people(known: string[] = []): Promise<Account> {
  const account = await anAccount(own.ctx, 'Ann Baker');
  granted(await setSecurityCode(own.ctx, account.id, testCode));
  for (const network of known) await rememberNetwork(own.ctx, account.id, network);
  return account;
}

async function spendNetwork(network: string): Promise<void> {
  for (let i = 0; i < 12; i += 1) await answer(network, `invented.${networks}.${i}@nowhere.test`);
}

async function answer(remoteAddress: string, account: string, code = 'wrong code here') {
  const visitor = aVisitor({ inject: (options) => app.inject({ ...options, remoteAddress }) });
  const _csrf = await visitor.token();
  const begun = performance.now();
  const { statusCode, body } = await visitor.postBare('/sign-in', { _csrf, account, code });
  const text = body.replaceAll(account, '…').replace(/(?<=name="_csrf" value=)"[^"]*"/g, '');
  return { statusCode, text, time: performance.now() - begun };
}

const failures = () => lines.filter((line) => line.includes('sign-in failed'));
const reasons = () => failures().map((line) => JSON.parse(line).reason as string);

describe.each(['at once', 'one by one'])('wrong codes after the limit of the network, %s', (order) => {
  test('are refused after as long, and logged the same, wherever the account was used', async () => {
    await spendNetwork(here);
    const who = {
      known: (await people([here])).email,
      elsewhere: (await people()).email,
      none: 'nobody@nowhere.test',
    };
    const found: Record<string, { times: number[]; reasons: string[] }> = {};
    for (const [name, account] of Object.entries(who)) {
      lines.length = 0;
      const send = () => answer(here, account);
      const answers = [];
      if (order === 'at once') answers.push(...(await Promise.all([send(), send(), send(), send()])));
      else for (let i = 0; i < 4; i += 1) answers.push(await send());
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([429, 429, 429, 429]);
      const times = answers.map(({ time }) => Math.round(time)).sort((a, b) => a - b);
      found[name] = { times, reasons: reasons() };
    }
    const least = order === 'at once' ? [390, 790, 1190, 1590] : [390, 390, 390, 390];
    for (const { times } of Object.values(found)) {
      for (const [i, time] of times.entries()) {
        expect(time).toBeGreaterThan(least[i] ?? 0);
        expect(time).toBeLessThan((least[i] ?? 0) + 1500);
      }
    }
    expect(Object.values(found).map((one) => one.reasons)).toEqual(Array(3).fill(Array(4).fill('too many')));
  });
});

test('wrong codes after the limit of the network do not change the answers after it', async () => {
  await spendNetwork(here);
  const accounts = [(await people([here])).email, (await people()).email, 'nobody.2@nowhere.test'];
  for (const account of accounts) {
    await Promise.all(Array.from({ length: 10 }, () => answer(here, account)));
  }
  // The known account is locked in this network as long as the network is, and no longer.
  expect((await answer(here, accounts[0] as string, testCode)).statusCode).toBe(429);
  const fresh = await aWeb(own.ctx, { limits: { signInByAddress: 12, forms: 10_000 } });
  own.setNow(new Date(own.ctx.now().getTime() + 16 * 60_000));
  const before = app;
  app = fresh;
  try {
    for (const account of accounts) expect((await answer(here, account)).statusCode).toBe(422);
  } finally {
    app = before;
    await fresh.close();
  }
});

test('after too many wrong codes for an account from elsewhere, wrong ones get the same answer after as long', async () => {
  const accounts = [(await people([here])).email, (await people()).email, 'nobody.3@nowhere.test'];
  for (const account of accounts) {
    for (let i = 0; i < 2; i += 1) {
      const other = aNetwork();
      for (let k = 0; k < 10; k += 1) await answer(other, account);
    }
  }
  const found = [];
  for (const account of accounts) {
    lines.length = 0;
    // More than the limit of the account in the network, and of the network.
    const answers = [await answer(here, account)];
    answers.push(...(await Promise.all(Array.from({ length: 13 }, () => answer(here, account)))));
    for (const { statusCode, text, time } of answers) {
      expect(statusCode).toBe(429);
      expect(text).toContain('too many wrong codes for this account.');
      expect(text).toBe(answers[0]?.text);
      expect(time).toBeGreaterThan(390);
    }
    found.push(reasons());
  }
  expect(found).toEqual(Array(3).fill(Array(14).fill('too many')));
  // The right code still works in the network of its owner, who has made no mistake there.
  const bob = await people([here]);
  for (let k = 0; k < 10; k += 1) await answer('203.0.113.1', bob.email);
  for (let k = 0; k < 10; k += 1) await answer('203.0.113.2', bob.email);
  expect((await answer(here, bob.email, testCode)).statusCode).toBe(303);
});

test('wrong codes in a network count elsewhere whether or not it is known for the account', async () => {
  const accounts = [(await people([here])).email, (await people()).email, 'nobody.4@nowhere.test'];
  const found = [];
  for (const account of accounts) {
    const [one, other] = [aNetwork(), aNetwork()];
    const statuses = [];
    for (const network of [one, account === accounts[0] ? here : aNetwork()]) {
      for (let k = 0; k < 10; k += 1) statuses.push((await answer(network, account)).statusCode);
    }
    statuses.push((await answer(other, account)).statusCode);
    found.push(statuses);
  }
  expect(found).toEqual(Array(3).fill([...Array(20).fill(422), 429]));
});
