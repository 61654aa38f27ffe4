import type { FastifyInstance } from 'fastify';

/** The handler of a request took too long. What it does may still take effect. */
export class TookTooLongError extends Error {
  override name = 'TookTooLongError';

  constructor() {
    super('The request took too long.');
  }
}

/**
 * Answers each request after some time even if its handler never does. Fastify's own `handlerTimeout` does so only for requests
 * without a body: it takes a body that was read to its end for a connection that was closed. Must be registered before all
 * hooks that may wait.
 * @param timeout milliseconds from the end of the headers
 */
export function registerAnswersInTime(app: FastifyInstance, timeout: number): void {
  app.addHook('onRequest', async (_request, reply) => {
    const { raw } = reply;
    const timer = setTimeout(() => {
      if (reply.sent) return;
      const error = new TookTooLongError();
      // An error page cannot follow the beginning of another answer.
      if (raw.headersSent) raw.destroy(error);
      else reply.send(error);
    }, timeout);
    const clear = () => clearTimeout(timer);
    raw.once('finish', clear);
    raw.once('close', clear);
  });
}
