import type { FastifyReply, FastifyRequest } from 'fastify';
import { createFairTurnsByKey } from '../../fair-turns.ts';
import { atMost } from '../../in-turn.ts';
import { addressOf } from './request-keys.ts';
import { tooOftenFor } from './too-often.ts';
import { keyOf } from './wrong-code-counts.ts';

/*
 * Codes that programs send with each request. The codes of a network are tried one after the other, so those of one program
 * must not keep its neighbors waiting, nor the connections of the server.
 */

/** How many such requests of an account, as it was named, may be under way in one network, and how many may wait there in all. */
const MOST = { ofAccount: 10, waiting: 100 };

/** How many milliseconds a program should wait that was refused because there were more. */
const WAIT = 1000;

class TooMany extends Error {
  override name = 'TooMany';
}

const busy = () => new TooMany();

/** Does the work of a program when it is its turn in its network, unless the signal aborts before that. @throws a 429 if there is too much */
type ProgramTurns = <T>(
  program: { request: FastifyRequest; reply: FastifyReply; signal: AbortSignal },
  work: () => Promise<T>,
) => Promise<T>;

/** Creates the queues of programs, one for each network. The accounts take turns: see `createFairTurns`. */
export function programTurns(): ProgramTurns {
  const ofAccount = atMost(MOST.ofAccount, busy);
  const inNetwork = createFairTurnsByKey({ waiting: MOST.waiting, busy });
  return async ({ request, reply, signal }, work) => {
    const [of, network] = [keyOf(request), addressOf(request)];
    try {
      return await ofAccount(`${of} in ${network}`, () => inNetwork.inTurn(network, { of, signal }, work));
    } catch (error) {
      throw error instanceof TooMany ? tooOftenFor(reply, WAIT) : error;
    }
  };
}
