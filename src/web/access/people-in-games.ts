import type { FastifyInstance, FastifyRequest } from 'fastify';
import { browserOf } from '../../accounts/known-browser.ts';
import { databaseFailure } from '../../database/failures.ts';
import { peopleInRunningGames } from '../../games/seats/people-in-running-games.ts';
import { cached } from '../../operations/cached.ts';
import type { WebContext } from '../web-context.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Whether the sender of a request plays in a running game or runs one, so that the limits of the network keep a part for
     * them. Then `request.inGame` is their account: the one that is signed in, or if there is none, the one that was last
     * signed in to in this browser.
     */
    isInRunningGame(request: FastifyRequest): Promise<boolean>;
  }
  interface FastifyRequest {
    /** Set by `app.isInRunningGame`; null if no account in a running game is known. */
    inGame: number | null;
  }
}

/** For how many milliseconds it is remembered who is in a running game. */
const REMEMBERED = 60_000;

/** Everyone in running games: the numbers of their accounts, and the same by what stands for an account in a browser. */
interface People {
  accounts: Set<number>;
  byBrowser: Map<string, number>;
}

/** Adds `app.isInRunningGame`. It asks the database at most once a minute, and only while the limits of a network are used up or many of its pages wait. */
export function registerPeopleInGames(app: FastifyInstance, deps: WebContext): void {
  app.decorateRequest('inGame', null);
  const people = cached(() => readPeople(deps), REMEMBERED);
  app.decorate('isInRunningGame', async (request: FastifyRequest) => {
    if (request.account === null && request.knownBrowser === null) return false;
    try {
      request.inGame = accountInGame(await people(), request);
    } catch (error) {
      if (databaseFailure(error) === null) throw error;
    }
    return request.inGame !== null;
  });
}

function accountInGame({ accounts, byBrowser }: People, { account, knownBrowser }: FastifyRequest) {
  if (account !== null) return accounts.has(account.id) ? account.id : null;
  return byBrowser.get(knownBrowser ?? '') ?? null;
}

async function readPeople({ ctx }: WebContext): Promise<People> {
  const accounts = await peopleInRunningGames(ctx);
  const byBrowser = new Map<string, number>();
  for (const id of accounts) byBrowser.set(await browserOf(ctx, id), id);
  return { accounts, byBrowser };
}
