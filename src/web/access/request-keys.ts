import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import type { Networks } from '../../accounts/requested-mail.ts';
import { tokenHash } from '../../accounts/tokens.ts';
import { blockOf } from '../../operations/network-blocks.ts';
import { ipOf } from './request-ip.ts';

/* For whom a request counts in limits and shares: the keys of people, of their sessions and tokens, and of networks. */

/** What is known of the sender. For an address that cannot be read, no hook has run, and tests ask with less. */
type Known = Partial<Pick<FastifyRequest, 'account' | 'program' | 'knownBrowser' | 'sessionToken'>>;

/**
 * The key of a person: the account, whose browsers count apart from its programs, so that a program cannot keep the owner from
 * the pages; if no one is signed in, the browser and its network, provided that someone has signed in to an account in it before;
 * and the network address of everyone else. All known browsers of an account count together, so they have the network, too: someone
 * who has kept a cookie of the account must not use up the limit of its owner elsewhere.
 */
export function personOf(request: FastifyRequest): string {
  const { account, program, knownBrowser } = request as Known;
  if (account) return `${program ? 'programs' : 'browsers'} of account ${account.id}`;
  return knownBrowser ? `browser ${knownBrowser} in ${addressOf(request)}` : addressOf(request);
}

/** The key of one session or one token of an account: someone else may have it. For those who are not signed in it is `personOf`. */
export function accessOf(request: FastifyRequest): string {
  const { account, program, sessionToken } = request as Known;
  if (!account) return personOf(request);
  const one = program ? `program ${program}` : `session ${tokenHash(sessionToken ?? '')}`;
  return `${one} of account ${account.id}`;
}

/** The key of the account that is signed in, for all of its browsers and programs together; otherwise it is `personOf`. */
export function wholeAccountOf(request: FastifyRequest): string {
  const { account } = request as Known;
  return account ? `account ${account.id}` : personOf(request);
}

/**
 * The key of a person in a running game, and of their network, for the reason that `personOf` gives. Someone else may use a
 * browser in which they were signed in before, so these browsers do not count with those in which they are, nor do programs.
 */
export function personInGame(request: FastifyRequest): string {
  const how = request.account === null ? 'known' : request.program === null ? 'signed in' : 'program';
  return `in a game ${request.inGame}, ${how}, in ${wideNetworkOf(request)}`;
}

/** The network address of a request. For IPv6 it is the /64 network, because one host may use many addresses in it. */
export function addressOf(request: FastifyRequest): string {
  return normalizeIP(ipOf(request), 64);
}

/**
 * The IPv4 address of a request, or its /48 network for IPv6: providers give whole /48 networks to one customer, who then has
 * 65,536 of the /64 networks that `addressOf` counts.
 */
export function wideNetworkOf(request: FastifyRequest): string {
  return normalizeIP(ipOf(request), 48);
}

/** The block of networks that a request comes from: an IPv4 /24, or an IPv6 /32, which has the /48 networks of one provider. */
export function wideBlockOf(request: FastifyRequest): string {
  return blockOf(ipOf(request), 32);
}

/** The networks of a request, as the limits of requested mail count them. */
export function networksOf(request: FastifyRequest): Networks {
  return { network: addressOf(request), wideNetwork: wideNetworkOf(request), block: wideBlockOf(request) };
}
