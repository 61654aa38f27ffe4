import type { FastifyInstance } from 'fastify';
import type { WebContext } from '../../web-context.ts';

/** For monitoring: whether the process is alive, and whether it can do its work. */
export default async function healthRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  app.get('/health', { config: { access: 'anyone', rateLimit: false } }, async () => ({ status: 'alive' }));

  app.get('/ready', { config: { access: 'anyone' } }, async (request, reply) => {
    try {
      await deps.ctx.db.prisma.$queryRaw`select 1`;
      return { status: 'ready' };
    } catch (error) {
      request.log.error({ err: error }, 'the database does not answer');
      return reply.code(503).send({ status: 'not ready', reason: 'the database does not answer' });
    }
  });
}
