import type { FastifyInstance, FastifyReply } from 'fastify';
import { publicReportById } from '../../../games/game/public-view.ts';
import { printoutPicture, serverPicture } from '../../../printouts/picture/link-picture.ts';
import { PrintoutParams, readParams } from '../../forms/read-request.ts';
import { notFound } from '../../rendering/http-errors.ts';
import { createPrintedFiles } from '../../rendering/printed-files.ts';
import type { WebContext } from '../../web-context.ts';
import { requirePublicGame } from './require-public-game.ts';

/** How long others may keep a picture, in seconds. The address of a printout's picture changes with the printout. */
const MAX_AGE = 86_400;

/** The pictures that messengers and social networks show with a link (Open Graph). They fetch them signed out. */
export default async function pictureRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const config = { access: 'anyone', costly: 'game', session: false, cacheable: true } as const;
  const pictures = createPrintedFiles();

  app.get('/picture.png', { config }, async (request, reply) => {
    return sendPicture(reply, await pictures.get(request, 'server', serverPicture));
  });

  app.get('/games/:number/turns/:turn/picture.png', { config }, async (request, reply) => {
    const { card, printouts } = await requirePublicGame(deps, request);
    const { turn } = readParams(PrintoutParams, request);
    const printout = printouts.find((one) => one.turn === turn);
    if (printout === undefined) throw notFound('This game has no printout for this turn.');
    const paint = async () => printoutPicture(await publicReportById(deps.ctx, printout.id), card);
    return sendPicture(reply, await pictures.get(request, `${printout.id} ${card.title}`, paint));
  });
}

function sendPicture(reply: FastifyReply, picture: Buffer): FastifyReply {
  return reply.type('image/png').header('cache-control', `public, max-age=${MAX_AGE}`).send(picture);
}
