import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { pino } from 'pino';
import { configFrom } from '../../src/config.ts';
import type { AppContext } from '../../src/context.ts';
import { startServer } from '../../src/server.ts';
import { copyGame } from '../helpers/many-games.ts';
import { begunGame } from './bench-context.ts';
import { sendSheets } from './client.ts';
import { type Measured, medianIn, medianOf, type Progress } from './measure.ts';
import { type MailSink, startSink } from './sink.ts';

const GAMES = 1_000;
const SEATS = 6;

/** How long a page may take meanwhile, for 99 of 100 requests. */
const PAGE_MS = 250;

/** How much the memory may grow from the first fifth of the night to its highest. */
const MEMORY_GOAL = 1.3;

/** What the parts take if they are done alone, in milliseconds. */
export interface NightFloors {
  /** The rows of one turn, written by bare `pg`. */
  turn: number;
  /** One printout drawn by bare pdfkit. */
  printout: number;
}

/**
 * Sunday night: a thousand games of six players are due at one instant. They are resolved and printed, and all printouts
 * are delivered to a mail server on this machine, while someone reads pages all the time.
 */
export async function measureNight(floors: NightFloors, progress: Progress): Promise<Measured[]> {
  const dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-night-'));
  const sink = await startSink();
  const config = configFrom({
    ...{ DATA_DIR: dir, SMTP_URL: sink.url, PORT: '0', HOST: '127.0.0.1' },
    // The readers say from where they come, as a proxy does.
    TRUSTED_PROXIES: '1',
  });
  const server = await startServer(config, pino({ level: 'silent' }));
  try {
    await makeDueGames(server.ctx, progress);
    const night = await watchNight(server.ctx, { sink, address: server.address as string, progress });
    const delivery = await deliveryFloor(sink);
    const mails = GAMES * SEATS;
    const floorIs = GAMES * floors.turn + mails * (floors.printout + delivery);
    return [
      {
        what: `${GAMES.toLocaleString('en')} games due at one instant, resolved, printed, mailed`,
        ours: night.milliseconds,
        floor: 'the floors of its parts together',
        floorIs,
        goal: 1.5,
      },
      {
        what: 'pages meanwhile, slowest of 100',
        ours: night.p99,
        floor: 'a fixed limit',
        floorIs: PAGE_MS,
        goal: 1,
      },
      {
        what: 'memory meanwhile, at its highest',
        ours: night.peak,
        floor: 'when a fifth was done',
        floorIs: night.early,
        unit: 'MB',
        goal: MEMORY_GOAL,
      },
    ];
  } finally {
    await server.stop();
    sink.close();
    await rm(dir, { recursive: true, force: true });
  }
}

/** Games with a sheet of every player, due in a year, and automatic processing. */
async function makeDueGames(ctx: AppContext, progress: Progress): Promise<void> {
  progress('making a thousand games …');
  const { gameId } = await begunGame(ctx, 'night');
  await sendSheets(ctx, gameId);
  await ctx.db.prisma.gameSchedule.update({ where: { gameId }, data: { autoProcess: true } });
  // What was mailed so far is not part of the night.
  await ctx.db.pool.query('delete from "Delivery"');
  await copyGame(ctx.db.pool, gameId, { count: GAMES - 1 });
}

/** What was seen of the night. Memory is in megabytes. */
interface Night {
  milliseconds: number;
  p99: number;
  early: number;
  peak: number;
}

/** The address from which page number `i` is read: of many networks, so that none reaches its limit of requests. */
const reader = (i: number) => `198.${18 + (i % 2)}.${Math.floor(i / 2) % 250}.1`;

async function watchNight(
  ctx: AppContext,
  { sink, address, progress }: { sink: MailSink; address: string; progress: Progress },
): Promise<Night> {
  const before = await sink.count();
  const due = new Date();
  await ctx.db.pool.query('update "GameSchedule" set due = $1', [due]);
  await ctx.db.pool.query(
    `select graphile_worker.add_jobs(array(select json_populate_recordset(null::graphile_worker.job_spec,
       (select json_agg(json_build_object('identifier', 'deadline',
         'payload', json_build_object('gameId', id, 'turn', turn, 'due', $1::text))) from "Game"))))`,
    [due.toISOString()],
  );
  const start = performance.now();
  const times: number[] = [];
  let early = 0;
  let peak = 0;
  for (let done = 0, told = 0; done < GAMES * SEATS; ) {
    const asked = performance.now();
    const response = await fetch(`${address}/`, { headers: { 'x-forwarded-for': reader(times.length) } });
    await response.text();
    times.push(performance.now() - asked);
    if (!response.ok) throw new Error(`A page could not be read: ${response.status}.`);
    done = (await sink.count()) - before;
    const memory = process.memoryUsage().rss / 2 ** 20;
    if (done < (GAMES * SEATS) / 5) early = Math.max(early, memory);
    peak = Math.max(peak, memory);
    if (done >= told + 500) {
      told = done;
      progress(
        `${done.toLocaleString('en')} of ${(GAMES * SEATS).toLocaleString('en')} printouts are mailed …`,
      );
    }
    await wait(250);
  }
  const sorted = times.sort((a, b) => a - b);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? medianIn(times);
  return { milliseconds: performance.now() - start, p99, early, peak };
}

/** One mail of the size of a printout's, handed to the same mail server by bare nodemailer. */
async function deliveryFloor(sink: MailSink): Promise<number> {
  const transport = createTransport({ url: sink.url, pool: true } as never);
  const attachment = Buffer.alloc(250_000, 'x');
  try {
    return await medianOf(() =>
      transport.sendMail({
        from: 'a@bench.test',
        to: 'b@bench.test',
        subject: 'A printout',
        text: 'x '.repeat(2_000),
        html: '<p>x</p>'.repeat(2_000),
        attachments: [{ filename: 'printout.pdf', content: attachment }],
      }),
    );
  } finally {
    transport.close();
  }
}
