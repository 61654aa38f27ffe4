import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { GameEventType } from '../../database/generated/client.ts';

/** The label of each game event on the GM page. */
export const GAME_EVENT_WORDS: Record<GameEventType, string> = {
  gameCreated: 'Game created',
  seatAdded: 'Seat added',
  seatRemoved: 'Seat removed',
  gameBegun: 'Game begun',
  dueDateSet: 'Due date set',
  scheduleSet: 'Schedule changed',
  dueDateMovedForAbsences: 'Due date set around absences',
  absenceAnnounced: 'Absence announced',
  absenceWithdrawn: 'Absence withdrawn',
  turnExtended: 'Turn extended',
  gamePaused: 'Game paused',
  gameResumed: 'Game resumed',
  extensionVoteGiven: 'Vote for more time',
  extensionVoteWithdrawn: 'Vote withdrawn',
  turnExtendedByVote: 'Turn extended by vote',
  earlyProcessingScheduled: 'Early processing scheduled',
  earlyProcessingCanceled: 'Early processing canceled',
  ordersReopened: 'Orders reopened',
  sheetReceived: 'Sheet received',
  advanceOrdersSent: 'Advance orders received',
  advanceOrdersWithdrawn: 'Advance orders withdrawn',
  turnProcessed: 'Turn processed',
  gameOver: 'Game over',
  missExcused: 'Missed turn excused',
  excuseWithdrawn: 'Excuse withdrawn',
  seatLeftToComputer: 'Seat left to the computer',
  seatReclaimed: 'Seat reclaimed',
  playerPolicySet: 'Policy for players changed',
  playerJoined: 'Player joined',
  playerLeft: 'Player left',
  waitlistJoined: 'Waitlist joined',
  joinLinkSet: 'Invitation link',
  turnRolledBack: 'Turn rolled back',
  turnRolledForward: 'Turn rolled forward',
  turnPreviewed: 'Turn previewed',
  pressDecided: 'Held press release',
  playerReplaced: 'Player replaced',
  seatGivenToComputer: 'Seat handed to the computer',
  addressCorrected: 'E-mail address corrected',
  mailResent: 'Mail sent again',
  mailGivenUp: 'Mail canceled',
  broadcastSent: 'Message to all players',
  gameAbandoned: 'Game abandoned',
  gameRevived: 'Game revived',
  seatOffered: 'Seat offered',
  offerWithdrawn: 'Offer withdrawn',
  seatTakenOver: 'Seat taken over',
  gameTransferredIn: 'Game transferred to this server',
  gameTransferredOut: 'Game transferred to another server',
  transferTakenBack: 'Transfer to another server taken back',
  dueDatePutOff: 'Due date put off after downtime',
  earlyProcessingPutOff: 'Early processing put off after downtime',
  mailRetried: 'Waiting mail sent at once',
  seatGivenUp: 'Seat given up',
  questionDisputed: 'Question disputed',
};

/**
 * Logs who did what to a game. The GM reads the log, so `detail` must not hold anything from a sheet.
 * @param entry.by the account; null if the server did it
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

/** Logs what a GM did with one message: its kind and seat. A message that belongs to no game is not logged. */
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
