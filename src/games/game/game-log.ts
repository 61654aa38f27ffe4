import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';

/** What can be done to a game. */
export type GameEventType =
  | 'game created'
  | 'seat added'
  | 'seat removed'
  | 'game begun'
  | 'due set'
  | 'calendar set'
  | 'date set around absences'
  | 'absence announced'
  | 'absence withdrawn'
  | 'extended'
  | 'paused'
  | 'resumed'
  | 'vote for more time'
  | 'vote taken back'
  | 'extended by vote'
  | 'closing'
  | 'not closing'
  | 'last word taken back'
  | 'sheet received'
  | 'sheet sent ahead'
  | 'sheet ahead withdrawn'
  | 'turn processed'
  | 'game over'
  | 'miss excused'
  | 'excuse taken back'
  | 'seat left to the computer'
  | 'seat taken back'
  | 'players decided'
  | 'joined'
  | 'left'
  | 'waiting'
  | 'invitation link'
  | 'turn rolled back'
  | 'turn rolled forward'
  | 'turn previewed'
  | 'press decided'
  | 'player replaced'
  | 'seat to opponent'
  | 'address corrected'
  | 'mail sent again'
  | 'mail given up'
  | 'letter to all'
  | 'game abandoned'
  | 'game taken up again'
  | 'seat offered'
  | 'offer withdrawn'
  | 'seat taken over'
  | 'game moved in'
  | 'game moved out';

/**
 * Notes who did what to a game. The GM reads the log, so `detail` never holds what is on a sheet.
 * @param by the account; null where the server did it
 */
export async function logGameEvent(
  tx: Tx,
  ctx: AppContext,
  entry: { gameId: string; by: number | null; type: GameEventType; detail: string },
): Promise<void> {
  await tx.gameEvent.create({
    data: {
      gameId: entry.gameId,
      at: ctx.now(),
      accountId: entry.by,
      type: entry.type,
      detail: entry.detail,
    },
  });
}

/** Notes what the GM did about one mail of a game: of which kind it is and whose. A mail of no game is not noted. */
export async function logMailAction(
  tx: Tx,
  ctx: AppContext,
  mail: { kind: string; gameId: string | null; seatId: string | null },
  done: { by: number; type: 'mail sent again' | 'mail given up' },
): Promise<void> {
  const { kind, gameId, seatId } = mail;
  if (gameId === null) return;
  const seat = seatId === null ? null : await tx.seat.findUnique({ where: { id: seatId } });
  await logGameEvent(tx, ctx, { gameId, ...done, detail: `${kind}${seat ? ` [${seat.identifier}]` : ''}` });
}
