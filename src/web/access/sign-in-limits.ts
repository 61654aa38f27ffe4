import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AttemptLimit, countAttempt, spentFor } from '../../accounts/attempt-counts.ts';
import { isKnownNetwork } from '../../accounts/known-networks.ts';
import { authenticate, hasSecurityCode } from '../../accounts/security-codes.ts';
import { accountIdOf, readTypedAccount, type TypedAccount } from '../../accounts/typed-account.ts';
import type { Account } from '../../database/generated/client.ts';
import type { WebContext } from '../web-context.ts';
import { type Limiter, limiter, limitNetworks, limitsOf } from './rate-limits.ts';
import { addressOf, wideNetworkOf } from './request-keys.ts';
import { logFailure, noteSignIn } from './sign-in-log.ts';
import { tooOftenFor } from './too-often.ts';

/** An account number or an e-mail address, and a security code, as they were entered. */
export interface Credentials {
  account: string;
  code: string;
  /** See `authenticate`. */
  remember?: boolean;
}

/** The account, or why not. The message does not reveal which accounts exist. */
export type Attempt = { account: Account } | { account: null; tooMany: boolean; message: string };

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Tries a security code. Every route that takes codes must use this function, so that all of them share the
     * counts of failures.
     * @throws a 429 if this network has failed too often
     */
    tryCode(request: FastifyRequest, reply: FastifyReply, given: Credentials): Promise<Attempt>;
  }
  interface FastifyRequest {
    /** The account whose code is being tried, as it was named; null if there is none, or if what was typed cannot name one. */
    triedAccount: TypedAccount | null;
  }
}

/** One code that is being tried. */
interface Try {
  request: FastifyRequest;
  reply: FastifyReply;
  code: string;
  /** See `authenticate`. */
  remember: boolean;
  /** The number of the account that was named; `NO_ACCOUNT` if there is none. */
  accountId: number;
  /** The counts of wrong codes for the account. */
  counts: AccountCounts;
  /** Whether someone has signed in to the account from this network before. */
  isKnown: boolean;
}

/** Wrong codes for one account in this process: from one network, and from all that are not known for it. */
interface AccountCounts {
  byBoth: Limiter;
  byAccount: Limiter;
}

/**
 * The number that stands for an account that does not exist, so that trying a code for an unknown address asks the
 * database the same questions as for a known one.
 */
const NO_ACCOUNT = 0;

/** How many milliseconds a refusal takes at least: longer than any check of a code. */
const TIME_OF_REFUSAL = 400;

const MESSAGES = {
  here: 'There were too many wrong codes for this account from your network. Wait an hour, or ask for a sign-in link by e-mail.',
  elsewhere:
    'There were too many wrong codes for this account. Wait an hour, or ask for a sign-in link by e-mail.',
  // A program whose network has such a neighbor is told what still works. It tells nothing about the account.
  forPrograms:
    'There were too many wrong codes for this account. Wait an hour. Programs should use a token, which wrong codes do not stop. Wrong codes for an account number and for the e-mail address of the same account are counted apart.',
  often:
    'This account was signed in to very often within an hour. Wait an hour, or ask for a sign-in link by e-mail. Programs should use a token.',
};

/**
 * Adds `app.tryCode`, the only place where security codes are tried. It counts wrong codes
 *
 * - by network, for all accounts together, so that no one tries one code on many accounts. Someone who has signed in from
 *   there before still can;
 * - by network and account, so that no one tries many codes on one account. Others can still sign in to it;
 * - by account, from all networks together that are not known for it, so that no one tries codes from many networks.
 *   Someone who does locks out only people who sign in from a network for the first time; they can use a mailed link.
 *
 * An account is what was typed, whether it exists or not. An account named by its number and the same account named by
 * its address are counted apart: if ten wrong codes for a number made the server refuse an address, they would tell
 * whose address it is.
 *
 * A neighbor behind the same network address can use up the attempts of an account there, if they know its number. The right code
 * is refused then, too, even one that is remembered: someone who may try any code until it is accepted has no limit. The
 * account can still be named by its address, and programs can use tokens.
 *
 * Sign-ins with the right code are counted by account, because each check of a code takes much computing time. Only someone
 * who knows the code can use them up. Programs that send the code with every request are not counted: their code is
 * remembered for some minutes (`verified-codes.ts`).
 *
 * Only so many accounts are counted at the same time. Accounts with a code are counted apart from those without, and from
 * numbers that no account has: otherwise someone who enters many invented numbers could make the server forget the counts
 * of an account, and so get more attempts.
 *
 * Wrong codes are counted twice: in the database, so that several processes with pages, or a restart, give no one more
 * attempts, and in the memory of this process, so that the limits hold even if the database can store nothing. Whatever
 * reaches its limit first counts. Codes that are tried in several processes at the same moment may be one more for each.
 */
