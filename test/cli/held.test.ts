import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { printHeld, type ReleaseOptions, releaseCommand } from '../../src/cli/held.ts';
import type { HeldReason } from '../../src/database/generated/client.ts';
import { holdServer, readHeld } from '../../src/operations/held/held-state.ts';
import { runningGame } from '../games/game/play.ts';
import { type TestContext, testContext } from '../helpers/database.ts';

let own: TestContext;
beforeAll(async () => {
  own = await testContext();
  own.setNow(new Date());
  const due = new Date(Date.now() + 3_600_000);
  await runningGame(own.ctx, { humans: 2, opponents: 2, due });
});
afterAll(() => own.close());
beforeEach(async () => {
  const data = { seenAt: new Date('2026-01-05T17:00:00Z'), heldAt: null, heldReason: null };
  await own.ctx.db.prisma.serverState.update({ where: { id: 1 }, data });
  await own.ctx.db.prisma.delivery.deleteMany({ where: { kind: 'notice' } });
});

/** Runs a command and collects what it prints. */
async function printed(
  run: (output: {
    stdout: { write(text: string): void };
    stderr: { write(text: string): void };
  }) => Promise<number>,
): Promise<{ status: number; out: string; err: string }> {
  let [out, err] = ['', ''];
  const status = await run({
    stdout: {
      write: (text) => {
        out += text;
      },
    },
    stderr: {
      write: (text) => {
        err += text;
      },
    },
  });
  return { status, out, err };
}

const nowhere = { dataDir: '/nonexistent/data', backups: { dir: '/nonexistent/backups', kept: 7 } };
const held = () => printed((output) => printHeld(own.ctx, nowhere, output));
const release = (options: Partial<ReleaseOptions> = {}) =>
  printed((output) =>
    releaseCommand(own.ctx, nowhere, { dates: 'put-off', mail: 'send', ...options }, output),
  );

test('held says that the server is not held, and release refuses then', async () => {
  expect(await held()).toEqual({ status: 0, out: 'The server is not held.\n', err: '' });
  expect(await release()).toEqual({ status: 2, out: '', err: 'The server is not held.\n' });
});

test('held prints what would happen', async () => {
  await holdServer(own.ctx, 'restored');
  const { status, out } = await held();
  expect(status).toBe(1);
  expect(out).toMatch(/^The server is held since .* UTC: its database was restored from a backup\.\n/);
  expect(out).toMatch(
    /Everything that players sent between Mon, Jan 5, 2026, 5:00 PM UTC and .* UTC is missing\./,
  );
  expect(out).toContain('There is no list of departures (departures.jsonl)');
  expect(out).toContain('Games that have moved to another server since the backup are back');
  expect(out).toContain('Accounts that were deleted since the backup are back');
  expect(out).toMatch(/Dates that have passed:\n {2}none\n/);
  expect(out).toMatch(/Dates in the next 24 hours:\n {2}EY-1, turn 1: .*, waits for its GM\n/);
  expect(out).toMatch(/Waiting mail:\n {2}2 printouts to 2 people\n {2}2 invitations to 2 people\n/);
});

test.each<[HeldReason, boolean | undefined, number]>([
  ['restored', undefined, 3],
  ['olderDatabase', undefined, 3],
  ['operator', undefined, 0],
  ['operator', true, 3],
  ['restored', false, 0],
])(
  'release of a server held as %s, with --tell-players %s, tells %i people',
  async (reason, tellPlayers, told) => {
    await holdServer(own.ctx, reason);
    expect((await release(tellPlayers === undefined ? {} : { tellPlayers })).status).toBe(0);
    expect(await readHeld(own.ctx)).toBeNull();
    expect(await own.ctx.db.prisma.delivery.count({ where: { kind: 'notice' } })).toBe(told);
  },
);

test('release can process dates and cancel mail', async () => {
  await holdServer(own.ctx, 'restored');
  await own.ctx.db.prisma.downtime.deleteMany();
  const { out } = await release({ dates: 'process', mail: 'cancel' });
  expect(out).toContain('Told of the restore: 2 players. Mails to GMs: 1.');
  expect(out).toContain('Canceled: 4 mails.');
  expect(await own.ctx.db.prisma.downtime.count()).toBe(0);
});

test.each<HeldReason>(['restored', 'operator'])(
  'release is refused while the list of departures cannot be read (held: %s)',
  async (reason) => {
    await holdServer(own.ctx, reason);
    const dataDir = await mkdtemp(path.join(tmpdir(), 'whistlestop-held-'));
    await mkdir(path.join(dataDir, 'departures.jsonl'));
    const settings = { ...nowhere, dataDir };
    const { status, err } = await printed((output) =>
      releaseCommand(own.ctx, settings, { dates: 'put-off', mail: 'send' }, output),
    );
    expect([status, err]).toEqual([2, expect.stringContaining(`in ${dataDir} could not be read`)]);
    expect(await readHeld(own.ctx)).not.toBeNull();
    await rm(dataDir, { recursive: true });
  },
);
