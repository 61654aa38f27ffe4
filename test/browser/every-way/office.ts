import type { SendMailOptions } from 'nodemailer';
import type { Browser, Page } from 'playwright-core';
import type { Email } from 'postal-mime';
import type { AppContext } from '../../../src/context.ts';
import type { Account } from '../../../src/database/generated/client.ts';
import { startWorker } from '../../../src/jobs/worker.ts';
import { openTransport } from '../../../src/mail/delivery/transport.ts';
import { startInboundMailServer } from '../../../src/mail/inbound/inbound-mail-server.ts';
import { openBrowser } from '../../helpers/browser.ts';
import { testContext, testNow } from '../../helpers/database.ts';
import { startMailServer } from '../../helpers/mail-server.ts';
import { aWeb, testCode } from '../../web/visitor.ts';

/** A server with everything by which sheets come in and printouts go out. */
export interface Office {
  ctx: AppContext;
  /** The address of its pages: `http://127.0.0.1:4711`. */
  home: string;
  /** A page in a new browser context, signed in. */
  signedIn(account: Account, device: Device): Promise<Page>;
  /** The mails to an account, the newest last. */
  mailsTo(account: Account): Promise<Email[]>;
  /** Sends a mail to the server. */
  mailIn(mail: SendMailOptions): Promise<void>;
  /** Has the GM process the open turn on its page. */
  processTurn(gm: Account, number: string, turn: number): Promise<void>;
  /** Sets the clock to the next day. */
  nextDay(): void;
  close(): Promise<void>;
}

export type Device = 'desktop' | 'desktop without scripts' | 'phone';

const DOMAIN = 'mail.whistlestop.test';
const FROM = 'Whistlestop <post@whistlestop.test>';
const DAY = 24 * 3_600_000;

/** Starts the server, its worker, both mail servers and a browser. */
export async function openOffice(): Promise<Office> {
  const own = await testContext();
  const { ctx } = own;
  ctx.inbound = { domain: DOMAIN };
  const outgoing = await startMailServer();
  const transport = openTransport({ url: outgoing.url });
  const app = await aWeb(ctx, { limits: { forms: 1000 } });
  const home = await app.listen({ port: 0, host: '127.0.0.1' });
  const worker = await startWorker({ ctx, transport, from: FROM, publicUrl: home });
  const place = { ctx, host: '127.0.0.1', port: 0, domain: DOMAIN, from: FROM };
  const inbound = await startInboundMailServer(place);
  const incoming = openTransport({ url: `smtp://127.0.0.1:${inbound.port}` });
  const browser = await openBrowser();
  let now = testNow;
  const signedIn: Office['signedIn'] = (account, device) => signIn({ browser, home, account, device });
  return {
    ...{ ctx, home, signedIn },
    async mailsTo({ email }) {
      await worker.idle();
      return outgoing.taken.filter(({ to }) => to?.[0]?.address === email);
    },
    mailIn: async (mail) => {
      await incoming.send(mail);
    },
    async processTurn(gm, number, turn) {
      const page = await signedIn(gm, 'desktop');
      await page.goto(`/gm/games/${number}`);
      await page.click(`button:has-text("Process turn ${turn}")`);
      await page.waitForURL(/done=/);
      await page.context().close();
    },
    nextDay() {
      now = new Date(now.getTime() + DAY);
      own.setNow(now);
    },
    async close() {
      await browser.close();
      await inbound.close();
      incoming.close();
      await worker.stop();
      transport.close();
      await app.close();
      await outgoing.close();
      await own.close();
    },
  };
}

async function signIn({
  browser,
  home,
  account,
  device,
}: {
  browser: Browser;
  home: string;
  account: Account;
  device: Device;
}): Promise<Page> {
  const context = await browser.newContext({
    baseURL: home,
    viewport: device === 'phone' ? { width: 390, height: 844 } : { width: 1280, height: 900 },
    hasTouch: device === 'phone',
    javaScriptEnabled: device !== 'desktop without scripts',
  });
  const page = await context.newPage();
  await page.goto('/sign-in');
  await page.fill('#account', String(account.id));
  await page.fill('#code', testCode);
  await page.click('main form[action="/sign-in"] button');
  await page.waitForURL('**/my/games');
  return page;
}
