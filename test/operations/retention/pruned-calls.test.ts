import { expect, test } from 'vitest';
import type { WebhookCallStatus } from '../../../src/database/generated/client.ts';
import { runNightly } from '../../../src/operations/nightly/nightly.ts';
import { pruneWebhookCalls } from '../../../src/operations/retention/prune-webhook-calls.ts';
import { runningGame } from '../../games/game/play.ts';
import { testNow } from '../../helpers/database.ts';
import { useContext } from '../../helpers/use-context.ts';

/* Which calls of webhooks are deleted at night. */

const own = useContext();
const HOUR = 3_600_000;
const hoursAgo = (hours: number) => new Date(testNow.getTime() - hours * HOUR);

async function aWebhook(): Promise<string> {
  const { game, gm } = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const about = { kind: 'slack' as const, accountId: gm.id, gameId: game.id, url: 'https://hooks.test/' };
  return (await own.ctx.db.prisma.webhook.create({ data: { ...about, createdAt: hoursAgo(9_000) } })).id;
}

/** Writes one call for each age, in hours. */
async function addCalls(
  webhookId: string,
  { status, event = 'turn.due', hours }: { status: WebhookCallStatus; event?: string; hours: number[] },
): Promise<void> {
  const about = { webhookId, status, event, turn: 1 };
  const data = hours.map((age) => ({ ...about, createdAt: hoursAgo(age) }));
  await own.ctx.db.prisma.webhookCall.createMany({ data });
}

/** The ages of the calls of a webhook that are left, in hours, the newest first. */
async function left(webhookId: string, status: WebhookCallStatus): Promise<number[]> {
  const where = { webhookId, status };
  const found = await own.ctx.db.prisma.webhookCall.findMany({ where, orderBy: { createdAt: 'desc' } });
  return found.map(({ createdAt }) => (testNow.getTime() - createdAt.getTime()) / HOUR);
}

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

test('the newest 20 calls of each webhook that are done stay, and all events that wait', async () => {
  const [full, half] = [await aWebhook(), await aWebhook()];
  await addCalls(full, { status: 'taken', hours: upTo(24) });
  await addCalls(full, { status: 'failed', hours: [0.5, 100] });
  await addCalls(full, { status: 'waiting', hours: [0.1, 200] });
  await addCalls(half, { status: 'failed', hours: upTo(20) });
  expect(await pruneWebhookCalls(own.ctx.db.pool, testNow)).toBe(6);
  expect(await left(full, 'taken')).toEqual(upTo(19));
  expect(await left(full, 'failed')).toEqual([0.5]);
  expect(await left(full, 'waiting')).toEqual([0.1, 200]);
  expect(await left(half, 'failed')).toEqual(upTo(20));
});

test('tests that have waited for more than a day are deleted in the nightly work', async () => {
  const webhook = await aWebhook();
  await addCalls(webhook, { status: 'waiting', event: 'test', hours: [23, 25] });
  const nothing = { at: { hour: 3, minute: 0 }, dataDir: '/nonexistent', backups: { dir: '', kept: 0 } };
  const keepDays = { mail: 365, jobs: 30, practice: 30 };
  const report = await runNightly(own.ctx, { ...nothing, minFreeMb: 0, keepDays });
  expect(report.webhookCalls).toBe(1);
  expect(await left(webhook, 'waiting')).toEqual([23]);
});
