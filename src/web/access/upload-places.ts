import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ofThoseWithMost } from '../../crowded-out.ts';
import { HttpError } from '../rendering/http-errors.ts';
import { UnavailableError } from '../rendering/unavailable.ts';
import { accessOf, personOf, wideBlockOf, wideNetworkOf } from './request-keys.ts';
import { createShares } from './shares.ts';

/**
 * How many files are read or in memory at the same time: each may have some megabytes, and may come slowly. Most requests of
 * one process are far smaller.
 */
const PLACES = { inAll: 10, ofShares: { perPerson: 2, perNetwork: 3, perBlock: 5 } };

/** The place of a request with a file. */
interface Place {
  request: FastifyRequest;
  leave(): void;
  /** Ends the request, because others need its place. */
  giveUp(): void;
  /** Rejects when the place is given up. */
  givenUp: Promise<never>;
  /** Whether the file is here as a whole. */
  isWhole: boolean;
  /** Whether the handler of the route is at work with the file. */
  isHandled: boolean;
  /** Ends the wait of the handler for its turn to read the file; null unless it waits. */
  waiting: AbortController | null;
  isLeft: boolean;
  isGivenUp: boolean;
}

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * The file of this request waits for its turn to be read. Until `begins` is called, it may have to give up its place to
     * others: then the signal aborts, with the error to be thrown.
     */
    uploadWaits(request: FastifyRequest): { signal: AbortSignal; begins(): void };
  }
}

/** Places for requests with files. */
export interface UploadPlaces {
  /**
   * Takes a place for a request and reads its body. The place is free again, and the file is no longer in the body of the
   * request, when the handler of the route has ended, or when the connection is closed or the request is answered before that.
   * If all places are taken, a file that has not come whole, or that waits for its turn to be read, gives up its place: see
   * `nextToLeave`.
   * @throws UnavailableError if too many files of the same person or network are read; if all places have files that are
   * being handled; or if others need the place before the file is here
   */
  read(request: FastifyRequest, reply: FastifyReply, readBody: () => Promise<unknown>): Promise<void>;
}

const busy = () => new UnavailableError('uploads');

/**
 * The place that is given up when one too many is taken, which can be the newest one: one of the block with the most, in it of
 * the network, in that of the person, and in that of the session. Of these, the one whose file has been arriving longest, or else the newest one that
 * waits to be read. So those who have many places push out each other, no matter how slowly a file of someone else comes.
 * @param taken the oldest ones first
 */
function nextToLeave(taken: Iterable<Place>): Place | undefined {
  let places = [...taken].filter(({ isWhole, waiting }) => !isWhole || waiting !== null);
  for (const keyOf of [wideBlockOf, wideNetworkOf, personOf, accessOf]) {
    places = ofThoseWithMost(places, ({ request }) => keyOf(request));
  }
  return places.find(({ isWhole }) => !isWhole) ?? places.at(-1);
}

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

  async function take(request: FastifyRequest, reply: FastifyReply): Promise<Place> {
    const leave = await enter(request);
    let reject: (reason: Error) => void = () => {};
    const givenUp = new Promise<never>((_resolve, refuse) => {
      reject = refuse;
    });
    // It can be given up before anyone waits for it.
    givenUp.catch(() => undefined);
    const giveUp = () => {
      place.isGivenUp = true;
      end(request);
      // The rest is not read: the connection is closed with the answer.
      if (!place.isWhole) reply.header('connection', 'close');
      reject(busy());
      place.waiting?.abort(busy());
    };
    const flags = { isWhole: false, isHandled: false, isLeft: false, isGivenUp: false };
    const place: Place = { request, leave, giveUp, givenUp, waiting: null, ...flags };
    places.set(request, place);
    taken.add(place);
    reply.raw.once('close', () => {
      if (!place.isHandled) end(request);
    });
    // Closed before: the event has been.
    if (reply.raw.destroyed) end(request);
    if (taken.size > PLACES.inAll) nextToLeave(taken)?.giveUp();
    return place;
  }

  /** Takes the file out of the body of a request that has lost its place meanwhile. @throws if it has */
  function check(request: FastifyRequest): void {
    const place = places.get(request);
    if (!place?.isLeft) return;
    end(request);
    throw place.isGivenUp ? busy() : new HttpError(400, 'closed', 'The connection was closed.');
  }

  app.decorate('uploadWaits', (request: FastifyRequest) => {
    const waiting = new AbortController();
    const place = places.get(request);
    if (place !== undefined) place.waiting = waiting;
    const begins = () => {
      if (place !== undefined) place.waiting = null;
    };
    return { signal: waiting.signal, begins };
  });

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
