import type { Account, Prisma } from '../../database/generated/client.ts';
import type { House } from '../../database/house.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { type FormValues, rawFromForm, type SheetForm } from '../../rules/sheet.ts';
import { type GameNumber, numberOf } from '../../turns/number.ts';
import { rulesetOf } from '../../turns/rights.ts';
import { notFound } from '../http.ts';
import type { Judgement } from './model.ts';
import { toPagePaths } from './paths.ts';

/** What a player's pages know of the game; nothing of its setup or dice. */
const OF_GAME = {
  id: true,
  prefix: true,
  serial: true,
  title: true,
  ruleset: true,
  rulesetVersion: true,
  status: true,
  turn: true,
  due: true,
  timeZone: true,
} as const satisfies Prisma.GameSelect;

const OF_SEAT = { id: true, identifier: true, name: true } as const satisfies Prisma.SeatSelect;

export type DeskGame = Prisma.GameGetPayload<{ select: typeof OF_GAME }>;
export type DeskSeat = Prisma.SeatGetPayload<{ select: typeof OF_SEAT }>;

/** A player before a game of theirs: everything that the pages of a sheet go by. */
export interface Desk {
  account: Account;
  number: string;
  game: DeskGame;
  seat: DeskSeat;
  ruleset: Ruleset;
}

/** The account's own seat in a game. @throws a 404 where it has none: nobody learns whether the game exists */
export async function deskOf(house: House, account: Account, number: GameNumber): Promise<Desk> {
  const { prefix, serial } = number;
  const seat = await house.db.prisma.seat.findFirst({
    where: { accountId: account.id, game: { prefix, serial } },
    select: { ...OF_SEAT, game: { select: OF_GAME } },
  });
  if (seat === null) throw notFound('You have no seat in a game of this number.');
  const { game, ...own } = seat;
  return { account, number: numberOf(game), game, seat: own, ruleset: rulesetOf(game) };
}

/** The form of a seat's sheet with the state that it is judged by. For that seat's eyes only. */
export interface OpenSheet {
  form: SheetForm;
  state: unknown;
}

/** The seat's sheet for a turn, open or long processed; null where it owed none or the turn is not there yet. */
export async function sheetOf(house: House, desk: Desk, turn: number): Promise<OpenSheet | null> {
  if (turn < 1 || turn > desk.game.turn) return null;
  const before = await house.db.prisma.turn.findUnique({
    where: { gameId_number: { gameId: desk.game.id, number: turn - 1 } },
    select: { state: true },
  });
  if (before === null) return null;
  const form = desk.ruleset.sheet(before.state, desk.seat.identifier);
  return form === null ? null : { form, state: before.state };
}

/** The seat's sheet for the turn that is open now; null where none is awaited. */
export async function openSheetOf(house: House, desk: Desk): Promise<OpenSheet | null> {
  return desk.game.status === 'running' ? sheetOf(house, desk, desk.game.turn) : null;
}

/** What the ruleset says of the values on the page. Remarks stand at the fields of the page. Nothing is stored. */
export function judge(desk: Desk, sheet: OpenSheet, values: FormValues): Judgement {
  const raw = rawFromForm(sheet.form, values);
  const checked = desk.ruleset.check(sheet.state, desk.seat.identifier, raw);
  return {
    problems: checked.ok ? [] : toPagePaths(sheet.form, values, checked.problems),
    advice: checked.ok ? toPagePaths(sheet.form, values, checked.advice) : [],
    tally: tallyOf(desk, sheet, values),
  };
}

/** The running figures alone: for a page on which nothing has been checked yet. */
export function tallyOf(desk: Desk, sheet: OpenSheet, values: FormValues): Judgement['tally'] {
  const raw = rawFromForm(sheet.form, values);
  const tally = desk.ruleset.tally(sheet.state, desk.seat.identifier, raw);
  return { totals: tally.totals, notes: toPagePaths(sheet.form, values, tally.notes) };
}
