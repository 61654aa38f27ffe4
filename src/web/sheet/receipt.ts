import type { FastifyReply } from 'fastify';
import type { Sheet } from '../../database/generated/client.ts';
import type { House } from '../../database/house.ts';
import { type OrderWords, ordersInWords } from '../../printouts/ordersInWords.ts';
import { dueInWords } from '../../turns/due.ts';
import { notFound } from '../http.ts';
import { type Desk, sheetOf } from './desk.ts';
import { frameOf } from './page.ts';
import { placesOf } from './places.ts';
import { adviceOf, problemsOf, sheetAddress, versionLines, versionsOf } from './versions.ts';
import { linkedRemarks } from './view.ts';

/** The receipt of one version, on screen: what was understood, advice, and until when it may be changed. */
export async function showReceipt(
  reply: FastifyReply,
  house: House,
  desk: Desk,
  wanted: { turn: number; version: number },
): Promise<FastifyReply> {
  const versions = await versionsOf(house, desk, wanted.turn);
  const sheet = versions.find((one) => one.version === wanted.version);
  if (sheet === undefined) throw notFound('You have sent no such version of a sheet.');
  const form = (await sheetOf(house, desk, wanted.turn))?.form ?? null;
  const orders = sheet.outcome === 'refused' ? sheet.raw : (sheet.orders ?? sheet.raw);
  const words: OrderWords[] = form === null ? [] : ordersInWords(form, orders);
  const places = form === null ? new Map() : placesOf(form);
  const open = desk.game.status === 'running' && desk.game.turn === wanted.turn;
  return reply.page('player/receipt', {
    ...frameOf(desk, wanted.turn),
    title: `Receipt, ${desk.number} turn ${wanted.turn}, version ${sheet.version}`,
    styles: ['sheet.css'],
    scripts: ['sheet.js'],
    ...wanted,
    receivedAt: sheet.receivedAt,
    outcome: sheet.outcome,
    open,
    clearDraft: sheet.outcome === 'standing',
    headline: headline(sheet, open),
    until: open ? untilWords(desk, sheet, versions) : `Turn ${wanted.turn} has been processed.`,
    problems: linkedRemarks(places, problemsOf(sheet)),
    advice: linkedRemarks(places, adviceOf(sheet)),
    words,
    address: sheetAddress(desk.number),
    versions: versionLines(desk, versions),
  });
}

function headline(sheet: Sheet, open: boolean): string {
  if (sheet.outcome === 'refused') return `Version ${sheet.version} was refused`;
  if (sheet.outcome === 'superseded') return `Version ${sheet.version} was replaced by a later one`;
  return open
    ? `Your sheet has arrived: version ${sheet.version} stands`
    : `Version ${sheet.version} was played`;
}

function untilWords(desk: Desk, sheet: Sheet, versions: readonly Sheet[]): string {
  const { due, timeZone, turn } = desk.game;
  const date = due === null ? '' : ` Sheets are due ${dueInWords(due, timeZone)}.`;
  const standing = versions.find((one) => one.outcome === 'standing');
  if (sheet.outcome === 'standing') return `You may change it until turn ${turn} is processed.${date}`;
  const stands = standing ? `Version ${standing.version} stands.` : 'No version stands yet.';
  return `${stands} You may send another until turn ${turn} is processed.${date}`;
}
