import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AppContext } from '../../src/context.ts';
import type { Account } from '../../src/database/generated/client.ts';
import { inTransaction } from '../../src/games/game/game-store.ts';
import { announce } from '../../src/games/webhooks/announce.ts';
import { setSeatWebhook, testSeatWebhook } from '../../src/games/webhooks/set-webhook.ts';
import { startWorker, type Worker } from '../../src/jobs/worker.ts';
import { openTransport } from '../../src/mail/delivery/transport.ts';
import { granted, runningGame, type TestGame } from '../games/game/play.ts';
import { aSession } from '../helpers/session.ts';
import { useContext } from '../helpers/use-context.ts';
import { type Receiver, startReceiver } from './receiver.ts';

/* Programs that are slow or fail, on a real queue: those of others are called all the same. */

const own = useContext();
const publicUrl = 'https://games.example.org';
/** Milliseconds for an answer of the slow program. */
const SLOW = 1_000;
/** For so many milliseconds it waits for the call of another program. The server waits for ten seconds. */
const PATIENCE = 8_000;
let ctx: AppContext;
let play: TestGame;
let bad: Receiver;
let good: Receiver;
let worker: Worker | undefined;

beforeEach(async () => {
  own.setNow(new Date('2027-03-01T12:00:00Z'));
  ctx = { ...own.ctx, webhooks: { privateNetworks: ['127.0.0.0/8'], otherChatHosts: [] } };
  bad = await startReceiver();
  good = await startReceiver();
  play = await runningGame(ctx, { humans: 2, opponents: 2 });
});
afterEach(async () => {
  bad.close();
  good.close();
  await worker?.stop();
});

async function start(): Promise<void> {
  const transport = openTransport({ url: 'smtp://127.0.0.1:1' });
  const options = { ctx, transport, from: 'Whistlestop <post@whistlestop.test>', publicUrl };
  worker = await startWorker({ ...options, concurrency: { mail: 0, mailRetries: 0, turns: 0, upkeep: 0 } });
}

const player = (i: number) => play.players[i] as Account;
const bySeat = (i: number) => ({ gameId: play.game.id, by: player(i).id });

async function setProgram(i: number, { url }: Receiver): Promise<void> {
  const token = await aSession(ctx, { accountId: player(i).id, method: 'code' });
  granted(await setSeatWebhook(ctx, { ...bySeat(i), token, url }));
}

function tell(i: number): Promise<void> {
  const seatId = String(play.seats[i]?.id);
  const about = { gameId: play.game.id, event: 'turn.reminder' as const, turn: 1, seatId };
  return inTransaction(ctx, (tx) => announce(tx, ctx, about));
}

/** Gives player 0 a seat in another game, with a slow address and an event that waits for it. */
async function anotherSlowOne(): Promise<void> {
  const other = await runningGame(ctx, { humans: 2, opponents: 2 });
  const { id: seatId } = other.seats[0] as { id: string };
  const accountId = player(0).id;
  await ctx.db.prisma.seat.update({ where: { id: seatId }, data: { accountId } });
  const [gameId, url] = [other.game.id, bad.url];
  const token = await aSession(ctx, { accountId, method: 'code' });
  granted(await setSeatWebhook(ctx, { gameId, by: accountId, token, url }));
  const about = { gameId, event: 'turn.reminder' as const, turn: 1, seatId };
  await inTransaction(ctx, (tx) => announce(tx, ctx, about));
}

test('a slow program of one account takes one of the two places only', { timeout: 90_000 }, async () => {
  // The slow program answers when the good one was called, or else after a while, so that the test fails and does not hang.
  let release = () => {};
  const goodCalled = new Promise<void>((resolve) => {
    release = resolve;
  });
  const order: string[] = [];
  let running = 0;
  let most = 0;
  bad.whenCalled(async () => {
    running += 1;
    most = Math.max(most, running);
    order.push('slow begins');
    await Promise.race([goodCalled, sleep(PATIENCE)]);
    await sleep(SLOW);
    order.push('slow ends');
    running -= 1;
  });
  good.whenCalled(async () => {
    order.push('good');
    release();
  });
  await setProgram(0, bad);
  await setProgram(1, good);
  for (let i = 0; i < 3; i += 1) await tell(0);
  await anotherSlowOne();
  granted(await testSeatWebhook(ctx, bySeat(0)));
  await start();
  await vi.waitFor(() => expect(running).toBe(1), { timeout: 20_000 });
  // Enough for another call, if one were made.
  await sleep(500);
  await tell(1);
  await vi.waitFor(() => expect(good.got).toHaveLength(1), { timeout: 20_000, interval: 20 });
  expect(order.slice(0, 2)).toEqual(['slow begins', 'good']);
  // While the others go on, one by one, nothing is called twice at a time.
  await vi.waitFor(() => expect(bad.got.length).toBeGreaterThan(2), { timeout: 20_000 });
  expect(most).toBe(1);
});

test('programs that fail slowly are called once and then left alone, however much waits for them', {
  timeout: 90_000,
}, async () => {
  bad.answer(500);
  bad.whenCalled(() => sleep(SLOW));
  await setProgram(0, bad);
  await setProgram(1, good);
  for (let i = 0; i < 20; i += 1) await tell(0);
  granted(await testSeatWebhook(ctx, bySeat(0)));
  await start();
  await vi.waitFor(() => expect(bad.got).toHaveLength(2), { timeout: 20_000 });
  await tell(1);
  await vi.waitFor(() => expect(good.got).toHaveLength(1), { timeout: 20_000, interval: 20 });
  // Enough for another call, if one were made.
  await sleep(2 * SLOW);
  // One event and one test.
  expect(bad.got.map(({ body }) => JSON.parse(body).type).sort()).toEqual(['test', 'turn.reminder']);
});
