import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Channel, Sheet } from '../../database/generated/client.ts';
import { describeOrders } from '../../rules/describe-orders.ts';
import type { Report } from '../../rules/report.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import type { SheetForm } from '../../rules/sheet.ts';
import { formatDateTime } from '../../text/dates.ts';
import type { Viewer } from '../game/game-card.ts';
import { gameNumber } from '../game/game-number.ts';
import { inTransaction, NOT_ROLLED_BACK, type WholeGame, type WholeSeat } from '../game/game-store.ts';
import { type GmRequest, gmGameAtTurn } from '../game/gm-access.ts';
import { seatMarks } from '../game/player-mark.ts';
import { printoutsReadableBy } from '../game/readable-printouts.ts';
import { findGame } from '../game/whole-game-rows.ts';
import { checkMayInspect, inspect, openedSeats } from '../inspections/inspect.ts';
import { shownReport } from '../processing/shown-report.ts';
import { advanceForm, advanceOrdersName, STANDING_ORDERS } from '../sheets/advance-orders.ts';
import { processesWhenFinal } from '../sheets/final-orders.ts';
import { openTurnSheets } from '../sheets/missing-sheets.ts';
import { pastForm } from '../sheets/past-form.ts';
import { paperSeats, postalAddresses } from './paper-players.ts';

/* The postal round: what a GM prints each turn for the players who have no e-mail, and the receipts that go with it. */

/** The round as the GM's page shows it. */
export interface PostalRound {
  game: WholeGame;
  /** The GM's own postal address. */
  own: string | null;
  seats: { seat: WholeSeat; address: string | null; owes: boolean; isIn: boolean }[];
  /** The marks of all seats of the game, by their ids: see `seatMark`. */
  marks: Map<string, string>;
  /** Whether there is something to print: the game has begun. */
  hasPrintouts: boolean;
  /** Whether the GM has said for this turn that they print it. */
  isOpened: boolean;
}

/** What is printed for one player. */
export interface PostalItem {
  seat: { identifier: string; name: string };
  address: string | null;
  report: Report;
  /** Whether the printout has a sheet to be sent back: the seat owes one. */
  owes: boolean;
  /** Whether the sheet has a box for final orders. */
  finalOrders: boolean;
  /** What was received from the player by post, in lines. */
  receipt: string[];
}

/** The round of a game; null for anyone but its GM, and for a GM who must not see secrets of the game. */
export async function postalRound(
  ctx: AppContext,
  viewer: Viewer,
  number: string,
): Promise<PostalRound | null> {
  const game = viewer ? await findGame(ctx, number) : null;
  if (!game || game.gmId !== viewer?.id || game.transferredOutAt !== null) return null;
  if (!(await checkMayInspect(ctx.db.prisma, game, game.gmId)).ok) return null;
  const { own, players } = await postalAddresses(ctx.db.prisma, game);
  const sheets = game.status === 'running' ? await openTurnSheets(ctx.db.prisma, game) : [];
  const seats = paperSeats(game).map((seat) => {
    const sheet = sheets.find((one) => one.seat.id === seat.id);
    const isIn = sheet !== undefined && sheet.standing !== null;
    return { seat, address: players.get(seat.id) ?? null, owes: sheet?.owes ?? false, isIn };
  });
  const hasPrintouts = seats.length > 0 && (game.status === 'running' || game.status === 'over');
  const marks = await seatMarks(ctx, game.seats);
  return { game, own, seats, marks, hasPrintouts, isOpened: await isOpened(ctx.db.prisma, game) };
}

/**
 * The GM says that they print the round of this turn. The printouts are secret, so it is recorded for each player, all players
 * are told, and the GM can never have a seat in the game. Once for each seat and turn. Problems: those of `gmGameAtTurn`,
 * `not-begun`, `no-paper-players`, those of `inspect`.
 */
