import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { broadcast } from '../../../games/notices/broadcast.ts';
import { readHeldPress } from '../../../games/press/held-press.ts';
import { decideOnPress } from '../../../games/press/press-moderation.ts';
import { AtTurn, GameParams } from '../../forms/read-request.ts';
import type { WebContext } from '../../web-context.ts';
import { gmForm, gmRequest } from './gm-form.ts';

const text = z.string().max(60_000).default('');
const PressParams = GameParams.extend({ release: z.uuid() });
const PressDecision = AtTurn.extend({ decision: z.enum(['print', 'withhold']), word: text });
const Broadcast = AtTurn.extend({ text });

/** What all players read: held press releases and the GM's broadcasts. */
export default async function gmMessageRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const { ctx } = deps;

  gmForm(app, deps, '/gm/games/:number/press', {
    act: (sent) => readHeldPress(ctx, gmRequest(sent)),
    notice: 'press-read',
    anchor: '#press',
  });

  gmForm(app, deps, '/gm/games/:number/press/:release', {
    params: PressParams,
    body: PressDecision,
    act(sent) {
      const { decision, word } = sent.body;
      return decideOnPress(ctx, { ...gmRequest(sent), releaseId: sent.params.release, decision, word });
    },
    notice: 'press-decided',
    anchor: '#press',
  });

  gmForm(app, deps, '/gm/games/:number/broadcast', {
    body: Broadcast,
    act: (sent) => broadcast(ctx, { ...gmRequest(sent), text: sent.body.text }),
    notice: 'broadcast-sent',
  });
}
