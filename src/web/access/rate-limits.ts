import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Networks } from '../../accounts/requested-mail.ts';
import { blockOf } from '../../operations/network-blocks.ts';
import { HttpError, wantsJson } from '../rendering/http-errors.ts';
import type { RateLimits } from '../web-context.ts';
import { refuseIfSpent, tooOften } from './too-often.ts';

const DEFAULT_LIMITS: RateLimits = {
  pages: 600,
  forms: 60,
  games: 120,
  checks: 240,
  pdfs: 40,
  exports: 30,
  signInByAddress: 30,
  signInByAccount: 10,
  signInByAccountAnywhere: 100,
  signInsOfAccount: 60,
  linksByAddress: 10,
  practiceByAddress: 60,
  accountsCounted: 20_000,
  peoplePerNetwork: 10,
};

/** How many times the limit of one network its block has. */
const NETWORKS_PER_BLOCK = 3;

/** The part of their own limit that people in running games keep when the limit of their network is used up. */
const KEPT_PART = 1 / 5;

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * What a route does that costs the server much: `game`, it reads a game, guesses what a sheet would do, or plays a turn
     * of a practice game; `pdf`; or `export`, it sends a whole game that is over. The routes of each kind have one limit
     * together, also for HEAD. Forms need it only if they cost more than others: their own limit is lower.
     */
    costly?: 'game' | 'pdf' | 'export';
    /** As `costly`, for a route that is costly only when it sends a page, and not when it answers a script. */
    costlyPage?: 'game';
    /** The check of a sheet that is being filled in: the page asks for it after each change. It has a limit instead of that of forms. */
    checks?: true;
    /**
     * The route signs its sender in for each request, and then calls `limitSignedIn`. Before that the request counts for its
     * network alone, in counts of their own: a stranger's wrong codes must not use up the limits of others on the network.
     * Needs `rateLimit: false`.
     */
    limitAfterSignIn?: true;
  }
  interface FastifyInstance {
    /**
     * Counts a request of a route with `config.limitAfterSignIn` against all limits of `request.account`.
     * @throws a 429 if it is one too many
     */
    limitSignedIn(request: FastifyRequest, reply: FastifyReply): Promise<void>;
    /** Counts a request against the limits of all pages, of its person and network. @throws a 429 if it is one too many */
    countPage(request: FastifyRequest, reply: FastifyReply): Promise<void>;
    /**
     * Counts a request for an address without a route against the limit of all pages. Routes are counted by themselves.
     * @throws a 429 if it is one too many
     */
    countUnknownAddress(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  }
}

/** The limits in force: the defaults, and what the configuration sets instead. */
export function limitsOf({ limits }: { limits?: Partial<RateLimits> }): RateLimits {
  return { ...DEFAULT_LIMITS, ...limits };
}

/**
 * Limits every route per person. Must be registered before the sessions, which need a limiter. The limit itself is applied
 * after all hooks of the app, when it is known who is signed in.
 */
export async function registerPageLimit(
  app: FastifyInstance,
  deps: { limits?: Partial<RateLimits> },
): Promise<void> {
  const limits = limitsOf(deps);
  await app.register(rateLimit, {
    global: true,
    max: limits.pages,
    timeWindow: '1 minute',
    cache: 20_000,
    keyGenerator: personOf,
    allowList: isAsset,
    errorResponseBuilder: (_request, context) => tooOften(context.ttl),
  });
  const pages = app.createRateLimit();
  const networks = limitPeopleTogether(app, limits, limits.pages);
  const programs = limitWideNetworks(app, { max: limits.pages * limits.peoplePerNetwork, minutes: 1 });
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.limitAfterSignIn) await programs.spend(request, reply);
  });
  app.decorate('countPage', async (request: FastifyRequest, reply: FastifyReply) => {
    refuseIfSpent(await pages(request), reply);
    await networks.spend(request, reply);
  });
  // After the limit of the person, so that one person who goes on in spite of it does not use up that of the network.
  app.addHook('preParsing', async (request, reply) => {
    if (isAsset(request) || request.routeOptions.config.rateLimit === false) return;
    await networks.spend(request, reply);
  });
  app.decorate('countUnknownAddress', async (request: FastifyRequest, reply: FastifyReply) =>
    refuseIfSpent(await pages(request), reply),
  );
}

