import type { AppContext } from '../../context.ts';
import { gameNumber } from '../../games/game/game-number.ts';
import type { WholeGame } from '../../games/game/game-store.ts';
import { findGames } from '../../games/game/whole-game-rows.ts';
import {
  type Downtime,
  downtimeHours,
  dueDateFellInto,
  earlyProcessingFellInto,
} from '../../games/schedule/downtimes.ts';
import { dueDateAfter, reopenedUntil } from '../../games/schedule/put-off.ts';
import { autoProcessAt } from '../../games/schedule/schedule.ts';
import { databaseNow } from '../downtime/record-downtime.ts';
import { downSince, type HeldState, readHeld } from './held-state.ts';
import { type WaitingMail, waitingMail } from './waiting-mail.ts';

/** What would happen if a held server were released now. */
export interface ReleaseForecast {
  held: HeldState;
  /** The database's clock. */
  now: Date;
  /** Dates of open turns that have passed, the earliest first. */
  passed: PassedDate[];
  /** Dates of open turns within the next 24 hours, the earliest first. */
  coming: ComingDate[];
  mail: WaitingMail[];
  /** How many players have seats in running games; one with two seats counts twice, and would get two mails. */
  players: number;
}

interface OpenTurn {
  /** The public number: `EY-12`. */
  game: string;
  title: string;
  turn: number;
  timeZone: string;
}

/** A date that has passed. */
export interface PassedDate extends OpenTurn {
  date: Date;
  /** The date to which it would be put off; null if it passed while the server was still up. */
  putOffTo: Date | null;
  /** When the server processes the turn if the date is not put off, perhaps at once; null if it waits for its GM. */
  processedAt: Date | null;
}

/** A date to come. */
export interface ComingDate extends OpenTurn {
  date: Date;
  /** When the server processes the turn; null if it waits for its GM. */
  processedAt: Date | null;
}

const DAY = 86_400_000;

/** What would happen if the server were released now; null if it is not held. */
export async function forecastRelease(ctx: AppContext): Promise<ReleaseForecast | null> {
  const held = await readHeld(ctx);
  if (held === null) return null;
  const now = await databaseNow(ctx.db.prisma);
  const tomorrow = new Date(now.getTime() + DAY);
  const games = await findGames(ctx, {
    where: {
      status: 'running',
      schedule: {
        pausedAt: null,
        OR: [{ due: { lte: tomorrow } }, { earlyProcessingAt: { lte: tomorrow } }],
      },
    },
  });
  const downtime = { from: downSince(held), until: now };
  return {
    held,
    now,
    passed: inOrder(games.flatMap((game) => passedDates(ctx, game, downtime))),
    coming: inOrder(games.flatMap((game) => comingDates(game, { from: now, until: tomorrow }))),
    mail: await waitingMail(ctx),
    players: await ctx.db.prisma.seat.count({
      where: { accountId: { not: null }, game: { status: 'running', transferredOutAt: null } },
    }),
  };
}

function passedDates(ctx: AppContext, game: WholeGame, downtime: Downtime): PassedDate[] {
  const { until: now } = downtime;
  const { due, earlyProcessingAt } = game;
  const putsOff = downtimeHours(ctx) > 0;
  const dates: PassedDate[] = [];
  if (due && due <= now) {
    const putOffTo = putsOff && dueDateFellInto(game, downtime) ? dueDateAfter(ctx, game, downtime) : null;
    dates.push({ ...openTurn(game), date: due, putOffTo, processedAt: autoProcessAt(game) });
  }
  if (earlyProcessingAt && earlyProcessingAt <= now) {
    const putOffTo =
      putsOff && earlyProcessingFellInto(game, downtime) ? reopenedUntil(game, downtime) : null;
    dates.push({ ...openTurn(game), date: earlyProcessingAt, putOffTo, processedAt: earlyProcessingAt });
  }
  return dates;
}

function comingDates(game: WholeGame, { from, until }: { from: Date; until: Date }): ComingDate[] {
  const dates = [
    { date: game.due, processedAt: autoProcessAt(game) },
    { date: game.earlyProcessingAt, processedAt: game.earlyProcessingAt },
  ];
  return dates.flatMap(({ date, processedAt }) =>
    date !== null && date > from && date <= until ? [{ ...openTurn(game), date, processedAt }] : [],
  );
}

function openTurn(game: WholeGame): OpenTurn {
  const { title, turn, timeZone } = game;
  return { game: gameNumber(game), title, turn, timeZone };
}

function inOrder<Dated extends { date: Date }>(dates: Dated[]): Dated[] {
  return dates.sort((a, b) => a.date.getTime() - b.date.getTime());
}
