import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Delivery } from '../../../src/database/generated/client.ts';
import { enqueueDelivery } from '../../../src/database/outbox.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { gmGamePage } from '../../../src/games/game/gm-view.ts';
import { attemptDelivery } from '../../../src/mail/delivery/deliver.ts';
import { openTransport, type Transport } from '../../../src/mail/delivery/transport.ts';
import {
  type InboundMailServer,
  startInboundMailServer,
} from '../../../src/mail/inbound/inbound-mail-server.ts';
import { bounceAddress } from '../../../src/mail/outbound/bounce-address.ts';
import { runningGame, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { type MailServer, startMailServer } from '../../helpers/mail-server.ts';
import { deliver } from '../../helpers/smtp-client.ts';
import { deliverDeps } from '../deliver-deps.ts';

/** Mail that comes back. */

const DOMAIN = 'mail.whistlestop.test';
const FROM = 'Whistlestop <post@whistlestop.test>';
let own: TestContext;
let inbound: InboundMailServer;
let game: TestGame;
let sent: Delivery;

beforeAll(async () => {
  own = await testContext();
  own.ctx.inbound = { domain: DOMAIN };
  game = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  inbound = await startInboundMailServer({
    ctx: own.ctx,
    host: '127.0.0.1',
    port: 0,
    domain: DOMAIN,
    from: FROM,
  });
});
afterAll(async () => {
  await inbound.close();
  await own.close();
});
beforeEach(async () => {
  // Mail to a marked address is not tried.
  await own.ctx.db.prisma.addressMark.deleteMany();
  const account = game.players[0];
  if (!account) throw new Error('no player');
  const detail = { subject: 'news', paragraphs: ['Something.'] };
  const draft = { kind: 'notice' as const, account, gameId: game.game.id, detail };
  const { id } = await own.ctx.db.prisma.$transaction((tx) => enqueueDelivery(tx, draft, own.ctx));
  sent = await own.ctx.db.prisma.delivery.update({
    where: { id },
    data: { status: 'sent', sentAt: own.ctx.now(), nextAttempt: null, attempts: 1 },
  });
});

const now = () => own.ctx.db.prisma.delivery.findUniqueOrThrow({ where: { id: sent.id } });

function bounceOf(status: string, action = 'failed', diagnostic = 'smtp; 550 No such user'): string {
  return `From: MAILER-DAEMON@relay.test
To: bounce
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

I am sorry.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; relay.test
Arrival-Date: Mon, 1 Mar 2027 12:00:00 +0000

Final-Recipient: rfc822; ${sent.toAddress}
Action: ${action}
Status: ${status}
Diagnostic-Code: ${diagnostic}
--b
Content-Type: message/rfc822

From: post@whistlestop.test
Subject: news

Something.
--b--
`;
}

const comesBack = async (source: string, local?: string) =>
  await deliver(
    inbound.port,
    { from: '', to: [`${local ?? (await bounceAddress(own.ctx, sent.id))}@${DOMAIN}`] },
    source,
  );

test('a mail goes out with a return path of its own, which is an address of the server', async () => {
  const relay = await startInboundMailServer({
    ...{ ctx: own.ctx, host: '127.0.0.1', port: 0, domain: 'players.test', from: FROM },
  });
  const transport = openTransport({ url: `smtp://127.0.0.1:${relay.port}` });
  const senders: string[] = [];
  const { send } = transport;
  transport.send = async (mail) => {
    senders.push(String((mail.envelope as { from: string }).from));
    return await send(mail);
  };
  await own.ctx.db.prisma.delivery.update({
    where: { id: sent.id },
    data: { status: 'queued', sentAt: null, nextAttempt: new Date(), attempts: 0 },
  });
  const deps = {
    ctx: own.ctx,
    transport,
    from: FROM,
    publicUrl: 'https://whistlestop.test',
    renderPdf: () => Promise.reject(),
  };
  await attemptDelivery(deps, sent.id);
  await transport.stop();
  await relay.close();
  expect(senders).toEqual([`${await bounceAddress(own.ctx, sent.id)}@${DOMAIN}`]);
  expect(senders[0]?.split('@')[0]?.length).toBeLessThanOrEqual(64 - 'mailbox13char+'.length);
});

describe('a bounce', () => {
  test('lists the mail as failed if there is no such mailbox', async () => {
    expect((await comesBack(bounceOf('5.1.1'))).data).toMatch(/^250 /);
    expect(await now()).toMatchObject({
      status: 'failed',
      // Without the words of the other mail server, which are for the owner of the address.
      lastError: 'The e-mail came back: there is no such mailbox (5.1.1).',
    });
  });

  test.each([
    [
      'a full mailbox',
      '5.2.2',
      'failed',
      'sent',
      /^The e-mail came back: the mailbox did not take it \(5\.2\.2\)\.$/,
    ],
    [
      'a filter',
      '5.7.1',
      'failed',
      'sent',
      /^The e-mail came back: the other mail server did not take it \(5\.7\.1\)\.$/,
    ],
    ['a delay', '4.4.1', 'delayed', 'sent', null],
    ['a report of success', '2.0.0', 'delivered', 'sent', null],
  ] as const)('because of %s fails nothing', async (_, status, action, expected, error) => {
    await comesBack(bounceOf(status, action));
    const found = await now();
    expect(found.status).toBe(expected);
    if (error === null) expect(found.lastError).toBeNull();
    else expect(found.lastError).toMatch(error);
    // The GM learns of it, but not of the reason.
    const page = await gmGamePage(own.ctx, game.gm, gameNumber(game.game));
    const shown = page?.deliveries.find(({ id }) => id === sent.id);
    expect([shown?.cameBack, shown?.lastError]).toEqual([error !== null, null]);
  });

  test('that is forged, without the secret of the return path, is refused', async () => {
    const real = await bounceAddress(own.ctx, sent.id);
    const forged = real.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    const { recipients } = await comesBack(bounceOf('5.1.1'), forged);
    expect(recipients[0]).toMatch(/^550 5\.1\.1 /);
    expect(await now()).toMatchObject({ status: 'sent', lastError: null });
  });

  test('without a report, or from a person, changes nothing and is not answered', async () => {
    const before = await own.ctx.db.prisma.delivery.count();
    await comesBack('From: daemon@relay.test\nSubject: Failure\n\nStatus: 5.1.1\nAction: failed\n');
    const to = [`${await bounceAddress(own.ctx, sent.id)}@${DOMAIN}`];
    await deliver(inbound.port, { from: 'ann@players.test', to }, 'From: ann@players.test\n\nHello?\n');
    expect(await now()).toMatchObject({ status: 'sent', lastError: null });
    expect(await own.ctx.db.prisma.delivery.count()).toBe(before);
  });

  test('comes after absence notes and reports of delay, and the return path takes no more than six mails', async () => {
    const away = 'From: ann@players.test\nAuto-Submitted: auto-replied\nSubject: Away\n\nI am away.\n';
    const late = bounceOf('4.4.1', 'delayed');
    for (const mail of [away, late, late, 'From: a@b.test\nX: unreadable\nNo body'])
      expect((await comesBack(mail)).data).toMatch(/^250 /);
    expect(await now()).toMatchObject({ status: 'sent' });
    expect((await comesBack(bounceOf('5.1.1'))).data).toMatch(/^250 /);
    expect(await now()).toMatchObject({ status: 'failed' });
    expect((await comesBack(late)).data).toMatch(/^250 /);
    expect((await comesBack(late)).recipients[0]).toMatch(/^550 5\.1\.1 /);
  });
});

describe('a bounce that is quicker than the reply of the mail server', () => {
  let relay: MailServer;
  let transport: Transport;
  beforeEach(async () => {
    relay = await startMailServer();
    transport = openTransport({ url: relay.url });
    await own.ctx.db.prisma.delivery.update({
      where: { id: sent.id },
      data: { status: 'queued', sentAt: null, nextAttempt: own.ctx.now(), attempts: 0 },
    });
  });
  afterEach(async () => {
    transport.close();
    await relay.close();
  });
  const attempt = () => attemptDelivery(deliverDeps(own.ctx, transport), sent.id);

  test('is asked to come again while the mail is being sent', async () => {
    relay.behave(sent.toAddress, 'hold');
    const sending = attempt();
    await expect.poll(() => relay.taken.length, { timeout: 20_000 }).toBe(1);
    // However often: a mail has six returns, and this is none of them.
    for (let i = 0; i < 7; i += 1) expect((await comesBack(bounceOf('5.1.1'))).data).toMatch(/^451 4\.3\.0 /);
    relay.release();
    expect(await sending).toBe('sent');
    expect((await comesBack(bounceOf('5.1.1'))).data).toMatch(/^250 /);
    expect(await now()).toMatchObject({ status: 'failed', lastError: expect.stringContaining('came back') });
  });

  test('ends the attempts if the reply is lost', async () => {
    relay.behave(sent.toAddress, 'takeAndDrop', 'accept');
    expect(await attempt()).toBe('retrying');
    await comesBack(bounceOf('5.2.2'));
    expect(await now()).toMatchObject({ status: 'retrying', nextAttempt: expect.any(Date) });
    await comesBack(bounceOf('5.1.1'));
    expect(await now()).toMatchObject({ status: 'failed', nextAttempt: null, obstacle: 'bounce' });
    expect(await attempt()).toBe('gone');
    expect(relay.taken).toHaveLength(1);
  });

  test('ends nothing if the mail goes to a new address next', async () => {
    relay.behave(sent.toAddress, 'takeAndDrop');
    expect(await attempt()).toBe('retrying');
    const { accountId: id, toAddress: email } = sent;
    if (id === null) throw new Error('no account');
    await own.ctx.db.prisma.account.update({ where: { id }, data: { email: 'new@players.test' } });
    await comesBack(bounceOf('5.1.1'));
    expect(await now()).toMatchObject({ status: 'retrying' });
    await own.ctx.db.prisma.account.update({ where: { id }, data: { email } });
  });
});
