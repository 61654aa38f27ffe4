import type { FastifyInstance } from 'fastify';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { attemptDelivery } from '../../../src/mail/delivery/deliver.ts';
import { openTransport, type Transport } from '../../../src/mail/delivery/transport.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { type MailServer, startMailServer } from '../../helpers/mail-server.ts';
import { deliverDeps } from '../../mail/deliver-deps.ts';
import { gmScenes, type Scene } from '../access/gm-scenes.ts';
import { aVisitor, aWeb, signedIn, testCode, type Visitor } from '../visitor.ts';
import { anOperator } from './an-operator.ts';

/* Accounts without e-mail on the pages of the operator and the GM, and how their players go on by e-mail. */

let own: TestContext;
let app: FastifyInstance;
let server: MailServer;
let transport: Transport;
let operator: Visitor;

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx, { limits: { forms: 1000 } });
  server = await startMailServer();
  transport = openTransport({ url: server.url });
  operator = await signedIn(app, own.ctx, await anOperator(own.ctx));
});
afterAll(async () => {
  transport?.close();
  await server?.close();
  await app?.close();
  await own?.close();
});

/** A running game with a player on paper in its first seat, for whom the GM has entered orders for turn 2. */
async function played(): Promise<{ scene: Scene; seat: Seat; path: string; gm: Visitor; account: Account }> {
  const scene = await gmScenes(own.ctx).sceneFor('saved advance orders');
  const seat = scene.seats[0] as Seat;
  const account = await own.ctx.db.prisma.account.findUniqueOrThrow({ where: { id: seat.accountId ?? -1 } });
  await sendAll(scene.game.id);
  const gm = await signedIn(app, own.ctx, scene.gm);
  return { scene, seat, account, gm, path: `/gm/games/${gameNumber(scene.game)}` };
}

/** Sends all waiting mail of a game, and returns what the mail server has got for an address. */
async function sendAll(gameId: string, to?: string) {
  const status = { in: ['queued', 'retrying'] as const };
  const waiting = await own.ctx.db.prisma.delivery.findMany({
    where: { gameId, status: { in: [...status.in] } },
  });
  for (const { id } of waiting) await attemptDelivery(deliverDeps(own.ctx, transport), id);
  return server.taken.filter((mail) => mail.to?.some(({ address }) => address === to));
}

