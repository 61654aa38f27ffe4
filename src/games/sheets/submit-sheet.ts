import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { type Channel, Prisma, type Sheet } from '../../database/generated/client.ts';
import type { Dropped } from '../../database/json-types.ts';
import { enqueueDelivery } from '../../database/outbox.ts';
import type { Checked } from '../../rules/ruleset.ts';
import type { Advice, Problem } from '../../rules/sheet.ts';
import { logGameEvent } from '../game/game-log.ts';
import { NotAllowed, rulesetOf } from '../game/game-ruleset.ts';
import { inTransaction, lockGame, type WholeGame, type WholeSeat } from '../game/game-store.ts';
import { updateEarlyProcessing } from './final-orders.ts';
import { processIfAllSheetsIn } from './missing-sheets.ts';
import { droppedAdvice } from './prune-orders.ts';
import { wellFormed } from './raw-sheet.ts';
import { MAX_VERSIONS, mayMailReceipt, versionLimitReached } from './sheet-limits.ts';

/** A sheet as it reaches the server, whatever way it came. */
export interface SentSheet {
  gameId: string;
  seatId: string;
  /** The turn it says it is for. */
  turn: number;
  /** Raw orders, whatever they are; the ruleset judges them. */
  raw: unknown;
  channel: Exclude<Channel, 'opponent' | 'advance' | 'standing'>;
  /** The account that sends it: the one that sits there, or the GM's for a sheet that came by `post`. */
  sentById: number;
  /** The player's last word: the turn need not wait for this seat any longer. */
  final?: boolean;
}

/** What became of a sheet. */
export type Submission =
  | { kind: 'standing'; sheet: Sheet; advice: Advice[] }
  /** Kept, but not played; `standingVersion` still is, if there is one. */
  | { kind: 'refused'; sheet: Sheet; problems: Problem[]; standingVersion: number | null }
  /** As many versions are kept as may be: this one is not, and the one that stands still does. */
  | { kind: 'too-many'; max: number; standingVersion: number | null }
  /** Another turn is open: nothing is kept. */
  | { kind: 'stale'; turn: number }
  /** No sheet is awaited: not from this seat, or the game is not running. Nothing is kept. */
  | { kind: 'not-owed' };

/**
 * Takes in a sheet under the game's lock: judges it against the turn it finds, numbers and keeps the version
 * (a refused one too), and sends the receipt, all in one transaction.
 * @throws NotAllowed if `sentById` may not send for this seat: doors ask first (see view-player.ts)
 */
export async function submitSheet(ctx: AppContext, sent: SentSheet): Promise<Submission> {
  return inTransaction(ctx, async (tx) => {
    const game = await lockGame(tx, sent.gameId);
    const seat = game?.seats.find((one) => one.id === sent.seatId);
    if (!game || !seat) return { kind: 'not-owed' };
    if (!maySend(game, seat, sent)) {
      throw new NotAllowed(
        `Account ${sent.sentById} may not send sheets for [${seat.identifier}] by ${sent.channel}.`,
      );
    }
    if (game.status !== 'running') return { kind: 'not-owed' };
    if (sent.turn !== game.turn) return { kind: 'stale', turn: game.turn };
    if (!rulesetOf(game).seatsOwing(game.state).includes(seat.identifier)) return { kind: 'not-owed' };

    const of = { seatId: seat.id, turn: game.turn };
    if (await versionLimitReached(tx, of, sent.channel)) {
      const standing = await tx.sheet.findFirst({ where: { ...of, outcome: 'standing' } });
      return { kind: 'too-many', max: MAX_VERSIONS, standingVersion: standing?.version ?? null };
    }
    const submission = await storeSheet(tx, ctx, game, seat, sent);
    await mailReceipt(tx, ctx, seat, submission.sheet);
    if (submission.kind === 'standing') {
      await processIfAllSheetsIn(tx, game);
      await updateEarlyProcessing(tx, ctx, game.id);
    }
    return submission;
  });
}

