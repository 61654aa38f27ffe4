import { setTimeout as sleep } from 'node:timers/promises';
import { query } from './machine/database.ts';
import { now, until } from './machine/wait.ts';
import { openGmPage, type PlayedGame } from './people/games.ts';
import { playSeat, pressProcess, setDue } from './people/load.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

/* After the last fault: every game goes on for one more turn, and everything that waits gets done. */

/** How long a turn may take that all players have sent their sheets for, in milliseconds. */
const TURN_LIMIT = 60_000;

/** How long is waited for mail that will be tried again, before its waiting time is moved forward, in milliseconds. */
const PATIENCE = 10_000;

/** How long all mail may take after that, in milliseconds. */
const MAIL_LIMIT = 180_000;

/** What was found while the server settled. */
export interface Settled {
  problems: string[];
  /** Mail whose next attempt was so far in the future that the run has moved it forward. */
  movedForward: number;
  /** The longest time that one of them would have waited, in seconds. */
  longestWait: number;
}

/** Plays on in every running game, one of them to its end, and waits until nothing is left to do. */
export async function settle(world: World, random: Random): Promise<Settled> {
  const problems: string[] = [];
  const running = [...world.games].filter(({ over }) => !over);
  for (const game of running) {
    if (!(await goesOn(world, game, random))) {
      problems.push(`${game.number} (pace ${game.pace}) does not go on although everyone has sent a sheet`);
    }
  }
  if (!(await finishProbe(world, random))) problems.push('no game could be played to its end');
  const moved = await finishMail(world);
  return { problems, ...moved };
}

/** Whether a turn is processed once all players have sent their final sheets. */
async function goesOn(world: World, game: PlayedGame, random: Random): Promise<boolean> {
  const before = await openGmPage(game);
  if (before.turn === null) return isOver(game);
  const turn = before.turn;
  for (const { player } of game.seats) {
    if (player !== null) await playSeat(world, game, player, { random, final: true });
  }
  if (game.pace === 'button') await pressProcess(world, game);
  if (game.pace === 'due') await setDue(world, game, random);
  return until(
    async () => {
      const page = await openGmPage(game);
      if (page.turn !== null) return page.turn > turn;
      return isOver(game);
    },
    TURN_LIMIT,
    500,
  );
}

async function isOver(game: PlayedGame): Promise<boolean> {
  const { status } = await game.gm.browser.get(`/games/${game.number}/export.json`);
  game.over = status === 200;
  return game.over;
}

/** Plays the first of the probes to its end, so that there is a game to export. */
async function finishProbe(world: World, random: Random): Promise<boolean> {
  const probe = world.probes[0];
  if (probe === undefined) return true;
  const end = now() + 2 * TURN_LIMIT;
  while (!(await isOver(probe)) && now() < end) {
    const player = probe.seats[0]?.player;
    if (player) await playSeat(world, probe, player, { random, final: true });
    await sleep(500);
  }
  return probe.over;
}

/** Waits until no mail is waiting. */
async function finishMail(world: World): Promise<Omit<Settled, 'problems'>> {
  const { database, journal } = world;
  const isDone = async () => {
    const [row] = await query(
      database,
      `SELECT (SELECT count(*) FROM "Delivery" WHERE status IN ('queued', 'sending', 'retrying'))
            + (SELECT count(*) FROM graphile_worker.jobs
               WHERE run_at <= now() AND attempts < max_attempts AND locked_at IS NULL) AS n`,
    );
    return Number(row?.n) === 0;
  };
  if (await until(isDone, PATIENCE, 500)) return { movedForward: 0, longestWait: 0 };
  const end = now() + MAIL_LIMIT;
  const moved = { movedForward: 0, longestWait: 0 };
  while (!(await isDone().catch(() => false)) && now() < end) {
    const waits = await moveForward(world).catch(() => []);
    if (waits.length > 0) journal.note('waiting mail moved forward', { mails: waits.length });
    moved.movedForward += waits.length;
    moved.longestWait = Math.max(moved.longestWait, ...waits.map(Math.round));
    await sleep(3_000);
  }
  return moved;
}

/**
 * Lets time pass for what waits for its next attempt: a run cannot wait for hours. Only jobs that exist are moved; what
 * has no job stays undone, and is found.
 * @returns how many seconds each of them would have waited
 */
async function moveForward({ database }: World): Promise<number[]> {
  // Mail that a killed server was sending is leased to it for some minutes. If no job has begun for a while, no one is
  // sending it now: the mail server is healthy.
  const idle = `NOT EXISTS (SELECT FROM graphile_worker.jobs WHERE locked_at > now() - interval '10 seconds')`;
  await query(
    database,
    `UPDATE "Delivery" SET "nextAttempt" = now() - interval '1 second'
     WHERE status = 'sending' AND "nextAttempt" > now() AND ${idle}`,
  );
  const rows = await query(
    database,
    `UPDATE graphile_worker._private_jobs j SET run_at = now()
     FROM (SELECT id, run_at FROM graphile_worker._private_jobs) old
     WHERE old.id = j.id AND j.locked_at IS NULL AND j.run_at > now() AND j.attempts < j.max_attempts
       AND (j.attempts > 0 OR j.key LIKE 'deliver:%') AND ${idle}
     RETURNING extract(epoch FROM old.run_at - now())::float8 AS seconds`,
  );
  return rows.map(({ seconds }) => Number(seconds));
}