/** What a mail is, by what it brings. */
function contentOf({ text = '', attachments, subject = '' }: Email): string {
  if (/\/invitation\//.test(text)) return 'invitation';
  return attachments.some(({ mimeType }) => mimeType === 'application/pdf') ? 'printout' : subject;
}

/** The part of the operator's page about an account. */
async function rowOf({ id }: Pick<Account, 'id'>): Promise<string> {
  const page = (await operator.get(`/operator?after=${id - 1}`)).body;
  const rows = page.split('<tr>').map((row) => row.split('</tr>')[0] ?? '');
  return rows.find((row) => row.includes(`<th scope="row">#${id}</th>`)) ?? '';
}

const postalRows = async (gm: Visitor, path: string) =>
  (await gm.get(`${path}/post`)).body.split('Postal address of [').length - 1;

test('the operator sees who plays by post, and no button that could not work', async () => {
  const { account } = await played();
  const row = await rowOf(account);
  expect(row).toContain('Plays by post, no e-mail');
  expect(row).not.toContain('paper.invalid');
  expect(row).toContain('Enter an e-mail address');
  expect(row).not.toMatch(/Mail a sign-in link|Sign out everywhere|right to run games|removeKeys/);
  // The rows of others have them.
  const others = await rowOf(await own.ctx.db.prisma.account.findFirstOrThrow({ where: { operator: true } }));
  expect(others).toMatch(/Sign out everywhere.*Mail a sign-in link/s);
  const asked = await operator.post(`/operator/accounts/${account.id}/link`);
  expect(asked.statusCode).toBe(422);
  expect(asked.body).toContain('This player plays by post. Enter an e-mail address first');
  const links = { accountId: account.id, kind: 'signInLink' as const };
  expect(await own.ctx.db.prisma.delivery.count({ where: links })).toBe(0);
});

test('the GM sees that nothing was mailed to such a player, and no address', async () => {
  const { gm, path } = await played();
  const page = (await gm.get(path)).body;
  expect(page).toContain('Not mailed: plays by post');
  expect(page).not.toContain('paper.invalid');
});

test('an e-mail address from the operator ends play by post: the player gets a link and the printout, and goes on', async () => {
  const { scene, seat, account, gm, path } = await played();
  expect(await postalRows(gm, path)).toBe(1);
  const email = `pat-${account.id}@players.test`;
  const wrong = await operator.post(`/operator/accounts/${account.id}/email`, {
    email: 'pat',
    emailCode: testCode,
  });
  expect(wrong.statusCode).toBe(422);
  const entered = await operator.post(`/operator/accounts/${account.id}/email`, {
    email,
    emailCode: testCode,
  });
  expect(entered.headers.location).toBe('/operator?done=email-entered');
  const after = await own.ctx.db.prisma.account.findUniqueOrThrow({ where: { id: account.id } });
  expect(after).toMatchObject({ email, address: null });

  const mails = await sendAll(scene.game.id, email);
  expect(mails.map(contentOf).sort()).toEqual(['invitation', 'printout']);

  // The seat is that of a player with e-mail: no postal round, and the GM does not learn the new address.
  expect(await postalRows(gm, path)).toBe(0);
  const page = (await gm.get(path)).body;
  expect(page).not.toContain('Plays by post');
  expect(page).not.toContain(email);
  expect((await gm.get(`${path}/post.pdf?paper=letter`)).statusCode).toBe(404);
  // Orders that the GM entered from paper are the player's own.
  await processTurn(own.ctx, { gameId: scene.game.id, by: scene.gm.id, turn: 1 });
  const sheet = await own.ctx.db.prisma.sheet.findFirstOrThrow({ where: { seatId: seat.id, turn: 2 } });
  expect(sheet).toMatchObject({ channel: 'advance', raw: { press: 'By post' } });
  const later = await sendAll(scene.game.id, email);
  expect(later.map(contentOf).filter((content) => content === 'printout')).toHaveLength(2);
  const receipts = { kind: 'receipt' as const, toAddress: email, status: 'sent' as const };
  expect(await own.ctx.db.prisma.delivery.count({ where: receipts })).toBe(1);
});

test('an address from the GM does the same, with another account', async () => {
  const { scene, seat, account, gm, path } = await played();
  const email = `quinn-${account.id}@players.test`;
  const corrected = await gm.post(`${path}/seats/${seat.id}/address`, { turn: '1', email });
  expect(corrected.headers.location).toContain('done=address-corrected');
  const mails = await sendAll(scene.game.id, email);
  expect(mails.map(contentOf).sort()).toEqual(['invitation', 'printout']);
  expect(await postalRows(gm, path)).toBe(0);
  const to = await own.ctx.db.prisma.account.findUniqueOrThrow({ where: { email } });
  await processTurn(own.ctx, { gameId: scene.game.id, by: scene.gm.id, turn: 1 });
  const sheet = await own.ctx.db.prisma.sheet.findFirstOrThrow({ where: { seatId: seat.id, turn: 2 } });
  expect(sheet).toMatchObject({ channel: 'advance', sentById: to.id });
});

test('the player can then open the invitation, sign in by mail, and see the seat', async () => {
  const { scene, account } = await played();
  const email = `ruth-${account.id}@players.test`;
  await operator.post(`/operator/accounts/${account.id}/email`, { email, emailCode: testCode });
  const texts = (await sendAll(scene.game.id, email)).map(({ text }) => text ?? '').join('\n');
  const visitor = aVisitor(app);
  const invitation = await visitor.get(/\/invitation\/EY-\d+\/[\w-]+/.exec(texts)?.[0] ?? '');
  expect(invitation.body).toMatch(/has reserved the seat \[\w+\] for you/);
  await operator.post(`/operator/accounts/${account.id}/link`);
  const where = { accountId: account.id, kind: 'signInLink' as const };
  const { id } = await own.ctx.db.prisma.delivery.findFirstOrThrow({ where });
  await attemptDelivery(deliverDeps(own.ctx, transport), id);
  const [, link = ''] = /(\/sign-in\/link\/[\w-]+)/.exec(server.taken.at(-1)?.text ?? '') ?? [];
  expect((await visitor.post(link)).statusCode).toBe(303);
  expect((await visitor.get('/my/games')).body).toContain(gameNumber(scene.game));
});
