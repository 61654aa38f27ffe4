import type { AppContext } from '../../context.ts';
import type { Channel, Prisma, SheetOutcome } from '../../database/generated/client.ts';
import type { Advice, Problem, SheetForm } from '../../rules/sheet.ts';
import { cardOf, type GameCard } from '../game/game-card.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import { openForm, type PlayerSeat, type SeatName, seatName } from '../game/player-seat.ts';
import { type VoteCount, voteCount } from '../schedule/extension-votes.ts';
import { asksForFinalOrders } from './final-orders.ts';
import { keepsSheet } from './kept-sheets.ts';
import { pastForm } from './past-form.ts';
import { SENT_AND_STANDING } from './played-sheets.ts';
import { shownTo } from './shown-sheets.ts';
import { type Preview, previewOrders } from './try-orders.ts';

/*
 * What a player sees of the sheets of the own seat. `loadPlayerSeat` decides who may see it; these functions take what
 * it returned. Versions that someone else sent for the seat are not shown: see `shownTo`.
 */

/** One version of a sheet without its content. */
export interface OwnVersion {
  turn: number;
  version: number;
  outcome: SheetOutcome;
  channel: Channel;
  receivedAt: Date;
  /** Whether the player marked it as final. */
  final: boolean;
}

/** One version of a sheet with its content. */
export interface OwnSheet extends OwnVersion {
  id: string;
  raw: unknown;
  /** The checked orders; null if the version was refused. */
  orders: unknown;
  problems: Problem[];
  advice: Advice[];
  /** Whether its receipt was mailed or is about to be. */
  mailed: boolean;
}

/** Final orders: whether the standing sheet is marked final, and when the turn is processed because all of them are. */
export interface FinalOrders {
  given: boolean;
  earlyProcessingAt: Date | null;
}

/** How the sheet of the open turn stands. */
export interface SheetStatus {
  /** The standing version; null if there is none. Standing orders do not count. */
  standingVersion: number | null;
  /** Whether a version is standing that is not shown, because a former player or the computer sent it. */
  hiddenSheetStands: boolean;
  /** Whether the seat takes no new version: see `kept-sheets.ts`. */
  isKept: boolean;
  /** Null if the game does not ask for final orders. */
  finalOrders: FinalOrders | null;
}

/** The page on which the sheet of the open turn is filled in. */
export interface SheetPage extends SheetStatus {
  game: GameCard;
  seat: SeatName;
  /** The open turn; null unless the game is running. */
  turn: number | null;
  /** Null if no sheet is owed. */
  form: SheetForm | null;
  /** The versions that were sent for the open turn, the latest first. */
  versions: OwnVersion[];
  /** The vote for more time; null if there is none that the player may take part in. */
  vote: VoteCount | null;
}

/** The receipt of one version on screen. */
export interface ReceiptPage {
  game: GameCard;
  seat: SeatName;
  sheet: OwnSheet;
  /** The form that the version was written on; null if it is not known anymore. */
  form: SheetForm | null;
  /** All versions for the same turn, the latest first. */
  versions: OwnVersion[];
  /** See `SheetStatus`; false if the turn of the sheet is not open. */
  hiddenSheetStands: boolean;
  /** Null if the game does not ask for final orders, or if the turn of the sheet is not open. */
  finalOrders: FinalOrders | null;
}

/** What the page of the sheet of the open turn needs. */
export async function sheetPage(ctx: AppContext, own: PlayerSeat): Promise<SheetPage> {
  const { game, seat } = own;
  const form = openForm(own);
  const versions = await ownVersions(ctx, own, { turn: game.turn });
  const card = cardOf(game);
  return {
    game: card,
    seat: seatName(seat),
    turn: card.turn,
    form,
    versions,
    vote: form === null ? null : await voteCount(ctx.db.prisma, game),
    ...(await sheetStatus(ctx, own, versions)),
  };
}

/** How the sheet of the open turn stands. @param versions those of the open turn, at least */
export async function sheetStatus(
  ctx: AppContext,
  own: PlayerSeat,
  versions: readonly OwnVersion[],
): Promise<SheetStatus> {
  return {
    ...(await standingStatus(ctx, own, versions)),
    isKept: await keepsSheet(ctx.db.prisma, own.game, own.seat),
  };
}