/** Limits forms more tightly than pages unless the route sets its own `config.rateLimit`, and costly routes. */
export function registerRateLimits(app: FastifyInstance, deps: { limits?: Partial<RateLimits> }): void {
  const limits = limitsOf(deps);
  const forms = limitPeople(app, limits, limits.forms);
  const checks = limitPeople(app, limits, limits.checks);
  const spendCostly = limitCostlyRoutes(app, limits);
  const spend = async (request: FastifyRequest, reply: FastifyReply) => {
    const { rateLimit: ownLimit, checks: isCheck } = request.routeOptions.config;
    const isForm = request.method !== 'GET' && request.method !== 'HEAD' && !ownLimit;
    if (isForm) await (isCheck ? checks : forms).spend(request, reply);
    await spendCostly(request, reply);
  };
  app.addHook('onRequest', async (request, reply) => {
    if (!request.routeOptions.config.limitAfterSignIn) await spend(request, reply);
  });
  app.decorate('limitSignedIn', async (request: FastifyRequest, reply: FastifyReply) => {
    await app.countPage(request, reply);
    await spend(request, reply);
  });
}

/** Limits the routes with `config.costly` or `config.costlyPage`, in addition to the limit of all pages. */
function limitCostlyRoutes(app: FastifyInstance, limits: RateLimits): Limiter['spend'] {
  const games = limitPeople(app, limits, limits.games);
  const pdfs = limitPeople(app, limits, limits.pdfs);
  const exports = limitPeople(app, limits, limits.exports);
  return async (request, reply) => {
    const { costlyPage } = request.routeOptions.config;
    const { costly = wantsJson(request) ? undefined : costlyPage } = request.routeOptions.config;
    if (costly === 'pdf') await pdfs.spend(request, reply);
    if (costly === 'export') await exports.spend(request, reply);
    if (costly === 'game') await games.spend(request, reply);
  };
}

