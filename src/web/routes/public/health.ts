import type { FastifyInstance } from 'fastify';
import type { WebDeps } from '../../deps.ts';

/** For those who watch over the server: is the process alive, and can it do its work? */
export default async function healthRoutes(app: FastifyInstance, deps: WebDeps): Promise<void> {
  app.get('/health', { config: { who: 'anyone', rateLimit: false } }, async () => ({ status: 'alive' }));

  app.get('/ready', { config: { who: 'anyone' } }, async (request, reply) => {
    try {
      await deps.ctx.db.prisma.$queryRaw`select 1`;
      return { status: 'ready' };
    } catch (error) {
      request.log.error({ err: error }, 'the database does not answer');
      return reply.code(503).send({ status: 'not ready', reason: 'the database does not answer' });
    }
  });
}