/** As `sheetStatus`, without whether the seat takes a new version, which no receipt shows. */
async function standingStatus(
  ctx: AppContext,
  { game, seat }: PlayerSeat,
  versions: readonly OwnVersion[],
): Promise<Omit<SheetStatus, 'isKept'>> {
  const standing = versions.find(
    // As SENT_AND_STANDING: standing orders do not count as sent.
    ({ turn, outcome, channel }) => turn === game.turn && outcome === 'standing' && channel !== 'standing',
  );
  const anyStanding = { ...SENT_AND_STANDING, seatId: seat.id, turn: game.turn };
  return {
    standingVersion: standing?.version ?? null,
    hiddenSheetStands: !standing && (await ctx.db.prisma.sheet.count({ where: anyStanding })) > 0,
    finalOrders: asksForFinalOrders(game)
      ? { given: standing?.final === true, earlyProcessingAt: game.earlyProcessingAt }
      : null,
  };
}

/** What the receipt of a version needs; null if there is no such version, or if it is not shown to the player. */
export async function receiptPage(
  ctx: AppContext,
  own: PlayerSeat,
  wanted: { turn: number; version: number },
): Promise<ReceiptPage | null> {
  const { game, seat } = own;
  const shown = await shownTo(ctx, seat);
  const sheet = await shownSheet(ctx, own, wanted, shown);
  if (sheet === null) return null;
  const versions = await shownVersions(ctx, own, { turn: wanted.turn }, shown);
  const card = cardOf(game);
  const isOpen = card.turn === wanted.turn;
  const status = isOpen ? await standingStatus(ctx, own, versions) : null;
  return {
    game: card,
    seat: seatName(seat),
    sheet,
    form: isOpen ? openForm(own) : await pastForm(ctx, game, { turn: wanted.turn, seat: seat.identifier }),
    versions,
    hiddenSheetStands: status?.hiddenSheetStands ?? false,
    finalOrders: status?.finalOrders ?? null,
  };
}

/** Checks raw orders against the open turn without storing them. Call it only if the seat owes a sheet. */
export function previewSheet({ game, seat }: PlayerSeat, raw: unknown): Preview {
  return previewOrders({ ruleset: rulesetOf(game), state: game.state, seat }, raw);
}

/** One version of the seat's sheet; null if there is none, or if it is not shown to the player. */
export async function ownSheet(
  ctx: AppContext,
  own: PlayerSeat,
  wanted: { turn: number; version: number },
): Promise<OwnSheet | null> {
  return shownSheet(ctx, own, wanted, await shownTo(ctx, own.seat));
}

/** As `ownSheet`. @param shown which sheets are shown to the player: see `shownTo` */
async function shownSheet(
  ctx: AppContext,
  { seat }: PlayerSeat,
  { turn, version }: { turn: number; version: number },
  shown: Prisma.SheetWhereInput,
): Promise<OwnSheet | null> {
  if (!isStorable(turn) || !isStorable(version)) return null;
  const where = { seatId: seat.id, turn, version, ...shown };
  // Not `_count`: Prisma would count the deliveries of all sheets there are.
  const include = { deliveries: { select: { id: true }, take: 1 } };
  const sheet = await ctx.db.prisma.sheet.findFirst({ where, include });
  if (!sheet) return null;
  return {
    ...versionOf(sheet),
    id: sheet.id,
    mailed: sheet.deliveries.length > 0,
    raw: sheet.raw,
    orders: sheet.orders,
    problems: sheet.problems,
    advice: sheet.advice,
  };
}

/** The versions that are shown to the player, of one turn or of all turns; the latest first. */
export async function ownVersions(
  ctx: AppContext,
  own: PlayerSeat,
  where: Pick<Prisma.SheetWhereInput, 'turn'>,
): Promise<OwnVersion[]> {
  return shownVersions(ctx, own, where, await shownTo(ctx, own.seat));
}

/** As `ownVersions`. @param shown which sheets are shown to the player: see `shownTo` */
async function shownVersions(
  ctx: AppContext,
  { seat }: PlayerSeat,
  where: Pick<Prisma.SheetWhereInput, 'turn'>,
  shown: Prisma.SheetWhereInput,
): Promise<OwnVersion[]> {
  const sheets = await ctx.db.prisma.sheet.findMany({
    where: { ...where, seatId: seat.id, ...shown },
    select: { turn: true, version: true, outcome: true, channel: true, receivedAt: true, final: true },
    orderBy: [{ turn: 'desc' }, { version: 'desc' }],
  });
  return sheets.map(versionOf);
}

function versionOf({ turn, version, outcome, channel, receivedAt, final }: OwnVersion): OwnVersion {
  return { turn, version, outcome, channel, receivedAt, final };
}

/** Whether the database can store this number as a turn or a version. */
function isStorable(number: number): boolean {
  return Number.isInteger(number) && number >= 0 && number <= 1_000_000;
}
