import type { AppContext } from '../../context.ts';
import { gameNumber } from '../../games/game/game-number.ts';
import { POLICIES, type WholeGame, withPolicies } from '../../games/game/game-store.ts';
import { downtimeHours } from '../../games/schedule/downtimes.ts';
import {
  type AwayMail,
  awaitedMail,
  MAIL_WAYS,
  type MailWay,
  patienceAtDeadline,
  patienceAtEarlyProcessing,
  readMailSeen,
} from '../../games/schedule/mail-signs.ts';
import { autoProcessAt, type ScheduledGame } from '../../games/schedule/schedule.ts';
import { counted } from '../../rules/numbers.ts';
import type { HealthCheck } from '../health.ts';
import { readHeld } from '../held/held-state.ts';

/** How late the server may be with a turn, in milliseconds. */
const TOLERANCE = 10 * 60_000;

/** How many games the message names. */
const NAMED = 10;

/** Whether the server has processed every turn that it should have processed by itself. */
export function deadlinesCheck(ctx: AppContext): HealthCheck {
  return {
    name: 'deadlines',
    async run() {
      const late = await lateGames(ctx);
      if (late.length > 0 && (await readHeld(ctx)) !== null)
        return { level: 'warning', message: heldInWords(late) };
      const told = [
        ...waitsInWords(
          ctx,
          late.filter(({ awaited }) => awaited.length > 0),
        ),
        ...lateInWords(late.filter(({ awaited }) => awaited.length === 0)),
      ];
      if (told.length === 0) return { level: 'ok', message: 'No turn is late.' };
      return { level: 'warning', message: [...told, BY_HAND].join(' ') };
    },
  };
}

const BY_HAND = 'The GM can process the turn from the game’s page.';

/** A game whose open turn is late. */
interface LateGame {
  number: string;
  /** The mail for which the turn waits. */
  awaited: readonly AwayMail[];
}

const AWAY: Record<MailWay, string> = {
  port: 'no mail is received at MAIL_IN_PORT',
  mailbox: 'not all replies are taken from the mailbox (MAIL_IN_URL)',
};

/** Says that turns wait for mail that may have been sent in time. */
function waitsInWords(ctx: AppContext, games: readonly LateGame[]): string[] {
  if (games.length === 0) return [];
  const since = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const awaited = games.flatMap((game) => game.awaited);
  const causes = MAIL_WAYS.flatMap((way) => {
    const found = awaited.find((away) => away.way === way);
    return found === undefined ? [] : [`since ${since(found.seenAt)}, ${AWAY[way]}`];
  });
  const hours = counted(downtimeHours(ctx), 'hour');
  return [
    `A turn is late and waits for sheets that may have been mailed in time in ${named(games)}: ${causes.join(', and ')}. Make sure that a process with workers runs and can receive mail, and search the log for “fetched mail failed”; then the dates are put off, or the sheets are taken and the turns processed. Otherwise each turn is processed at most ${hours} after its date.`,
  ];
}

function heldInWords(games: readonly LateGame[]): string {
  return `A turn is late in ${named(games)}, because the server is held. Sign in as the operator, or run “whistlestop held”.`;
}

function lateInWords(games: readonly LateGame[]): string[] {
  if (games.length === 0) return [];
  return [
    `The server should have processed a turn more than 10 minutes ago in ${named(games)}. Search the log for errors.`,
  ];
}

function named(games: readonly LateGame[]): string {
  const more = games.length > NAMED ? ` and ${counted(games.length - NAMED, 'other game')}` : '';
  return `${games
    .slice(0, NAMED)
    .map(({ number }) => number)
    .join(', ')}${more}`;
}

/** The games whose open turn is late, in the order in which they began. */
async function lateGames(ctx: AppContext): Promise<LateGame[]> {
  const latest = new Date(ctx.now().getTime() - TOLERANCE);
  const rows = await ctx.db.prisma.game.findMany({
    where: {
      status: 'running',
      schedule: {
        pausedAt: null,
        OR: [{ autoProcess: true, due: { lt: latest } }, { earlyProcessingAt: { lt: latest } }],
      },
    },
    include: POLICIES,
    orderBy: [{ begunAt: 'asc' }, { id: 'asc' }],
  });
  const late = rows.map(withPolicies).flatMap((game) => {
    const dates = datesOf(ctx, game).filter(({ at }) => at < latest);
    return dates.length === 0 ? [] : [{ number: gameNumber(game), dates }];
  });
  if (late.length === 0) return [];
  const seen = await readMailSeen(ctx.db.prisma);
  return late.map(({ number, dates }) => {
    const waits = dates.map((date) => awaitedMail(seen, date));
    return { number, awaited: waits.every((awaited) => awaited.length > 0) ? waits.flat() : [] };
  });
}

/** When the server should process the open turn of a game by itself, and for how long it waits for mail then. */
function datesOf(
  ctx: AppContext,
  game: ScheduledGame & Pick<WholeGame, 'reopenMinutes'>,
): { at: Date; patience: number }[] {
  const dates = [
    { at: autoProcessAt(game), patience: patienceAtDeadline(ctx, game) },
    { at: game.earlyProcessingAt, patience: patienceAtEarlyProcessing(ctx, game) },
  ];
  return dates.flatMap(({ at, patience }) => (at === null ? [] : [{ at, patience }]));
}
