import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTransport } from '../../../src/mail/delivery/transport.ts';
import { type Alerts, type AlertsOptions, createAlerts } from '../../../src/operations/alerts/alerts.ts';
import { readOperatorAddresses } from '../../../src/operations/alerts/operator-addresses.ts';
import { CHECK_TITLES } from '../../../src/operations/check-titles.ts';
import type { CheckName, Condition } from '../../../src/operations/health.ts';
import { anAccount } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { type MailServer, startMailServer } from '../../helpers/mail-server.ts';
import { FROM, SENDER } from '../../mail/deliver-deps.ts';

/** Which mails a real mail server gets, for conditions that come and go. The clock is the test's. */

const log = pino({ level: 'silent' });
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const OPERATOR = 'operator@whistlestop.test';
let dir: string;
let server: MailServer;
let now: Date;
let running: Alerts[] = [];

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-alerts-'));
  server = await startMailServer();
  now = new Date('2027-03-01T12:00:00Z');
});
afterEach(async () => {
  await Promise.all(running.map((alerts) => alerts.close()));
  running = [];
  await server.close();
  await rm(dir, { recursive: true });
});

async function startAlerts(more: Partial<AlertsOptions> = {}): Promise<Alerts> {
  const alerts = await createAlerts({
    transport: openTransport({ url: server.url, connections: 1 }),
    file: path.join(dir, 'alerts.json'),
    firstAddress: OPERATOR,
    ...{ from: FROM, publicUrl: 'https://games.example.org', mailDomain: 'games.example.org' },
    ...{ log, now: () => now },
    ...more,
  });
  running.push(alerts);
  return alerts;
}

const warning = (check: CheckName, message = `Something about ${check}.`): Condition => ({
  ...{ check, level: 'warning', message },
});
const ok = (check: CheckName): Condition => ({ check, level: 'ok', message: 'Good.' });

/** A round of checks after so many milliseconds. Returns the subjects of all mails so far. */
async function round(alerts: Alerts, milliseconds: number, conditions: Condition[]): Promise<string[]> {
  now = new Date(now.getTime() + milliseconds);
  alerts.observe(conditions);
  await alerts.settled();
  return subjects();
}

const subjects = () => server.taken.map(({ subject }) => (subject ?? '').replace(' (games.example.org)', ''));

