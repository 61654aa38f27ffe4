import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authenticate } from '../../accounts/security-codes.ts';
import type { Account } from '../../database/generated/client.ts';
import type { WebDeps } from '../deps.ts';
import { addressOf, limiter, limitsOf } from './rate-limits.ts';

/** Account number and security code as somebody gave them. */
export interface Credentials {
  account: string;
  code: string;
}

/** What became of an attempt: the account, or why not, in words that tell nobody which accounts there are. */
export type Attempt = { account: Account } | { account: null; tooMany: boolean; message: string };

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Tries a security code. Every door that takes codes asks here, so that all of them share one count of
     * failures by address and one by account. A good code costs nothing: programs may ask often.
     * @throws a 429 where this address has failed too often
     */
    tryCode(request: FastifyRequest, reply: FastifyReply, given: Credentials): Promise<Attempt>;
  }
}

/** The one place where security codes are tried. */
export function addCodes(app: FastifyInstance, deps: WebDeps): void {
  const limits = limitsOf(deps);
  const named = new WeakMap<FastifyRequest, string>();
  const byAddress = limiter(app, { max: limits.signInByAddress, minutes: 15, key: addressOf });
  const failures = limiter(app, {
    max: limits.signInByAccount,
    minutes: 60,
    key: (request) => named.get(request) ?? '',
  });
  const attempt = async (
    request: FastifyRequest,
    reply: FastifyReply,
    given: Credentials,
  ): Promise<Attempt> => {
    if (await byAddress.isSpent(request)) await byAddress.spend(request, reply);
    if (await failures.isSpent(request)) {
      const message =
        'There were too many wrong codes for this account. Wait an hour, or have a sign-in link mailed to you.';
      return { account: null, tooMany: true, message };
    }
    const result = await authenticate(deps.ctx, given);
    if (result.ok) return { account: result.value };
    await byAddress.spend(request, reply);
    await failures.spend(request, reply);
    const message = result.problems[0]?.message ?? 'Account number and security code do not fit together.';
    return { account: null, tooMany: false, message };
  };
  const queue = queues();
  app.decorate('tryCode', (request: FastifyRequest, reply: FastifyReply, given: Credentials) => {
    const account = oneSpelling(given.account);
    named.set(request, account);
    // Failures are counted when a code has been tried: of many tried at once, all would come before the count. The
    // address is always waited for before the account, so that no two can wait for each other.
    return queue(`address ${addressOf(request)}`, () =>
      queue(`account ${account}`, () => attempt(request, reply, given)),
    );
  });
}

/** Work of one key is done one after the other, in the order in which it came. */
function queues(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key);
    const mine = before === undefined ? work() : before.then(work, work);
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}

/** `#10468` and ` 10468` are one account. */
function oneSpelling(account: string): string {
  return account.toLowerCase().replace(/[#\s]/g, '').replace(/^0+/, '');
}
