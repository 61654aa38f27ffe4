import type { AppContext } from '../../../context.ts';
import type { Channel } from '../../../database/generated/enums.ts';
import { gameNumber } from '../../../games/game/game-number.ts';
import { NOT_ROLLED_BACK } from '../../../games/game/game-store.ts';
import { asksForFinalOrders } from '../../../games/sheets/final-orders.ts';
import { findRuleset } from '../../../rules/catalog.ts';
import { type DescribedField, describeOrders } from '../../../rules/describe-orders.ts';
import { fieldLabel } from '../../../rules/field-label.ts';
import type { SheetForm } from '../../../rules/sheet.ts';
import { formatDateTime } from '../../../text/dates.ts';
import { type ComposeDeps, type FullDelivery, type MailBody, needed } from '../compose.ts';
import { sheetLink } from '../links.ts';
import { renderBody } from '../templates.ts';

const CAME_BY: Record<Channel, string> = {
  web: 'the web page',
  api: 'a program (API)',
  mail: 'mail',
  pdf: 'a filled-in PDF',
  post: 'post, entered by the GM',
  opponent: 'the computer',
  advance: 'the server, which kept it',
  standing: 'the standing order',
};

/**
 * The receipt of one version of a sheet. Standing: what was understood, advice, until when it may be changed.
 * What had to be dropped of a sheet sent ahead stands apart.
 * Refused: every problem, and which earlier version still stands.
 */
export async function receiptMail(deps: ComposeDeps, delivery: FullDelivery): Promise<MailBody> {
  const game = needed(delivery.game, 'game');
  const sheet = needed(delivery.sheet, 'sheet');
  const seat = needed(delivery.seat, 'seat');
  const { ctx, publicUrl } = deps;
  const number = gameNumber(game);
  const form = await formOf(ctx, game.id, game.ruleset, sheet.turn, seat.identifier);
  const { advice } = sheet;
  const refused = sheet.outcome === 'refused';
  const open = game.status === 'running' && game.turn === sheet.turn;
  const body = renderBody('receipt', {
    ruleset: findRuleset(game.ruleset)?.title ?? game.ruleset,
    number,
    title: game.title,
    seat: { id: seat.identifier, name: seat.name },
    turn: sheet.turn,
    version: sheet.version,
    refused,
    cameBy: CAME_BY[sheet.channel],
    received: formatDateTime(sheet.receivedAt, game.timeZone),
    orders: wordsOf(form, refused ? sheet.raw : (sheet.orders ?? sheet.raw)),
    problems: sheet.problems.map(({ field, message }) => ({
      message,
      place: form === null ? '' : fieldLabel(form, field),
    })),
    ahead: sheet.channel === 'advance',
    finalOrders: !refused && open && sheet.final && asksForFinalOrders(game),
    paused: game.pausedAt !== null,
    dropped: advice.filter(({ code }) => code === 'dropped'),
    advice: advice.filter(({ code }) => code !== 'dropped'),
    standing: refused ? await standingBefore(ctx, sheet) : sheet.version,
    open,
    soon: game.processWhenComplete ? ', which is as soon as every sheet is in' : '',
    due: open && game.due !== null && game.pausedAt === null ? formatDateTime(game.due, game.timeZone) : null,
    sheetUrl: sheetLink(publicUrl, number),
  });
  const what = refused ? 'refused' : 'received';
  return { subject: `${number}: turn ${sheet.turn} sheet ${what} (version ${sheet.version})`, ...body };
}

/** The form that the sheet answered: made from the state before its turn, also when the game has gone on. */
async function formOf(
  ctx: AppContext,
  gameId: string,
  ruleset: string,
  turn: number,
  seat: string,
): Promise<SheetForm | null> {
  const before = await ctx.db.prisma.turn.findFirst({
    where: { gameId, turn: turn - 1, ...NOT_ROLLED_BACK },
    select: { state: true },
  });
  return before === null ? null : (findRuleset(ruleset)?.sheet(before.state, seat) ?? null);
}

function wordsOf(form: SheetForm | null, orders: unknown): DescribedField[] {
  return form === null
    ? [{ label: 'Orders', lines: [JSON.stringify(orders)] }]
    : describeOrders(form, orders);
}

/** The last version before this one that was good: it stands, or stood when this one came. */
async function standingBefore(
  ctx: AppContext,
  sheet: { seatId: string; turn: number; version: number },
): Promise<number | null> {
  const good = await ctx.db.prisma.sheet.findFirst({
    where: {
      seatId: sheet.seatId,
      turn: sheet.turn,
      version: { lt: sheet.version },
      outcome: { not: 'refused' },
    },
    orderBy: { version: 'desc' },
    select: { version: true },
  });
  return good?.version ?? null;
}
