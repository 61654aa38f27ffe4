import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { issueSignInLink, redeemSignInLink } from '../../../src/accounts/sign-in-links.ts';
import { correctEmail } from '../../../src/accounts/update-account.ts';
import type { Account, Delivery } from '../../../src/database/generated/client.ts';
import { enqueueDelivery } from '../../../src/database/outbox.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { bounceHandler } from '../../../src/mail/inbound/bounce-handler.ts';
import { bounceAddress } from '../../../src/mail/outbound/bounce-address.ts';
import { granted, runningGame, type TestGame } from '../../games/game/play.ts';
import { testNow } from '../../helpers/database.ts';
import { ask, aToken } from '../api/a-program.ts';
import { useWeb } from '../use-web.ts';
import { signedIn, type Visitor } from '../visitor.ts';

/* Mail that a player has forwarded, and that comes back from the other address. */

const { own, app } = useWeb();
const DAY = 86_400_000;
const MARKED = 'Mail to you comes back';
const FORWARDED = 'Forwarded mail comes back';
let play: TestGame;
let ann: Account;
let page: Visitor;

beforeAll(() => {
  own.ctx.inbound = { domain: 'mail.whistlestop.test' };
});

beforeEach(async () => {
  own.setNow(testNow);
  play = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  ann = play.players[0] as Account;
  await own.ctx.db.prisma.seat.updateMany({ where: { accountId: ann.id }, data: { acceptedAt: testNow } });
  page = await signedIn(app, own.ctx, ann);
  // As if the player had used a security code, which says nothing about the address.
  await own.ctx.db.prisma.addressMark.deleteMany({ where: { accountId: ann.id } });
});

/** A mail of the game is sent to the player, and comes back from another address. */
async function comesBack({
  names = '',
  status = '5.1.1',
}: {
  names?: string;
  status?: string;
}): Promise<Delivery> {
  const detail = { subject: 'news', paragraphs: ['Something.'] };
  const seatId = play.seats[0]?.id as string;
  const draft = { kind: 'notice' as const, account: ann, gameId: play.game.id, seatId, detail };
  const { prisma } = own.ctx.db;
  const { id } = await prisma.$transaction((tx) => enqueueDelivery(tx, draft, own.ctx));
  const sent = { status: 'sent' as const, sentAt: own.ctx.now(), nextAttempt: null };
  await prisma.delivery.update({ where: { id }, data: sent });
  const key = (await bounceAddress(own.ctx, id)).slice('bounce-'.length);
  await bounceHandler.handleAutomatic?.(own.ctx, key, Buffer.from(bounceFor(names, status)));
  return await prisma.delivery.findUniqueOrThrow({ where: { id } });
}

function bounceFor(original: string, status: string): string {
  return [
    'From: MAILER-DAEMON@elsewhere.test',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    ...['--b', 'Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; elsewhere.test', ''],
    ...(original === '' ? [] : [`Original-Recipient: rfc822; ${original}`]),
    'Final-Recipient: rfc822; someone@elsewhere.test',
    ...['Action: failed', `Status: ${status}`, 'Diagnostic-Code: smtp; 550 No such user', '--b--', ''],
  ].join('\r\n');
}

const on = (day: number) => own.setNow(new Date(testNow.getTime() + day * DAY));
const shown = async (path = '/my/games') => {
  page = await signedIn(app, own.ctx, ann);
  return (await page.get(path)).body;
};

describe('a bounce that names another address alone', () => {
  test('marks no address and fails no mail, on however many days', async () => {
    for (let day = 0; day < 5; day += 1) {
      on(day);
      const status = day === 4 ? '5.2.2' : '5.1.1';
      expect(await comesBack({ status })).toMatchObject({ status: 'sent', sentAt: own.ctx.now() });
    }
    expect(await shown()).not.toContain(MARKED);
    expect(await own.ctx.db.prisma.addressMark.findUnique({ where: { accountId: ann.id } })).toBeNull();
  });

  test('is shown to the owner of the account for two weeks, and never to the GM', async () => {
    expect(await shown()).not.toContain(FORWARDED);
    await comesBack({});
    expect(await shown()).toContain(FORWARDED);
    const account = await shown('/account');
    expect(account).toContain(FORWARDED);
    expect(account).not.toContain('someone@elsewhere.test');
    const gm = await signedIn(app, own.ctx, play.gm);
    const { body } = await gm.get(`/gm/games/${gameNumber(play.game)}`);
    expect(body).not.toMatch(/comes? back|came back|forwarded/i);
    const token = await aToken(own.ctx, play.gm.id, ['gm']);
    const { body: game } = await ask(app, token, ['GET', `/api/gm/games/${gameNumber(play.game)}`]);
    expect(JSON.stringify(game.deliveries)).not.toMatch(/bounce|came back/);
    on(15);
    expect(await shown()).not.toContain(FORWARDED);
  });

  test('is not shown anymore once the account has another address', async () => {
    await comesBack({});
    expect(await shown()).toContain(FORWARDED);
    granted(await correctEmail(own.ctx, ann.id, `new.${ann.email}`));
    expect(await shown()).not.toContain(FORWARDED);
  });
});

describe('a bounce of an address to which that of the account passed the mail on', () => {
  test('marks the address after three days for two weeks, as a full mailbox does, and fails no mail', async () => {
    const names = ann.email.toUpperCase();
    for (const day of [0, 1]) {
      on(day);
      expect(await comesBack({ names })).toMatchObject({ status: 'sent' });
    }
    const before = await shown();
    expect(before).toContain(FORWARDED);
    expect(before).not.toContain(MARKED);
    on(2);
    await comesBack({ names });
    const after = await shown();
    expect(after).toContain(MARKED);
    expect(after).not.toContain(FORWARDED);
    expect(await own.ctx.db.prisma.addressMark.findUnique({ where: { accountId: ann.id } })).toMatchObject({
      ...{ days: 3, hardAt: null },
    });
  });

  test('marks nothing either if the link was used before any mail came back', async () => {
    const link = await own.ctx.db.prisma.$transaction((tx) => issueSignInLink(tx, own.ctx, ann.id, 10));
    expect((await redeemSignInLink(own.ctx, link))?.id).toBe(ann.id);
    for (const day of [1, 2, 3]) {
      on(day);
      await comesBack({ names: ann.email });
    }
    expect(await shown()).not.toContain(MARKED);
  });

  test('marks nothing for a month after someone has used a link that was mailed to the address', async () => {
    const names = ann.email;
    const comesBackFrom = async (first: number) => {
      for (const day of [first, first + 1, first + 2]) {
        on(day);
        await comesBack({ names });
      }
    };
    await comesBackFrom(0);
    expect(await shown()).toContain(MARKED);
    const token = await own.ctx.db.prisma.$transaction((tx) => issueSignInLink(tx, own.ctx, ann.id, 10));
    expect((await redeemSignInLink(own.ctx, token))?.id).toBe(ann.id);
    await comesBackFrom(3);
    const read = await shown();
    expect(read).toContain(FORWARDED);
    expect(read).not.toContain(MARKED);
    await comesBackFrom(34);
    expect(await shown()).toContain(MARKED);
  });
});
