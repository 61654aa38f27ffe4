import type { FastifyInstance } from 'fastify';
import type { Condition } from '../../../operations/health.ts';
import { asksForAlarms, untoldAnswer } from '../../../operations/untold-alarms.ts';
import type { WebContext } from '../../web-context.ts';

/** Milliseconds after which a database that has not answered is taken for one that does not. */
const TIMEOUT = 4_000;

/**
 * What strangers are told about a check that is `down`: its own message may name folders and addresses. Of the others
 * they learn the name only, because a check can also fail because something else did.
 */
const REASONS: Partial<Record<Condition['check'], string>> = {
  database: 'The database does not take anything.',
  disk: 'The disk is nearly full or cannot be written to.',
};

/** For monitoring: whether the process is alive, and whether the server can keep what it is sent. */
export default async function healthRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const config = { access: 'anyone', session: false } as const;

  app.get('/health', { config: { ...config, rateLimit: false } }, async () => ({ status: 'alive' }));

  app.get('/ready', { config }, async (request, reply) => {
    const conditions = await currentConditions(deps);
    const down = conditions.filter(({ level }) => level === 'down');
    if (down.length === 0) {
      const untold = deps.health && asksForAlarms(request.query) ? untoldAnswer(deps.health) : null;
      return untold === null ? { status: 'ready' } : reply.code(503).send(untold);
    }
    request.log.debug({ conditions: down }, 'not ready');
    const reasons = down.map(({ check }) => REASONS[check] ?? `The check “${check}” has failed.`);
    const checks = conditions.map(({ check, level }) => ({ check, level }));
    return reply.code(503).header('retry-after', '15').send({ status: 'not ready', reasons, checks });
  });
}

/** The latest results of all checks. The database is asked here if none of them has. */
async function currentConditions({ ctx, health }: WebContext): Promise<readonly Condition[]> {
  const latest = health?.conditions() ?? [];
  const found = latest.length > 0 ? latest : ((await health?.check()) ?? []);
  if (found.some(({ check }) => check === 'database')) return found;
  return [...found, await databaseCondition(ctx)];
}

async function databaseCondition({ db, log }: WebContext['ctx']): Promise<Condition> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${TIMEOUT / 1000} seconds`)), TIMEOUT);
  });
  try {
    // A write that changes nothing: a database that can only be read cannot take a sheet.
    const write = { text: 'UPDATE "ServerState" SET "id" = "id"', query_timeout: TIMEOUT };
    await Promise.race([db.pool.query(write), late]);
    return { check: 'database', level: 'ok', message: 'The database can be written to.' };
  } catch (error) {
    log.error({ err: error }, 'the database does not take anything');
    return { check: 'database', level: 'down', message: 'The database does not take anything.' };
  } finally {
    clearTimeout(timer);
  }
}
