import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { crowdedOut, type Keeper } from '../../crowded-out.ts';
import { HttpError } from '../rendering/http-errors.ts';
import { UnavailableError } from '../rendering/unavailable.ts';
import { wideBlockOf } from './rate-limits.ts';
import { createShares } from './shares.ts';

/**
 * How many files are read or in memory at the same time: each may have some megabytes, and may come slowly. Most requests of
 * one process are far smaller.
 */
const PLACES = { inAll: 10, ofShares: { perPerson: 2, perNetwork: 3, perBlock: 5 } };

/** Milliseconds within which most files are here as a whole. */
const LATE = 10_000;

/** The place of a request with a file. */
interface Place extends Keeper {
  leave(): void;
  /** Ends the request, because others need its place. */
  giveUp(): void;
  /** Rejects when the place is given up. */
  givenUp: Promise<never>;
  /** Whether the file is here as a whole. */
  isWhole: boolean;
  /** Whether the handler of the route is at work with the file. */
  isHandled: boolean;
  isLeft: boolean;
}

/** Places for requests with files. */
export interface UploadPlaces {
  /**
   * Takes a place for a request and reads its body. The place is free again, and the file is no longer in the body of the
   * request, when the handler of the route has ended, or when the connection is closed or the request is answered before that.
   * If all places are taken, a file that has not come whole gives up its place: see `crowdedOut`.
   * @throws UnavailableError if too many files of the same person or network are read; if all places have files that are
   * here as a whole; or if others need the place before the file is here
   */
  read(request: FastifyRequest, reply: FastifyReply, readBody: () => Promise<unknown>): Promise<void>;
}

const busy = () => new UnavailableError('uploads');

/** Creates the places. Must be called before the routes are registered. */
export function createUploadPlaces(app: FastifyInstance): UploadPlaces {
  const shares = createShares({ ...PLACES.ofShares, busy });
  const places = new WeakMap<FastifyRequest, Place>();
  const taken = new Set<Place>();

  /** Returns the function that ends the share. */
  function enter(request: FastifyRequest): Promise<() => void> {
    return new Promise((entered, refused) => {
      shares(request, () => new Promise<void>((leave) => entered(leave))).catch(refused);
    });
  }

  function end(request: FastifyRequest): void {
    const place = places.get(request);
    if (place === undefined) return;
    place.isLeft = true;
    taken.delete(place);
    const body = request.body as { file?: unknown } | null | undefined;
    if (body?.file) body.file = null;
    place.leave();
  }

  /** Returns whether there is room for one more. */
  function makeRoom(): boolean {
    if (taken.size < PLACES.inAll) return true;
    const arriving = [...taken].filter(({ isWhole }) => !isWhole);
    const place = crowdedOut(arriving, { now: performance.now(), late: LATE });
    place?.giveUp();
    return place !== null;
  }

  async function take(request: FastifyRequest, reply: FastifyReply): Promise<Place> {
    const leave = await enter(request);
    if (!makeRoom()) {
      leave();
      throw busy();
    }
    let reject: (reason: Error) => void = () => {};
    const givenUp = new Promise<never>((_resolve, refuse) => {
      reject = refuse;
    });
    const giveUp = () => {
      end(request);
      // The rest is not read: the connection is closed with the answer.
      reply.header('connection', 'close');
      reject(busy());
    };
    const keeper = { block: wideBlockOf(request), since: performance.now() };
    const place = { ...keeper, leave, giveUp, givenUp, isWhole: false, isHandled: false, isLeft: false };
    places.set(request, place);
    taken.add(place);
    reply.raw.once('close', () => {
      if (!place.isHandled) end(request);
    });
    // Closed before: the event has been.
    if (reply.raw.destroyed) end(request);
    return place;
  }

  /** Takes the file out of the body of a request that has lost its place meanwhile. @throws if it has */
  function check(request: FastifyRequest): void {
    if (!places.get(request)?.isLeft) return;
    end(request);
    throw new HttpError(400, 'closed', 'The connection was closed.');
  }

  app.addHook('onRoute', (route) => {
    if (!route.config?.upload) return;
    const { handler } = route;
    route.handler = async function (request, reply) {
      const place = places.get(request);
      if (place !== undefined) place.isHandled = true;
      try {
        return await handler.call(this, request, reply);
      } finally {
        end(request);
      }
    };
  });

  // A handler that returns its reply ends only when the answer is sent, and someone may read it slowly.
  app.addHook('onSend', async (request) => {
    if (places.get(request)?.isHandled) end(request);
  });

  return {
    async read(request, reply, readBody) {
      const place = await take(request, reply);
      check(request);
      request.body = await Promise.race([readBody(), place.givenUp]);
      place.isWhole = true;
      check(request);
    },
  };
}
