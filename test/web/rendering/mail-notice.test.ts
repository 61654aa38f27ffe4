import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMailbox } from '../../../src/mail/mailbox/mailbox.ts';
import type { WebContext } from '../../../src/web/web-context.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { formingGmGame } from '../gm/gm-game.ts';
import { aVisitor, aWeb } from '../visitor.ts';

const SENTENCE = 'Mail stays in the built-in mailbox; the operator hands you the link.';

let own: TestContext;

beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());

/** Whether each page on which people wait for mail has the sentence. */
async function pagesWithSentence(mailbox: WebContext['mailbox']): Promise<Record<string, number>> {
  const app = await aWeb(own.ctx, { mailbox });
  const visitor = aVisitor(app);
  const { gmVisitor, gmPath } = await formingGmGame(app, own.ctx);
  const email = 'new.person@players.test';
  const pages = {
    'sign-up': await visitor.get('/sign-up'),
    'sign-up sent': await visitor.post('/sign-up', { name: 'New Person', email }),
    'sign-in': await visitor.get('/sign-in'),
    'link sent': await visitor.post('/sign-in/link', { who: email }),
    'GM page': await gmVisitor.get(gmPath),
  };
  await app.close();
  return Object.fromEntries(
    Object.entries(pages).map(([name, { body }]) => [name, body.split(SENTENCE).length - 1]),
  );
}

test('without an SMTP server, the pages on which people wait for mail say where it stays', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-notice-'));
  const mailbox = await openMailbox({ dir, log: pino({ level: 'silent' }) });
  // The GM page says it where people are invited, and above the list of mail.
  const once = { 'sign-up': 1, 'sign-up sent': 1, 'sign-in': 1, 'link sent': 1, 'GM page': 2 };
  expect(await pagesWithSentence(mailbox)).toEqual(once);
  await mailbox.close();
  await rm(dir, { recursive: true });
});

test('with an SMTP server, no page says so', async () => {
  const never = { 'sign-up': 0, 'sign-up sent': 0, 'sign-in': 0, 'link sent': 0, 'GM page': 0 };
  expect(await pagesWithSentence(null)).toEqual(never);
});
