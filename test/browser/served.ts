import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import type { Browser, Page } from 'playwright-core';
import { setSecurityCode } from '../../src/accounts/security-codes.ts';
import type { AppContext } from '../../src/context.ts';
import { openDatabase } from '../../src/database/client.ts';
import type { Account } from '../../src/database/generated/client.ts';
import { startWorker, type Worker } from '../../src/jobs/worker.ts';
import { openTransport } from '../../src/mail/delivery/transport.ts';
import { type Mailbox, openMailbox } from '../../src/mail/mailbox/mailbox.ts';
import type { WebContext } from '../../src/web/web-context.ts';
import { granted } from '../games/game/play.ts';
import { openBrowser } from '../helpers/browser.ts';
import { testContext } from '../helpers/database.ts';
import { startTcpProxy, type TcpProxy } from '../helpers/tcp-proxy.ts';
import { aWeb, testCode } from '../web/visitor.ts';
import { violationsOn } from './axe.ts';

/** A server with real pages, a worker and mail, and a browser. */
export interface ServedApp {
  ctx: AppContext;
  /** The address of the server: `http://127.0.0.1:4711`. */
  home: string;
  browser: Browser;
  worker: Worker;
  /** Between the pages and their database, if that was wanted. */
  proxy: TcpProxy | null;
  /** A page in a new browser context, signed in to the account. */
  signedIn(account: Account, options?: Device & { at?: string }): Promise<Page>;
  /** A page in a new browser context, signed out. */
  stranger(options?: Device): Promise<Page>;
  /** The texts of the mails to an address whose subject contains these words, the latest first. */
  mailsTo(address: string, subject?: string): Promise<string[]>;
  /** What axe-core finds on a page, and whether the page is wider than its screen. */
  faultsOf(page: Page): Promise<string[]>;
  close(): Promise<void>;
}

export interface Device {
  /** The width of a phone in pixels; a desktop by default. */
  phone?: number;
  scripts?: boolean;
}

/**
 * Starts a server for one test file.
 * @param options.other what its pages are given besides
 * @param options.throughProxy whether its database can be made unreachable
 * @param options.onLocalhost whether its public address is that of the server, with the name localhost: browsers allow
 * passkeys there
 */
export async function serveApp({
  other = () => ({}),
  throughProxy = false,
  onLocalhost = false,
}: {
  other?: (ctx: AppContext) => Partial<WebContext>;
  throughProxy?: boolean;
  onLocalhost?: boolean;
} = {}): Promise<ServedApp> {
  const own = await testContext();
  const { ctx } = own;
  const proxy = throughProxy ? await startTcpProxy(own.url) : null;
  const db = proxy === null ? ctx.db : await openDatabase(proxy.url);
  const dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-served-'));
  const mailbox = await openMailbox({ dir, log: pino({ level: 'silent' }) });
  const port = onLocalhost ? await freePort() : 0;
  const address = onLocalhost ? { publicUrl: `http://localhost:${port}` } : {};
  const app = await aWeb({ ...ctx, db }, { limits: { forms: 1000 }, ...address, ...other(ctx) });
  const listening = await app.listen({ port, host: '127.0.0.1' });
  const home = address.publicUrl ?? listening;
  const transport = openTransport({ url: mailbox.smtpUrl });
  const from = 'Whistlestop <post@whistlestop.test>';
  const worker = await startWorker({ ctx, transport, from, publicUrl: home });
  const texts = new Map<string, string>();
  const browser = await openBrowser();
  const stranger = ({ phone, scripts = true }: Device = {}) => {
    const viewport = phone === undefined ? { width: 1280, height: 900 } : { width: phone, height: 800 };
    return browser.newPage({ baseURL: home, javaScriptEnabled: scripts, viewport });
  };
  return {
    ...{ ctx, home, browser, worker, proxy, stranger },
    async signedIn(account, { at = '/my/games', ...device } = {}) {
      granted(await setSecurityCode(ctx, account.id, testCode));
      const page = await stranger(device);
      await page.goto(at);
      if (!page.url().includes('/sign-in')) await page.goto('/sign-in');
      await page.fill('#account', String(account.id));
      await page.fill('#code', testCode);
      await page.click('main form[action="/sign-in"] button');
      await page.waitForURL((url) => url.pathname === new URL(at, home).pathname);
      return page;
    },
    async mailsTo(address, subject = '') {
      await worker.idle();
      return mailsIn(mailbox, texts, address, subject);
    },
    faultsOf,
    async close() {
      await browser.close();
      await worker.stop();
      transport.close();
      await app.close();
      await mailbox.close();
      if (proxy !== null) {
        await db.close();
        await proxy.close();
      }
      await own.close();
      await rm(dir, { recursive: true });
    },
  };
}

/** A port that no one uses at the moment: the public address must be known before the server listens. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** @param texts those of mails that were read before: stored mails never change, and most have PDF files to decode */
async function mailsIn(
  mailbox: Mailbox,
  texts: Map<string, string>,
  address: string,
  subject: string,
): Promise<string[]> {
  const found: string[] = [];
  for (const { id, recipients, subject: about } of await mailbox.list()) {
    if (!recipients.includes(address.toLowerCase()) || !about.includes(subject)) continue;
    const text = texts.get(id) ?? (await mailbox.read(id))?.text ?? '';
    texts.set(id, text);
    found.push(text);
  }
  return found;
}

async function faultsOf(page: Page): Promise<string[]> {
  const violations = await violationsOn(page);
  const over = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  const wide = ((await page.evaluate(over)) as number) > 0 ? ['wider than the screen'] : [];
  return [...violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`), ...wide];
}
