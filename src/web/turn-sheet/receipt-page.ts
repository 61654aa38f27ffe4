import type { FastifyReply } from 'fastify';
import type { AppContext } from '../../context.ts';
import type { Account } from '../../database/generated/client.ts';
import { type GameNumber, gameNumber } from '../../games/game/game-number.ts';
import {
  type OwnSheet,
  type OwnVersion,
  ownSheet,
  type PlayerPage,
  playerGame,
} from '../../games/game/player-view.ts';
import { MAX_RECEIPTS_PER_DAY } from '../../games/sheets/sheet-limits.ts';
import { describeOrders } from '../../rules/describe-orders.ts';
import { type FieldAnchor, fieldAnchors } from './field-labels.ts';
import { foundOr404 } from './sheet-context.ts';
import { frameOf } from './sheet-page.ts';
import { linkedRemarks } from './sheet-view.ts';
import { sheetPath, versionLines } from './versions.ts';

/** The ways in for which a receipt goes out by mail. */
const SENT_BY_HAND: ReadonlySet<string> = new Set(['web', 'api', 'mail', 'pdf', 'post']);

/** The receipt of one version, on screen: what was understood, advice, and until when it may be changed. */
export async function showReceipt(
  reply: FastifyReply,
  ctx: AppContext,
  account: Account,
  wanted: { number: GameNumber; turn: number; version: number },
): Promise<FastifyReply> {
  const { turn, version } = wanted;
  const number = gameNumber(wanted.number);
  const page = foundOr404(await playerGame(ctx, account, number));
  const sheet = foundOr404(await ownSheet(ctx, account, number, turn, version));
  const places: ReadonlyMap<string, FieldAnchor> = sheet.form === null ? new Map() : fieldAnchors(sheet.form);
  const versions = page.versions.filter((one) => one.turn === turn);
  return reply.page('player/receipt', {
    ...frameOf({ account, number, page }, turn),
    title: `Receipt, ${number} turn ${turn}, version ${version}`,
    styles: ['sheet.css'],
    scripts: ['sheet.js'],
    turn,
    version,
    receivedAt: sheet.receivedAt,
    outcome: sheet.outcome,
    open: page.game.turn === turn,
    clearDraft: sheet.outcome === 'standing',
    headline: headline(sheet, page),
    until: untilWords(sheet, page, versions),
    finalOrders:
      sheet.outcome === 'standing' && page.game.turn === turn && page.finalOrders?.given
        ? page.finalOrders
        : null,
    unmailed: account.mailReceipts && !sheet.mailed && SENT_BY_HAND.has(sheet.channel),
    mailsADay: MAX_RECEIPTS_PER_DAY,
    problems: linkedRemarks(places, sheet.problems),
    dropped: sheet.advice.filter(({ code }) => code === 'dropped'),
    advice: linkedRemarks(
      places,
      sheet.advice.filter(({ code }) => code !== 'dropped'),
    ),
    words: sheet.form === null ? [] : describeOrders(sheet.form, sheet.orders ?? sheet.raw),
    address: sheetPath(number),
    versions: versionLines(number, versions, page.game.turn),
  });
}

function headline(sheet: OwnSheet, page: PlayerPage): string {
  const { outcome, turn, version } = sheet;
  if (outcome === 'refused') return `Version ${version} was refused`;
  if (outcome === 'superseded') return `Version ${version} was replaced by a later one`;
  if (page.game.turn !== turn) return `Version ${version} was played`;
  return sheet.channel === 'advance'
    ? `Your sheet sent ahead is entered: version ${version} stands`
    : `Your sheet has arrived: version ${version} stands`;
}

function untilWords(sheet: OwnSheet, page: PlayerPage, versions: readonly OwnVersion[]): string {
  const { dueText, pausedAt, turn } = page.game;
  if (turn !== sheet.turn) return `Turn ${sheet.turn} has been processed.`;
  const due = dueText === null ? '' : ` Sheets are due ${dueText}.`;
  const date = pausedAt === null ? due : ' The game is paused: no turn is processed before it goes on.';
  if (sheet.outcome === 'standing')
    return `You may change it until turn ${turn} is processed${soon(page)}.${date}`;
  const standing = versions.find((one) => one.outcome === 'standing');
  const stands = standing ? `Version ${standing.version} stands.` : 'No version stands yet.';
  return `${stands} You may send another until turn ${turn} is processed${soon(page)}.${date}`;
}

/** Where the last sheet closes a turn, the date may be far and the end near. */
function soon({ game }: PlayerPage): string {
  return game.processWhenComplete ? ', which is as soon as every sheet is in' : '';
}
