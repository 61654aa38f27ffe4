import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../context.ts';
import { type GameNumber, gameNumber } from '../../games/game/game-number.ts';
import { playerPrintout } from '../../games/game/player-view.ts';
import { ownRolledBackPrintout } from '../../games/processing/rolled-back-printouts.ts';
import { scanLink, sheetGoesTo } from '../../mail/outbound/links.ts';
import { markRolledBack } from '../../printouts/mark-rolled-back.ts';
import { renderPdf } from '../../printouts/pdf/render-pdf.ts';
import type { Report } from '../../rules/report.ts';
import { accountOf } from '../access/session-cookies.ts';
import type { WebContext } from '../web-context.ts';
import { notFound } from './http-errors.ts';
import { createPrintedFiles, type PrintedFiles } from './printed-files.ts';

/* The printouts of the account that sent a request, and their PDFs, for pages and for programs. */

declare module 'fastify' {
  interface FastifyInstance {
    /** The PDFs of printouts that are kept. */
    ownPrintouts: PrintedFiles;
  }
}

/** Keeps PDFs of printouts for pages and programs together. */
export function registerOwnPrintouts(app: FastifyInstance): void {
  app.decorate('ownPrintouts', createPrintedFiles());
}

type Paper = 'letter' | 'a4' | undefined;

/** A printout that was written for the account. @throws a 404 for anyone else's */
export async function requirePrintout(
  ctx: AppContext,
  request: FastifyRequest,
  { number: parts, turn }: { number: GameNumber; turn: number },
) {
  const number = gameNumber(parts);
  const found = await playerPrintout(ctx, accountOf(request), number, turn);
  if (found === null) throw notFound('You have no such printout.');
  return { ...found, number, turn };
}

/** A printout of the account that was rolled back. @throws a 404 for anyone else's, and if none was rolled back */
export async function requireRolledBack(
  ctx: AppContext,
  request: FastifyRequest,
  { number: parts, ...wanted }: { number: GameNumber; turn: number; attempt: number },
) {
  const number = gameNumber(parts);
  const printout = await ownRolledBackPrintout(ctx, accountOf(request), number, wanted);
  if (printout === null) throw notFound('You have no such printout.');
  return { number, printout, report: markRolledBack(printout.report, printout.when) };
}

/** Sends a printout as PDF. Its sheet can be filled in if its turn is open. */
export async function sendPrintout(
  { ctx, publicUrl }: WebContext,
  pdfs: PrintedFiles,
  reply: FastifyReply,
  wanted: { printout: Awaited<ReturnType<typeof requirePrintout>>; paper: Paper },
): Promise<FastifyReply> {
  const { request } = reply;
  const { id, report, number, finalOrders, isOpen } = wanted.printout;
  const paper = wanted.paper ?? accountOf(request).paper;
  const sendTo = sheetGoesTo(publicUrl, number);
  const scanTo = scanLink(publicUrl, number);
  const options = { paper, sendTo, scanTo, finalOrders, fillable: isOpen, created: ctx.now() };
  // Each reader has a token, and a new player of the seat reads other names.
  const key = [id, accountOf(request).id, report.reader?.name, paper, finalOrders, isOpen].join();
  return sendPdf(reply, fileName(report), await pdfs.get(request, key, () => renderPdf(report, options)));
}

/** Sends a printout that was rolled back as PDF. */
export async function sendRolledBack(
  { ctx }: WebContext,
  pdfs: PrintedFiles,
  reply: FastifyReply,
  wanted: { rolledBack: Awaited<ReturnType<typeof requireRolledBack>>; paper: Paper },
): Promise<FastifyReply> {
  const { request } = reply;
  const { printout, report } = wanted.rolledBack;
  const paper = wanted.paper ?? accountOf(request).paper;
  const name = fileName(report, `-rolled-back-${printout.attempt}`);
  const options = { paper, created: ctx.now() };
  const key = [printout.id, accountOf(request).id, report.reader?.name, paper, printout.when].join();
  return sendPdf(reply, name, await pdfs.get(request, key, () => renderPdf(report, options)));
}

function sendPdf(reply: FastifyReply, name: string, pdf: Buffer): FastifyReply {
  return reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(pdf);
}

/** `EY-12-T3-AB.pdf`, with characters that every file system and header accepts. */
function fileName(report: Report, suffix = ''): string {
  const turn = report.turn === null ? 'final' : `T${report.turn}`;
  const parts = [report.game, turn, report.reader?.identifier ?? 'public'];
  return `${parts.join('-').replace(/[^A-Za-z0-9-]/g, '')}${suffix}.pdf`;
}
