import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import type {
  Channel,
  Delivery,
  DeliveryKind,
  DeliveryObstacle,
  DeliveryStatus,
  GameEventType,
  SheetOutcome,
} from '../../database/generated/client.ts';
import type { Grade } from '../../rules/grades.ts';
import { type ConversationLine, conversationsOfGm } from '../messages/conversation-list.ts';
import { checkMayWriteToSeat } from '../messages/who-may-write.ts';
import { canBeSentAgain, mayGmCancel } from '../notices/cancelable-mail.ts';
import { seatsWithReturnedMail } from '../notices/returned-mail.ts';
import { type Away, awayIn } from '../schedule/absences-view.ts';
import { firstDueDate } from '../schedule/next-due-date.ts';
import { seatsMissing, seatsMissingInWords } from '../seats/computer-seats.ts';
import { openTurnSheets } from '../sheets/missing-sheets.ts';
import { knownPlayers } from './accepted-seat.ts';
import { cardOf, type GameCard, type Viewer } from './game-card.ts';
import { GAME_EVENT_WORDS } from './game-log.ts';
import { rulesetOf } from './game-ruleset.ts';
import type { WholeGame, WholeSeat } from './game-store.ts';
import { type GmActions, gmActions } from './gm-actions-view.ts';
import { deliveriesShownToGm } from './mail-shown-to-gm.ts';
import { checkMessagesOpen } from './messages-open.ts';
import { checkOpenToStrangers } from './new-game-right.ts';
import { seatMarks } from './player-mark.ts';
import { recipientShownToGm } from './shown-recipient.ts';
import { typedAddresses } from './typed-addresses.ts';
import { findGame } from './whole-game-rows.ts';

/* The GM page of a game: its seats, who has sent a sheet and when (never what), its mail and its log. For its GM only. */

/** One seat as its GM sees it. */
export interface GmSeat {
  id: string;
  identifier: string;
  name: string;
  /** See `seatMark`. */
  mark: string;
  opponent: boolean;
  /** How well the computer plays the seat, while it does. */
  grade: Grade;
  /** Whether the seat is offered to others in the lobby. */
  offered: boolean;
  /**
   * Until the person has accepted the seat, `id` is null, and name and address are those that the GM typed. `email` is null
   * if the typed address is not known.
   */
  account: { id: number | null; name: string; email: string | null } | null;
  /** Whether mail of this game to the player comes back. */
  mailReturns: boolean;
  /** Whether the GM can write a message to the player. */
  canWrite: boolean;
  wish: unknown;
  /** Whether the seat owes a sheet for the open turn. */
  owes: boolean;
  /** The sheet that counts for the open turn; null if none has come in. */
  standing: { version: number; receivedAt: Date; channel: Channel; final: boolean } | null;
  /** Whether the seat takes no new sheet for the open turn: its player rolled the turn back (kept-sheets.ts). */
  isKept: boolean;
  /** The turn (the last one, or one that was rolled back) that was played with the seat's standing orders; null if neither was. */
  standingOrderServed: number | null;
  /** The last version that was sent for the open turn, standing or not. */
  latest: { version: number; outcome: SheetOutcome; receivedAt: Date } | null;
}

/** One message of the game. */
export interface GmDelivery {
  id: string;
  kind: DeliveryKind;
  status: DeliveryStatus;
  /** The identifier of the recipient's seat. */
  seat: string | null;
  /** For a printout: the turn that it comes before. */
  turn: number | null;
  /** The subject of a notice; null for other messages and for confidential notices. */
  subject: string | null;
  /** '' for a person who did not accept the seat that they were invited to, and no longer has it. */
  toName: string;
  /** '' if the GM may not know the address. */
  toAddress: string;
  attempts: number;
  lastError: string | null;
  /** Whether it was sent, but came back, for example because of a filter; another mail may get through. */
  cameBack: boolean;
  /** What stood in the way of the last attempt. */
  obstacle: DeliveryObstacle | null;
  createdAt: Date;
  nextAttempt: Date | null;
  sentAt: Date | null;
  /** Whether the GM may cancel it while it waits. */
  mayCancel: boolean;
  /** Whether its words are still stored: see `canBeSentAgain`. */
  canBeSentAgain: boolean;
}

