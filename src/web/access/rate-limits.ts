import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError, wantsJson } from '../rendering/http-errors.ts';
import type { RateLimits } from '../web-context.ts';
import {
  accessOf,
  addressOf,
  personInGame,
  personOf,
  wholeAccountOf,
  wideBlockOf,
  wideNetworkOf,
} from './request-keys.ts';
import { refuseIfSpent } from './too-often.ts';

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

/**
 * The part of a limit that is kept: for each person in a running game when the limit of their network is used up, and for each
 * session and token of an account when that of the account is.
 */
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
     * The route ends access that someone else may have to the account, or shows the form for it. For those who are signed in, such
     * routes have a limit of their own for each session instead of all others: neither programs nor other sessions can use it up.
     */
    endsAccess?: true;
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
 * after `onRequest` of the app, when it is known who is signed in, and before a body is read.
 */
export async function registerPageLimit(
  app: FastifyInstance,
  deps: { limits?: Partial<RateLimits> },
): Promise<void> {
  const limits = limitsOf(deps);
  await app.register(rateLimit, { global: false, allowList: isAsset });
  const people = limitAccess(app, limits.pages);
  const networks = limitPeopleTogether(app, limits, limits.pages);
  const ending = limitEnding(app, limits);
  const programs = limitWideNetworks(app, { max: limits.pages * limits.peoplePerNetwork, minutes: 1 });
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.limitAfterSignIn) await programs.spend(request, reply);
  });
  // The limit of the network comes last, so that one person who goes on in spite of their own does not use it up.
  app.decorate('countPage', async (request: FastifyRequest, reply: FastifyReply) => {
    await people.spend(request, reply);
    await networks.spend(request, reply);
  });
  app.addHook('preParsing', async (request, reply) => {
    if (isAsset(request) || request.routeOptions.config.rateLimit === false) return;
    if (endsAccess(request)) return ending.spend(request, reply);
    // Unknown addresses count for their sender when they are answered.
    if (!request.is404) await people.spend(request, reply);
    await networks.spend(request, reply);
  });
  app.decorate('countUnknownAddress', (request: FastifyRequest, reply: FastifyReply) =>
    people.spend(request, reply),
  );
}

/** Whether the limit for ending access counts this request instead of all others. */
function endsAccess({ account, routeOptions }: FastifyRequest): boolean {
  return account !== null && routeOptions.config.endsAccess === true;
}

/**
 * The limits of `config.endsAccess`: for each session as many requests as forms, and for networks in counts of their own. If neighbors, or
 * other sessions of the same account, use up those of the network, each session still has a part. There are only so many sessions of an
 * account, and each took a sign-in.
 */
function limitEnding(app: FastifyInstance, { forms, peoplePerNetwork }: RateLimits): Limiter {
  const ofSession = (max: number) => limiter(app, { max, minutes: 1, key: accessOf });
  const common = limitWideNetworks(app, { max: forms * peoplePerNetwork, minutes: 1 });
  return both(
    ofSession(forms),
    withKept(common, ofSession(Math.ceil(forms * KEPT_PART)), async () => true),
  );
}

/** Limits forms more tightly than pages, and costly routes. */
export function registerRateLimits(app: FastifyInstance, deps: { limits?: Partial<RateLimits> }): void {
  const limits = limitsOf(deps);
  const forms = limitPeople(app, limits, limits.forms);
  const checks = limitPeople(app, limits, limits.checks);
  const spendCostly = limitCostlyRoutes(app, limits);
  const spend = async (request: FastifyRequest, reply: FastifyReply) => {
    if (endsAccess(request)) return;
    const isForm = request.method !== 'GET' && request.method !== 'HEAD';
    if (isForm) await (request.routeOptions.config.checks ? checks : forms).spend(request, reply);
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
  return both(limitAccess(app, max), limitPeopleTogether(app, limits, max));
}

/**
 * A limit of `max` a minute for each person, and for each session and token of an account as well. If others use up that of the
 * person, because someone else has a session or token of the account, each further one still has a part. All these parts
 * together have the limit once more, so an account has three times the limit at most: for its browsers, its programs, and these parts.
 */
function limitAccess(app: FastifyInstance, max: number): Limiter {
  const kept = both(
    limiter(app, { max: Math.ceil(max * KEPT_PART), minutes: 1, key: accessOf }),
    limiter(app, { max, minutes: 1, key: wholeAccountOf }),
  );
  const common = limiter(app, { max, minutes: 1, key: personOf });
  return both(
    limiter(app, { max, minutes: 1, key: accessOf }),
    withKept(common, kept, async (request) => Boolean((request as Partial<FastifyRequest>).account)),
  );
}

/** A common limit. If it is used up, those who have a part in the kept one count there. */
function withKept(
  common: Limiter,
  kept: Limiter,
  hasPart: (request: FastifyRequest) => Promise<boolean>,
): Limiter {
  return {
    async spend(request, reply) {
      try {
        await common.spend(request, reply);
      } catch (error) {
        if (!(error instanceof HttpError) || !(await hasPart(request))) throw error;
        await kept.spend(request, reply);
        reply.removeHeader('retry-after');
      }
    },
    isSpent: async (request) =>
      (await common.isSpent(request)) && (!(await hasPart(request)) || (await kept.isSpent(request))),
  };
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
  return withKept(common, kept, (request) => app.isInRunningGame(request));
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

/** Whether a request is for a file of the pages, which costs next to nothing. */
function isAsset(request: FastifyRequest): boolean {
  return request.url.startsWith('/assets/') && !request.is404;
}
