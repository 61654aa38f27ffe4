import type { AppContext } from '../../context.ts';
import type { Channel, Prisma, SheetOutcome } from '../../database/generated/client.ts';
import type { Report } from '../../rules/report.ts';
import type { Advice, Problem, SheetForm, Tally } from '../../rules/sheet.ts';
import { type Away, awayIn } from '../schedule/absences-view.ts';
import { type VoteCount, voteCount } from '../schedule/extension-votes.ts';
import { STANDING_ORDERS } from '../sheets/advance-orders.ts';
import { asksForFinalOrders, processesWhenFinal } from '../sheets/final-orders.ts';
import { SENT_AND_STANDING } from '../sheets/played-sheets.ts';
import { wellFormed } from '../sheets/raw-sheet.ts';
import { rulesetOf } from './game-ruleset.ts';
import { findGame, findGames, NOT_ROLLED_BACK, type WholeGame, type WholeSeat } from './game-store.ts';
import { cardOf, type GameCard, type Viewer } from './public-view.ts';

/* What a player sees of the games in which the account has a seat; and nobody else does. */

/** A player's place in a game, in a line of a list. */
export interface PlayerGame {
  game: GameCard;
  seat: { id: string; identifier: string; name: string };
  /** Does the seat owe a sheet for the open turn? */
  owes: boolean;
  /** The version of the sheet that stands for the open turn; null if none does. */
  standingVersion: number | null;
  /** Is there a standing order that serves if no sheet comes? */
  standingOrder: boolean;
  /** Last words, where the game asks for them: is the standing sheet one, and when is the turn closed by them? */
  finalOrders: { given: boolean; earlyProcessingAt: Date | null } | null;
}

/** One version of one's own sheet, without what is on it. */
export interface OwnVersion {
  turn: number;
  version: number;
  outcome: SheetOutcome;
  channel: Channel;
  receivedAt: Date;
  /** Is it marked as its player's last word? */
  final: boolean;
}

/** The player's page of a game. */
export interface PlayerPage extends PlayerGame {
  /** Own printouts by the turn they come before, the latest first. */
  printouts: { id: string; turn: number }[];
  /** How the game ended, in the sentences at the head of the last printout; none while it goes on. */
  result: string[];
  /** Own sheets of all turns, the latest first. */
  versions: OwnVersion[];
  /** Who of the game is away now, or will be. */
  away: Away[];
}

/** The page on which a sheet is filled in. */
export interface SheetPage {
  game: GameCard;
  seat: { id: string; identifier: string; name: string };
  /** The open turn; null unless the game is running. */
  turn: number | null;
  /** Null where no sheet is owed. */
  form: SheetForm | null;
  /** Raw orders of the version that stands; null if none does. */
  standing: unknown;
  standingVersion: number | null;
  /** The versions sent for the open turn, the latest first. */
  versions: OwnVersion[];
  /** Last words, where the game asks for them: is the standing sheet one, and when is the turn closed by them? */
  finalOrders: { given: boolean; earlyProcessingAt: Date | null } | null;
  /** How a vote for more time stands; null where the player can have none. */
  vote: VoteCount | null;
}

/** One version of one's own sheet with everything on it: the receipt on screen. */
export interface OwnSheet extends OwnVersion {
  id: string;
  raw: unknown;
  /** What was understood; null if refused. */
  orders: unknown;
  problems: Problem[];
  advice: Advice[];
  /** Was its receipt mailed, or is a mail on its way? */
  mailed: boolean;
  /** The form it was written on, also when the turn has been processed since. */
  form: SheetForm | null;
}

/** A sheet judged without being sent. */
export interface Preview {
  tally: Tally;
  problems: Problem[];
  advice: Advice[];
}

