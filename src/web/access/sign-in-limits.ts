import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authenticate } from '../../accounts/security-codes.ts';
import type { Account } from '../../database/generated/client.ts';
import type { WebContext } from '../web-context.ts';
import { addressOf, limiter, limitsOf } from './rate-limits.ts';

/** An account number and a security code as they were entered. */
export interface Credentials {
  account: string;
  code: string;
}

/** The account, or why not. The message does not reveal which accounts exist. */
export type Attempt = { account: Account } | { account: null; tooMany: boolean; message: string };

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Tries a security code. Every route that takes codes must use this function, so that all of them share one
     * count of failures per network address and one per account. A correct code is not counted.
     * @throws a 429 if this address has failed too often
     */
    tryCode(request: FastifyRequest, reply: FastifyReply, given: Credentials): Promise<Attempt>;
  }
}

/** Adds `app.tryCode`, the only place where security codes are tried. */
export function registerSecurityCodeAttempts(app: FastifyInstance, deps: WebContext): void {
  const limits = limitsOf(deps);
  const accounts = new WeakMap<FastifyRequest, string>();
  const byAddress = limiter(app, { max: limits.signInByAddress, minutes: 15, key: addressOf });
  const byAccount = limiter(app, {
    max: limits.signInByAccount,
    minutes: 60,
    key: (request) => accounts.get(request) ?? '',
  });
  const attempt = async (
    request: FastifyRequest,
    reply: FastifyReply,
    given: Credentials,
  ): Promise<Attempt> => {
    if (await byAddress.isSpent(request)) await byAddress.spend(request, reply);
    if (await byAccount.isSpent(request)) {
      const message =
        'There were too many wrong codes for this account. Wait an hour, or ask for a sign-in link by e-mail.';
      return { account: null, tooMany: true, message };
    }
    const result = await authenticate(deps.ctx, given);
    if (result.ok) return { account: result.value };
    await byAddress.spend(request, reply);
    await byAccount.spend(request, reply);
    const message = result.problems[0]?.message ?? 'The account number and the security code do not match.';
    return { account: null, tooMany: false, message };
  };
  const inTurn = serialQueues();
  app.decorate('tryCode', (request: FastifyRequest, reply: FastifyReply, given: Credentials) => {
    const account = normalizedAccount(given.account);
    accounts.set(request, account);
    // A failure is counted only after the code was tried, so parallel attempts would all pass the limit. They wait
    // for each other: first by address, then by account, always in this order, so that there is no deadlock.
    return inTurn(`address ${addressOf(request)}`, () =>
      inTurn(`account ${account}`, () => attempt(request, reply, given)),
    );
  });
}

/** Returns a function that runs the work of one key one after the other, in the order of the calls. */
function serialQueues(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
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

/** `#10468` and ` 10468` are the same account. */
function normalizedAccount(account: string): string {
  return account.toLowerCase().replace(/[#\s]/g, '').replace(/^0+/, '');
}
