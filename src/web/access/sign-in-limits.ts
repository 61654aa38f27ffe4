import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { countAttempt, spentFor } from '../../accounts/attempt-counts.ts';
import { isKnownNetwork } from '../../accounts/known-networks.ts';
import { authenticate, hasSecurityCode } from '../../accounts/security-codes.ts';
import { accountIdOf, readTypedAccount, type TypedAccount } from '../../accounts/typed-account.ts';
import type { Account } from '../../database/generated/client.ts';
import { atMost } from '../../in-turn.ts';
import type { Result } from '../../rules/result.ts';
import type { WebContext } from '../web-context.ts';
import { programTurns } from './program-turns.ts';
import { limiter, limitNetworks, limitsOf } from './rate-limits.ts';
import { addressOf } from './request-keys.ts';
import { serialQueues } from './serial-queues.ts';
import { logFailure, noteSignIn } from './sign-in-log.ts';
import { tooOften, tooOftenFor } from './too-often.ts';
import { whenGone } from './when-gone.ts';
import { type AccountCounts, accountCounts, inSpiteLimit, keyOf, sharedLimits } from './wrong-code-counts.ts';

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

/**
 * The number that stands for an account that does not exist, so that trying a code for an unknown address asks the
 * database the same questions as for a known one.
 */
const NO_ACCOUNT = 0;

/** Why codes are refused: too many wrong ones for the account from this network, or from all; or too many right ones. */
type Refusal = 'here' | 'elsewhere' | 'often';
/** Too many wrong codes for the account from all networks together: only networks that are known for it go on. */
type SpentElsewhere = 'elsewhere';
/** Too many wrong codes from the network, for all accounts together. */
type SpentHere = 'network';

/** How many milliseconds a refusal takes where time must not tell why: longer than a check of a code. */
const TIME_OF_REFUSAL = 400;

