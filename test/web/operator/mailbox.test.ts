import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createTransport } from 'nodemailer';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '../../../src/database/generated/client.ts';
import { type Mailbox, openMailbox } from '../../../src/mail/mailbox/mailbox.ts';
import { linkedText } from '../../../src/web/routes/operator/mailbox.ts';
import { anAccount } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { aVisitor, aWeb, signedIn, type Visitor } from '../visitor.ts';

let own: TestContext;
let app: FastifyInstance;
let mailbox: Mailbox;
let dir: string;
let ann: Account;
let ben: Account;

beforeAll(async () => {
  own = await testContext();
  dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-mailbox-'));
  mailbox = await openMailbox({ dir, log: pino({ level: 'silent' }) });
  app = await aWeb(own.ctx, { mailbox });
  ann = await anAccount(own.ctx, 'Ann Baker');
  ben = await anAccount(own.ctx, 'Ben Cole');
  const transport = createTransport(mailbox.smtpUrl);
  await transport.sendMail({
    from: 'server@whistlestop.test',
    // The name looks like another person's address.
    to: { name: `<${ben.email}>, x`, address: ann.email },
    subject: 'Turn <2> of "EY-1"',
    text: 'Sheet: http://whistlestop.test/my/games/EY-1/sheet. Elsewhere: http://evil.test/ <b>bold</b>',
    html: '<p>Hello</p><script>parent.hacked = 1</script><img src="http://evil.test/pixel">',
    attachments: [
      { filename: 'pág"e\r\nx-bad: 1.html', content: '<script>alert(1)</script>', contentType: 'text/html' },
    ],
  });
  transport.close();
});

afterAll(async () => {
  await app.close();
  await mailbox.close();
  await own.close();
  await rm(dir, { recursive: true });
});

async function mailOf(visitor: Visitor): Promise<string> {
  const list = await visitor.get('/mailbox');
  return /href="(\/mailbox\/[^"]+)"/.exec(list.body)?.[1] ?? '';
}

test('an account sees the mail to its own address only', async () => {
  const hers = await signedIn(app, own.ctx, ann);
  const url = await mailOf(hers);
  expect(url).not.toBe('');
  expect((await hers.get(url)).statusCode).toBe(200);
  const his = await signedIn(app, own.ctx, ben);
  expect(await mailOf(his)).toBe('');
  for (const part of ['', '/html', '/attachments/0']) {
    expect((await his.get(url + part)).statusCode).toBe(404);
    expect((await aVisitor(app).get(url + part)).statusCode).toBe(303);
  }
});

test('the operator sees all mail', async () => {
  const made = await anAccount(own.ctx, 'Olive Operator');
  const operator = await own.ctx.db.prisma.account.update({
    where: { id: made.id },
    data: { operator: true },
  });
  expect(await mailOf(await signedIn(app, own.ctx, operator))).not.toBe('');
});

test('the content of a mail is shown as text, and its scripts do not run', async () => {
  const visitor = await signedIn(app, own.ctx, ann);
  const url = await mailOf(visitor);
  const page = await visitor.get(url);
  expect(page.body).toContain('Turn &lt;2&gt; of');
  expect(page.body).not.toContain('<b>bold</b>');
  expect(page.body).toContain('<a href="http://whistlestop.test/my/games/EY-1/sheet">');
  expect(page.body).not.toContain('href="http://evil.test');
  expect(page.body).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  const html = await visitor.get(`${url}/html`);
  const csp = String(html.headers['content-security-policy']);
  expect(csp).toMatch(/^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'/);
  expect(csp).not.toContain('allow-scripts');
  expect(csp).not.toContain('allow-same-origin');
  expect(html.headers['x-frame-options']).toBe('SAMEORIGIN');
});

test('an attachment is downloaded, not shown', async () => {
  const visitor = await signedIn(app, own.ctx, ann);
  const file = await visitor.get(`${await mailOf(visitor)}/attachments/0`);
  expect(file.statusCode).toBe(200);
  expect(file.headers['content-type']).toBe('application/octet-stream');
  expect(file.headers['x-content-type-options']).toBe('nosniff');
  expect(file.headers['content-disposition']).toMatch(
    /^attachment; filename="[\w.() -]+"; filename\*=UTF-8''[\w%.-]+$/,
  );
  expect(file.headers['x-bad']).toBeUndefined();
  expect((await visitor.get(`${await mailOf(visitor)}/attachments/1`)).statusCode).toBe(404);
  for (const id of ['..%2f..%2fetc%2fpasswd', 'nothing']) {
    expect((await visitor.get(`/mailbox/${id}`)).statusCode).toBe(404);
  }
});

test('only addresses of this server become links', () => {
  expect(linkedText('http://a.test.evil.test/x', 'http://a.test')).not.toContain('<a');
  expect(linkedText('(http://a.test/x?y=1&z=2).', 'http://a.test')).toBe(
    '(<a href="http://a.test/x?y=1&amp;z=2">http://a.test/x?y=1&amp;z=2</a>).',
  );
});
