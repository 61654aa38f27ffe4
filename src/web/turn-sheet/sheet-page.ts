import type { FastifyReply } from 'fastify';
import type { AppContext } from '../../context.ts';
import { ownSheet } from '../../games/game/player-view.ts';
import { type FormValues, formFromRaw, type SheetForm } from '../../rules/sheet.ts';
import { runningFigures, type SheetContext } from './sheet-context.ts';
import { sheetMap } from './sheet-map.ts';
import { sheetView } from './sheet-view.ts';
import { isMarkedFinal } from './typed-fields.ts';
import { sheetPath, versionLines } from './versions.ts';
import type { Validation } from './view-model.ts';

/**
 * Why the page is shown: `fill-in` at first; `kept` with an earlier version that was refused; `checked`
 * after a check without sending; `refused`; `meanwhile` when the turn it was typed for has been processed;
 * `opened` when it was typed ahead, and its turn has opened meanwhile; `signed-in` after signing in again.
 */
export type FormState = 'fill-in' | 'kept' | 'checked' | 'refused' | 'meanwhile' | 'opened' | 'signed-in';

/** What is shown on the form besides the form itself. */
export interface Filled {
  formState: FormState;
  values: FormValues;
  judgement: Validation;
  /** The version that was refused. */
  version?: number;
  /** The turn that was processed meanwhile. */
  oldTurn?: number;
  /** What was typed for that turn, whether it fits this form or not. */
  typed?: [string, string][];
}

/** The page of the turn sheet. */
export async function showSheet(
  reply: FastifyReply,
  ctx: AppContext,
  desk: SheetContext,
  form: SheetForm,
  filled: Filled,
): Promise<FastifyReply> {
  const { number, page } = desk;
  const view = sheetView(form, filled.values, filled.judgement);
  return reply.page('player/sheet', {
    ...frameOf(desk, form.turn),
    title: `Turn sheet ${form.turn}, ${number}`,
    wide: true,
    styles: ['sheet.css'],
    scripts: ['sheet.js'],
    due: page.game.due,
    paused: page.game.pausedAt !== null,
    address: sheetPath(number),
    view,
    formState: filled.formState,
    version: filled.version ?? null,
    oldTurn: filled.oldTurn ?? null,
    typed: filled.typed ?? [],
    standing: page.standingVersion,
    finalOrders: page.finalOrders,
    processWhenComplete: page.game.processWhenComplete,
    vote: page.vote,
    final: isMarkedFinal(reply.request.body) || page.finalOrders?.given === true,
    versions: versionLines(number, page.versions, page.turn),
    map: view.takesStates ? await sheetMap(ctx, page.game, form.turn) : null,
  });
}

/** What every page about a seat's sheet says at its head. */
export function frameOf(
  desk: Pick<SheetContext, 'account' | 'number'> & { page: Pick<SheetContext['page'], 'game' | 'seat'> },
  turn: number,
) {
  const { account, number, page } = desk;
  const { game, seat } = page;
  return {
    number,
    gameTitle: game.title,
    seat,
    zone: game.timeZone,
    head: `${number} T-${turn} [${seat.identifier}] ${seat.name}, #${account.id}`,
    draftKey: `whistlestop:${number}:${turn}:${seat.identifier}`,
  };
}

/**
 * What the form holds when the page is opened: the version asked for, else the newest one, else nothing. A
 * refused one comes with its problems.
 */
export async function openedWith(
  ctx: AppContext,
  desk: SheetContext,
  form: SheetForm,
  wanted: number | undefined,
): Promise<Filled> {
  const version = wanted ?? desk.page.versions[0]?.version;
  const sheet =
    version === undefined ? null : await ownSheet(ctx, desk.account, desk.number, form.turn, version);
  const values = formFromRaw(form, sheet?.raw);
  const judgement = await runningFigures(ctx, desk, form, values);
  if (sheet?.outcome !== 'refused') return { formState: 'fill-in', values, judgement };
  const { problems } = sheet;
  return { formState: 'kept', values, judgement: { ...judgement, problems }, version: sheet.version };
}

/** Says that no sheet is awaited, and shows what was typed if something was. */
export function showNoSheet(
  reply: FastifyReply,
  desk: SheetContext,
  typed: [string, string][],
): FastifyReply {
  const { number, page } = desk;
  return reply.page('player/no-sheet', {
    number,
    gameTitle: page.game.title,
    seat: page.seat,
    title: `No sheet is awaited, ${number}`,
    styles: ['sheet.css'],
    status: page.game.status,
    turn: page.turn,
    typed,
  });
}
