import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAccount } from '../../src/accounts/accounts.ts';
import { redeemSignInLink } from '../../src/accounts/sign-in-links.ts';
import { configFrom } from '../../src/config.ts';
import { type Server, startServer } from '../../src/server.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { type MailServer, startMailServer } from '../helpers/mail-server.ts';

let mail: MailServer;
let dir: string;
let own: TestContext;

beforeAll(async () => {
  mail = await startMailServer();
});
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-operator-'));
  own = await testContext();
});
afterEach(async () => {
  await own?.close();
  await rm(dir, { recursive: true, force: true });
});
afterAll(() => mail?.close());

async function start(settings: Record<string, string>): Promise<Server> {
  const base = { DATABASE_URL: own.url, DATA_DIR: dir, BACKUP_DIR: path.join(dir, 'backups') };
  const config = configFrom({ ...base, PORT: '0', HEALTH_PORT: '0', ROLE: 'web', ...settings });
  return await startServer(config, pino({ level: 'silent' }));
}
const levelIn = async (server: Server) =>
  (await server.health.check()).find(({ check }) => check === 'operators')?.level;
const emails = async () => {
  const found = await own.ctx.db.prisma.account.findMany({ orderBy: { id: 'asc' } });
  return found.map(({ email }) => email);
};

test('an operator’s account without an address gets that of OPERATOR_EMAIL with the next start', async () => {
  const first = await start({ SMTP_URL: mail.url });
  expect(await levelIn(first)).toBe('warning');
  const link = first.operatorLink as string;
  await first.stop();
  expect(await emails()).toEqual(['operator@localhost.localdomain']);

  const second = await start({ SMTP_URL: mail.url, OPERATOR_EMAIL: 'Olive@example.org' });
  expect(await levelIn(second)).toBe('ok');
  expect(second.operatorLink).toBeNull();
  await second.stop();
  expect(await emails()).toEqual(['olive@example.org']);
  own.setNow(new Date());
  const operator = await redeemSignInLink(own.ctx, link.split('/').at(-1) as string);
  expect(operator).toMatchObject({ operator: true, email: 'olive@example.org' });

  // From then on, the account has the address that its owner gave it.
  const third = await start({ SMTP_URL: mail.url, OPERATOR_EMAIL: 'other@example.org' });
  await third.stop();
  expect(await emails()).toEqual(['olive@example.org']);
}, 60_000);

test('if another account has the address, nothing is changed, and the check says that no operator has one', async () => {
  await (await start({ SMTP_URL: mail.url })).stop();
  await createAccount(own.ctx, { name: 'Olive', email: 'olive@example.org' });
  const server = await start({ SMTP_URL: mail.url, OPERATOR_EMAIL: 'olive@example.org' });
  expect(await levelIn(server)).toBe('warning');
  await server.stop();
  expect(await emails()).toEqual(['operator@localhost.localdomain', 'olive@example.org']);
}, 60_000);
