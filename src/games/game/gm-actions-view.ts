import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { ReleaseDecision } from '../../database/generated/client.ts';
import type { Choice, Field, SheetForm, SimpleField } from '../../rules/sheet.ts';
import { releasesInForce } from '../press/press-moderation.ts';
import { gmPlays } from '../processing/preview-turn.ts';
import { turnToRollForward } from '../processing/roll-back.ts';
import { asksForFinalOrders } from '../sheets/final-orders.ts';
import { REVIVAL_DAYS, revivableUntil } from './abandon-game.ts';
import { cardOf, type GameCard, type Viewer } from './game-card.ts';
import { rulesetOf } from './game-ruleset.ts';
import { findGame, inTransaction, type WholeGame } from './game-store.ts';

/* What a GM can do to a game now. `gmActions` does not check rights: `gmGamePage` does. */

/** A press release that was held for the GM's decision. */
export interface GmPressRelease {
  id: string;
  /** The author's identifier. */
  seat: string;
  name: string;
  turn: number;
  text: string;
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
  /** Whether the GM has a seat in the game, and therefore gets no preview and enters no paper sheets. */
  gmPlays: boolean;
  /** The turn that can be rolled back; null if there is none. */
  back: number | null;
  /** The turn that can be rolled forward; null if there is none. */
  forward: number | null;
  /** All rollbacks, the latest first. */
  rollbacks: GmRollback[];
  /** Undecided ones first, then the latest first. */
  releases: GmPressRelease[];
  /** For how many days an abandoned game can be revived. */
  revivalDays: number;
  /** Until when this game can be revived; null if it cannot. */
  revivableUntil: Date | null;
  /** The names of players who may reclaim a seat from the computer, by seat id. */
  reclaimableBy: Record<string, string>;
}

/** A blank form for entering a paper sheet. It shows nothing of a sheet that is already standing. */
export interface PaperSheetPage {
  game: GameCard;
  turn: number;
  seat: { id: string; identifier: string; name: string };
  form: SheetForm;
  /** Whether the game asks for final orders; then the GM can mark what the paper says. */
  asksForFinal: boolean;
}

/** The actions that the game's GM has now, with what the page needs to show them. */
export async function gmActions(ctx: AppContext, game: WholeGame): Promise<GmActions> {
  return inTransaction(ctx, async (tx) => {
    const players = await tx.account.findMany({
      where: { id: { in: game.seats.flatMap(({ reclaimableById }) => reclaimableById ?? []) } },
      select: { id: true, name: true },
    });
    const reclaimers = game.seats.flatMap((seat) => {
      const player = players.find(({ id }) => id === seat.reclaimableById);
      return player ? [[seat.id, player.name] as const] : [];
    });
    return {
      gmPlays: gmPlays(game),
      back: game.status === 'running' && game.turn > 1 ? game.turn - 1 : null,
      forward: await turnToRollForward(tx, game),
      rollbacks: await rollbacksOf(tx, game),
      releases: releasesOf(game, await releasesInForce(tx, game.id)),
      revivalDays: REVIVAL_DAYS,
      revivableUntil: revivableUntil(ctx, game),
      reclaimableBy: Object.fromEntries(reclaimers),
    };
  });
}

async function rollbacksOf(tx: Tx, { id: gameId }: WholeGame): Promise<GmRollback[]> {
  const orderBy = [{ at: 'desc' as const }, { id: 'desc' as const }];
  const rollbacks = await tx.rollback.findMany({ where: { gameId }, orderBy });
  const select = { turn: true, attempt: true, processedAt: true };
  const turns = rollbacks.length === 0 ? [] : await tx.turn.findMany({ where: { gameId }, select });
  return rollbacks.map(({ turn, attempt, at, byId, undoneAt, undoneById }) => {
    const row = turns.find((stored) => stored.turn === turn && stored.attempt === attempt);
    const processedAt = row?.processedAt ?? null;
    return { turn, attempt, processedAt, at, by: byId, undoneAt, undoneBy: undoneById };
  });
}

function releasesOf(
  game: WholeGame,
  releases: Awaited<ReturnType<typeof releasesInForce>>,
): GmPressRelease[] {
  const all = releases.map(({ id, seatId, turn, text, decision, printedTurn }) => {
    const seat = game.seats.find(({ id: ownId }) => ownId === seatId);
    return { id, seat: seat?.identifier ?? '', name: seat?.name ?? '', turn, text, decision, printedTurn };
  });
  const undecided = (release: GmPressRelease) => (release.decision === 'held' ? 1 : 0);
  return all.sort((a, b) => undecided(b) - undecided(a) || b.turn - a.turn);
}

/**
 * The blank form of a seat's sheet, for the GM to fill in from paper. Null for anyone but the game's GM, for a GM who
 * has a seat in the game, and if no person owes a sheet for the seat.
 */
export async function paperSheetPage(
  ctx: AppContext,
  viewer: Viewer,
  number: string,
  seatId: string,
): Promise<PaperSheetPage | null> {
  const game = viewer ? await findGame(ctx, number) : null;
  if (!game || game.gmId !== viewer?.id || gmPlays(game) || game.status !== 'running') return null;
  const seat = game.seats.find(({ id: ownId }) => ownId === seatId);
  const form = seat && !seat.opponent ? rulesetOf(game).sheet(game.state, seat.identifier) : null;
  if (!seat || !form) return null;
  const { id, identifier, name } = seat;
  return {
    game: cardOf(game),
    turn: game.turn,
    seat: { id, identifier, name },
    form: blankForm(form),
    asksForFinal: asksForFinalOrders(game),
  };
}

/** A form with labels and choices only: facts, hints and limits could reveal what only the seat may know. */
function blankForm(form: SheetForm): SheetForm {
  const sections = form.sections.map(({ title, fields }) => ({ title, fields: fields.map(blankField) }));
  return { ...form, facts: [], sections };
}

function blankField(field: Field): Field {
  const { hint: _, ...plain } = field;
  if (plain.kind === 'rows') return { ...plain, columns: plain.columns.map(blankColumn) };
  return plain.kind === 'ranking'
    ? { ...plain, choices: plain.choices.map(blankChoice) }
    : blankColumn(plain);
}

function blankColumn(field: SimpleField): SimpleField {
  const { hint: _, ...plain } = field;
  if (plain.kind === 'integer') return { ...plain, max: null };
  const isList = plain.kind === 'choice' || plain.kind === 'state';
  return isList ? { ...plain, choices: plain.choices.map(blankChoice) } : plain;
}

function blankChoice({ value, label }: Choice): Choice {
  return { value, label };
}