/** The games in which the account has a seat: those that go on first, then by date. */
export async function playerGames(ctx: AppContext, viewer: Viewer): Promise<PlayerGame[]> {
  if (!viewer) return [];
  const games = await findGames(ctx, {
    where: { seats: { some: { accountId: viewer.id } } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  const lines = await Promise.all(games.map((game) => lineOf(ctx, game, seatOf(game, viewer) as WholeSeat)));
  return [...lines.filter((line) => line.owes), ...lines.filter((line) => !line.owes)];
}

/** The player's page of a game; null for anybody who has no seat in it. */
export async function playerGame(
  ctx: AppContext,
  viewer: Viewer,
  number: string,
): Promise<PlayerPage | null> {
  const found = await seated(ctx, viewer, number);
  if (!found) return null;
  const { game, seat } = found;
  const printouts = await ctx.db.prisma.printout.findMany({
    where: { gameId: game.id, seatId: seat.id, ...NOT_ROLLED_BACK, ...readableBy(viewer?.id ?? -1, seat) },
    select: { id: true, turn: true },
    orderBy: { turn: 'desc' },
  });
  const line = await lineOf(ctx, game, seat);
  return {
    ...line,
    printouts,
    result: game.status === 'over' ? await summaryOf(ctx, printouts[0]?.id) : [],
    versions: await versionsOf(ctx, { seatId: seat.id, turn: { gte: seat.since } }),
    away: await awayIn(ctx.db.prisma, ctx, game),
  };
}

/** The sentences at the head of a printout; none where there is no such printout. */
async function summaryOf(ctx: AppContext, id: string | undefined): Promise<string[]> {
  if (id === undefined) return [];
  const { report } = await ctx.db.prisma.printout.findUniqueOrThrow({ where: { id } });
  return report.summary;
}

/**
 * A printout, for the account that sat there when it was written or while its turn was open; null for anybody else.
 * `finalOrders`: does the game close its turns by last words, so that the printed sheet has a box for one?
 */
export async function playerPrintout(
  ctx: AppContext,
  viewer: Viewer,
  number: string,
  turn: number,
): Promise<{ id: string; report: Report; finalOrders: boolean } | null> {
  const game = await findGame(ctx, number);
  if (!viewer || !game || !isTurn(turn)) return null;
  const readable = readableBy(viewer.id, seatOf(game, viewer));
  const where = { gameId: game.id, turn, seatId: { not: null }, ...NOT_ROLLED_BACK, ...readable };
  const printout = await ctx.db.prisma.printout.findFirst({ where });
  if (!printout) return null;
  const { id, report } = printout;
  return { id, report, finalOrders: processesWhenFinal(game) };
}

/** What the page of the turn sheet needs; null for anybody who has no seat in the game. */
export async function sheetPage(ctx: AppContext, viewer: Viewer, number: string): Promise<SheetPage | null> {
  const found = await seated(ctx, viewer, number);
  if (!found) return null;
  const { game, seat } = found;
  const line = await lineOf(ctx, game, seat);
  const open = { seatId: seat.id, turn: game.turn };
  const standing = await ctx.db.prisma.sheet.findFirst({ where: { ...open, ...SENT_AND_STANDING } });
  return {
    game: line.game,
    seat: line.seat,
    turn: line.game.turn,
    form: formOf(game, seat),
    standing: standing?.raw ?? null,
    standingVersion: standing?.version ?? null,
    versions: await versionsOf(ctx, open),
    vote: line.owes ? await voteCount(ctx.db.prisma, game) : null,
    finalOrders: line.finalOrders,
  };
}

/** Judges what is being filled in, for its running figures; null where the account owes no sheet in the game. */
export async function previewSheet(
  ctx: AppContext,
  viewer: Viewer,
  number: string,
  raw: unknown,
): Promise<Preview | null> {
  const found = await seated(ctx, viewer, number);
  if (!found || !formOf(found.game, found.seat)) return null;
  const { game, seat } = found;
  const ruleset = rulesetOf(game);
  const formed = wellFormed(raw);
  const checked = formed.ok ? ruleset.check(game.state, seat.identifier, formed.value) : formed;
  return {
    tally: ruleset.tally(game.state, seat.identifier, formed.ok ? formed.value : null),
    problems: checked.ok ? [] : checked.problems,
    advice: checked.ok ? checked.advice : [],
  };
}

/** One version of one's own sheet; null for anybody who does not sit there. */
export async function ownSheet(
  ctx: AppContext,
  viewer: Viewer,
  number: string,
  turn: number,
  version: number,
): Promise<OwnSheet | null> {
  const found = await seated(ctx, viewer, number);
  if (!found || !isTurn(turn) || !isTurn(version) || turn < found.seat.since) return null;
  const where = { seatId_turn_version: { seatId: found.seat.id, turn, version } };
  const include = { _count: { select: { deliveries: true } } };
  const sheet = await ctx.db.prisma.sheet.findUnique({ where, include });
  if (!sheet) return null;
  return {
    ...versionOf(sheet),
    id: sheet.id,
    mailed: sheet._count.deliveries > 0,
    raw: sheet.raw,
    orders: sheet.orders,
    problems: sheet.problems,
    advice: sheet.advice,
    form: await formBefore(ctx, found.game, found.seat, turn),
  };
}

/** The seat's form for a turn that was open once, or is: made from the state before it. */
async function formBefore(
  ctx: AppContext,
  game: WholeGame,
  seat: WholeSeat,
  turn: number,
): Promise<SheetForm | null> {
  const before = await ctx.db.prisma.turn.findFirst({
    where: { gameId: game.id, turn: turn - 1, ...NOT_ROLLED_BACK },
    select: { state: true },
  });
  return before ? rulesetOf(game).sheet(before.state, seat.identifier) : null;
}

/** Printouts written for the account, and those of its seat from the turn on from which it sits there. */
function readableBy(account: number, seat: WholeSeat | undefined): Prisma.PrintoutWhereInput {
  const own = { accountId: account };
  return seat ? { OR: [own, { seatId: seat.id, turn: { gte: Math.max(1, seat.since) } }] } : own;
}

async function seated(ctx: AppContext, viewer: Viewer, number: string) {
  const game = viewer ? await findGame(ctx, number) : null;
  const seat = game ? seatOf(game, viewer) : undefined;
  return game && seat ? { game, seat } : null;
}

/** The seat at which the account sits now. */
function seatOf(game: WholeGame, viewer: Viewer): WholeSeat | undefined {
  return viewer ? game.seats.find((seat) => seat.accountId === viewer.id) : undefined;
}

function formOf(game: WholeGame, seat: WholeSeat): SheetForm | null {
  return game.status === 'running' ? rulesetOf(game).sheet(game.state, seat.identifier) : null;
}

async function lineOf(ctx: AppContext, game: WholeGame, seat: WholeSeat): Promise<PlayerGame> {
  const where = { seatId: seat.id, turn: game.turn, ...SENT_AND_STANDING };
  const select = { version: true, final: true };
  const standing = await ctx.db.prisma.sheet.findFirst({ where, select });
  const order = { seatId: seat.id, turn: STANDING_ORDERS, accountId: seat.accountId ?? -1 };
  return {
    game: cardOf(game),
    seat: { id: seat.id, identifier: seat.identifier, name: seat.name },
    owes: formOf(game, seat) !== null,
    standingVersion: standing?.version ?? null,
    standingOrder: (await ctx.db.prisma.advanceOrders.count({ where: order })) > 0,
    finalOrders: asksForFinalOrders(game)
      ? { given: standing?.final === true, earlyProcessingAt: game.earlyProcessingAt }
      : null,
  };
}

async function versionsOf(ctx: AppContext, where: Prisma.SheetWhereInput): Promise<OwnVersion[]> {
  const sheets = await ctx.db.prisma.sheet.findMany({
    where,
    select: { turn: true, version: true, outcome: true, channel: true, receivedAt: true, final: true },
    orderBy: [{ turn: 'desc' }, { version: 'desc' }],
  });
  return sheets.map(versionOf);
}

function versionOf({ turn, version, outcome, channel, receivedAt, final }: OwnVersion): OwnVersion {
  return { turn, version, outcome, channel, receivedAt, final };
}

/** Could the database hold this number as a turn's or a version's? */
function isTurn(number: number): boolean {
  return Number.isInteger(number) && number >= 0 && number <= 1_000_000;
}
