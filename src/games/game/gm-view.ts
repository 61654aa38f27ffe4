import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import type {
  Channel,
  DeliveryKind,
  DeliveryStatus,
  GameEventType,
  Prisma,
  SheetOutcome,
} from '../../database/generated/client.ts';
import { type Away, awayIn } from '../schedule/absences-view.ts';
import { firstDueDate } from '../schedule/next-due-date.ts';
import { openTurnSheets } from '../sheets/missing-sheets.ts';
import { GAME_EVENT_WORDS } from './game-log.ts';
import { rulesetOf } from './game-ruleset.ts';
import { findGame, type WholeGame } from './game-store.ts';
import { type GmActions, gmActions } from './gm-actions-view.ts';
import { cardOf, type GameCard, type Viewer } from './public-view.ts';

/* The GM's desk: who sits where, who has sent and when (never what), what mail went out. For the game's GM only. */

/** One seat as its GM sees it. */
export interface GmSeat {
  id: string;
  identifier: string;
  name: string;
  opponent: boolean;
  /** May anybody take the seat over from the computer? */
  offered: boolean;
  account: { id: number; name: string; email: string } | null;
  wish: unknown;
  /** Does it owe a sheet for the open turn? */
  owes: boolean;
  /** The version that stands for the open turn and when it came; null if none does. */
  standing: { version: number; receivedAt: Date; channel: Channel; final: boolean } | null;
  /** The turn in which its standing order served, as no sheet stood: the last one, or the one that was rolled back. */
  standingOrderServed: number | null;
  /** The last version sent for the open turn, whatever became of it. */
  latest: { version: number; outcome: SheetOutcome; receivedAt: Date } | null;
}

/** One mail of the game. */
export interface GmDelivery {
  id: string;
  kind: DeliveryKind;
  status: DeliveryStatus;
  /** Whose it is: the seat's identifier. */
  seat: string | null;
  /** For a printout: the turn it comes before. */
  turn: number | null;
  /** What a notice is about; null for other mails, and for what is its reader's alone. */
  subject: string | null;
  toName: string;
  toAddress: string;
  attempts: number;
  lastError: string | null;
  createdAt: Date;
  nextAttempt: Date | null;
  sentAt: Date | null;
}

/** What was done to the game. */
export interface GmLogLine {
  at: Date;
  account: number | null;
  type: GameEventType;
  /** The type in words. */
  words: string;
  detail: string;
}

/** What the GM sees of a game. */
export interface GmGamePage {
  game: GameCard;
  /** The turn by which its actions are guarded: the open one; 0 while the game is forming. */
  openTurn: number;
  options: unknown;
  seats: GmSeat[];
  /** The fewest and the most seats that the ruleset allows. */
  limits: { min: number; max: number };
  /** Does every seat that owes a sheet have one standing? */
  complete: boolean;
  /** When the turn is processed as every sheet is its player's last word; null unless they all are. */
  earlyProcessingAt: Date | null;
  /** The latest first, at most 200. */
  deliveries: GmDelivery[];
  /** The latest first, at most 200. */
  log: GmLogLine[];
  actions: GmActions;
  /** Who is away now, or will be. */
  away: Away[];
  /** The first due date that the calendar gives; null unless the game is forming. */
  firstDue: Date | null;
}

const MAX_LINES = 200;

/** What is read here of a stored notice. */
const NoticeDetail = z.object({ subject: z.string(), confidential: z.boolean().optional() });

/** The desk of a game; null for anybody but its GM. */
export async function gmGamePage(
  ctx: AppContext,
  viewer: Viewer,
  number: string,
): Promise<GmGamePage | null> {
  const game = viewer ? await findGame(ctx, number) : null;
  if (!game || game.gmId !== viewer?.id) return null;
  const seats = await deskSeats(ctx, game);
  const owing = seats.filter((seat) => seat.owes);
  return {
    game: cardOf(game),
    openTurn: game.turn,
    options: game.options,
    seats,
    limits: rulesetOf(game).seats,
    complete: owing.length > 0 && owing.every((seat) => seat.standing !== null),
    earlyProcessingAt: game.earlyProcessingAt,
    deliveries: await deskDeliveries(ctx, game),
    log: await deskLog(ctx, game),
    actions: await gmActions(ctx, game),
    away: await awayIn(ctx.db.prisma, ctx, game),
    firstDue: game.status === 'forming' ? (await firstDueDate(ctx.db.prisma, ctx, game)).due : null,
  };
}

async function deskSeats(ctx: AppContext, game: WholeGame): Promise<GmSeat[]> {
  const sheets = await openTurnSheets(ctx.db.prisma, game);
  const late = { gameId: game.id, turn: { gte: game.turn - 1 }, outcome: 'standing' as const };
  const served = await ctx.db.prisma.sheet.findMany({
    where: { ...late, channel: 'standing' },
    select: { seatId: true, turn: true },
    orderBy: { turn: 'desc' },
  });
  return sheets.map(({ seat, owes, versions, standing }) => {
    const latest = versions[0];
    return {
      id: seat.id,
      identifier: seat.identifier,
      name: seat.name,
      opponent: seat.opponent,
      offered: seat.offered,
      account: seat.account && { id: seat.account.id, name: seat.account.name, email: seat.account.email },
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
      standingOrderServed: served.find((sheet) => sheet.seatId === seat.id)?.turn ?? null,
      latest: latest
        ? { version: latest.version, outcome: latest.outcome, receivedAt: latest.receivedAt }
        : null,
    };
  });
}

/**
 * The mails of a game that its GM sees. Of private letters only those that could not be delivered, for the address is
 * the GM's business and who writes to whom is not: the row says neither who wrote nor what.
 */
export function deliveriesShownToGm(gameId: string): Prisma.DeliveryWhereInput {
  return { gameId, OR: [{ kind: { not: 'letter' } }, { status: 'failed' }] };
}

/** Of `detail` no more than a notice's subject: an invitation's link signs somebody else in. */
async function deskDeliveries(ctx: AppContext, game: WholeGame): Promise<GmDelivery[]> {
  const deliveries = await ctx.db.prisma.delivery.findMany({
    where: deliveriesShownToGm(game.id),
    include: { seat: { select: { identifier: true } }, printout: { select: { turn: true } } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MAX_LINES,
  });
  return deliveries.map((delivery) => ({
    id: delivery.id,
    kind: delivery.kind,
    status: delivery.status,
    seat: delivery.seat?.identifier ?? null,
    turn: delivery.printout?.turn ?? null,
    subject: delivery.kind === 'notice' ? subjectOf(delivery.detail) : null,
    toName: delivery.toName,
    toAddress: delivery.toAddress,
    attempts: delivery.attempts,
    lastError: delivery.lastError,
    createdAt: delivery.createdAt,
    nextAttempt: delivery.nextAttempt,
    sentAt: delivery.sentAt,
  }));
}

function subjectOf(detail: unknown): string | null {
  const notice = NoticeDetail.safeParse(detail);
  return notice.success && notice.data.confidential !== true ? notice.data.subject : null;
}

async function deskLog(ctx: AppContext, game: WholeGame): Promise<GmLogLine[]> {
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
