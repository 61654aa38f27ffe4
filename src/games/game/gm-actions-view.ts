import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { ReleaseDecision } from '../../database/generated/client.ts';
import type { SheetForm } from '../../rules/sheet.ts';
import { checkMayInspect, hasOpenedPaperSheet } from '../inspections/inspect.ts';
import { type ReleaseReading, releasesWithReading } from '../press/held-press.ts';
import { turnToRollForward } from '../processing/roll-back.ts';
import { blankForm } from '../sheets/blank-form.ts';
import { asksForFinalOrders } from '../sheets/final-orders.ts';
import { seatsOwing } from '../sheets/missing-sheets.ts';
import { REVIVAL_DAYS, revivableUntil } from './abandon-game.ts';
import { cardOf, type GameCard, type Viewer } from './game-card.ts';
import { rulesetOf } from './game-ruleset.ts';
import { inTransaction, type WholeGame } from './game-store.ts';
import { hasOrMayReclaimSeat } from './gm-access.ts';
import { seatMark } from './player-mark.ts';
import { findGame } from './whole-game-rows.ts';

/* What a GM can do to a game now. `gmActions` does not check rights: `gmGamePage` does. */

/** A press release that was held for the GM's decision. */
export interface GmPressRelease {
  id: string;
  /** The author's identifier. */
  seat: string;
  name: string;
  turn: number;
  /** Null if the GM has not read it, or must not. */
  text: string | null;
  decision: ReleaseDecision;
  /** After which turn it was printed; null until it is. */
  printedTurn: number | null;
}

/** A processed turn that was rolled back. Its printouts stay readable; the GM sees the public ones. */
export interface GmRollback {
  turn: number;
  /** Which attempt was rolled back. */
  attempt: number;
  processedAt: Date | null;
  at: Date;
  by: number;
  /** When, and by whom, it was rolled forward; null if it was not. */
  undoneAt: Date | null;
  undoneBy: number | null;
}

/** What the GM page needs to offer its actions. */
export interface GmActions {
  /** Whether the GM may see the secrets of seats, because they do not play: previews, paper sheets and held press. */
  mayInspect: boolean;
  /** The turn that can be rolled back; null if there is none. */
  back: number | null;
  /** Whether the GM has or may reclaim a seat: they may keep it when they roll back, but not change its sheet. */
  plays: boolean;
  /** The turn that can be rolled forward; null if there is none. */
  forward: number | null;
  /** All rollbacks, the latest first. */
  rollbacks: GmRollback[];
  /** Undecided ones first, then the latest first. A GM who must not read them gets those that were printed. */
  releases: GmPressRelease[];
  /** Whether releases contain other texts of a sheet that everyone reads, such as performances. */
  withOtherTexts: boolean;
  /** For how many days an abandoned game can be revived. */
  revivalDays: number;
  /** Until when this game can be revived; null if it cannot. */
  revivableUntil: Date | null;
  /** The names of players who may reclaim a seat from the computer, by seat id. */
  reclaimableBy: Record<string, string>;
}

/** The page for entering a paper sheet. It shows nothing of a sheet that is already standing. */
export interface PaperSheetPage {
  game: GameCard;
  turn: number;
  /** The attempt of the turn’s printouts: see `WholeGame`. */
  attempt: number;
  seat: { id: string; identifier: string; name: string };
  /** See `seatMark`. */
  mark: string;
  /** The blank form; null until the GM has opened it for this turn, which is recorded and announced. */
  form: SheetForm | null;
  /** Whether the game asks for final orders; then the GM can mark what the paper says. */
  asksForFinal: boolean;
}

/** The actions that the game's GM has now, with what the page needs to show them. */
export async function gmActions(ctx: AppContext, game: WholeGame): Promise<GmActions> {
  return inTransaction(ctx, async (tx) => {
    const mayInspect = (await checkMayInspect(tx, game, game.gmId)).ok;
    const readings = await releasesWithReading(tx, game);
    const players = await tx.account.findMany({
      where: { id: { in: game.seats.flatMap(({ reclaimableById }) => reclaimableById ?? []) } },
      select: { id: true, name: true },
    });
    const reclaimers = game.seats.flatMap((seat) => {
      const player = players.find(({ id }) => id === seat.reclaimableById);
      return player ? [[seat.id, seat.acceptedAt === null ? seat.name : player.name] as const] : [];
    });
    return {
      mayInspect,
      back: game.status === 'running' && game.turn > 1 ? game.turn - 1 : null,
      plays: hasOrMayReclaimSeat(game, game.gmId),
      forward: await turnToRollForward(tx, game),
      rollbacks: await rollbacksOf(tx, game),
      releases: releasesOf(game, mayInspect ? readings : readings.filter(({ isRead }) => isRead)),
      withOtherTexts: rulesetOf(game).quotedTexts !== undefined,
      revivalDays: REVIVAL_DAYS,
      revivableUntil: revivableUntil(ctx, game),
      reclaimableBy: Object.fromEntries(reclaimers),
    };
  });
}

