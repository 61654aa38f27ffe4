import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTransport } from '../../../src/mail/delivery/transport.ts';
import { type Alerts, type AlertsOptions, createAlerts } from '../../../src/operations/alerts/alerts.ts';
import type { Condition } from '../../../src/operations/health.ts';
import { type MailServer, startMailServer } from '../../helpers/mail-server.ts';
import { FROM } from '../../mail/deliver-deps.ts';

/** Which mails a real mail server gets, for what is wrong again and again. The clock is the test's. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
let dir: string;
let server: MailServer;
let now: Date;
let running: Alerts[] = [];

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-recurring-'));
  server = await startMailServer();
  now = new Date('2027-03-01T12:00:00Z');
});
afterEach(async () => {
  await Promise.all(running.map((alerts) => alerts.close()));
  running = [];
  await server.close();
  await rm(dir, { recursive: true });
});

const fileOf = (name: string) => path.join(dir, `${name}.json`);

async function startAlerts(more: Partial<AlertsOptions> = {}): Promise<Alerts> {
  const alerts = await createAlerts({
    transport: openTransport({ url: server.url, connections: 1 }),
    file: fileOf('alerts'),
    firstAddress: 'operator@whistlestop.test',
    ...{ from: FROM, publicUrl: 'https://games.example.org', mailDomain: 'games.example.org' },
    ...{ log: pino({ level: 'silent' }), now: () => now },
    ...more,
  });
  running.push(alerts);
  return alerts;
}

const down: Condition = { check: 'database', level: 'down', message: 'The database does not answer.' };
const ok: Condition = { check: 'database', level: 'ok', message: 'Good.' };

/** Rounds of checks every five seconds for so many milliseconds. */
async function rounds(alerts: Alerts | readonly Alerts[], milliseconds: number, condition: Condition) {
  for (let passed = 0; passed < milliseconds; passed += 5 * SECOND) {
    for (const one of [alerts].flat() as Alerts[]) {
      one.observe([condition]);
      await one.settled();
    }
    now = new Date(now.getTime() + 5 * SECOND);
  }
}

/** Lets the database go and come back again and again, for so many milliseconds in all. */
async function flap(
  alerts: Alerts | readonly Alerts[],
  [away, back]: readonly [number, number],
  milliseconds: number,
): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += away + back) {
    await rounds(alerts, away, down);
    await rounds(alerts, back, ok);
  }
}

const subjects = () => server.taken.map(({ subject }) => (subject ?? '').replace(' (games.example.org)', ''));
const textOf = (index: number) => server.taken[index]?.text?.replace(/\s+/g, ' ');

test.each([
  ['55 seconds of each minute', 55 * SECOND, 5 * SECOND],
  ['half of each minute', 30 * SECOND, 30 * SECOND],
  ['almost a minute every two minutes', 55 * SECOND, 65 * SECOND],
])('what is wrong for %s is told within minutes, and its end once it stays away', async (_, away, back) => {
  const alerts = await startAlerts();
  await flap(alerts, [away, back], 6 * MINUTE);
  expect(subjects()).toEqual(['Problem: database']);
  expect(textOf(0)).toContain(
    'Database: Down again and again since Mon, Mar 1, 2027, 12:00 PM UTC The database does not answer.',
  );
  await flap(alerts, [away, back], 2 * HOUR);
  expect(subjects()).toHaveLength(1);
  await rounds(alerts, 10 * MINUTE, ok);
  expect(subjects()).toEqual(['Problem: database', 'Solved: database']);
  expect(textOf(1)).toContain('This problem came and went from Mon, Mar 1, 2027, 12:00 PM UTC to Mon, Mar 1');
});

test('a check that fails once is not told, however often that happens after a calm', async () => {
  const alerts = await startAlerts();
  await flap(alerts, [5 * SECOND, 6 * MINUTE], 6 * HOUR);
  expect(subjects()).toEqual([]);
});

test('a check that fails twice within a minute is not told', async () => {
  const alerts = await startAlerts();
  await flap(alerts, [5 * SECOND, 25 * SECOND], MINUTE);
  await rounds(alerts, 10 * MINUTE, ok);
  expect(subjects()).toEqual([]);
});

