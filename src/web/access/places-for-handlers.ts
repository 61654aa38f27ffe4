import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';

/** Waits until a request may be handled. @returns a function to call when it is done; safe to call twice */
export type Enter = (request: FastifyRequest, reply: FastifyReply) => Promise<() => void>;

/**
 * Makes the handlers of routes wait for a place. It is free again when the handler has ended or answers, whether or not the sender
 * still waits.
 * @param enterOf how requests of a route get their place; null if they need none
 */
export function registerPlacesForHandlers(
  app: FastifyInstance,
  enterOf: (route: RouteOptions) => Enter | null,
): void {
  const leaving = new WeakMap<FastifyRequest, () => void>();
  // A handler that returns its reply ends only when the answer is sent, and someone may read it slowly.
  app.addHook('onSend', async (request) => leaving.get(request)?.());
  app.addHook('onRoute', (route) => {
    const enter = enterOf(route);
    if (enter === null) return;
    const { handler } = route;
    route.handler = async function (request, reply) {
      const leave = await enter(request, reply);
      leaving.set(request, leave);
      try {
        return await handler.call(this, request, reply);
      } finally {
        leave();
      }
    };
  });
}
