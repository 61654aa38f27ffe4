import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { startMailFetcher } from '../../../src/mail/fetching/mail-fetcher.ts';
import { mailboxHash, readMailboxUrl } from '../../../src/mail/fetching/mailbox-url.ts';
import { holdMailbox, type MailboxHold } from '../../../src/mail/fetching/only-fetcher.ts';
import { useContext } from '../../helpers/use-context.ts';

/* Which process fetches from a mailbox, with real processes that are frozen or killed. */

const own = useContext();
const HEARTBEAT = 200;
/** The database ends the connection of a process that was silent for two seconds. */
const WAIT = { timeout: 10_000, interval: 100 };
let child: ChildProcess | null = null;
let said = '';

afterEach(async () => {
  if (child !== null && child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  child = null;
});

/** Starts a process that has the right to fetch from a mailbox. */
async function startHolder(mailbox: string): Promise<ChildProcess> {
  const file = path.join(import.meta.dirname, 'hold-mailbox.ts');
  const args = ['--import', './src/typescript.js', file, own.ctx.db.url, mailbox, String(HEARTBEAT)];
  const started = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  child = started;
  said = '';
  started.stdout?.on('data', (chunk) => {
    said += chunk;
  });
  await vi.waitFor(() => expect(said).toBe('held\n'), { timeout: 20_000 });
  return started;
}

/** Waits until this process gets the right. */
function getHold(mailbox: string): Promise<MailboxHold> {
  return vi.waitFor(async () => {
    const hold = await holdMailbox(own.ctx, mailbox, HEARTBEAT);
    if (hold === null) throw new Error('another process has it');
    return hold;
  }, WAIT);
}

test('a process that is frozen loses the right to fetch, and learns it when it goes on', async () => {
  const holder = await startHolder('frozen');
  holder.kill('SIGSTOP');
  expect(await holdMailbox(own.ctx, 'frozen', HEARTBEAT)).toBeNull();
  const hold = await getHold('frozen');
  holder.kill('SIGCONT');
  await vi.waitFor(() => expect(said).toBe('held\nlost\n'), WAIT);
  hold.check();
  hold.release();
});

test('a process that lives keeps the right, although it does nothing', async () => {
  await startHolder('quiet');
  await sleep(3_500);
  expect(await holdMailbox(own.ctx, 'quiet', HEARTBEAT)).toBeNull();
  expect(said).toBe('held\n');
  child?.kill('SIGKILL');
  (await getHold('quiet')).release();
});

test('a process that failed says so no longer once another one has kept the right for longer than failing takes', async () => {
  const ctx = { ...own.ctx, inbound: { domain: 'mail.whistlestop.test' } };
  const url = 'imap://games:secret@127.0.0.1:1/INBOX?tls=optional';
  let ahead = 0;
  const uptime = () => performance.now() + ahead;
  const pause = { first: 50, longest: 100 };
  const fetcher = startMailFetcher({ ctx, url, from: 'W <w@x.test>', pause, uptime });
  await vi.waitFor(() => expect(fetcher.failure()).not.toBeNull(), WAIT);
  const hold = await vi.waitFor(async () => {
    const got = await holdMailbox(own.ctx, mailboxHash(readMailboxUrl(url)), HEARTBEAT);
    if (got === null) throw new Error('the fetcher has the right');
    return got;
  }, WAIT);
  // The other one may be about to fail as well.
  await sleep(500);
  expect(fetcher.failure()).not.toBeNull();
  ahead += 120_000;
  await vi.waitFor(() => expect(fetcher.failure()).toBeNull(), WAIT);
  hold.release();
  await vi.waitFor(() => expect(fetcher.failure()).not.toBeNull(), WAIT);
  await fetcher.stop();
});