/** A limit with its own counters. */
export interface Limiter {
  /** Counts this request. @throws a 429 if it is one too many */
  spend(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Whether the limit is used up. Does not count the request. */
  isSpent(request: FastifyRequest): Promise<boolean>;
}

/**
 * Creates a limiter that allows `max` requests in `minutes` for each key.
 * @param options.keys how many keys are counted at the same time: those that were counted least recently are forgotten
 */
export function limiter(
  app: FastifyInstance,
  options: { max: number; minutes: number; key: (request: FastifyRequest) => string; keys?: number },
): Limiter {
  const count = app.createRateLimit({
    max: options.max,
    timeWindow: options.minutes * 60_000,
    cache: options.keys ?? 20_000,
    keyGenerator: options.key,
  } as Parameters<FastifyInstance['createRateLimit']>[0]);
  return {
    async spend(request, reply) {
      refuseIfSpent(await count(request), reply);
    },
    async isSpent(request) {
      const state = await count(request, { increment: false });
      return !state.isAllowed && state.remaining === 0;
    },
  };
}

/**
 * A limit for each person and minute, and higher ones for each network and block of networks, so that someone with many
 * accounts, or with many networks side by side, does not have as many times the limit.
 */
export function limitPeople(
  app: FastifyInstance,
  limits: Pick<RateLimits, 'peoplePerNetwork'>,
  max: number,
): Limiter {
  return both(limiter(app, { max, minutes: 1, key: personOf }), limitPeopleTogether(app, limits, max));
}

/**
 * The limits of networks and blocks in a limit of `max` for each person and minute. If neighbors with many accounts use them
 * up, people in running games still have a part of their own limit. All these parts together have the limits of networks
 * and blocks once more, so someone with many accounts in games has at most twice as much.
 */
function limitPeopleTogether(
  app: FastifyInstance,
  { peoplePerNetwork }: Pick<RateLimits, 'peoplePerNetwork'>,
  max: number,
): Limiter {
  const together = { max: max * peoplePerNetwork, minutes: 1 };
  const common = limitWideNetworks(app, together);
  const kept = both(
    limiter(app, { max: Math.ceil(max * KEPT_PART), minutes: 1, key: personInGame }),
    limitWideNetworks(app, together),
  );
  return {
    async spend(request, reply) {
      try {
        await common.spend(request, reply);
      } catch (error) {
        if (!(error instanceof HttpError) || !(await app.isInRunningGame(request))) throw error;
        await kept.spend(request, reply);
        reply.removeHeader('retry-after');
      }
    },
    isSpent: async (request) =>
      (await common.isSpent(request)) &&
      (!(await app.isInRunningGame(request)) || (await kept.isSpent(request))),
  };
}

/** A limit for each network (see `addressOf`), and higher ones for each IPv6 /48 and each block of networks. */
export function limitNetworks(
  app: FastifyInstance,
  { peoplePerNetwork }: Pick<RateLimits, 'peoplePerNetwork'>,
  { max, minutes }: { max: number; minutes: number },
): Limiter {
  return both(
    limiter(app, { max, minutes, key: addressOf }),
    limitWideNetworks(app, { max: max * peoplePerNetwork, minutes }),
  );
}

/** A limit for each wide network, and one for each block of them: a /24 has 256 IPv4 addresses, and may be one person's. */
function limitWideNetworks(
  app: FastifyInstance,
  { max, minutes }: { max: number; minutes: number },
): Limiter {
  return both(
    limiter(app, { max, minutes, key: wideNetworkOf }),
    limiter(app, { max: max * NETWORKS_PER_BLOCK, minutes, key: wideBlockOf }),
  );
}

/** Two limits together. What the first one refuses does not count for the second one. */
function both(first: Limiter, second: Limiter): Limiter {
  return {
    async spend(request, reply) {
      await first.spend(request, reply);
      await second.spend(request, reply);
    },
    isSpent: async (request) => (await first.isSpent(request)) || (await second.isSpent(request)),
  };
}

/**
 * The key of a person: the account; if no one is signed in, the browser and its network, provided that someone has signed in to
 * an account in it before; and the network address of everyone else. All browsers of an account count together, so it has the
 * network, too: someone who has kept a cookie of the account must not use up the limit of its owner elsewhere.
 */
export function personOf(request: FastifyRequest): string {
  // For an address that cannot be read, no hook has run, and it is not known who is signed in.
  const { account, knownBrowser } = request as Partial<Pick<FastifyRequest, 'account' | 'knownBrowser'>>;
  if (account) return `account ${account.id}`;
  return knownBrowser ? `browser ${knownBrowser} in ${addressOf(request)}` : addressOf(request);
}

/**
 * The key of a person in a running game, and of their network, for the reason that `personOf` gives. Someone else may use a
 * browser in which they were signed in before, so these browsers do not count with those in which they are.
 */
function personInGame(request: FastifyRequest): string {
  const how = request.account === null ? 'known' : 'signed in';
  return `in a game ${request.inGame}, ${how}, in ${wideNetworkOf(request)}`;
}

/** The network address of a request. For IPv6 it is the /64 network, because one host may use many addresses in it. */
export function addressOf(request: FastifyRequest): string {
  return normalizeIP(request.ip, 64);
}

/**
 * The IPv4 address of a request, or its /48 network for IPv6: providers give whole /48 networks to one customer, who then has
 * 65,536 of the /64 networks that `addressOf` counts.
 */
export function wideNetworkOf(request: FastifyRequest): string {
  return normalizeIP(request.ip, 48);
}

/** The block of networks that a request comes from: an IPv4 /24, or an IPv6 /32, which has the /48 networks of one provider. */
export function wideBlockOf(request: FastifyRequest): string {
  return blockOf(request.ip, 32);
}

/** The networks of a request, as the limits of requested mail count them. */
export function networksOf(request: FastifyRequest): Networks {
  return { network: addressOf(request), wideNetwork: wideNetworkOf(request), block: wideBlockOf(request) };
}

/** Whether a request is for a file of the pages, which costs next to nothing. */
function isAsset(request: FastifyRequest): boolean {
  return request.url.startsWith('/assets/') && !request.is404;
}
