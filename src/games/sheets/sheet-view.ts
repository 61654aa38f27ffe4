import type { AppContext } from '../../context.ts';
import type { SheetForm } from '../../rules/sheet.ts';
import { cardOf, type GameCard } from '../game/game-card.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import { openForm, type PlayerSeat, type SeatName, seatName } from '../game/player-seat.ts';
import { type VoteCount, voteCount } from '../schedule/extension-votes.ts';
import { asksForFinalOrders } from './final-orders.ts';
import { hasStandingOrders, hiddenSheetIsPlayed } from './hidden-sheet.ts';
import { keepsSheet } from './kept-sheets.ts';
import { pastForm } from './past-form.ts';
import { isSentAndStanding } from './played-sheets.ts';
import { type OwnSheet, type OwnVersion, type ShownVersions, shownVersions } from './shown-versions.ts';
import { type Preview, previewOrders } from './try-orders.ts';

/*
 * What a player sees of the sheets of the own seat. `loadPlayerSeat` decides who may see it; these functions take what
 * it returned. Versions that someone else sent for the seat are not shown: see shown-versions.ts.
 */

/** Final orders: whether the standing sheet is marked final, and when the turn is processed because all of them are. */
export interface FinalOrders {
  given: boolean;
  earlyProcessingAt: Date | null;
}

/** How the sheet of the open turn stands. */
export interface SheetStatus {
  /** The standing version; null if there is none. Standing orders do not count. */
  standingVersion: number | null;
  /**
   * Whether a version counts that is not shown, because a former player or the computer sent it. If the player has standing
   * orders, one of the computer's does not count: see `hiddenSheetIsPlayed`.
   */
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
  const read = await shownVersions(ctx, own, { turn: game.turn });
  const card = cardOf(game);
  return {
    game: card,
    seat: seatName(seat),
    turn: card.turn,
    form,
    versions: read.versions,
    vote: form === null ? null : await voteCount(ctx.db.prisma, game),
    ...(await sheetStatus(ctx, own, read)),
  };
}

/**
 * How the sheet of the open turn stands.
 * @param read the versions of the open turn, at least
 */
export async function sheetStatus(
  ctx: AppContext,
  own: PlayerSeat,
  read: ShownVersions,
): Promise<SheetStatus> {
  const isKept = await keepsSheet(ctx.db.prisma, own.game, own.seat);
  return { ...(await standingStatus(ctx, own, read)), isKept };
}

/** As `sheetStatus`, without whether the seat takes a new version, which no receipt shows. */
async function standingStatus(
  { db: { prisma } }: AppContext,
  own: PlayerSeat,
  read: ShownVersions,
): Promise<Omit<SheetStatus, 'isKept'>> {
  const { game, seat } = own;
  const standing = standingOf(own, read);
  const hidden = standing === undefined ? read.openSheet : null;
  // What is rarely needed is read only then.
  const isPlayed = async (sheet: NonNullable<typeof hidden>) =>
    hiddenSheetIsPlayed(seat, sheet, {
      hasStandingOrders: await hasStandingOrders(prisma, seat),
      isKept: await keepsSheet(prisma, game, seat),
    });
  return {
    standingVersion: standing?.version ?? null,
    hiddenSheetStands: hidden !== null && (await isPlayed(hidden)),
    finalOrders: asksForFinalOrders(game)
      ? { given: standing?.final === true, earlyProcessingAt: game.earlyProcessingAt }
      : null,
  };
}

/** The version that counts for the open turn, if it is shown to the player. */
function standingOf({ game }: PlayerSeat, { versions }: ShownVersions): OwnVersion | undefined {
  return versions.find((version) => version.turn === game.turn && isSentAndStanding(version));
}

/** What the receipt of a version needs; null if there is no such version, or if it is not shown to the player. */
export async function receiptPage(
  ctx: AppContext,
  own: PlayerSeat,
  wanted: { turn: number; version: number },
): Promise<ReceiptPage | null> {
  const { game, seat } = own;
  const read = await shownVersions(ctx, own, wanted);
  const { sheet, versions } = read;
  if (sheet === null) return null;
  const card = cardOf(game);
  const isOpen = card.turn === wanted.turn;
  const status = isOpen ? await standingStatus(ctx, own, read) : null;
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
  return (await shownVersions(ctx, own, wanted)).sheet;
}

/** The version of the seat's sheet that counts for the open turn; null if there is none, or if it is not shown to the player. */
export async function standingSheet(ctx: AppContext, own: PlayerSeat): Promise<OwnSheet | null> {
  const { turn } = own.game;
  const standing = standingOf(own, await shownVersions(ctx, own, { turn }));
  return standing ? ownSheet(ctx, own, { turn, version: standing.version }) : null;
}
