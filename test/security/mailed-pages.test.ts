import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailedNext } from '../../src/accounts/mailed-next.ts';
import { requestEmailChange } from '../../src/accounts/requested-mail.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { makeJoinLink } from '../../src/games/seats/joining-policy.ts';
import { anAccount, formingGame, granted, type TestGame } from '../games/game/play.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { answerRequests } from '../helpers/requested-mail.ts';
import { openTestMailbox, type TestMailbox } from '../mail/outbound/test-mailbox.ts';
import { aVisitor, aWeb } from '../web/visitor.ts';

/* Anyone can have a link mailed to anyone, so the page to which it leads must not be one that they thought up. */

let own: TestContext;
let app: FastifyInstance;
let mailbox: TestMailbox;
let forming: TestGame;
let number: string;

const UUID = '0192f0c1-7d3a-7b1e-8f00-1234567890ab';

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx, { limits: { forms: 1000, linksByAddress: 1000 } });
  mailbox = await openTestMailbox();
  forming = await formingGame(own.ctx, { humans: 1, opponents: 3 });
  number = gameNumber(forming.game);
});
afterAll(async () => {
  await mailbox.close();
  await app.close();
  await own.close();
});

const mailed = (next: string) => mailedNext(own.ctx.db.prisma, next);

async function joinToken(): Promise<string> {
  return granted(await makeJoinLink(own.ctx, { gameId: forming.game.id, by: forming.gm.id }));
}

async function mailTo(toAddress: string): Promise<string> {
  await answerRequests(own.ctx);
  const delivery = await own.ctx.db.prisma.delivery.findFirstOrThrow({ where: { toAddress } });
  const { source, subject, text, html } = await mailbox.send(own.ctx, delivery);
  return [source, subject, text, html].join('\n');
}

describe('the page to which a mailed link leads', () => {
  test('is not printed in a sign-up mail if it is nothing but typed text', async () => {
    const fields = { name: 'Carl', email: 'callee@players.test', next: '/CALL-0800-555-0100-NOW' };
    expect((await aVisitor(app).post('/sign-up', fields)).statusCode).toBe(200);
    const mail = await mailTo(fields.email);
    expect(mail).toContain('/sign-up/');
    expect(mail).not.toMatch(/call-0800|555-0100|next=/i);
  });

  test('is not printed in a sign-in mail if it is nothing but typed text', async () => {
    const ann = await anAccount(own.ctx, 'Ann Called');
    await aVisitor(app).post('/sign-in/link', { who: ann.email, next: '/CALL-0800-555-0100-NOW' });
    const mail = await mailTo(ann.email);
    expect(mail).toContain('/sign-in/link/');
    expect(mail).not.toMatch(/call-0800|555-0100|next=/i);
  });

  test.each([
    ...[
      '/',
      '//evil.example',
      '/my/games/CALL-800555010',
      '/games/CALL-800555010/join',
      '/my/games/NOW-1/sheet',
    ],
    ...[
      '/join/CALL-0800-555-0100-TO-CLAIM-YOUR-PRIZE-1234',
      '/account/email/CALL-0800-555-0100-TO-CLAIM-YOUR-PRIZE-1',
    ],
    ...['/account/CALL', '/account/', '/rules/CALL', '/mailbox/CALL', '/operator/CALL', '/my/games/../CALL'],
  ])('is left out if it is %s', async (next) => {
    expect(await mailed(next)).toBe('');
  });

  test('is left out if a turn could be a phone number, and without its query', async () => {
    expect(await mailed(`/my/games/${number}/turns/8005550100`)).toBe('');
    expect(await mailed(`/my/games/${number}/sheet/turns/1/versions/8005550100`)).toBe('');
    expect(await mailed('/account?done=CALL-0800-555-0100')).toBe('/account');
    expect(await mailed(`/my/games/${number}/letters/new?answer=CALL`)).toBe(
      `/my/games/${number}/letters/new`,
    );
    const reply = `/my/games/${number}/letters/new?answer=${UUID}`;
    expect(await mailed(reply)).toBe(reply);
    expect(await mailed(`${reply}?CALL-0800-555-0100`)).toBe(reply);
  });

  test('is the sheet for the code on a printed one, without the token, which anyone could have thought up', async () => {
    expect(await mailed(`/s/${number}/CALL-NEXT`)).toBe(`/my/games/${number}/sheet`);
    expect(await mailed('/s/CALL-800555010/7KQM-3XWK')).toBe('');
    expect(await mailed(`/s/${number}/CALL/0800`)).toBe('');
  });

  test('is any page of this server that requires signing in', async () => {
    const pages = app.routeAccess.filter(({ method, access }) => method === 'GET' && access !== 'anyone');
    expect(pages.length).toBeGreaterThan(25);
    const token = await joinToken();
    for (const { url } of pages) {
      const page = url
        .replace(':number', number)
        .replace(':token', token)
        .replace(/:(?:seat|message)/, UUID)
        .replace(/:(?:turn|attempt|version)/g, '12');
      expect(await mailed(page)).toBe(page);
    }
  });

  test('is that of a link to a new address, too, as long as the link works', async () => {
    const bob = await anAccount(own.ctx, 'Bob Moved');
    granted(await requestEmailChange(own.ctx, bob, 'bob.moved@elsewhere.test'));
    await answerRequests(own.ctx);
    const where = { toAddress: 'bob.moved@elsewhere.test' };
    const { detail } = await own.ctx.db.prisma.delivery.findFirstOrThrow({ where });
    const page = `/account/email/${(detail as { token: string }).token}`;
    expect(await mailed(page)).toBe(page);
    await own.ctx.db.prisma.addressProof.deleteMany();
    expect(await mailed(page)).toBe('');
  });
});