export async function openPostalRound(ctx: AppContext, request: GmRequest): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await gmGameAtTurn(tx, request);
    if (!found.ok) return found;
    const game = found.value;
    if (game.status !== 'running' && game.status !== 'over') {
      return fail('', 'not-begun', 'There are no printouts before the game begins.');
    }
    const seats = paperSeats(game);
    if (seats.length === 0) return fail('', 'no-paper-players', 'No player of this game plays on paper.');
    const opened = await openedSeats(tx, game, 'postalRound');
    for (const { id: seatId } of seats) {
      if (opened.has(seatId)) continue;
      const seen = await inspect(tx, ctx, game, { by: request.by, kind: 'postalRound', seatId });
      if (!seen.ok) return seen;
    }
    return ok(undefined);
  });
}

async function isOpened(tx: Tx, game: WholeGame): Promise<boolean> {
  const opened = await openedSeats(tx, game, 'postalRound');
  const seats = paperSeats(game);
  return seats.length > 0 && seats.every(({ id }) => opened.has(id));
}

/**
 * What is printed for the paper players, in the order of their seats: the printout of the open turn, or the final one. A player
 * who may not read it gets nothing: an earlier printout would have the sheet of a turn that is not open. Callers check that the
 * round is opened.
 */
export async function itemsToPost(ctx: AppContext, { game, seats }: PostalRound): Promise<PostalItem[]> {
  const items: PostalItem[] = [];
  for (const { seat, address, owes } of seats) {
    const { accountId } = seat;
    if (accountId === null) continue;
    const open = { gameId: game.id, seatId: seat.id, turn: game.turn, ...NOT_ROLLED_BACK };
    // Also what was written for a player who had the seat before in the open turn.
    const where = { ...open, ...printoutsReadableBy(accountId, seat) };
    const printout = await ctx.db.prisma.printout.findFirst({ where });
    if (printout === null) continue;
    const report = await shownReport(ctx, printout, { accountId, seatName: seat.name });
    const receipt = await receiptLines(ctx, game, { seat, turn: printout.turn });
    const { identifier, name } = seat;
    items.push({
      ...{ seat: { identifier, name }, address, report, receipt, owes },
      finalOrders: processesWhenFinal(game),
    });
  }
  return items;
}

/** How sheets become what was sent on paper. */
const ON_PAPER: ReadonlySet<Channel> = new Set(['post', 'advance', 'standing']);

/**
 * What was received on paper and entered since the last printout: the sheets for the turn just processed and the open one,
 * and the orders for later turns.
 */
async function receiptLines(
  ctx: AppContext,
  game: WholeGame,
  { seat, turn }: { seat: WholeSeat; turn: number },
): Promise<string[]> {
  const since = await timeOfSeating(ctx, seat);
  const versions = await ctx.db.prisma.sheet.findMany({
    where: {
      ...{ gameId: game.id, seatId: seat.id, sentById: { in: [game.gmId, seat.accountId ?? game.gmId] } },
      ...(since !== null && { receivedAt: { gte: since } }),
      // What came before the player had the seat is someone else's.
      turn: { gte: Math.max(turn - 1, seat.since) },
    },
    orderBy: [{ turn: 'asc' }, { version: 'asc' }],
  });
  // What the player sent in other ways has receipts of its own, but may count instead.
  const sheets = versions.filter(({ channel }) => ON_PAPER.has(channel));
  const lines: string[] = [];
  if (!sheets.some((sheet) => sheet.turn === turn - 1)) {
    const where = { seatId: seat.id, turn: turn - 1, accountId: seat.accountId, missed: true };
    const missed = (await ctx.db.prisma.attendance.count({ where })) > 0;
    if (missed) lines.push(`No sheet of yours for turn ${turn - 1} reached your GM by post.`);
  }
  for (const sheet of sheets) {
    const counts = versions.find((one) => one.turn === sheet.turn && one.outcome === 'standing');
    lines.push(...(await linesOfSheet(ctx, game, { seat, sheet, counts })));
  }
  return [...lines, ...(await linesOfAdvanceOrders(ctx, game, seat))];
}

/** When the present player followed another one; null if no one else has had the seat while the game was running. */
async function timeOfSeating(ctx: AppContext, { id: seatId, accountId }: WholeSeat): Promise<Date | null> {
  const changes = await ctx.db.prisma.seatChange.findMany({
    where: { seatId, turn: { gt: 0 }, kind: { not: 'gaveUp' } },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
    select: { accountId: true, at: true },
  });
  const lastOther = changes.findLastIndex((change) => change.accountId !== accountId);
  // Those who had it when the game began have no change of their own.
  return changes[lastOther + 1]?.at ?? null;
}