/** Mails the receipt of a sheet to whoever sits there and wants receipts, as long as the day has one left. */
async function mailReceipt(tx: Tx, ctx: AppContext, seat: WholeSeat, sheet: Sheet): Promise<void> {
  const { account } = seat;
  const { id: sheetId, gameId, seatId, channel } = sheet;
  // What the GM enters for a player is told in any case: the player has seen no receipt on the screen.
  if (account === null || !(account.mailReceipts || channel === 'post')) return;
  if (!(await mayMailReceipt(tx, ctx, { gameId, seatId }, channel))) return;
  await enqueueDelivery(tx, { kind: 'receipt', account, gameId, seatId, sheetId }, ctx);
}

/** So many problems of a refused sheet are kept, and told: each thing that is not on the form is one. */
const MAX_PROBLEMS = 100;

/** How a sheet came, in the words of the log, where the channel's name does not say it. */
const CAME: Partial<Record<Channel, string>> = { advance: 'sent ahead', standing: 'standing order' };

function maySend(game: WholeGame, seat: WholeSeat, sent: SentSheet): boolean {
  if (seat.accountId === sent.sentById) return true;
  return game.gmId === sent.sentById && sent.channel === 'post';
}

/**
 * The orders of a locked game's seat, judged, numbered and kept; the version that stood before is superseded.
 * @param sent.dropped what had to be left out of a sheet that was sent ahead: kept with its advice
 */
export async function storeSheet(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  seat: WholeSeat,
  sent: {
    raw: unknown;
    channel: Channel;
    sentById: number | null;
    final?: boolean;
    dropped?: readonly Dropped[];
  },
): Promise<Extract<Submission, { sheet: Sheet }>> {
  const formed = wellFormed(sent.raw);
  const raw = formed.ok ? formed.value : null;
  const judged = formed.ok ? rulesetOf(game).check(game.state, seat.identifier, raw) : formed;
  const dropped = droppedAdvice(sent.dropped ?? []);
  const checked = judged.ok
    ? { ...judged, advice: [...dropped, ...judged.advice] }
    : { ...judged, problems: judged.problems.slice(0, MAX_PROBLEMS) };
  const of = { seatId: seat.id, turn: game.turn };
  const earlier = await tx.sheet.findMany({ where: of, select: { version: true, outcome: true } });
  const version = 1 + Math.max(0, ...earlier.map((sheet) => sheet.version));
  if (checked.ok) {
    await tx.sheet.updateMany({ where: { ...of, outcome: 'standing' }, data: { outcome: 'superseded' } });
  }
  const sheet = await tx.sheet.create({
    data: {
      ...of,
      gameId: game.id,
      version,
      channel: sent.channel,
      receivedAt: ctx.now(),
      raw: json(raw),
      sentById: sent.sentById,
      final: checked.ok && sent.final === true,
      ...validationColumns(checked),
    },
  });
  const detail = `[${seat.identifier}] turn ${game.turn}, version ${version}, ${sheet.outcome}, ${CAME[sent.channel] ?? `by ${sent.channel}`}`;
  await logGameEvent(tx, ctx, { gameId: game.id, by: sent.sentById, type: 'sheetReceived', detail });
  if (checked.ok) return { kind: 'standing', sheet, advice: checked.advice };
  const standingVersion = earlier.find((one) => one.outcome === 'standing')?.version ?? null;
  return { kind: 'refused', sheet, problems: checked.problems, standingVersion };
}

function validationColumns(checked: Checked<unknown>) {
  return checked.ok
    ? { outcome: 'standing' as const, orders: json(checked.orders), advice: checked.advice }
    : { outcome: 'refused' as const, problems: checked.problems };
}

/** A JSON null is a value here, not a missing one. */
function json(value: unknown): unknown {
  return value ?? Prisma.JsonNull;
}
