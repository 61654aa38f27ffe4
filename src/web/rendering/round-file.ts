import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { gameNumber } from '../../games/game/game-number.ts';
import {
  itemsToPost,
  type PostalItem,
  type PostalRound,
  roundFileName,
} from '../../games/post/postal-round.ts';
import { scanLink, sheetGoesTo } from '../../mail/outbound/links.ts';
import { type PostedPrintout, renderRound } from '../../printouts/post/round-pdf.ts';
import type { WebContext } from '../web-context.ts';
import { createPrintedFiles, type PrintedFiles } from './printed-files.ts';

/* The file of a postal round, for the GM's page and for programs. */

declare module 'fastify' {
  interface FastifyInstance {
    /** The files of postal rounds that are kept. */
    postalRounds: PrintedFiles;
  }
}

/** Keeps the files of postal rounds for pages and programs together. */
export function registerPostalRounds(app: FastifyInstance): void {
  app.decorate('postalRounds', createPrintedFiles());
}

/** Sends the printouts of a round that was opened, as one PDF. */
export async function sendRound(
  { ctx, publicUrl }: WebContext,
  pdfs: PrintedFiles,
  reply: FastifyReply,
  { round, paper }: { round: PostalRound; paper: 'letter' | 'a4' },
): Promise<FastifyReply> {
  const items = await itemsToPost(ctx, round);
  const printouts = items.map((item) => postedPrintout(publicUrl, round, item));
  const title = `${gameNumber(round.game)}, turn ${round.game.turn}, by post`;
  const file = () => renderRound(printouts, { paper, created: ctx.now(), title });
  // All that is printed: after a rollback, the printouts of the same turn and date are others.
  const key = createHash('sha256')
    .update(JSON.stringify([round.game.id, paper, printouts]))
    .digest('hex');
  return reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${roundFileName(round.game)}"`)
    .send(await pdfs.get(reply.request, key, file));
}

function postedPrintout(
  publicUrl: string,
  { game, own }: PostalRound,
  { seat, address, report, receipt, owes, finalOrders }: PostalItem,
): PostedPrintout {
  const number = gameNumber(game);
  const sendTo =
    own === null ? sheetGoesTo(publicUrl, number) : `Send it by post to ${own.split('\n').join(', ')}`;
  const back =
    owes && own !== null ? [`Fill in the sheet and send it to ${own.split('\n').join(', ')}.`] : [];
  return {
    report,
    options: { sendTo, scanTo: scanLink(publicUrl, number), finalOrders },
    cover: {
      address,
      sender: own,
      title: `${number} · ${game.title}`,
      subtitle: `For [${seat.identifier}] ${seat.name}`,
      lines: [...receipt, ...back],
    },
  };
}