/** How many such refusals of one account in one network may wait for each other. */
const PLACES = 20;

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
 * - by account, from all networks together, so that no one tries codes from many networks. Someone who does locks out only
 *   people who sign in from a network for the first time; they can use a mailed link. Those from networks that are known for the
 *   account count, too: otherwise the answer elsewhere would tell which networks are.
 *
 * Once the limit of a network or account has been reached, codes that are tried in networks that are known for the account
 * have one more limit of their own.
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
  const inSpite = inSpiteLimit(app, deps);
  const places = atMost(PLACES, () => tooOften(TIME_OF_REFUSAL));
  app.decorateRequest('triedAccount', null);

  /** Why there were too many codes for the account: a key of `MESSAGES`; null if there were not. */
  async function refusalOf({ request, counts, remember }: Try): Promise<Refusal | null> {
    const { byBoth, byAccount } = counts;
    if (request.triedAccount === null) return null;
    if (!remember && (await signIns.isSpent(request))) return 'often';
    const [here = 0, anywhere = 0] = await spentFor(ctx, shared.ofAccount(request));
    if (here > 0 || (await byBoth.isSpent(request))) return 'here';
    return anywhere > 0 || (await byAccount.isSpent(request)) ? 'elsewhere' : null;
  }

  async function count({ request, reply, counts: { byBoth, byAccount } }: Try): Promise<void> {
    const ofAccount = request.triedAccount === null ? [] : shared.ofAccount(request);
    await countAttempt(ctx, [...shared.ofNetwork(request), ...ofAccount]);
    if (request.triedAccount === null) return;
    await byBoth.spend(request, reply);
    await byAccount.spend(request, reply);
  }

  async function verify({ request, reply, code, remember, accountId }: Try): Promise<Result<Account>> {
    const result = await authenticate(ctx, { account: String(accountId), code, remember });
    if (!result.ok) return result;
    if (!remember) await signIns.spend(request, reply);
    // If a passkey is required, the code alone is not a sign-in yet.
    if (!(await app.requiresPasskey(result.value))) {
      await noteSignIn(ctx, { request, accountId: result.value.id }, 'code');
    }
    return result;
  }

  function refused({ remember }: Try, refusal: Refusal): Attempt {
    return { account: null, tooMany: true, message: MESSAGES[remember ? 'forPrograms' : refusal] };
  }

  async function attempt(tried: Try): Promise<Attempt | SpentElsewhere> {
    const { request, reply, accountId } = tried;
    const refusal = await refusalOf(tried);
    if (refusal === 'elsewhere') return refusal;
    if (refusal !== null) {
      await logFailure(ctx, { request, accountId }, 'too many');
      return refused(tried, refusal);
    }
    const result = await verify(tried);
    if (result.ok) return { account: result.value };
    await count(tried);
    await logFailure(ctx, { request, accountId }, tried.counts === withCode ? 'wrong code' : 'unknown');
    await byNetwork.spend(request, reply);
    const message = result.problems[0]?.message ?? 'The security code does not match.';
    return { account: null, tooMany: false, message };
  }

  const inTurn = serialQueues();
  const inTurnOfPrograms = programTurns();

  /** Looks up the account. It asks the same whether there is one or not: the time must not tell. */
  async function lookUp(request: FastifyRequest, reply: FastifyReply, given: Credentials): Promise<Try> {
    const typed = request.triedAccount;
    const accountId = (typed && (await accountIdOf(ctx, typed))) ?? NO_ACCOUNT;
    const isKnown = await isKnownNetwork(ctx, accountId, addressOf(request));
    const counts = (await hasSecurityCode(ctx, accountId)) ? withCode : withoutCode;
    const { code, remember = false } = given;
    return { request, reply, code, remember, accountId, counts, isKnown };
  }

  /** Tries a code, unless there were too many wrong ones from its network, or for its account from all networks. */
  async function attemptInTurn(
    request: FastifyRequest,
    reply: FastifyReply,
    given: Credentials,
  ): Promise<Attempt | SpentElsewhere | SpentHere> {
    if (await byNetwork.isSpent(request)) return 'network';
    const signal = whenGone(reply);
    // A failure is counted only after the code was tried, so parallel attempts would all pass the limit. They wait
    // for each other: first by network, then by account, always in this order, so that there is no deadlock. Known
    // networks are not refused by account, so they need not wait until all codes of an attacker have been tried.
    const tryNow = async () => {
      // Those that wait when the limit is reached leave at once.
      if ((await byNetwork.isSpent(request)) || (await waitOf(request)) > 0) return 'network';
      const tried = await lookUp(request, reply, given);
      if (tried.isKnown || request.triedAccount === null) return attempt(tried);
      return inTurn(keyOf(request), () => attempt(tried), signal);
    };
    const inNetwork = () => inTurn(`network ${addressOf(request)}`, tryNow, signal);
    // Programs wait for each other first, so people on the pages have at most one of them before them.
    return given.remember ? inTurnOfPrograms({ request, reply, signal }, inNetwork) : inNetwork();
  }

  async function waitOf(request: FastifyRequest): Promise<number> {
    return Math.max(...(await spentFor(ctx, shared.ofNetwork(request))));
  }

  /** The account, if its code is right and someone has signed in to it from this network before. */
  async function attemptOfKnown(tried: Try): Promise<Account | null> {
    const { request, reply, isKnown } = tried;
    if (!isKnown || request.triedAccount === null) return null;
    const refusal = await refusalOf(tried);
    if (refusal === 'often' || refusal === 'here') return null;
    const limit = shared.inSpite(request);
    if (Math.max(...(await spentFor(ctx, [limit]))) > 0 || (await inSpite.isSpent(request))) return null;
    const result = await verify(tried);
    if (result.ok) return result.value;
    await countAttempt(ctx, [limit]);
    await inSpite.spend(request, reply);
    return null;
  }

  /**
   * Tries a code after too many wrong ones from its network, or for its account from everywhere. Someone else, behind the same
   * address of a provider or a school, or elsewhere, may have tried them, so the right code is taken if someone has signed in to
   * the account from here before. Nothing else shows whether that is so: other codes get the same answer, the same line in the log, and
   * after as much time, also if several are sent at once; and they count only here, so that later answers do not show it.
   * @throws a 429 unless the code is right, if there were too many from the network
   */
  async function attemptInSpite(tried: Try, spent: SpentElsewhere | SpentHere): Promise<Attempt> {
    const { request, reply, accountId } = tried;
    const key = `${keyOf(request)} in ${addressOf(request)}`;
    const inTime = () => inEqualTime(() => attemptOfKnown(tried));
    const account = await places(key, () => inTurn(key, inTime, whenGone(reply)));
    if (account !== null) return { account };
    await logFailure(ctx, { request, accountId }, 'too many');
    if (spent === 'elsewhere') return refused(tried, spent);
    await byNetwork.spend(request, reply);
    throw tooOftenFor(reply, await waitOf(request));
  }

  app.decorate('tryCode', async (request: FastifyRequest, reply: FastifyReply, given: Credentials) => {
    request.triedAccount = readTypedAccount(given.account);
    const attempted = await attemptInTurn(request, reply, given);
    if (typeof attempted !== 'string') return attempted;
    return attemptInSpite(await lookUp(request, reply, given), attempted);
  });
}

/** Does some work that returns null to refuse something. Then it takes `TIME_OF_REFUSAL`, whatever it did. */
async function inEqualTime<T>(work: () => Promise<T | null>): Promise<T | null> {
  const begun = performance.now();
  const result = await work();
  if (result === null) await sleep(Math.max(0, TIME_OF_REFUSAL - (performance.now() - begun)));
  return result;
}
