import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DELETED_NAME } from '../../../src/accounts/deleted-address.ts';
import { configFrom } from '../../../src/config.ts';
import type { Account } from '../../../src/database/generated/client.ts';
import { deleteFromGame } from '../../../src/games/seats/delete-account.ts';
import { createPdfCache } from '../../../src/jobs/pdf-cache.ts';
import { attemptDelivery } from '../../../src/mail/delivery/deliver.ts';
import { openTransport, type Transport } from '../../../src/mail/delivery/transport.ts';
import { type Mailbox, openMailbox } from '../../../src/mail/mailbox/mailbox.ts';
import { anAccount, runningGame } from '../../games/game/play.ts';
import { beside } from '../../helpers/beside.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { answerRequests } from '../../helpers/requested-mail.ts';
import { aVisitor, aWeb, signedIn, testCode } from '../visitor.ts';

let own: TestContext;
let app: FastifyInstance;
let mailbox: Mailbox;
let transport: Transport;
let dir: string;

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx, { limits: { forms: 1000, linksByAddress: 1000 } });
  dir = await mkdtemp(path.join(tmpdir(), 'sign-up-'));
  mailbox = await openMailbox({ dir, log: pino({ level: 'silent' }) });
  transport = openTransport({ url: mailbox.smtpUrl });
});
afterAll(async () => {
  transport.close();
  await mailbox.close();
  await app.close();
  await own.close();
  await rm(dir, { recursive: true });
});

const deliveries = async (toAddress: string) => {
  await answerRequests(own.ctx);
  return await own.ctx.db.prisma.delivery.findMany({ where: { toAddress }, orderBy: { createdAt: 'asc' } });
};

/** The text of the last mail to an address, sent by a real conversation. */
async function mailTo(address: string): Promise<string> {
  const delivery = (await deliveries(address)).at(-1);
  if (!delivery) throw new Error(`nothing goes to ${address}`);
  const settings = { from: 'Whistlestop <post@whistlestop.test>', publicUrl: 'http://whistlestop.test' };
  const deps = { ctx: own.ctx, transport, renderPdf: createPdfCache(), ...settings };
  expect(await attemptDelivery(deps, delivery.id)).toBe('sent');
  for (const { id } of await mailbox.list()) {
    const mail = await mailbox.read(id);
    if (mail?.messageId === delivery.messageId) return mail.text ?? '';
  }
  throw new Error('the mail did not arrive');
}

const linkIn = (text: string) => /http:\/\/whistlestop\.test(\/\S+)/.exec(text)?.[1] as string;
const account = (email: string) => own.ctx.db.prisma.account.findUnique({ where: { email } });