test('what is wrong and right for more than a minute each is told and solved once, then once a day', async () => {
  const alerts = await startAlerts();
  await flap(alerts, [70 * SECOND, 70 * SECOND], 23 * HOUR);
  expect(subjects()).toEqual(['Problem: database', 'Solved: database', 'Problem: database']);
  await flap(alerts, [70 * SECOND, 70 * SECOND], 3 * HOUR);
  expect(subjects().slice(3)).toEqual(['Still a problem: database']);
});

test('a single failure soon after a long problem was solved is not told', async () => {
  const alerts = await startAlerts();
  await rounds(alerts, HOUR, down);
  await flap(alerts, [5 * SECOND, 2 * MINUTE], 10 * MINUTE);
  expect(subjects()).toEqual(['Problem: database', 'Solved: database']);
});

test('the times add up over restarts, but what was long ago is forgotten', async () => {
  for (let start = 0; start < 4; start += 1) {
    const alerts = await startAlerts();
    await flap(alerts, [40 * SECOND, 20 * SECOND], MINUTE);
    await alerts.close();
    if (start === 1) now = new Date(now.getTime() + HOUR);
  }
  expect(subjects()).toEqual([]);
  const alerts = await startAlerts();
  await flap(alerts, [45 * SECOND, 15 * SECOND], MINUTE);
  expect(subjects()).toEqual(['Problem: database']);
  expect(textOf(0)).toContain('again and again since Mon, Mar 1, 2027, 1:02 PM UTC');
});

test('the time in which the server itself was down does not count', async () => {
  const before = await startAlerts();
  await rounds(before, 10 * SECOND, down);
  await before.close();
  now = new Date(now.getTime() + HOUR);
  const after = await startAlerts();
  await flap(after, [0, MINUTE], MINUTE);
  await flap(after, [5 * SECOND, MINUTE], 2 * MINUTE);
  expect(subjects()).toEqual([]);
});

test('a file of an older version is read: what it was told goes on', async () => {
  const since = now.toISOString();
  const told = { at: since, level: 'down' };
  const stored = {
    check: 'database',
    level: 'down',
    since,
    due: true,
    told,
    elsewhere: false,
    okSince: null,
  };
  await writeFile(
    fileOf('alerts'),
    JSON.stringify({ addresses: ['olive@whistlestop.test'], alerts: [stored] }),
  );
  const alerts = await startAlerts();
  await rounds(alerts, 2 * MINUTE, down);
  expect(subjects()).toEqual([]);
  await rounds(alerts, 2 * MINUTE, ok);
  expect(subjects()).toEqual(['Solved: database']);
  expect(textOf(0)).toContain(
    'This problem lasted from Mon, Mar 1, 2027, 12:00 PM UTC to Mon, Mar 1, 2027, 12:02 PM UTC.',
  );
  expect(server.taken[0]?.to).toMatchObject([{ address: 'olive@whistlestop.test' }]);
});

test('what has been ok for a while leaves nothing in the file', async () => {
  const alerts = await startAlerts();
  await rounds(alerts, 2 * MINUTE, down);
  await rounds(alerts, 10 * MINUTE, ok);
  expect(JSON.parse(await readFile(fileOf('alerts'), 'utf8'))).toMatchObject({ alerts: [] });
});

test('several processes that share a folder tell it once', async () => {
  const names = ['worker', 'web', 'worker-2'];
  const processes = await Promise.all(
    names.map((name, index) =>
      startAlerts({
        file: fileOf(name),
        otherFiles: async () => names.filter((other) => other !== name).map(fileOf),
        ...(index === 1 && { patience: 3 * MINUTE }),
      }),
    ),
  );
  await flap(processes, [55 * SECOND, 5 * SECOND], HOUR);
  expect(subjects()).toEqual(['Problem: database']);
  await rounds(processes, 30 * MINUTE, ok);
  expect(subjects()).toEqual(['Problem: database', 'Solved: database']);
  await rounds(processes, 10 * MINUTE, down);
  expect(subjects()).toHaveLength(3);
});

test('a server that its operator holds soon after it was held by itself is not told', async () => {
  const alerts = await startAlerts();
  const held: Condition = { check: 'held', level: 'down', message: 'The server is held.' };
  await rounds(alerts, 2 * MINUTE, { ...held, alarm: true });
  await rounds(alerts, 2 * MINUTE, { ...held, level: 'ok' });
  await rounds(alerts, 10 * MINUTE, held);
  expect(subjects()).toEqual(['Problem: held server', 'Solved: held server']);
});