/** The most rollbacks in the list, the latest ones. */
const MAX_ROLLBACKS = 50;

async function rollbacksOf(tx: Tx, { id: gameId }: WholeGame): Promise<GmRollback[]> {
  const orderBy = [{ at: 'desc' as const }, { id: 'desc' as const }];
  const rollbacks = await tx.rollback.findMany({ where: { gameId }, orderBy, take: MAX_ROLLBACKS });
  const select = { turn: true, attempt: true, processedAt: true };
  const attempts = rollbacks.map(({ turn, attempt }) => ({ turn, attempt }));
  const where = { gameId, OR: attempts };
  const turns = rollbacks.length === 0 ? [] : await tx.turn.findMany({ where, select });
  return rollbacks.map(({ turn, attempt, at, byId, undoneAt, undoneById }) => {
    const row = turns.find((stored) => stored.turn === turn && stored.attempt === attempt);
    const processedAt = row?.processedAt ?? null;
    return { turn, attempt, processedAt, at, by: byId, undoneAt, undoneBy: undoneById };
  });
}

function releasesOf(game: WholeGame, readings: readonly ReleaseReading[]): GmPressRelease[] {
  const all = readings.map(({ release, isRead }): GmPressRelease => {
    const { id, seatId, turn, decision, printedTurn } = release;
    const seat = game.seats.find(({ id: ownId }) => ownId === seatId);
    const names = { seat: seat?.identifier ?? '', name: seat?.name ?? '' };
    return { id, ...names, turn, text: isRead ? release.text : null, decision, printedTurn };
  });
  const undecided = (release: GmPressRelease) => (release.decision === 'held' ? 1 : 0);
  return all.sort((a, b) => undecided(b) - undecided(a) || b.turn - a.turn);
}

/**
 * The page of a seat's paper sheet, for the GM to fill in from paper. Null for anyone but the game's GM, for a GM who
 * must not see secrets of the game, and if no person owes a sheet for the seat.
 */
export async function paperSheetPage(
  ctx: AppContext,
  viewer: Viewer,
  number: string,
  seatId: string,
): Promise<PaperSheetPage | null> {
  const game = await gameForPaperSheets(ctx, viewer, number);
  const seat = game?.seats.find(({ id: ownId }) => ownId === seatId);
  if (!game || !seat || seat.opponent) return null;
  const form = rulesetOf(game).sheet(game.state, seat.identifier);
  if (form === null) return null;
  const isOpened = await hasOpenedPaperSheet(ctx.db.prisma, game, seat.id);
  const { id, identifier, name } = seat;
  return {
    game: cardOf(game),
    turn: game.turn,
    attempt: game.attempt,
    seat: { id, identifier, name },
    mark: await seatMark(ctx, seat),
    form: isOpened ? blankForm(form) : null,
    asksForFinal: asksForFinalOrders(game),
  };
}

/** Where a GM finds the seat of a paper sheet by its token. */
export interface PaperTokenPage {
  game: WholeGame;
  /** The seats of people who owe a sheet, for sheets without a token. */
  seats: PaperSheetPage['seat'][];
}

/** The page for finding a paper sheet. Null for the same people as `paperSheetPage`. */
export async function paperTokenPage(
  ctx: AppContext,
  viewer: Viewer,
  number: string,
): Promise<PaperTokenPage | null> {
  const game = await gameForPaperSheets(ctx, viewer, number);
  if (game === null) return null;
  const owing = seatsOwing(game).filter(({ opponent }) => !opponent);
  const seats = owing.map(({ id, identifier, name }) => ({ id, identifier, name }));
  return { game, seats };
}

/** The running game, if the viewer is its GM and may see secrets of it. */
export async function gameForPaperSheets(
  ctx: AppContext,
  viewer: Viewer,
  number: string,
): Promise<WholeGame | null> {
  const game = viewer ? await findGame(ctx, number) : null;
  if (!game || game.gmId !== viewer?.id || game.status !== 'running') return null;
  return (await checkMayInspect(ctx.db.prisma, game, game.gmId)).ok ? game : null;
}
