import type {
  Channel,
  DeliveryKind,
  DeliveryStatus,
  Prisma,
  SheetOutcome,
} from '../../database/generated/client.ts';
import type { House } from '../../context.ts';
import type { WholeGame } from './game-store.ts';
import { firstDateOf } from '../schedule/next-due-date.ts';
import type { Notice } from '../notices/notices.ts';
import { rulesetOf } from './game-ruleset.ts';
import { cardOf, findGame, type GameCard, type Viewer } from './public-view.ts';
import { type Away, awayIn } from '../schedule/absences-view.ts';
import { type DeskVerbs, verbsOf } from './gm-actions-view.ts';

/* The GM's desk: who sits where, who has sent and when (never what), what mail went out. For the game's GM only. */

/** One seat as its GM sees it. */
export interface DeskSeat {
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
export interface DeskDelivery {
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
export interface DeskLine {
  at: Date;
  account: number | null;
  verb: string;
  detail: string;
}

/** What the GM sees of a game. */
export interface Desk {
  game: GameCard;
  /** The turn by which its verbs are guarded: the open one; 0 while the game is forming. */
  openTurn: number;
  options: unknown;
  seats: DeskSeat[];
  /** The fewest and the most seats that the ruleset allows. */
  limits: { least: number; most: number };
  /** Does every seat that owes a sheet have one standing? */
  complete: boolean;
  /** When the turn is processed as every sheet is its player's last word; null unless they all are. */
  closingAt: Date | null;
  /** The latest first, at most 200. */
  deliveries: DeskDelivery[];
  /** The latest first, at most 200. */
  log: DeskLine[];
  verbs: DeskVerbs;
  /** Who is away now, or will be. */
  away: Away[];
  /** The first due date that the calendar gives; null unless the game is forming. */
  firstDue: Date | null;
}

const LINES_MOST = 200;

/** The desk of a game; null for anybody but its GM. */
export async function desk(house: House, viewer: Viewer, number: string): Promise<Desk | null> {
  const game = viewer ? await findGame(house, number) : null;
  if (!game || game.gmId !== viewer?.id) return null;
  const seats = await deskSeats(house, game);
  const owing = seats.filter((seat) => seat.owes);
  return {
    game: cardOf(game),
    openTurn: game.turn,
    options: game.options,
    seats,
    limits: rulesetOf(game).seats,
    complete: owing.length > 0 && owing.every((seat) => seat.standing !== null),
    closingAt: game.closingAt,
    deliveries: await deskDeliveries(house, game),
    log: await deskLog(house, game),
    verbs: await verbsOf(house, game),
    away: await awayIn(house.db.prisma, house, game),
    firstDue: game.status === 'forming' ? (await firstDateOf(house.db.prisma, house, game)).due : null,
  };
}

async function deskSeats(house: House, game: WholeGame): Promise<DeskSeat[]> {
  const owing = game.status === 'running' ? rulesetOf(game).owing(game.state).seats : [];
  const sheets = await house.db.prisma.sheet.findMany({
    where: { gameId: game.id, turn: game.turn },
    select: { seatId: true, version: true, outcome: true, receivedAt: true, channel: true, final: true },
    orderBy: { version: 'desc' },
  });
  const late = { gameId: game.id, turn: { gte: game.turn - 1 }, outcome: 'standing' as const };
  const served = await house.db.prisma.sheet.findMany({
    where: { ...late, channel: 'standing' },
    select: { seatId: true, turn: true },
    orderBy: { turn: 'desc' },
  });
  return game.seats.map((seat) => {
    const own = sheets.filter((sheet) => sheet.seatId === seat.id);
    const standing = own.find((sheet) => sheet.outcome === 'standing' && sheet.channel !== 'standing');
    const latest = own[0];
    return {
      id: seat.id,
      identifier: seat.identifier,
      name: seat.name,
      opponent: seat.opponent,
      offered: seat.offered,
      account: seat.account && { id: seat.account.id, name: seat.account.name, email: seat.account.email },
      wish: seat.wish,
      owes: owing.includes(seat.identifier),
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
export function deskMails(gameId: string): Prisma.DeliveryWhereInput {
  return { gameId, OR: [{ kind: { not: 'letter' } }, { status: 'failed' }] };
}

/** Of `detail` no more than a notice's subject: an invitation's link signs somebody else in. */
async function deskDeliveries(house: House, game: WholeGame): Promise<DeskDelivery[]> {
  const deliveries = await house.db.prisma.delivery.findMany({
    where: deskMails(game.id),
    include: { seat: { select: { identifier: true } }, printout: { select: { turn: true } } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: LINES_MOST,
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
  const notice = detail as Partial<Notice> | null;
  return notice?.confidential === true ? null : (notice?.subject ?? null);
}

async function deskLog(house: House, game: WholeGame): Promise<DeskLine[]> {
  const lines = await house.db.prisma.gameLog.findMany({
    where: { gameId: game.id },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: LINES_MOST,
  });
  return lines.map(({ at, accountId, verb, detail }) => ({ at, account: accountId, verb, detail }));
}
