import type { FastifyInstance, FastifyReply } from 'fastify';
import type { PracticeGame } from '../../database/generated/client.ts';
import { renderPdf } from '../../printouts/pdf/render-pdf.ts';
import type { Report } from '../../rules/report.ts';
import type { WebContext } from '../web-context.ts';
import { createPrintedFiles, type PrintedFiles } from './printed-files.ts';

/* The printouts of practice games as PDF, for pages and for programs. */

declare module 'fastify' {
  interface FastifyInstance {
    /** The PDFs of practice games that are kept. */
    practicePrintouts: PrintedFiles;
  }
}

/** Keeps PDFs of practice games for pages and programs together. */
export function registerPracticePrintouts(app: FastifyInstance): void {
  app.decorate('practicePrintouts', createPrintedFiles());
}

/** Without a paper, that of the account is taken, or letter. */
type Paper = 'letter' | 'a4' | undefined;

/** Sends a printout of a practice game of the sender as PDF. @param printout.turn the turn before which it is */
export async function sendPracticePrintout(
  { ctx }: Pick<WebContext, 'ctx'>,
  pdfs: PrintedFiles,
  reply: FastifyReply,
  printout: { game: Pick<PracticeGame, 'id' | 'playedAt'>; turn: number; report: Report; paper: Paper },
): Promise<FastifyReply> {
  const { request } = reply;
  const { game, turn, report } = printout;
  const paper = printout.paper ?? request.account?.paper ?? 'letter';
  // A turn that was undone and played again has another printout.
  const key = [game.id, turn, paper, game.playedAt.getTime()].join();
  const pdf = await pdfs.get(request, key, () => renderPdf(report, { paper, created: ctx.now() }));
  return reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="practice-T${turn}.pdf"`)
    .send(pdf);
}