export function registerSecurityCodeAttempts(app: FastifyInstance, deps: WebContext): void {
  const { ctx } = deps;
  const byNetwork = limitNetworks(app, limitsOf(deps), { max: limitsOf(deps).signInByAddress, minutes: 15 });
  const shared = sharedLimits(deps);
  const withCode = accountCounts(app, deps);
  const withoutCode = accountCounts(app, deps);
  const signIns = limiter(app, {
    max: limitsOf(deps).signInsOfAccount,
    minutes: 60,
    key: keyOf,
    keys: limitsOf(deps).accountsCounted,
  });
  app.decorateRequest('triedAccount', null);

  /** Which message to show if too many wrong codes were tried for the account; null if not. */
  async function refusalOf(tried: Try): Promise<string | null> {
    const { request, counts, isKnown, remember } = tried;
    const { byBoth, byAccount } = counts;
    if (request.triedAccount === null) return null;
    if (!remember && (await signIns.isSpent(request))) return MESSAGES.often;
    const [here = 0, anywhere = 0] = await spentFor(ctx, shared.ofAccount(request));
    if (here > 0 || (await byBoth.isSpent(request))) return MESSAGES.here;
    if (isKnown) return null;
    return anywhere > 0 || (await byAccount.isSpent(request)) ? MESSAGES.elsewhere : null;
  }

  async function count({ request, reply, counts: { byBoth, byAccount }, isKnown }: Try): Promise<void> {
    const [both, anywhere] = shared.ofAccount(request);
    const ofAccount = request.triedAccount === null ? [] : isKnown ? [both] : [both, anywhere];
    await countAttempt(ctx, [...shared.ofNetwork(request), ...ofAccount]);
    // The limit of the network comes last: a known network goes on in spite of it.
    if (request.triedAccount !== null) {
      await byBoth.spend(request, reply);
      if (!isKnown) await byAccount.spend(request, reply);
    }
    await byNetwork.spend(request, reply);
  }

  async function attempt(tried: Try): Promise<Attempt> {
    const { request, reply, code, remember, accountId } = tried;
    const refusal = await refusalOf(tried);
    if (refusal !== null) {
      await logFailure(ctx, { request, accountId }, 'too many');
      return { account: null, tooMany: true, message: remember ? MESSAGES.forPrograms : refusal };
    }
    const result = await authenticate(ctx, { account: String(accountId), code, remember });
    if (result.ok) {
      if (!remember) await signIns.spend(request, reply);
      // If a passkey is required, the code alone is not a sign-in yet.
      if (!(await app.requiresPasskey(result.value))) {
        await noteSignIn(ctx, { request, accountId: result.value.id }, 'code');
      }
      return { account: result.value };
    }
    await count(tried);
    await logFailure(ctx, { request, accountId }, tried.counts === withCode ? 'wrong code' : 'unknown');
    const message = result.problems[0]?.message ?? 'The security code does not match.';
    return { account: null, tooMany: false, message };
  }

  const inTurn = serialQueues();

  /** Looks up the account. It asks the same whether there is one or not: the time must not tell. */
  async function lookUp(request: FastifyRequest, reply: FastifyReply, given: Credentials): Promise<Try> {
    const typed = request.triedAccount;
    const accountId = (typed && (await accountIdOf(ctx, typed))) ?? NO_ACCOUNT;
    const isKnown = await isKnownNetwork(ctx, accountId, addressOf(request));
    const counts = (await hasSecurityCode(ctx, accountId)) ? withCode : withoutCode;
    const { code, remember = false } = given;
    return { request, reply, code, remember, accountId, counts, isKnown };
  }

  /** Tries a code, unless there were too many wrong ones from its network: then null. */
  async function attemptInTurn(
    request: FastifyRequest,
    reply: FastifyReply,
    given: Credentials,
  ): Promise<Attempt | null> {
    if (await byNetwork.isSpent(request)) return null;
    // A failure is counted only after the code was tried, so parallel attempts would all pass the limit. They wait
    // for each other: first by network, then by account, always in this order, so that there is no deadlock. Known
    // networks are not counted by account, so they need not wait until all codes of an attacker have been tried.
    return inTurn(`network ${addressOf(request)}`, async () => {
      // Those that wait when the limit is reached leave at once.
      if ((await byNetwork.isSpent(request)) || (await waitOf(request)) > 0) return null;
      const tried = await lookUp(request, reply, given);
      if (tried.isKnown || request.triedAccount === null) return attempt(tried);
      return inTurn(keyOf(request), () => attempt(tried));
    });
  }

  async function waitOf(request: FastifyRequest): Promise<number> {
    return Math.max(...(await spentFor(ctx, shared.ofNetwork(request))));
  }

  /**
   * Tries a code from a network from which there were too many wrong ones. Someone else on it, behind the same address of a
   * provider or a school, may have tried them, so the right code is taken if someone has signed in to the account from here
   * before. Neither the answer to a wrong code nor its time tells whether that is so.
   * @throws a 429 unless the code is right
   */
  async function attemptInSpite(tried: Try, begun: number): Promise<Attempt> {
    const { request, reply, accountId, isKnown } = tried;
    if (isKnown && request.triedAccount !== null) {
      const key = `${keyOf(request)} in ${addressOf(request)}`;
      const attempted = await inTurn(key, () => attempt(tried));
      if (attempted.account !== null) return attempted;
    } else await logFailure(ctx, { request, accountId }, 'too many');
    await sleep(Math.max(0, TIME_OF_REFUSAL - (performance.now() - begun)));
    await byNetwork.spend(request, reply);
    throw tooOftenFor(reply, await waitOf(request));
  }

  app.decorate('tryCode', async (request: FastifyRequest, reply: FastifyReply, given: Credentials) => {
    const begun = performance.now();
    request.triedAccount = readTypedAccount(given.account);
    const attempted = await attemptInTurn(request, reply, given);
    return attempted ?? attemptInSpite(await lookUp(request, reply, given), begun);
  });
}

