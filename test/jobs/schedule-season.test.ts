import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { SCHEDULE_DEFAULTS, type SchedulePolicy } from '../../src/games/schedule/schedule-policy.ts';
import { startWorker, type Worker } from '../../src/jobs/worker.ts';
import { openTransport, type Transport } from '../../src/mail/delivery/transport.ts';
import { calendarGame, gameNow, goodSheet, send } from '../games/game/play.ts';
import { type TestContext, testContext, testNow } from '../helpers/database.ts';
import { shortOrLong } from '../helpers/long.ts';
import { type MailServer, startMailServer } from '../helpers/mail-server.ts';

/* Games that only their schedule drives, on a real queue: some turns in a short run, the whole game in a long one. */

let own: TestContext;
let server: MailServer;
let transport: Transport;
let worker: Worker | null = null;

beforeAll(async () => {
  own = await testContext();
  server = await startMailServer();
  transport = openTransport({ url: server.url });
});
afterEach(async () => {
  await worker?.stop();
  worker = null;
});
afterAll(async () => {
  transport.close();
  await server.close();
  await own.close();
});

async function restartWorker(): Promise<Worker> {
  await worker?.stop();
  const from = 'Whistlestop <post@whistlestop.test>';
  worker = await startWorker({ ctx: own.ctx, transport, from, publicUrl: 'https://whistlestop.test' });
  return worker;
}

/** Sets the clock and lets all waiting jobs run; those that come before their time wait on. */
async function advanceTo(moment: Date): Promise<void> {
  own.setNow(moment);
  // The queue goes by the clock of the database, which cannot be set.
  await own.ctx.db.pool.query(
    'update graphile_worker._private_jobs set run_at = now() where locked_at is null',
  );
  await worker?.idle();
}

const automatic: SchedulePolicy = {
  ...SCHEDULE_DEFAULTS,
  ...{ daysPerTurn: 14, timeZone: 'America/New_York', autoProcess: true, graceHours: 0 },
};

test.each<[title: string, policy: SchedulePolicy]>([
  ['every two weeks', automatic],
  ...shortOrLong<[string, SchedulePolicy][]>(
    [],
    [
      ['every Monday, with a day of grace', { ...automatic, daysPerTurn: 7, weekdays: [1], graceHours: 24 }],
      ['every second month', { ...automatic, daysPerTurn: 60 }],
    ],
  ),
])(
  'a game that is due %s is processed once for each date, whatever is sent and restarted',
  async (_title, policy) => {
    own.setNow(testNow);
    const { game, seats } = await calendarGame(own.ctx, policy);
    const current = () => gameNow(own.ctx, game.id);
    const lastTurn = shortOrLong(3, Number.POSITIVE_INFINITY);
    let turn = 1;
    for (; turn <= lastTurn; turn += 1) {
      const { status, due } = await current();
      if (status === 'over' || due === null) break;
      // Between two turns the server is down every other time; players are silent every third turn.
      if (turn % 2 === 1) await restartWorker();
      await worker?.idle();
      for (const seat of turn % 3 === 0 ? [] : seats.slice(0, 2)) {
        await send(own.ctx, seat, turn, await goodSheet(own.ctx, game.id, seat));
      }
      const graceEnds = due.getTime() + policy.graceHours * 3_600_000;
      await advanceTo(new Date(graceEnds - 1));
      expect((await current()).turn, 'before the date').toBe(turn);
      await advanceTo(new Date(graceEnds));
      expect((await current()).turn, 'at the date').toBe(turn + 1);
      const turns = await own.ctx.db.prisma.turn.count({ where: { gameId: game.id, turn } });
      expect(turns).toBe(1);
      const printouts = await own.ctx.db.prisma.delivery.findMany({
        where: { gameId: game.id, kind: 'printout', printout: { turn: turn + 1 } },
      });
      expect(printouts.map((delivery) => delivery.status)).toEqual(['sent', 'sent']);
    }
    const { status } = await current();
    expect(status).toBe(shortOrLong('running', 'over'));
    expect(turn).toBeGreaterThan(3);
  },
);