/** All orders that will be played in later turns, with what they say. */
async function linesOfAdvanceOrders(ctx: AppContext, game: WholeGame, seat: WholeSeat): Promise<string[]> {
  if (game.status !== 'running') return [];
  const rows = await ctx.db.prisma.advanceOrders.findMany({
    where: {
      ...{ seatId: seat.id, accountId: seat.accountId ?? -1 },
      OR: [{ turn: STANDING_ORDERS }, { turn: { gt: game.turn } }],
    },
    orderBy: { turn: 'asc' },
  });
  return rows.flatMap(({ turn, raw, receivedAt }) => {
    const at = formatDateTime(receivedAt, game.timeZone);
    const entered = `Your ${advanceOrdersName(turn)} were entered on ${at}`;
    const form = advanceForm(game, seat, turn);
    return form === null ? [`${entered}.`] : [`${entered}. They said:`, ...linesOfOrders(form, raw)];
  });
}

async function linesOfSheet(
  ctx: AppContext,
  game: WholeGame,
  { seat, sheet, counts }: { seat: WholeSeat; sheet: Sheet; counts: Sheet | undefined },
): Promise<string[]> {
  const at = formatDateTime(sheet.receivedAt, game.timeZone);
  const entered = `Turn ${sheet.turn}: ${howItCame(sheet)} on ${at} (version ${sheet.version})`;
  if (sheet.outcome === 'refused') {
    const problems = sheet.problems.map(({ message }) => message).join(' ');
    return [`${entered}, but it could not be played: ${problems}`];
  }
  if (sheet.outcome === 'superseded') return [`${entered}. It does not count: ${whyNot(counts)}`];
  const form = await pastForm(ctx, game, { turn: sheet.turn, seat: seat.identifier });
  if (form === null) return [`${entered}.`];
  return [`${entered}. It said:`, ...linesOfOrders(form, sheet.orders ?? sheet.raw)];
}

/** Why a version does not count, from the version of the turn that does. */
function whyNot(counts: Sheet | undefined): string {
  return counts === undefined ? 'a turn was rolled back after it came.' : `version ${counts.version} does.`;
}

function howItCame({ channel }: Sheet): string {
  if (channel === 'advance') return 'your advance orders became your sheet';
  return channel === 'standing' ? 'your standing orders were played' : 'your paper sheet was entered';
}

function linesOfOrders(form: SheetForm, orders: unknown): string[] {
  return describeOrders(form, orders).map(({ label, lines, ranked }) => {
    const numbered = ranked ? lines.map((line, i) => `${i + 1}. ${line}`) : lines;
    return `   ${label}: ${numbered.join('; ')}`;
  });
}

/**
 * The next paper player after a seat, in the printed order, whose sheet is still missing; `done` if none is missing, null if
 * the seat is not that of a paper player.
 * @param from.orThis whether the seat itself comes first
 */
export async function nextToEnter(
  ctx: AppContext,
  number: string,
  seatId: string,
  { orThis = false }: { orThis?: boolean } = {},
): Promise<string | 'done' | null> {
  const game = await findGame(ctx, number);
  if (game === null) return null;
  const seats = paperSeats(game);
  const place = seats.findIndex(({ id }) => id === seatId);
  if (place === -1) return null;
  const sheets = await openTurnSheets(ctx.db.prisma, game);
  const missing = (id: string) =>
    sheets.some(({ seat, owes, standing }) => seat.id === id && owes && standing === null);
  const inOrder = [...seats.slice(place + (orThis ? 0 : 1)), ...seats.slice(0, place)];
  return inOrder.find(({ id }) => missing(id))?.id ?? 'done';
}

/** The file's name: `EY-12-turn-3-by-post.pdf`. */
export function roundFileName(game: WholeGame): string {
  return `${gameNumber(game)}-turn-${game.turn}-by-post.pdf`;
}
