import { Prisma } from '../../database/generated/client.ts';
import type { House } from '../../context.ts';
import { good, type Result, refused } from '../../rules/result.ts';
import { type Dropped, fitSheet } from './prune-orders.ts';
import { inTransaction, lockGame, type WholeGame, type WholeSeat } from '../game/game-store.ts';
import { logGame } from '../game/game-log.ts';
import { wellFormed } from './raw-sheet.ts';
import { NotAllowed, rulesetOf } from '../game/game-ruleset.ts';

/* Sheets for turns that are not open yet, and the standing order: they are kept as they came, and judged again when
their turn comes. Only whoever sat at the seat when sending ever sees them, and only while sitting there are they played. */

/** The "turn" of a seat's standing order. */
export const STANDING_ORDER = 0;

/** For how many turns after the open one sheets may be sent. */
export const MOST_AHEAD = 5;

/** How often an account may change what it has sent ahead in one game, in an hour. */
const MOST_CHANGES = 120;
const HOUR = 3_600_000;

/** Whose sheet for which turn. */
export interface AheadOf {
  gameId: string;
  seatId: string;
  /** A later turn, up to `MOST_AHEAD` after the open one, or `STANDING_ORDER`. */
  turn: number;
  /** The account that asks: the one that sits there. */
  sentById: number;
}

/** A sheet that was kept. */
export interface KeptAhead {
  turn: number;
  receivedAt: Date;
  /** What would be left out if its turn came as things stand now. */
  dropped: Dropped[];
}

/**
 * Keeps a sheet for a later turn, or the standing order, in place of an earlier one. It is judged against what can be
 * foreseen; what would be dropped is told and does not keep it from being sent.
 * Problems: `unknown-game`, `not-running`, `not-ahead`, `unforeseen` (the game will be over, or no form can be known),
 * `too-large`, `too-often`.
 * @param sent.final its player's last word once its turn is open; a standing order is never one
 * @throws NotAllowed if `sentById` does not sit there: doors ask first
 */
export async function sendAhead(
  house: House,
  sent: AheadOf & { raw: unknown; final?: boolean },
): Promise<Result<KeptAhead>> {
  return inTransaction(house, async (tx) => {
    const game = await lockGame(tx, sent.gameId);
    if (!game) return refused('', 'unknown-game', 'There is no such game.');
    const seat = seatOf(game, sent);
    const fault = faultOf(game, sent.turn);
    if (fault) return fault;
    const formed = wellFormed(sent.raw);
    if (!formed.ok) return formed;
    const judged = judgeAhead(game, seat, sent.turn, formed.value);
    if (!judged) return unforeseen(sent.turn);
    const since = new Date(house.now().getTime() - HOUR);
    const recent = { gameId: game.id, accountId: sent.sentById, verb: 'sheet sent ahead', at: { gt: since } };
    if ((await tx.gameLog.count({ where: recent })) >= MOST_CHANGES) {
      return refused('', 'too-often', 'That is often enough for this hour; what you sent before is kept.');
    }
    const raw = formed.value === null ? Prisma.JsonNull : (formed.value as Prisma.InputJsonValue);
    const final = sent.final === true && sent.turn !== STANDING_ORDER;
    const receivedAt = house.now();
    const data = { gameId: game.id, accountId: sent.sentById, raw, final, receivedAt };
    const key = { seatId: seat.id, turn: sent.turn };
    await tx.advanceSheet.upsert({ where: { seatId_turn: key }, create: { ...key, ...data }, update: data });
    const detail = `[${seat.identifier}] ${aheadName(sent.turn)}`;
    await logGame(tx, house, { gameId: game.id, by: sent.sentById, verb: 'sheet sent ahead', detail });
    return good({ turn: sent.turn, receivedAt, dropped: judged.dropped });
  });
}

/**
 * Takes a sheet sent ahead, or the standing order, back. Problems: `unknown-game`, `not-running`, `not-ahead`,
 * `nothing` (none is there).
 * @throws NotAllowed as `sendAhead`
 */
export async function withdrawAhead(house: House, asked: AheadOf): Promise<Result<void>> {
  return inTransaction(house, async (tx) => {
    const game = await lockGame(tx, asked.gameId);
    if (!game) return refused('', 'unknown-game', 'There is no such game.');
    const seat = seatOf(game, asked);
    const fault = faultOf(game, asked.turn);
    if (fault) return fault;
    const where = { seatId: seat.id, turn: asked.turn, accountId: asked.sentById };
    const gone = await tx.advanceSheet.deleteMany({ where });
    if (gone.count === 0) {
      return refused(
        'turn',
        'nothing',
        `You have sent nothing: there is no ${aheadName(asked.turn)} of yours.`,
      );
    }
    const detail = `[${seat.identifier}] ${aheadName(asked.turn)}`;
    await logGame(tx, house, { gameId: game.id, by: asked.sentById, verb: 'sheet ahead withdrawn', detail });
    return good(undefined);
  });
}

/** What a turn ahead is called: `sheet for turn 5`, `standing order`. */
function aheadName(turn: number): string {
  return turn === STANDING_ORDER ? 'standing order' : `sheet for turn ${turn}`;
}

/**
 * The game's state as it is foreseen for a turn ahead; the standing order is written on the open turn's form. Null
 * where nothing can be known.
 */
export function foreseen(game: WholeGame, turn: number): unknown {
  return turn === STANDING_ORDER ? game.state : rulesetOf(game).foresee(game.state, turn);
}

/** A sheet as it would fit if its turn came as things stand now; null where the seat's form cannot be foreseen. */
export function judgeAhead(game: WholeGame, seat: Pick<WholeSeat, 'identifier'>, turn: number, raw: unknown) {
  const ruleset = rulesetOf(game);
  const state = foreseen(game, turn);
  const form = state === null ? null : ruleset.sheet(state, seat.identifier);
  if (form === null) return null;
  const fitted = fitSheet((one) => ruleset.check(state, seat.identifier, one), form, raw);
  return { state, form, ...fitted };
}

/** May sheets be sent for this turn now? Problems: `not-running`, `not-ahead`; null where they may. */
export function faultOf(game: WholeGame, turn: number): ReturnType<typeof refused> | null {
  if (game.status !== 'running') {
    return refused('', 'not-running', 'Sheets are sent ahead while the game is running.');
  }
  const [first, last] = [game.turn + 1, game.turn + MOST_AHEAD];
  if (turn === STANDING_ORDER || (Number.isInteger(turn) && turn >= first && turn <= last)) return null;
  const open = turn === game.turn ? 'is open: send its sheet itself' : 'is not one of them';
  return refused(
    'turn',
    'not-ahead',
    `Sheets may be sent ahead for turns ${first} to ${last}; turn ${turn} ${open}.`,
  );
}

function unforeseen(turn: number): ReturnType<typeof refused> {
  const what = turn === STANDING_ORDER ? 'Your seat owes no sheet now' : `Turn ${turn} cannot be foreseen`;
  return refused(
    'turn',
    'unforeseen',
    `${what}: the game will be over by then, or what it asks of you is not known yet.`,
  );
}

function seatOf(game: WholeGame, { seatId, sentById }: AheadOf): WholeSeat {
  const seat = game.seats.find((one) => one.id === seatId);
  if (seat?.accountId === sentById) return seat;
  throw new NotAllowed(`Account ${sentById} may send nothing ahead for [${seat?.identifier}].`);
}