/** One game event. */
export interface GmLogLine {
  at: Date;
  account: number | null;
  type: GameEventType;
  /** The type in words. */
  words: string;
  detail: string;
}

/** The GM page of a game. */
export interface GmGamePage {
  game: GameCard;
  /** The turn that GM actions must name (see `GmRequest`): the open one; 0 while the game is forming. */
  openTurn: number;
  /** When the game was moved to another server, so that nothing can be done to it here; null if it was not. */
  transferredOutAt: Date | null;
  options: unknown;
  seats: GmSeat[];
  /** The minimum and maximum number of seats that the ruleset allows. */
  limits: { min: number; max: number };
  /** For a forming game: how many of the seats that the GM wants no one has taken, and the same as a sentence. */
  missingSeats: { count: number; words: string };
  /** Whether seats may be offered to strangers; in a game for friends they may not. */
  openToStrangers: boolean;
  /** Whether every seat that owes a sheet has one standing. */
  complete: boolean;
  /** When the turn is processed early because all orders are final; null if they are not. */
  earlyProcessingAt: Date | null;
  /** The latest first, at most 200. */
  deliveries: GmDelivery[];
  /** The latest first, at most 200. */
  log: GmLogLine[];
  actions: GmActions;
  /** Private messages with players and others, the latest conversation first. */
  messages: ConversationLine[];
  /** Players who are away now or have announced that they will be. */
  away: Away[];
  /** The first due date according to the schedule; null unless the game is forming. */
  firstDue: Date | null;
}

const MAX_LINES = 200;

/** The part of a stored notice that is read here. */
const NoticeDetail = z.object({
  subject: z.string(),
  confidential: z.boolean().optional(),
});

/** The GM page of a game; null for anyone but its GM. */
export async function gmGamePage(
  ctx: AppContext,
  viewer: Viewer,
  number: string,
): Promise<GmGamePage | null> {
  const game = viewer ? await findGame(ctx, number) : null;
  if (!game || game.gmId !== viewer?.id) return null;
  const seats = await seatsOf(ctx, game);
  const owing = seats.filter((seat) => seat.owes);
  return {
    game: cardOf(game),
    openTurn: game.turn,
    transferredOutAt: game.transferredOutAt,
    options: game.options,
    seats,
    limits: rulesetOf(game).seats,
    missingSeats: { count: seatsMissing(game), words: seatsMissingInWords(game) },
    openToStrangers: checkOpenToStrangers(game).ok,
    complete: owing.length > 0 && owing.every((seat) => seat.standing !== null || seat.isKept),
    earlyProcessingAt: game.earlyProcessingAt,
    deliveries: await deliveriesOf(ctx, game),
    log: await logOf(ctx, game),
    actions: await gmActions(ctx, game),
    messages: await conversationsOfGm(ctx, game),
    away: await awayIn(ctx.db.prisma, ctx, game),
    firstDue: game.status === 'forming' ? (await firstDueDate(ctx.db.prisma, ctx, game)).due : null,
  };
}

async function seatsOf(ctx: AppContext, game: WholeGame): Promise<GmSeat[]> {
  const sheets = await openTurnSheets(ctx.db.prisma, game);
  const late = { gameId: game.id, turn: { gte: game.turn - 1 }, outcome: 'standing' as const };
  const served = await ctx.db.prisma.sheet.findMany({
    where: { ...late, channel: 'standing' },
    select: { seatId: true, turn: true },
    orderBy: { turn: 'desc' },
  });
  const returned = await seatsWithReturnedMail(ctx.db.prisma, game.seats);
  const marks = await seatMarks(ctx, game.seats);
  return sheets.map(({ seat, owes, versions, standing, isKept }) => {
    const latest = versions[0];
    return {
      id: seat.id,
      identifier: seat.identifier,
      name: seat.name,
      mark: marks.get(seat.id) ?? '',
      opponent: seat.opponent,
      grade: seat.grade,
      offered: seat.offered,
      account: accountShownToGm(seat),
      mailReturns: returned.has(seat.id),
      canWrite: checkMessagesOpen(ctx, game).ok && checkMayWriteToSeat(game, seat).ok,
      wish: seat.wish,
      owes,
      standing: standing
        ? {
            version: standing.version,
            receivedAt: standing.receivedAt,
            channel: standing.channel,
            final: standing.final,
          }
        : null,
      isKept: isKept === true,
      standingOrderServed: served.find((sheet) => sheet.seatId === seat.id)?.turn ?? null,
      latest: latest
        ? { version: latest.version, outcome: latest.outcome, receivedAt: latest.receivedAt }
        : null,
    };
  });
}