describe('an alert', () => {
  test('is mailed once when a condition has lasted for a minute, and once when it is over', async () => {
    const alerts = await startAlerts();
    expect(await round(alerts, 0, [warning('backups')])).toEqual([]);
    expect(await round(alerts, MINUTE - 1, [warning('backups')])).toEqual([]);
    expect(await round(alerts, 1, [warning('backups')])).toEqual(['Problem: backups']);
    expect(await round(alerts, HOUR, [warning('backups')])).toHaveLength(1);
    expect(await round(alerts, 5_000, [ok('backups')])).toHaveLength(1);
    expect(await round(alerts, MINUTE, [ok('backups')])).toEqual(['Problem: backups', 'Solved: backups']);
    expect(await round(alerts, 30 * HOUR, [ok('backups')])).toHaveLength(2);
  });

  // A server is mostly held because of the operator, and if there are no operators, no one would get the mail.
  test('is mailed for every check but those of a held server and of missing operators', async () => {
    const alerts = await startAlerts();
    const checks = Object.keys(CHECK_TITLES) as CheckName[];
    const all = checks.map((check) => warning(check));
    await round(alerts, 0, all);
    await round(alerts, MINUTE, all);
    const text = server.taken.map((mail) => mail.text).join('\n');
    expect(checks.filter((check) => !text.includes(`Something about ${check}.`))).toEqual([
      'held',
      'operators',
    ]);
  });

  test('has the name under which the operator’s guide says what it means', async () => {
    const guide = await readFile('docs/operators-guide.md', 'utf8');
    const [, section = ''] = guide.split('## What each alarm means');
    const [table = ''] = section.split('\n## ');
    const names = [...table.matchAll(/^\| ([A-Z][^|]*?) \|/gm)].map(([, name]) => name);
    expect(names.sort()).toEqual(Object.values(CHECK_TITLES).sort());
  });

  test('says what is wrong, since when, and where to look; programs do not reply to it', async () => {
    const alerts = await startAlerts();
    await round(alerts, 0, [warning('disk', 'Only 150 MB are free. Delete something.')]);
    await round(alerts, MINUTE, [warning('disk', 'Only 150 MB are free. Delete something.')]);
    const mail = server.taken[0];
    expect(mail?.subject).toBe('Problem: disk space (games.example.org)');
    expect(mail?.from?.address).toBe(SENDER);
    expect(mail?.to).toMatchObject([{ address: OPERATOR }]);
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain('Disk space: Warning since Mon, Mar 1, 2027, 12:00 PM UTC');
      expect(part).toContain('Only 150 MB are free. Delete something.');
      expect(part).toContain('https://games.example.org/operator/system');
    }
    const header = (key: string) => mail?.headers.find((one) => one.key === key)?.value;
    expect(header('auto-submitted')).toBe('auto-generated');
    expect(header('x-auto-response-suppress')).toBe('All');
  });

  test('is not mailed for a condition that is over within a minute', async () => {
    const alerts = await startAlerts();
    await round(alerts, 0, [warning('workers')]);
    await round(alerts, MINUTE - 1, [ok('workers')]);
    await round(alerts, 1, [warning('workers')]);
    expect(await round(alerts, MINUTE - 1, [warning('workers')])).toEqual([]);
  });

  test('goes on if the condition was over for less than a minute', async () => {
    const alerts = await startAlerts();
    await round(alerts, 0, [warning('mail')]);
    await round(alerts, MINUTE, [warning('mail')]);
    await round(alerts, MINUTE, [ok('mail')]);
    await round(alerts, MINUTE - 1, [warning('mail')]);
    expect(await round(alerts, MINUTE, [warning('mail')])).toEqual(['Problem: mail']);
  });

  test('is repeated every day while the condition lasts', async () => {
    const alerts = await startAlerts();
    await round(alerts, 0, [warning('backups')]);
    await round(alerts, MINUTE, [warning('backups')]);
    expect(await round(alerts, 24 * HOUR - 1, [warning('backups')])).toHaveLength(1);
    expect(await round(alerts, 1, [warning('backups')])).toEqual([
      'Problem: backups',
      'Still a problem: backups',
    ]);
    expect(await round(alerts, 24 * HOUR, [warning('backups')])).toHaveLength(3);
  });

  test('is mailed again at once if a warning gets worse', async () => {
    const alerts = await startAlerts();
    const down: Condition = { check: 'disk', level: 'down', message: 'The disk is full.' };
    await round(alerts, 0, [warning('disk')]);
    await round(alerts, MINUTE, [warning('disk')]);
    expect(await round(alerts, HOUR, [down])).toEqual(['Problem: disk space', 'Problem: disk space']);
    await round(alerts, MINUTE, [warning('disk')]);
    expect(await round(alerts, MINUTE, [down])).toHaveLength(2);
    expect(server.taken[1]?.text).toContain('Disk space: Down since');
  });

  test('names everything that is wrong at the time, in one mail', async () => {
    const alerts = await startAlerts();
    await round(alerts, 0, [warning('database'), ok('deadlines')]);
    await round(alerts, MINUTE / 2, [warning('database'), warning('deadlines')]);
    await round(alerts, MINUTE / 2, [warning('database'), warning('deadlines')]);
    expect(await round(alerts, MINUTE, [warning('database'), warning('deadlines')])).toEqual([
      'Problem: database, due dates',
    ]);
    await round(alerts, MINUTE, [ok('database'), ok('deadlines')]);
    expect(await round(alerts, MINUTE, [ok('database'), ok('deadlines')])).toEqual([
      'Problem: database, due dates',
      'Solved: database, due dates',
    ]);
  });

  test('is not mailed for a held server: the operator held it', async () => {
    const alerts = await startAlerts();
    await round(alerts, 0, [warning('held')]);
    expect(await round(alerts, HOUR, [warning('held')])).toEqual([]);
  });

  test('is mailed for a server that is held because it found its database to be older: nobody did that', async () => {
    const alerts = await startAlerts();
    const found = { ...warning('held'), alarm: true as const };
    await round(alerts, 0, [found]);
    expect(await round(alerts, MINUTE, [found])).toEqual(['Problem: held server']);
    await round(alerts, MINUTE, [ok('held')]);
    expect(await round(alerts, MINUTE, [ok('held')])).toEqual([
      'Problem: held server',
      'Solved: held server',
    ]);
  });
});

