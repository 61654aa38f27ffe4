import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { ReleaseDecision } from '../../database/generated/client.ts';
import type { Choice, Field, SheetForm, SimpleField } from '../../rules/sheet.ts';
import { releasesInForce } from '../press/press-moderation.ts';
import { gmPlays } from '../processing/preview-turn.ts';
import { turnToRollForward } from '../processing/roll-back.ts';
import { asksForFinalOrders } from '../sheets/final-orders.ts';
import { REVIVAL_DAYS, revivableUntil } from './abandon-game.ts';
import { rulesetOf } from './game-ruleset.ts';
import { findGame, inTransaction, type WholeGame } from './game-store.ts';
import { cardOf, type GameCard, type Viewer } from './public-view.ts';

/* What the GM can do to a game as it stands. For the game's GM only: view-desk.ts has checked. */

/** A press release that was not printed with its turn. */
export interface GmPressRelease {
  id: string;
  /** Its author's identifier and name. */
  seat: string;
  name: string;
  turn: number;
  text: string;
  decision: ReleaseDecision;
  /** After which turn it was printed; null until it is. */
  printedTurn: number | null;
}

/** A processed turn that was taken back. Its printouts stay readable, those of the public for the GM too. */
export interface GmRollback {
  turn: number;
  /** How often the turn had been processed then. */
  attempt: number;
  processedAt: Date | null;
  at: Date;
  by: number;
  /** When, and by whom, it was put in force again; null unless it was. */
  undoneAt: Date | null;
  undoneBy: number | null;
}

/** What the desk shows of all that. */
export interface GmActions {
  /** Has the GM a seat in the game? Then there is no preview, and no entering of others' sheets. */
  gmPlays: boolean;
  /** The processed turn that can be rolled back; null where there is none. */
  back: number | null;
  /** The turn that can be rolled forward; null where there is none. */
  forward: number | null;
  /** Every rollback there was, the latest first. */
  rollbacks: GmRollback[];
  /** Those on which nothing is decided first, then the latest first. */
  releases: GmPressRelease[];
  /** For how many days a game that is given up can be taken up again. */
  takeUpDays: number;
  /** Until when this one can; null where it cannot. */
  takeUpUntil: Date | null;
  /** For whom the computer keeps a seat, by the seat's id. */
  reclaimableBy: Record<string, string>;
}

/** A blank sheet, for one that came by post: nothing of what may stand already. */
export interface PaperSheetPage {
  game: GameCard;
  turn: number;
  seat: { id: string; identifier: string; name: string };
  form: SheetForm;
  /** Is the turn closed when every sheet is its player's last word? Then the paper may say so. */
  asksLastWord: boolean;
}

/** The verbs that the game's GM has now, with what each needs to be shown. */
export async function gmActions(ctx: AppContext, game: WholeGame): Promise<GmActions> {
  return inTransaction(ctx, async (tx) => {
    const keepers = await tx.account.findMany({
      where: { id: { in: game.seats.flatMap(({ reclaimableById }) => reclaimableById ?? []) } },
      select: { id: true, name: true },
    });
    const kept = game.seats.flatMap((seat) => {
      const keeper = keepers.find(({ id }) => id === seat.reclaimableById);
      return keeper ? [[seat.id, keeper.name] as const] : [];
    });
    return {
      gmPlays: gmPlays(game),
      back: game.status === 'running' && game.turn > 1 ? game.turn - 1 : null,
      forward: await turnToRollForward(tx, game),
      rollbacks: await rollbacksOf(tx, game),
      releases: releasesOf(game, await releasesInForce(tx, game.id)),
      takeUpDays: REVIVAL_DAYS,
      takeUpUntil: revivableUntil(ctx, game),
      reclaimableBy: Object.fromEntries(kept),
    };
  });
}

async function rollbacksOf(tx: Tx, { id: gameId }: WholeGame): Promise<GmRollback[]> {
  const orderBy = [{ at: 'desc' as const }, { id: 'desc' as const }];
  const rollbacks = await tx.rollback.findMany({ where: { gameId }, orderBy });
  const select = { turn: true, attempt: true, processedAt: true };
  const turns = rollbacks.length === 0 ? [] : await tx.turn.findMany({ where: { gameId }, select });
  return rollbacks.map(({ turn, attempt, at, byId, undoneAt, undoneById }) => {
    const row = turns.find((one) => one.turn === turn && one.attempt === attempt);
    const processedAt = row?.processedAt ?? null;
    return { turn, attempt, processedAt, at, by: byId, undoneAt, undoneBy: undoneById };
  });
}

function releasesOf(
  game: WholeGame,
  releases: Awaited<ReturnType<typeof releasesInForce>>,
): GmPressRelease[] {
  const all = releases.map(({ id, seatId, turn, text, decision, printedTurn }) => {
    const seat = game.seats.find((one) => one.id === seatId);
    return { id, seat: seat?.identifier ?? '', name: seat?.name ?? '', turn, text, decision, printedTurn };
  });
  const open = (release: GmPressRelease) => (release.decision === 'held' ? 1 : 0);
  return all.sort((a, b) => open(b) - open(a) || b.turn - a.turn);
}

/**
 * The form of a seat's sheet for its GM to fill in from paper; null for anybody but the game's GM, for a GM who
 * has a seat in the game, and where no sheet is owed by a person.
 */
export async function paperSheetPage(
  ctx: AppContext,
  viewer: Viewer,
  number: string,
  seatId: string,
): Promise<PaperSheetPage | null> {
  const game = viewer ? await findGame(ctx, number) : null;
  if (!game || game.gmId !== viewer?.id || gmPlays(game) || game.status !== 'running') return null;
  const seat = game.seats.find((one) => one.id === seatId);
  const form = seat && !seat.opponent ? rulesetOf(game).sheet(game.state, seat.identifier) : null;
  if (!seat || !form) return null;
  const { id, identifier, name } = seat;
  return {
    game: cardOf(game),
    turn: game.turn,
    seat: { id, identifier, name },
    form: bare(form),
    asksLastWord: asksForFinalOrders(game),
  };
}

/** A form with its labels and choices alone: facts, hints and limits speak of what only the seat may know. */
function bare(form: SheetForm): SheetForm {
  const sections = form.sections.map(({ title, fields }) => ({ title, fields: fields.map(bareField) }));
  return { ...form, facts: [], sections };
}

function bareField(field: Field): Field {
  const { hint: _, ...plain } = field;
  if (plain.kind === 'rows') return { ...plain, columns: plain.columns.map(bareColumn) };
  return plain.kind === 'ranking' ? { ...plain, choices: plain.choices.map(bareChoice) } : bareColumn(plain);
}

function bareColumn(field: SimpleField): SimpleField {
  const { hint: _, ...plain } = field;
  if (plain.kind === 'integer') return { ...plain, max: null };
  const isList = plain.kind === 'choice' || plain.kind === 'state';
  return isList ? { ...plain, choices: plain.choices.map(bareChoice) } : plain;
}

function bareChoice({ value, label }: Choice): Choice {
  return { value, label };
}
