import type { FastifyReply } from 'fastify';
import type { House } from '../../database/house.ts';
import { type FormValues, formFromRaw } from '../../rules/sheet.ts';
import { type Desk, type OpenSheet, tallyOf } from './desk.ts';
import { sheetMap } from './map.ts';
import type { Judgement } from './model.ts';
import { problemsOf, sheetAddress, versionLines, versionsOf } from './versions.ts';
import { sheetView } from './view.ts';

/**
 * Why the page is shown: `fill-in` at first; `kept` with an earlier version that was refused; `checked`
 * after a check without sending; `refused`; `meanwhile` when the turn it was typed for has been processed;
 * `signed-in` after signing in again.
 */
export type Mood = 'fill-in' | 'kept' | 'checked' | 'refused' | 'meanwhile' | 'signed-in';

/** What is shown on the form besides the form itself. */
export interface Filled {
  mood: Mood;
  values: FormValues;
  judgement: Judgement;
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
  house: House,
  desk: Desk,
  sheet: OpenSheet,
  filled: Filled,
): Promise<FastifyReply> {
  const { turn } = sheet.form;
  const versions = await versionsOf(house, desk, turn);
  const view = sheetView(sheet.form, filled.values, filled.judgement);
  return reply.page('player/sheet', {
    ...frameOf(desk, turn),
    title: `Turn sheet ${turn}, ${desk.number}`,
    wide: true,
    styles: ['sheet.css'],
    scripts: ['sheet.js'],
    due: desk.game.due,
    address: sheetAddress(desk.number),
    view,
    mood: filled.mood,
    version: filled.version ?? null,
    oldTurn: filled.oldTurn ?? null,
    typed: filled.typed ?? [],
    standing: versions.find((one) => one.outcome === 'standing')?.version ?? null,
    versions: versionLines(desk, versions),
    map: view.takesStates ? await sheetMap(house, desk.game.id, turn) : null,
  });
}

/** What every page about a seat's sheet says at its head. */
export function frameOf(desk: Desk, turn: number) {
  const { account, game, number, seat } = desk;
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
  house: House,
  desk: Desk,
  sheet: OpenSheet,
  wanted: number | undefined,
): Promise<Filled> {
  const versions = await versionsOf(house, desk, sheet.form.turn);
  const version = versions.find((one) => one.version === wanted) ?? versions[0];
  const values = version === undefined ? {} : formFromRaw(sheet.form, version.raw);
  const tally = tallyOf(desk, sheet, values);
  if (version?.outcome !== 'refused')
    return { mood: 'fill-in', values, judgement: { problems: [], advice: [], tally } };
  const judgement = { problems: problemsOf(version), advice: [], tally };
  return { mood: 'kept', values, judgement, version: version.version };
}

/** Says that no sheet is awaited, and shows what was typed if something was. */
export function showNoSheet(reply: FastifyReply, desk: Desk, typed: [string, string][]): FastifyReply {
  return reply.page('player/no-sheet', {
    ...frameOf(desk, desk.game.turn),
    title: `No sheet is awaited, ${desk.number}`,
    styles: ['sheet.css'],
    status: desk.game.status,
    turn: desk.game.turn,
    typed,
  });
}