function accountShownToGm({ account, acceptedAt, name, invitedAs }: WholeSeat): GmSeat['account'] {
  if (account === null) return null;
  if (acceptedAt === null) return { id: null, name, email: invitedAs };
  return { id: account.id, name: account.name, email: account.email };
}

/** Whether the GM of a game has a seat in it, or can reclaim one. */
export function gmPlays({ gmId, seats }: Pick<WholeGame, 'gmId'> & { seats: SeatPeople[] }): boolean {
  return seats.some(({ accountId, reclaimableById }) => (accountId ?? reclaimableById) === gmId);
}

type SeatPeople = Pick<WholeGame['seats'][number], 'accountId' | 'reclaimableById'>;

/**
 * Whether a delivery is a confidential notice, whose existence may be a secret. One that failed is shown, so that the GM learns
 * that mail does not reach the player, but not to a GM who plays.
 */
export function isHiddenFromGm(
  { kind, status, detail }: Pick<Delivery, 'kind' | 'status' | 'detail'>,
  game: Parameters<typeof gmPlays>[0],
): boolean {
  const isConfidential = kind === 'notice' && NoticeDetail.safeParse(detail).data?.confidential === true;
  return isConfidential && (status !== 'failed' || gmPlays(game));
}

/** Shows of `detail` only the subject of a notice: an invitation holds a link that signs its recipient in. */
async function deliveriesOf(ctx: AppContext, game: WholeGame): Promise<GmDelivery[]> {
  const known = await knownPlayers(ctx.db.prisma, game);
  const typed = await typedAddresses(ctx.db.prisma, game);
  const deliveries = await ctx.db.prisma.delivery.findMany({
    where: await deliveriesShownToGm(ctx.db.prisma, game),
    include: { seat: { select: { identifier: true } }, printout: { select: { turn: true } } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MAX_LINES,
  });
  const shown = deliveries.filter((delivery) => !isHiddenFromGm(delivery, game));
  return shown.map((delivery) => {
    const to = recipientShownToGm(game, delivery, { known, typed });
    // Mail that was sent and came back from an address to which it was passed on is no matter of the GM.
    const cameBack =
      delivery.status === 'sent' && delivery.lastError !== null && delivery.obstacle !== 'bounce';
    const obstacle = delivery.status === 'sent' ? null : delivery.obstacle;
    const lastError = delivery.status === 'sent' ? null : delivery.lastError;
    return {
      id: delivery.id,
      kind: delivery.kind,
      status: delivery.status,
      seat: delivery.seat?.identifier ?? null,
      turn: delivery.printout?.turn ?? null,
      subject: delivery.kind === 'notice' ? subjectOf(delivery.detail) : null,
      toName: to.name,
      toAddress: to.address,
      attempts: delivery.attempts,
      lastError: lastError && errorShownToGm(lastError, to.address === delivery.toAddress),
      cameBack,
      obstacle,
      createdAt: delivery.createdAt,
      nextAttempt: delivery.nextAttempt,
      sentAt: delivery.sentAt,
      mayCancel: mayGmCancel(game, delivery),
      canBeSentAgain: canBeSentAgain(delivery),
    };
  });
}

/** What a mail server says often names the address, which the GM may not know. */
function errorShownToGm(error: string, mayShow: boolean): string {
  return mayShow ? error : 'The mail server did not take this e-mail.';
}

function subjectOf(detail: unknown): string | null {
  const notice = NoticeDetail.safeParse(detail);
  return notice.success && notice.data.confidential !== true ? notice.data.subject : null;
}

async function logOf(ctx: AppContext, game: WholeGame): Promise<GmLogLine[]> {
  const lines = await ctx.db.prisma.gameEvent.findMany({
    where: { gameId: game.id },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: MAX_LINES,
  });
  return lines.map(({ at, accountId, type, detail }) => ({
    ...{ at, account: accountId, type, detail },
    words: GAME_EVENT_WORDS[type],
  }));
}
