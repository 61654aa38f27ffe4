import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { GameEventType } from '../../database/generated/client.ts';

/** What can be done to a game, in the words that its GM reads. */
export const GAME_EVENT_WORDS: Record<GameEventType, string> = {
  gameCreated: 'game created',
  seatAdded: 'seat added',
  seatRemoved: 'seat removed',
  gameBegun: 'game begun',
  dueDateSet: 'due set',
  scheduleSet: 'calendar set',
  dueDateMovedForAbsences: 'date set around absences',
  absenceAnnounced: 'absence announced',
  absenceWithdrawn: 'absence withdrawn',
  turnExtended: 'extended',
  gamePaused: 'paused',
  gameResumed: 'resumed',
  extensionVoteGiven: 'vote for more time',
  extensionVoteWithdrawn: 'vote taken back',
  turnExtendedByVote: 'extended by vote',
  earlyProcessingScheduled: 'closing',
  earlyProcessingCanceled: 'not closing',
  ordersReopened: 'last word taken back',
  sheetReceived: 'sheet received',
  advanceOrdersSent: 'sheet sent ahead',
  advanceOrdersWithdrawn: 'sheet ahead withdrawn',
  turnProcessed: 'turn processed',
  gameOver: 'game over',
  missExcused: 'miss excused',
  excuseWithdrawn: 'excuse taken back',
  seatLeftToComputer: 'seat left to the computer',
  seatReclaimed: 'seat taken back',
  playerPolicySet: 'players decided',
  playerJoined: 'joined',
  playerLeft: 'left',
  waitlistJoined: 'waiting',
  joinLinkSet: 'invitation link',
  turnRolledBack: 'turn rolled back',
  turnRolledForward: 'turn rolled forward',
  turnPreviewed: 'turn previewed',
  pressDecided: 'press decided',
  playerReplaced: 'player replaced',
  seatGivenToComputer: 'seat to opponent',
  addressCorrected: 'address corrected',
  mailResent: 'mail sent again',
  mailGivenUp: 'mail given up',
  broadcastSent: 'letter to all',
  gameAbandoned: 'game abandoned',
  gameRevived: 'game taken up again',
  seatOffered: 'seat offered',
  offerWithdrawn: 'offer withdrawn',
  seatTakenOver: 'seat taken over',
  gameTransferredIn: 'game moved in',
  gameTransferredOut: 'game moved out',
};

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
  done: { by: number; type: 'mailResent' | 'mailGivenUp' },
): Promise<void> {
  const { kind, gameId, seatId } = mail;
  if (gameId === null) return;
  const seat = seatId === null ? null : await tx.seat.findUnique({ where: { id: seatId } });
  await logGameEvent(tx, ctx, { gameId, ...done, detail: `${kind}${seat ? ` [${seat.identifier}]` : ''}` });
}