describe('if the mail server does not take the mail', () => {
  test('it is tried again, at growing intervals, until it is out', async () => {
    server.behave(OPERATOR, 'postpone');
    const alerts = await startAlerts();
    await round(alerts, 0, [warning('mail')]);
    await round(alerts, MINUTE, [warning('mail')]);
    expect(server.asked.get(OPERATOR)).toBe(1);
    await round(alerts, MINUTE - 1, [warning('mail')]);
    expect(server.asked.get(OPERATOR)).toBe(1);
    await round(alerts, 1, [warning('mail')]);
    expect(server.asked.get(OPERATOR)).toBe(2);
    await round(alerts, 2 * MINUTE - 1, [warning('mail')]);
    expect(server.asked.get(OPERATOR)).toBe(2);
    server.behave(OPERATOR, 'accept');
    expect(await round(alerts, 1, [warning('mail')])).toEqual(['Problem: mail']);
    expect(await round(alerts, HOUR, [warning('mail')])).toHaveLength(1);
  });

  test('the alarm counts as untold after half an hour, until it is out or over', async () => {
    server.behave(OPERATOR, 'postpone');
    const alerts = await startAlerts();
    await round(alerts, 0, [warning('mail')]);
    await round(alerts, MINUTE, [warning('mail'), warning('disk')]);
    for (let i = 0; i < 29; i += 1) await round(alerts, MINUTE, [warning('mail'), warning('disk')]);
    expect(alerts.untold()).toEqual([]);
    await round(alerts, MINUTE, [warning('mail'), warning('disk')]);
    expect(alerts.untold().sort()).toEqual(['disk', 'mail']);
    await round(alerts, MINUTE, [warning('mail'), ok('disk')]);
    expect(alerts.untold()).toEqual(['mail']);
    server.behave(OPERATOR, 'accept');
    await round(alerts, 10 * MINUTE, [warning('mail'), ok('disk')]);
    expect(alerts.untold()).toEqual([]);
  });

  test('the operator hears of the problem even if it is over by then', async () => {
    server.behave(OPERATOR, 'postpone');
    const alerts = await startAlerts();
    await round(alerts, 0, [warning('mail', 'The mail server does not answer.')]);
    await round(alerts, 3 * HOUR, [warning('mail', 'The mail server does not answer.')]);
    server.behave(OPERATOR, 'accept');
    await round(alerts, MINUTE, [ok('mail')]);
    expect(await round(alerts, 10 * MINUTE, [ok('mail')])).toEqual(['Solved: mail']);
    expect(server.taken[0]?.text?.replace(/\s+/g, ' ')).toContain(
      'This problem lasted from Mon, Mar 1, 2027, 12:00 PM UTC to Mon, Mar 1, 2027, 3:01 PM UTC. The mail server does not answer.',
    );
    expect(await round(alerts, HOUR, [ok('mail')])).toHaveLength(1);
  });
});

describe('after a restart', () => {
  test('what was told is not told again, but its end is', async () => {
    const before = await startAlerts();
    await round(before, 0, [warning('backups')]);
    await round(before, MINUTE, [warning('backups')]);
    await before.close();
    const after = await startAlerts();
    await round(after, MINUTE, [warning('backups')]);
    expect(await round(after, MINUTE, [warning('backups')])).toHaveLength(1);
    await round(after, MINUTE, [ok('backups')]);
    expect(await round(after, MINUTE, [ok('backups')])).toEqual(['Problem: backups', 'Solved: backups']);
  });

  test('a server that crashes again and again tells it once, although no run lasts for a minute', async () => {
    for (let start = 0; start < 5; start += 1) {
      const alerts = await startAlerts();
      await round(alerts, 5_000, [warning('restarts')]);
      await alerts.close();
    }
    expect(subjects()).toEqual(['Problem: restarts']);
  });

  test('a damaged file counts as empty', async () => {
    const file = path.join(dir, 'alerts.json');
    const alerts = await startAlerts();
    await round(alerts, 0, [warning('restarts')]);
    const text = await readFile(file, 'utf8');
    expect(JSON.parse(text)).toMatchObject({ addresses: [OPERATOR], alerts: [{ check: 'restarts' }] });
    expect(text).not.toContain('Something about');
    await alerts.close();
    await writeFile(file, text.slice(0, 50));
    const next = await startAlerts();
    expect(await round(next, 0, [warning('restarts')])).toHaveLength(2);
  });
});

describe('two processes of one server', () => {
  test('tell the operator once', async () => {
    const [one, two] = [path.join(dir, 'one.json'), path.join(dir, 'two.json')];
    const first = await startAlerts({ file: one, otherFiles: async () => [two] });
    const second = await startAlerts({ file: two, otherFiles: async () => [one], patience: 3 * MINUTE });
    const both = async (milliseconds: number, conditions: Condition[]) => {
      await round(first, milliseconds, conditions);
      return await round(second, 0, conditions);
    };
    await both(0, [warning('deadlines')]);
    await both(MINUTE, [warning('deadlines')]);
    expect(await both(5 * MINUTE, [warning('deadlines')])).toEqual(['Problem: due dates']);
    await both(MINUTE, [ok('deadlines')]);
    await both(MINUTE, [ok('deadlines')]);
    expect(await both(5 * MINUTE, [ok('deadlines')])).toEqual(['Problem: due dates', 'Solved: due dates']);
  });

  test('that see it at the same moment tell it once: the second one waits for its turn', async () => {
    const [one, two] = [path.join(dir, 'one.json'), path.join(dir, 'two.json')];
    const first = await startAlerts({ file: one, otherFiles: async () => [two], turn: async () => 0 });
    const second = await startAlerts({ file: two, otherFiles: async () => [one], turn: async () => 3_000 });
    const both = async () => {
      for (const alerts of [first, second]) alerts.observe([warning('deadlines')]);
      await Promise.all([first.settled(), second.settled()]);
    };
    await both();
    now = new Date(now.getTime() + MINUTE);
    await both();
    expect(server.taken.map(({ subject }) => subject)).toHaveLength(1);
  });

  test('tell it even if one of them has died', async () => {
    const second = await startAlerts({
      otherFiles: async () => [path.join(dir, 'gone.json')],
      patience: 3 * MINUTE,
    });
    await round(second, 0, [warning('deadlines')]);
    expect(await round(second, 3 * MINUTE, [warning('deadlines')])).toEqual(['Problem: due dates']);
  });
});