describe('signing up', () => {
  test('a mailed link creates the account once, signs in, and leads to the page that was wanted', async () => {
    const visitor = aVisitor(app);
    const fields = { name: 'Nora New', email: 'Nora@New.test', next: '/games/EY-1/join' };
    expect((await visitor.post('/sign-up', fields)).statusCode).toBe(200);
    expect(await account('nora@new.test')).toBeNull();
    const link = linkIn(await mailTo('nora@new.test'));
    expect((await visitor.get(link)).body).toContain('Create my account');
    expect(await account('nora@new.test')).toBeNull();
    const [address = ''] = link.split('?');
    const made = await visitor.post(address, { next: '/games/EY-1/join' });
    expect(made.headers.location).toBe('/games/EY-1/join?done=signed-up');
    expect(await account('nora@new.test')).toMatchObject({
      name: 'Nora New',
      operator: false,
      mayRunGames: false,
    });
    expect((await visitor.get('/account')).body).toContain('nora@new.test');
    expect((await aVisitor(app).post(address)).statusCode).toBe(410);
    expect((await deliveries('nora@new.test'))[0]?.detail).toEqual({});
  });

  test('without a page that was wanted, the link leads to the lobby, which suggests to choose a code', async () => {
    const visitor = aVisitor(app);
    await visitor.post('/sign-up', { name: 'Lola Lobby', email: 'lola@new.test' });
    const link = linkIn(await mailTo('lola@new.test'));
    expect((await visitor.get(link)).body).toContain('name="next" value="/"');
    const made = await visitor.post(link, { next: '/' });
    expect(made.headers.location).toBe('/?done=signed-up');
    const lobby = await visitor.get('/?done=signed-up');
    expect(lobby.body).toContain('Welcome. Your account is created');
    expect(lobby.body).toContain('<a href="/account#security">Choose a security code</a>');
  });

  test('the owner of the address decides on the name, no matter who asked for the link', async () => {
    const visitor = aVisitor(app);
    await visitor.post('/sign-up', { name: 'Silly Billy', email: 'owner@new.test' });
    const link = linkIn(await mailTo('owner@new.test'));
    expect((await visitor.get(link)).body).toContain('value="Silly Billy"');
    const bad = await visitor.post(link, { next: '/', name: 'https://spam.test' });
    expect([bad.statusCode, await account('owner@new.test')]).toEqual([422, null]);
    expect((await visitor.post(link, { next: '/', name: ' Olivia Owner ' })).statusCode).toBe(303);
    expect(await account('owner@new.test')).toMatchObject({ name: 'Olivia Owner' });
  });

  test('the page of a link names the address of the account, and warns if another account is signed in', async () => {
    const visitor = aVisitor(app);
    await visitor.post('/sign-up', { name: 'Vic Timm', email: 'eve@new.test' });
    const link = linkIn(await mailTo('eve@new.test'));
    const vic = await anAccount(own.ctx, 'Vic Timm');
    const reader = await signedIn(app, own.ctx, vic);
    const inOther = `You are signed in to account <span class="figure">#${vic.id}</span>`;
    const signedOut = (await visitor.get(link)).body;
    expect(signedOut).toContain('<strong>eve@new.test</strong>');
    expect(signedOut).not.toContain('You are signed in to account');
    const refused = await reader.post(link, { next: '/', name: 'https://spam.test' });
    expect(refused.statusCode).toBe(422);
    for (const { body } of [await reader.get(link), refused]) {
      expect(body).toContain('<strong>eve@new.test</strong>');
      expect(body).toContain(inOther);
    }
    const unknown = await reader.get(`/sign-up/${'A'.repeat(43)}`);
    expect(unknown.body).not.toContain('You are signed in to account');
  });

  test('a link that no longer works still knows which page was wanted', async () => {
    const gone = await aVisitor(app).post(`/sign-up/${'A'.repeat(43)}`, { next: '/games/EY-1/join' });
    expect(gone.statusCode).toBe(410);
    expect(gone.body).toContain('href="/sign-up?next=%2Fgames%2FEY-1%2Fjoin"');
    expect(gone.body).toContain('href="/sign-in?next=%2Fgames%2FEY-1%2Fjoin"');
  });

  test('a known address gets the same response, and a link that signs in', async () => {
    const ann = await anAccount(own.ctx, 'Ann Baker');
    const response = await aVisitor(app).post('/sign-up', { name: 'Somebody', email: ann.email });
    const other = await aVisitor(app).post('/sign-up', { name: 'Somebody', email: 'nobody@known.test' });
    const bare = (body: string) => body.replace(/value="[^"]*"/g, '');
    expect(response.statusCode).toBe(other.statusCode);
    expect(bare(response.body)).toBe(bare(other.body));
    expect((await deliveries(ann.email)).map((mail) => mail.kind)).toEqual(['signInLink']);
    expect(await account(ann.email)).toMatchObject({ name: 'Ann Baker' });
  });

  test('a link works for a day, and an address gets at most four in an hour', async () => {
    const visitor = aVisitor(app);
    for (let i = 0; i < 6; i += 1) await visitor.post('/sign-up', { name: 'Flo', email: 'flo@od.test' });
    expect((await deliveries('flo@od.test')).length).toBe(4);
    const link = linkIn(await mailTo('flo@od.test'));
    const now = own.ctx.now();
    own.setNow(new Date(now.getTime() + 24 * 3_600_000 + 1));
    const late = await visitor.post(link);
    own.setNow(now);
    expect(late.statusCode).toBe(410);
    expect(await account('flo@od.test')).toBeNull();
  });

  test('requests are limited by network address, and problems are shown', async () => {
    const strict = await aWeb(own.ctx, { limits: { linksByAddress: 2 } });
    const visitor = aVisitor(strict);
    const ask = (n: number) => visitor.post('/sign-up', { name: 'Max', email: `max${n}@often.test` });
    expect([(await ask(1)).statusCode, (await ask(2)).statusCode, (await ask(3)).statusCode]).toEqual([
      200, 200, 429,
    ]);
    const bad = await aVisitor(app).post('/sign-up', { name: ' ', email: 'no address' });
    expect(bad.statusCode).toBe(422);
    expect(bad.body).toContain('value="no address"');
    await strict.close();
  });

  test('is switched off by the operator', async () => {
    expect(configFrom({}).signUp).toBe(true);
    expect(configFrom({ SIGN_UP: 'off' }).signUp).toBe(false);
    expect(() => configFrom({ SIGN_UP: 'maybe' })).toThrow('SIGN_UP should be on or off');
    const closed = await aWeb(own.ctx, { signUp: false });
    const visitor = aVisitor(closed);
    expect((await visitor.get('/sign-up')).statusCode).toBe(404);
    expect((await visitor.post('/sign-up', { name: 'X', email: 'x@y.test' })).statusCode).toBe(404);
    expect((await visitor.get('/sign-in')).body).not.toContain('/sign-up');
    await closed.close();
  });
});

