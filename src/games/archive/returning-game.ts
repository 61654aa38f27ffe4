import type { Tx } from '../../database/client.ts';
import type { GameEventType, Seat } from '../../database/generated/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { lockGame, type WholeGame } from '../game/game-store.ts';
import { type AccountsWhenMoved, accountsWhenMoved } from './moved-accounts.ts';
import type { GameTransfer } from './transfer-file.ts';

/*
 * A game that moved to another server, went on there, and comes back. It takes the place of the copy that stayed behind. What
 * is newer is decided by the log, which moves with a game: nothing happens to the copy unless the transfer is taken back.
 */

/** What the copy had that a game left behind. */
export interface Room {
  /** The copy as it was; null if the game is new here. */
  copy: WholeGame | null;
  accounts: AccountsWhenMoved;
  /** Adds again what was only on this server, once the rows of the game have been written. */
  addOwn(): Promise<void>;
}

/**
 * Makes room for the game of a file: deletes the copy that stayed behind, but keeps what never moves and belongs to people of
 * this server: their notes, the programs that they let the server call, and their reports about questions. Mail about the
 * game that still waits here goes with the copy.
 * Problems: `known-game` (it is on this server), `not-moved` (the file was never added to another server since it was
 * written here), `went-on-here` (after the game in the file had left, so that something would be lost).
 */
export async function makeRoomForReturn(tx: Tx, file: GameTransfer): Promise<Result<Room>> {
  const id = file.tables.Game?.[0]?.id ?? '';
  const copy = await lockGame(tx, id);
  if (copy === null) return ok({ copy, accounts: new Map(), addOwn: async () => {} });
  const newer = await checkIsNewer(tx, copy, file);
  if (!newer.ok) return newer;
  const where = { gameId: id };
  const notes = await tx.privateNotes.findMany({ where });
  const webhooks = await tx.webhook.findMany({ where });
  const muted = await tx.mutedGame.findMany({ where });
  const disputes = await tx.disputedQuestion.findMany({ where, select: { id: true } });
  const accounts = await accountsWhenMoved(tx, id);
  await tx.game.delete({ where: { id } });
  const addOwn = async () => {
    await tx.privateNotes.createMany({ data: notes });
    const seats = new Set((file.tables.Seat ?? []).map((seat) => seat.id));
    const calls = webhooks.filter(({ seatId }) => seatId === null || seats.has(seatId));
    await tx.webhook.createMany({ data: calls });
    // These move with the game, but someone may have muted its GM here while it was away.
    await tx.mutedGame.createMany({ data: muted, skipDuplicates: true });
    await tx.disputedQuestion.updateMany({
      where: { id: { in: disputes.map((dispute) => dispute.id) } },
      data: { gameId: id },
    });
  };
  return ok({ copy, accounts, addOwn });
}

/** A seat that another account has than in the copy. */
export interface SeatOfOther {
  identifier: string;
  /** The number of the account that has it in the copy; null if none has. */
  before: number | null;
  now: number;
}

/** The seats of a game that came back which other accounts have than in the copy, for the operator to check. */
export async function seatsOfOthers(tx: Tx, copy: WholeGame | null): Promise<SeatOfOther[]> {
  const former = new Map(copy?.seats.map((seat) => [seat.id, holderOf(seat)]));
  const seats = await tx.seat.findMany({
    where: { id: { in: [...former.keys()] } },
    orderBy: { position: 'asc' },
  });
  return seats.flatMap((seat) => {
    const [before, now] = [former.get(seat.id) ?? null, holderOf(seat)];
    return now === null || now === before ? [] : [{ identifier: seat.identifier, before, now }];
  });
}

/** Who has a seat, or may take it back from the computer. */
function holderOf({
  accountId,
  reclaimableById,
}: Pick<Seat, 'accountId' | 'reclaimableById'>): number | null {
  return accountId ?? reclaimableById;
}

/** Whether the game in a file is the copy as it went on elsewhere. Problems: those of `makeRoomForReturn`. */
async function checkIsNewer(tx: Tx, copy: WholeGame, file: GameTransfer): Promise<Result<void>> {
  const { game: number, tables } = file;
  if (copy.transferredOutAt === null) {
    return fail('game', 'known-game', `${number} is already on this server.`);
  }
  const here = await tx.gameEvent.findMany({
    where: { gameId: copy.id },
    select: { id: true, type: true },
  });
  const idsOf = (type: GameEventType) => here.filter((event) => event.type === type).map(({ id }) => id);
  const there = tables.GameEvent ?? [];
  const arrived = new Set(idsOf('gameTransferredIn'));
  if (!there.some((event) => event.type === 'gameTransferredIn' && !arrived.has(event.id ?? ''))) {
    const message = `${number} has moved away from this server, and this file was not written where it went. If it did not move after all, take the transfer back: transfer-out ${number} --take-back`;
    return fail('game', 'not-moved', message);
  }
  const known = new Set(there.map(({ id }) => id));
  const turns = new Set((tables.Turn ?? []).map(({ hash }) => hash));
  const own = await tx.turn.findMany({ where: { gameId: copy.id }, select: { hash: true } });
  if (idsOf('transferTakenBack').every((id) => known.has(id)) && own.every(({ hash }) => turns.has(hash))) {
    return ok(undefined);
  }
  const message = `${number} went on here after the game in this file had left, and that would be lost.`;
  return fail('game', 'went-on-here', message);
}