describe('after the clock was ahead by a year and was set right', () => {
  const YEAR = 365 * 24 * HOUR;

  test('a problem is told that began meanwhile, is repeated, and its end is told', async () => {
    now = new Date(now.getTime() + YEAR);
    const ahead = await startAlerts();
    await round(ahead, 0, [warning('backups'), warning('restarts'), warning('disk')]);
    expect(subjects()).toHaveLength(1);
    await round(ahead, MINUTE, [warning('backups'), warning('restarts'), ok('disk')]);
    await ahead.close();
    now = new Date(now.getTime() - YEAR);
    const alerts = await startAlerts();
    const lasting = [warning('backups'), warning('restarts'), ok('disk')];
    await round(alerts, 0, lasting);
    await round(alerts, MINUTE, lasting);
    expect(subjects().at(-1)).toBe('Solved: disk space');
    await round(alerts, 25 * HOUR, lasting);
    expect(subjects().at(-1)).toBe('Still a problem: backups, restarts');
  });

  test('a problem is told that began meanwhile and was not told yet', async () => {
    now = new Date(now.getTime() + YEAR);
    const alerts = await startAlerts();
    await round(alerts, 0, [warning('backups')]);
    await round(alerts, -YEAR, [warning('backups')]);
    expect(await round(alerts, MINUTE, [warning('backups')])).toEqual(['Problem: backups']);
  });

  test('a mail is tried again that could not be sent meanwhile', async () => {
    server.behave(OPERATOR, 'postpone');
    now = new Date(now.getTime() + YEAR);
    const alerts = await startAlerts();
    await round(alerts, 0, [warning('restarts')]);
    server.behave(OPERATOR, 'accept');
    expect(await round(alerts, -YEAR, [warning('restarts')])).toEqual(['Problem: restarts']);
  });

  test('what another process told meanwhile, and never saw end, does not count as told', async () => {
    const [one, two] = [path.join(dir, 'one.json'), path.join(dir, 'two.json')];
    now = new Date(now.getTime() + YEAR);
    const gone = await startAlerts({ file: one });
    await round(gone, 0, [warning('deadlines')]);
    await round(gone, MINUTE, [warning('deadlines')]);
    await gone.close();
    now = new Date(now.getTime() - YEAR);
    const alerts = await startAlerts({ file: two, otherFiles: async () => [one] });
    await round(alerts, 0, [warning('deadlines')]);
    expect(await round(alerts, MINUTE, [warning('deadlines')])).toHaveLength(2);
  });
});

describe('the recipients', () => {
  let own: TestContext;
  beforeAll(async () => {
    own = await testContext();
  });
  afterAll(() => own.close());

  test('are all operators, also while the database does not answer, and after a restart', async () => {
    const { account } = own.ctx.db.prisma;
    const names = ['Olive Operator', 'Otto Operator'];
    const operators = await Promise.all(names.map((name) => anAccount(own.ctx, name)));
    await anAccount(own.ctx, 'Pam Player');
    await account.updateMany({
      where: { id: { in: operators.map(({ id }) => id) } },
      data: { operator: true },
    });
    const emails = operators.map(({ email }) => email).sort();
    const recipientsOf = (index: number) => server.taken[index]?.to?.map(({ address }) => address).sort();

    const first = await startAlerts();
    first.readAddressesFrom(() => readOperatorAddresses(own.ctx));
    await round(first, 0, [ok('database')]);
    first.readAddressesFrom(() => Promise.reject(new Error('the database does not answer')));
    await round(first, HOUR, [warning('database')]);
    await round(first, MINUTE, [warning('database')]);
    expect(recipientsOf(0)).toEqual(emails);
    await first.close();

    const second = await startAlerts();
    await round(second, 0, [warning('restarts')]);
    expect(recipientsOf(1)).toEqual(emails);
  });
});