describe('an account', () => {
  test('changes its address by a link to the new one, and the old one is told', async () => {
    const ann = await anAccount(own.ctx, 'Ann Mover');
    const visitor = await signedIn(app, own.ctx, ann);
    const wrong = await visitor.post('/account/email', { email: 'ann@moved.test', emailCode: 'no' });
    expect(wrong.statusCode).toBe(422);
    const asked = await visitor.post('/account/email', { email: 'Ann@Moved.test', emailCode: testCode });
    expect(asked.headers.location).toBe('/account?done=email-requested');
    expect(await account(ann.email)).not.toBeNull();
    const link = linkIn(await mailTo('ann@moved.test'));
    const other = await signedIn(app, own.ctx, await anAccount(own.ctx, 'Otto Other'));
    expect((await other.post(link)).statusCode).toBe(410);
    expect((await visitor.get(link)).body).toContain('Use this address');
    expect((await visitor.post(link)).headers.location).toBe('/account?done=email-changed');
    expect(await account('ann@moved.test')).toMatchObject({ id: ann.id });
    expect(await mailTo(ann.email)).toContain('now goes to another e-mail address');
    expect((await visitor.post(link)).statusCode).toBe(410);
  });

  test('does not learn which addresses others have', async () => {
    const [ann, carl] = [await anAccount(own.ctx, 'Ann Asks'), await anAccount(own.ctx, 'Carl Known')];
    const visitor = await signedIn(app, own.ctx, ann);
    const asked = await visitor.post('/account/email', { email: carl.email, emailCode: testCode });
    expect(asked.headers.location).toBe('/account?done=email-requested');
    // Only the owner of the address is told, in a mail without a link.
    expect(await deliveries(carl.email)).toMatchObject([{ kind: 'confirmation', detail: { what: 'taken' } }]);
  });

  test('chooses what is mailed, and is deleted only with a checked box and the code', async () => {
    const ann: Account = await anAccount(own.ctx, 'Ann Leaver');
    const visitor = await signedIn(app, own.ctx, ann);
    const fields = { name: 'Ann Leaver', timeZone: 'UTC', paper: 'a4', mailReceipts: 'yes' };
    expect((await visitor.post('/account', fields)).statusCode).toBe(303);
    expect(await account(ann.email)).toMatchObject({ mailPrintouts: false, mailReceipts: true });
    expect((await visitor.post('/account/delete', { deleteCode: testCode })).statusCode).toBe(422);
    expect((await visitor.post('/account/delete', { sure: 'yes', deleteCode: 'no' })).statusCode).toBe(422);
    expect(await account(ann.email)).not.toBeNull();
    const done = await visitor.post('/account/delete', { sure: 'yes', deleteCode: testCode });
    expect(done.headers.location).toBe('/?done=deleted');
    expect(await account(ann.email)).toBeNull();
    expect((await visitor.get('/account')).statusCode).toBe(303);
    const link = await aVisitor(app).post('/sign-in/link', { who: String(ann.id) });
    expect(link.statusCode).toBe(200);
    expect(await deliveries(`former-${ann.id}@deleted.invalid`)).toEqual([]);
  });

  test('that is deleted while its details are saved is not changed anymore, and the page says why', async () => {
    const { game, players } = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    const ann = players[0] as Account;
    const visitor = await signedIn(app, own.ctx, ann);
    const details = { name: 'Ann Late', timeZone: 'UTC', paper: 'a4', address: 'Mill Lane 1' };
    const fields = { ...details, _csrf: await visitor.token() };
    const saved = await beside(
      own.ctx,
      (tx) => deleteFromGame(tx, own.ctx, game.id, ann.id),
      () => visitor.postBare('/account', fields),
    );
    expect(saved.statusCode).toBe(422);
    expect(saved.body).toContain('You have been signed out, so nothing was changed.');
    const { name, address, deletedAt } = await own.ctx.db.prisma.account.findUniqueOrThrow({
      where: { id: ann.id },
    });
    expect([name, address, deletedAt]).toEqual([DELETED_NAME, null, own.ctx.now()]);
  });
});
