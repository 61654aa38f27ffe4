import { setTimeout as sleep } from 'node:timers/promises';
import { query } from '../machine/database.ts';
import { until } from '../machine/wait.ts';
import { createGame, dueIn, gmAction, openGmPage } from '../people/games.ts';
import type { Person } from '../people/person.ts';
import type { World } from '../world.ts';
import { type PlannedCheck, planCheck } from './check.ts';

/** By how many hours the server has to put off a date at least. */
const HOURS = 12;

/** Milliseconds from setting the date to the date, and how long the server is down. */
const AHEAD = 8_000;
const DOWN = 12_000;

/** How long the server may take to start, and then to make a mistake, in milliseconds. */
const START_LIMIT = 120_000;
const MISTAKE_TIME = 10_000;

/** Whether a due date that passes while the server is down is put off. Restarts the server with the setting for it. */
export function checkDowntime(world: World): PlannedCheck {
  const { server, database, people } = world;
  return planCheck('a due date that passed while the server was down was put off', async (problems) => {
    server.environment.DOWNTIME_EXTENSION_HOURS = String(HOURS);
    await server.signal('SIGTERM');
    await serves(world);
    const game = await createGame({
      ...{ ruleset: 'margin-of-error', pace: 'due', gm: people.gm },
      ...{ players: [people.players.at(-1) as Person], computers: 0 },
    });
    const due = Date.now() + AHEAD;
    const accepted = await gmAction(await openGmPage(game), 'due', { due: dueIn(AHEAD) });
    if (!accepted) throw new Error('the due date could not be set');
    await server.killFor(DOWN);
    await serves(world);
    await sleep(MISTAKE_TIME);
    const [row] = await query(
      database,
      `SELECT g.turn, s.due FROM "Game" g JOIN "GameSchedule" s ON s."gameId" = g.id
       WHERE g.prefix || '-' || g.serial = $1`,
      [game.number],
    );
    const hours = (Number(row?.due) - due) / 3_600_000;
    if (row?.turn !== 1) problems.push(`${game.number}: turn 1 was processed when the server came back`);
    else if (hours < HOURS - 0.01)
      problems.push(`${game.number}: its date was moved by ${hours.toFixed(1)} hours`);
    return 1;
  });
}

/** @throws if the server does not start */
async function serves({ server }: World): Promise<void> {
  const isReady = async () =>
    (await fetch(`${server.base}/ready`, { signal: AbortSignal.timeout(5_000) })).ok;
  await sleep(1_000);
  if (!(await until(isReady, START_LIMIT))) throw new Error('the server does not start');
}
