import type { FastifyInstance } from 'fastify';
import { retryAllWaiting } from '../../../mail/delivery/waiting-mail.ts';
import { startNightlyNow } from '../../../operations/nightly/nightly-schedule.ts';
import { createSystemView } from '../../../operations/system/system-view.ts';
import { accountOf } from '../../access/session-cookies.ts';
import type { WebContext } from '../../web-context.ts';
import { type SystemPage, systemPage } from './system-view-model.ts';

/** How the server is doing. For the operator. */
export default async function systemRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const { ctx } = deps;
  const config = { access: 'operator' as const };
  const readView = createSystemView(ctx, deps.system);

  app.get('/operator/system', { config }, async (_request, reply) => {
    const view: SystemPage = systemPage(await readView(), deps.health?.conditions() ?? []);
    return reply.page('operator/system', { title: 'System', wide: true, ...view });
  });

  app.post('/operator/system/mail', { config }, async (request, reply) => {
    const mails = await retryAllWaiting(ctx);
    request.log.info({ mails, by: accountOf(request).id }, 'all waiting mail is sent now');
    return reply.done('/operator/system', 'waiting-mail-sent');
  });

  app.post('/operator/system/nightly', { config }, async (request, reply) => {
    await startNightlyNow(ctx);
    request.log.info({ by: accountOf(request).id }, 'the nightly work was started by hand');
    return reply.done('/operator/system', 'nightly-started');
  });
}
