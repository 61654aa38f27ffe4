import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import type { Account } from '../../database/generated/client.ts';
import type { Dropped } from '../../database/json-types.ts';
import { type GameNumber, gameNumber } from '../../games/game/game-number.ts';
import { STANDING_ORDERS } from '../../games/sheets/advance-orders.ts';
import {
  type AdvanceOrdersLine,
  type AdvanceOrdersPage,
  advanceOrdersPage,
  previewAdvanceOrders,
} from '../../games/sheets/advance-orders-view.ts';
import { type FormValues, formFromRaw, rawFromForm, type SheetForm } from '../../rules/sheet.ts';
import { GameParams, TurnNumber } from '../forms/read-request.ts';
import { fieldAnchors } from './field-labels.ts';
import { toPagePaths } from './paths.ts';
import { foundOr404 } from './sheet-context.ts';
import { sheetMap } from './sheet-map.ts';
import { linkedRemarks, sheetView } from './sheet-view.ts';
import { isMarkedFinal } from './typed-fields.ts';
import type { Validation } from './view-model.ts';

/** A turn in an address: a number, or `standing` for the standing order. */
export const AdvanceOrdersParams = GameParams.extend({
  turn: z.union([z.literal('standing').transform(() => STANDING_ORDERS), TurnNumber]),
});

/** A player before a sheet for a later turn, or the standing order. For that account's eyes only. */
export interface AdvanceOrdersContext {
  account: Account;
  /** The game's number: `EY-12`. */
  number: string;
  page: AdvanceOrdersPage;
}

/**
 * Why the page is shown: `open`ed with what is kept, just `kept`, `checked` without sending, `refused` (with the
 * reason), or `signed-in` after signing in again.
 */
export type AdvanceFormState = 'open' | 'kept' | 'checked' | 'refused' | 'signed-in';

/** What is said of the values on the page. */
interface AdvanceOrdersValidation {
  /** For the fields of the page; what would be dropped is among the advice. */
  judgement: Validation;
  dropped: Dropped[];
}

/** The account's own place in a game for a turn ahead. @throws a 404 where it has none */
export async function advanceOrdersContext(
  ctx: AppContext,
  account: Account,
  wanted: { number: GameNumber; turn: number },
): Promise<AdvanceOrdersContext> {
  const number = gameNumber(wanted.number);
  return { account, number, page: foundOr404(await advanceOrdersPage(ctx, account, number, wanted.turn)) };
}

/** What would become of the values on the page if their turn came as things stand now. Nothing is stored. */
export async function validateAdvanceOrders(
  ctx: AppContext,
  desk: AdvanceOrdersContext,
  form: SheetForm,
  values: FormValues,
): Promise<AdvanceOrdersValidation> {
  const { account, number, page } = desk;
  const preview = await previewAdvanceOrders(ctx, account, number, page.turn, rawFromForm(form, values));
  if (preview === null) {
    return { dropped: [], judgement: { problems: [], advice: [], tally: { totals: [], notes: [] } } };
  }
  const dropped = toPagePaths(form, values, preview.dropped);
  const drops = dropped.map(({ field, message }) => ({
    field,
    code: 'dropped',
    message: `This would be dropped as things stand now. ${message}`,
  }));
  const { totals, notes } = preview.tally;
  const advice = [...drops, ...toPagePaths(form, values, preview.advice)];
  return {
    dropped,
    judgement: { problems: [], advice, tally: { totals, notes: toPagePaths(form, values, notes) } },
  };
}

/** The values of what is kept. */
export function savedValues(desk: AdvanceOrdersContext, form: SheetForm): FormValues {
  return formFromRaw(form, desk.page.kept?.raw);
}

/** The page of a sheet ahead. */
export async function showAdvanceOrders(
  reply: FastifyReply,
  ctx: AppContext,
  desk: AdvanceOrdersContext,
  form: SheetForm,
  filled: { formState: AdvanceFormState; values: FormValues; reason?: string },
): Promise<FastifyReply> {
  const { page } = desk;
  const { formState, values } = filled;
  const { judgement, dropped } = await validateAdvanceOrders(ctx, desk, form, values);
  const shown =
    formState === 'checked' || formState === 'kept' ? judgement.advice : judgement.advice.filter(isDrop);
  const view = sheetView(form, values, { ...judgement, advice: shown });
  const places = fieldAnchors(form);
  const openTurn = page.openTurn ?? form.turn;
  return reply.page('player/ahead', {
    ...frame(desk),
    wide: true,
    scripts: ['sheet.js'],
    view,
    formState,
    reason: filled.reason ?? null,
    openTurn,
    keptAt: page.kept?.sentAt ?? null,
    dropped: linkedRemarks(places, judgement.advice.filter(isDrop)).map(({ target }, i) => ({
      target,
      what: dropped[i]?.what ?? '',
      message: dropped[i]?.message ?? '',
    })),
    advice: linkedRemarks(
      places,
      shown.filter((one) => !isDrop(one)),
    ),
    asksLastWord: page.asksLastWord && page.turn !== STANDING_ORDERS,
    final:
      formState === 'open' || formState === 'kept'
        ? page.kept?.final === true
        : isMarkedFinal(reply.request.body),
    map: view.takesStates ? await sheetMap(ctx, page.game, openTurn) : null,
  });
}

/** Says that nothing can be sent ahead for this turn, and shows what was typed if something was. */
export function showNoAdvanceOrders(
  reply: FastifyReply,
  desk: AdvanceOrdersContext,
  typed: [string, string][],
): FastifyReply {
  const { page } = desk;
  return reply.page('player/ahead-none', {
    ...frame(desk),
    openTurn: page.openTurn,
    reason: page.fault?.message ?? null,
    kept: page.kept !== null,
    typed,
  });
}

/** What every page about a turn ahead says at its head. */
function frame({ account, number, page }: AdvanceOrdersContext) {
  const { game, seat, turn, openTurn } = page;
  const standing = turn === STANDING_ORDERS;
  return {
    title: standing ? `Standing order, ${number}` : `Sheet ahead for turn ${turn}, ${number}`,
    styles: ['sheet.css'],
    number,
    gameTitle: game.title,
    seat,
    zone: game.timeZone,
    turn,
    standing,
    head: `${number} ${standing ? 'standing order' : `T-${turn}`} [${seat.identifier}] ${seat.name}, #${account.id}`,
    // Apart from the drafts of turn sheets; a draft for a turn that has come is of no use any more.
    draftKey: `whistlestop-ahead:${number}:${standing ? 'standing' : turn}:${seat.identifier}`,
    draftFrom: (openTurn ?? 0) + 1,
    address: advanceOrdersPath(number, turn),
  };
}

/** Where a sheet ahead is filled in. */
export function advanceOrdersPath(number: string, turn: number): string {
  return `/my/games/${number}/ahead/${turn === STANDING_ORDERS ? 'standing' : turn}`;
}

/** The lines of the player's page of a game: what may be sent, what is kept, and of which turns nothing is known. */
export function advanceOrdersView(number: string, lines: readonly AdvanceOrdersLine[]) {
  const known = lines.filter((line) => line.phase !== null || line.sentAt !== null);
  const unknown = lines.find((line) => !known.includes(line) && line.turn !== STANDING_ORDERS);
  return {
    lines: known.map((line) => ({
      ...line,
      standing: line.turn === STANDING_ORDERS,
      address: advanceOrdersPath(number, line.turn),
    })),
    /** The first turn of which nothing is known yet; null where there is none among the next. */
    unknownFrom: unknown?.turn ?? null,
  };
}

function isDrop({ code }: { code: string }): boolean {
  return code === 'dropped';
}
