import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { departuresSinceBackup } from '../../../operations/departures/departures-since-backup.ts';
import { prepareRelease } from '../../../operations/held/prepare-release.ts';
import { forecastRelease } from '../../../operations/held/release-forecast.ts';
import { type Release, releaseServer } from '../../../operations/held/release-server.ts';
import { problemsInWords } from '../../../rules/result.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { checkbox } from '../../forms/fields.ts';
import { readBody } from '../../forms/read-request.ts';
import type { WebContext } from '../../web-context.ts';
import { heldView } from './held-view-model.ts';

const ReleaseBody = z.object({
  dates: z.enum(['putOff', 'process'], 'Choose what becomes of the dates that have passed.'),
  mail: z.enum(['send', 'cancel'], 'Choose what becomes of the mail that waits.'),
  tellPlayers: checkbox,
});

const DEPARTURES =
  'A list of departures cannot be read, or a game that has left is still here. See “What is back”, and release the server once that is corrected.';

/** A held server: what would happen if it went on, and how it goes on. For the operator. */
export default async function heldRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const { ctx } = deps;
  const config = { access: 'operator' as const };

  app.get('/operator/held', { config }, async (_request, reply) => renderHeld(deps, reply));

  app.post('/operator/held', { config: { ...config, whileHeld: true } }, async (request, reply) => {
    const release: Release = readBody(ReleaseBody, request);
    const mayGoOn = deps.system === undefined || (await prepareRelease(ctx, deps.system)) === null;
    if (!mayGoOn) return renderHeld(deps, reply.code(409), DEPARTURES);
    const released = await releaseServer(ctx, release);
    // Otherwise the banner would stay for some seconds.
    await deps.held?.check();
    if (!released.ok) return renderHeld(deps, reply.code(409), problemsInWords(released.problems));
    request.log.warn({ by: accountOf(request).id }, 'the operator released the server');
    return reply.done('/operator/held', 'released');
  });
}

/** @param refused why the server was not released; null if that was not asked for */
async function renderHeld(
  deps: WebContext,
  reply: FastifyReply,
  refused: string | null = null,
): Promise<FastifyReply> {
  const forecast = await forecastRelease(deps.ctx);
  if (forecast === null) return reply.page('operator/not-held', { title: 'Held server' });
  const since = await departuresSinceBackup(deps.ctx, deps.system);
  const view = heldView(forecast, since);
  return reply.page('operator/held', { title: 'Held server', wide: true, ...view, refused });
}