/** The counts that all processes share, with the limits of those in memory. */
function sharedLimits(deps: WebContext) {
  const { signInByAddress, signInByAccount, signInByAccountAnywhere, peoplePerNetwork } = limitsOf(deps);
  return {
    /** Of the network of a request, and of its IPv6 /48. */
    ofNetwork: (request: FastifyRequest): AttemptLimit[] => [
      { what: `network ${addressOf(request)}`, max: signInByAddress, minutes: 15 },
      {
        what: `wide network ${wideNetworkOf(request)}`,
        max: signInByAddress * peoplePerNetwork,
        minutes: 15,
      },
    ],
    /** Of the account that is being tried: from this network, and from all that are not known for it. */
    ofAccount: (request: FastifyRequest): [AttemptLimit, AttemptLimit] => [
      { what: `${keyOf(request)} from ${addressOf(request)}`, max: signInByAccount, minutes: 60 },
      { what: keyOf(request), max: signInByAccountAnywhere, minutes: 60 },
    ],
  };
}

function accountCounts(app: FastifyInstance, deps: WebContext): AccountCounts {
  const limits = limitsOf(deps);
  const keys = limits.accountsCounted;
  return {
    byBoth: limiter(app, {
      max: limits.signInByAccount,
      minutes: 60,
      key: (request) => `${keyOf(request)} ${addressOf(request)}`,
      keys,
    }),
    byAccount: limiter(app, { max: limits.signInByAccountAnywhere, minutes: 60, key: keyOf, keys }),
  };
}

/** The key of the account that is being tried, as it was named. */
function keyOf({ triedAccount }: FastifyRequest): string {
  if (triedAccount === null) return 'no account';
  return 'number' in triedAccount ? `account ${triedAccount.number}` : `address ${triedAccount.email}`;
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
