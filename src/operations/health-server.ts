import fastify, { type FastifyInstance } from 'fastify';
import { type ConnectionLimits, limitConnections, timesOf } from './connection-limits.ts';
import { type Health, isReady } from './health.ts';
import { asksForAlarms, untoldAnswer } from './untold-alarms.ts';

/** What the server for a process without pages needs. */
export interface HealthServerOptions {
  /** Where faults are logged; nowhere if it is missing. */
  log?: { error(what: object, message: string): void };
  /** The network address to listen on. */
  host: string;
  /** 0 for any free port. */
  port: number;
  health: Health;
  /** Limits of connections that differ from the defaults. */
  connections?: Partial<ConnectionLimits>;
  /** Adds more routes, such as /metrics. */
  routes?: (app: FastifyInstance) => void;
}

/** Only programs ask, with short requests, and their answers are ready. */
const LIMITS: ConnectionLimits = {
  headers: 5_000,
  request: 5_000,
  silence: 30_000,
  keepAlive: 10_000,
  interval: 1_000,
  connections: 200,
  connectionsPerNetwork: 20,
};

/** A running server for a process without pages. */
export interface HealthServer {
  /** Where it listens: `http://127.0.0.1:8081`. */
  address: string;
  close(): Promise<void>;
}

/**
 * Starts what a process without pages answers: `/health`, that it lives, and `/ready`, whether it can do its work.
 * @throws if the port is in use; the message names the setting
 */
export async function startHealthServer(options: HealthServerOptions): Promise<HealthServer> {
  const { host, port, health, routes } = options;
  const limits = { ...LIMITS, ...options.connections };
  const app = fastify({ ...timesOf(limits), forceCloseConnections: true, bodyLimit: 1024 });
  limitConnections(app.server, limits);
  app.get('/health', async () => ({ status: 'alive' }));
  app.get('/ready', async (request, reply) => {
    const conditions = health.conditions();
    const ready = isReady(conditions);
    const untold = asksForAlarms(request.query) ? untoldAnswer(health) : null;
    if (ready && untold !== null) return reply.code(503).send(untold);
    // Not the messages, which may name addresses and folders: anyone on the network may ask. The log has them.
    const reasons = conditions
      .filter(({ level }) => level !== 'ok')
      .map(({ check, level }) => ({ check, level }));
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', reasons });
  });
  routes?.(app);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  });
  // Not Fastify's own handler, which sends the message of the error: it may name addresses and folders.
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const status = error.statusCode !== undefined && error.statusCode < 500 ? error.statusCode : 500;
    if (status === 500) options.log?.error({ err: error }, 'request failed');
    return reply.code(status).send({ status: 'failed' });
  });
  try {
    return { address: await app.listen({ host, port }), close: () => app.close() };
  } catch (cause) {
    await app.close();
    if ((cause as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw cause;
    throw new Error(`Port ${port} on ${host} is in use. Set HEALTH_PORT to a free port.`, { cause });
  }
}
