import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

/** The metrics of a server and the bearer token that reads them. */
export interface MetricsAccess {
  metrics: Metrics;
  token: string;
}

/** Adds `GET /metrics` to a server. Without the token it answers 401. */
export function registerMetrics(app: FastifyInstance, { metrics, token }: MetricsAccess): void {
  const expected = digest(`Bearer ${token}`);
  app.get('/metrics', { config: { access: 'anyone' } }, async (request, reply) => {
    // The digests have the same length, and comparing them takes the same time wherever they differ.
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) {
      const header = 'Bearer realm="Whistlestop metrics"';
      return reply
        .code(401)
        .header('www-authenticate', header)
        .send({ error: 'The bearer token is not valid.' });
    }
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
