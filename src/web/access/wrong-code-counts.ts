import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AttemptLimit } from '../../accounts/attempt-counts.ts';
import type { WebContext } from '../web-context.ts';
import { type Limiter, limiter, limitsOf } from './rate-limits.ts';
import { addressOf, wideNetworkOf } from './request-keys.ts';

/* The counts of wrong security codes, as src/web/access/sign-in-limits.ts uses them. */

/** Wrong codes for one account in this process: from one network, and from all. */
export interface AccountCounts {
  byBoth: Limiter;
  byAccount: Limiter;
}

/** The counts that all processes share, with the limits of those in memory. */
export function sharedLimits(deps: WebContext) {
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
    /** Of the account that is being tried: from this network, and from all. */
    ofAccount: (request: FastifyRequest): [AttemptLimit, AttemptLimit] => [
      { what: `${keyOf(request)} from ${addressOf(request)}`, max: signInByAccount, minutes: 60 },
      { what: keyOf(request), max: signInByAccountAnywhere, minutes: 60 },
    ],
    /** Of the account in a network that is known for it, while the other limits refuse everyone else. */
    inSpite: (request: FastifyRequest): AttemptLimit => ({
      what: `${keyOf(request)} from ${addressOf(request)} in spite`,
      max: signInByAccount,
      minutes: 60,
    }),
  };
}

/** Counts of this process for one kind of accounts. */
export function accountCounts(app: FastifyInstance, deps: WebContext): AccountCounts {
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

/** As `inSpite` of `sharedLimits`, in this process. */
export function inSpiteLimit(app: FastifyInstance, deps: WebContext): Limiter {
  return limiter(app, {
    max: limitsOf(deps).signInByAccount,
    minutes: 60,
    key: (request) => `${keyOf(request)} ${addressOf(request)}`,
    keys: limitsOf(deps).accountsCounted,
  });
}

/** The key of the account that is being tried, as it was named. */
export function keyOf({ triedAccount }: FastifyRequest): string {
  if (triedAccount === null) return 'no account';
  return 'number' in triedAccount ? `account ${triedAccount.number}` : `address ${triedAccount.email}`;
}
