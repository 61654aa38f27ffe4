import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../rendering/http-errors.ts';
import { UnavailableError } from '../rendering/unavailable.ts';
import { createShares } from './shares.ts';

/**
 * How many files are read or in memory at the same time: each may have some megabytes, and may come slowly. Most requests of
 * one process are far smaller.
 */
const PLACES = { perPerson: 2, perNetwork: 3, perBlock: 5, inAll: 10 };

/** The place of a request with a file. */
interface Place {
  leave(): void;
  /** Whether the handler of the route is at work with the file. */
  isHandled: boolean;
  isLeft: boolean;
}

/** Places for requests with files. */
export interface UploadPlaces {
  /**
   * Takes a place for a request whose file will be read. It is free again, and the file is no longer in the body of the
   * request, when the handler of the route has ended, or when the connection is closed or the request is answered before that.
   * @throws UnavailableError if too many other files are read, or too many of the same person or network
   */
  take(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Takes the file out of the body of a request that has lost its place meanwhile. @throws if it has */
  check(request: FastifyRequest): void;
}

/** Creates the places. Must be called before the routes are registered. */
export function createUploadPlaces(app: FastifyInstance): UploadPlaces {
  const shares = createShares({ ...PLACES, busy: () => new UnavailableError('uploads') });
  const places = new WeakMap<FastifyRequest, Place>();

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
    const body = request.body as { file?: unknown } | null | undefined;
    if (body?.file) body.file = null;
    place.leave();
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
    async take(request, reply) {
      const place: Place = { leave: await enter(request), isHandled: false, isLeft: false };
      places.set(request, place);
      reply.raw.once('close', () => {
        if (!place.isHandled) end(request);
      });
      // Closed before: the event has been.
      if (reply.raw.destroyed) end(request);
    },
    check(request) {
      if (!places.get(request)?.isLeft) return;
      end(request);
      throw new HttpError(400, 'closed', 'The connection was closed.');
    },
  };
}
