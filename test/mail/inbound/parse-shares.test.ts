import { afterAll, beforeAll, expect, test } from 'vitest';
import { enqueueDelivery } from '../../../src/database/outbox.ts';
import { gmReplyAddress } from '../../../src/games/messages/reply-addresses.ts';
import { createInTurn } from '../../../src/in-turn.ts';
import {
  type InboundMailServer,
  startInboundMailServer,
} from '../../../src/mail/inbound/inbound-mail-server.ts';
import { bounceAddress } from '../../../src/mail/outbound/bounce-address.ts';
import { runningGame, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { call, type Talk } from '../../helpers/smtp-client.ts';

/** Many mails that wait to be parsed at the same time: no one takes all of the places. */

const DOMAIN = 'mail.whistlestop.test';
let base: TestContext;
let game: TestGame;
let front: InboundMailServer;
let open: InboundMailServer;

beforeAll(async () => {
  base = await testContext();
  base.ctx.inbound = { domain: DOMAIN };
  game = await runningGame(base.ctx, { humans: 2, opponents: 2 });
  const options = {
    ctx: base.ctx,
    host: '127.0.0.1',
    port: 0,
    domain: DOMAIN,
    from: 'post@whistlestop.test',
  };
  front = await startInboundMailServer(options);
  open = await startInboundMailServer({ ...options, frontServers: [] });
});
afterAll(async () => {
  await front.close();
  await open.close();
  await base.close();
});

/** The return path of a mail to the account; of a mail to someone without one, if it is missing. */
async function returnPath(account: TestGame['players'][number] | null): Promise<string> {
  const draft = { kind: 'refusal' as const, detail: { messages: ['x'], inReplyTo: null } };
  const address = `${crypto.randomUUID()}@players.test`;
  const { prisma } = base.ctx.db;
  const { id } = await prisma.$transaction((tx) =>
    enqueueDelivery(tx, { ...draft, address, name: '' }, base.ctx),
  );
  await prisma.delivery.update({ where: { id }, data: { accountId: account?.id ?? null } });
  return `${await bounceAddress(base.ctx, id)}@${DOMAIN}`;
}

/** Begins a mail, up to DATA. */
async function begin(server: InboundMailServer, to: string, from = '127.0.0.1', sender = ''): Promise<Talk> {
  const talk = call(server.port, from);
  await talk.hear();
  await talk.say('EHLO x');
  await talk.say(`MAIL FROM:<${sender}>`);
  expect(await talk.say(`RCPT TO:<${to}>`)).toMatch(/^250 /);
  expect(await talk.say('DATA')).toMatch(/^354 /);
  return talk;
}

/** Keeps everything from being parsed until the function that it returns is called. */
async function holdParsing(): Promise<() => void> {
  let release = () => {};
  let begun = () => {};
  const isHeld = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const inTurn = createInTurn({ waiting: 1, busy: () => new Error('busy') });
  void inTurn(() => {
    begun();
    return new Promise<void>((resolve) => {
      release = resolve;
    });
  });
  await isHeld;
  return () => release();
}

const BUSY = /^451 4\.3\.2 This server is busy/;

/** Sends all mails while nothing is parsed. Returns the replies that come before that, and all of them. */
async function sendAll(talks: Talk[], refused: number): Promise<{ early: string[]; all: string[] }> {
  const release = await holdParsing();
  const early: string[] = [];
  const all = talks.map(async (talk) => {
    const said = await talk.mail('From: daemon@relay.test\n\nNo such user.');
    early.push(said);
    return said;
  });
  await expect.poll(() => early.length, { timeout: 5_000 }).toBeGreaterThanOrEqual(refused);
  const before = [...early];
  release();
  return { early: before, all: await Promise.all(all) };
}

const taken = (said: string) => said.startsWith('250 ');

test('three mails of an account wait, to whatever of its addresses', async () => {
  const [ann = null, carl = null] = game.players;
  const talks: Talk[] = [];
  for (const account of [ann, ann, ann, ann, carl]) talks.push(await begin(front, await returnPath(account)));
  const { early, all } = await sendAll(talks, 1);
  expect(early).toEqual([expect.stringMatching(BUSY)]);
  expect(all.filter(taken)).toHaveLength(4);
  for (const talk of talks) talk.hangUp();
});

test('five mails of a network wait, and ten of it and its neighbors, but as many as fit of a front server', async () => {
  const one = await Promise.all(
    Array.from({ length: 6 }, async () => begin(open, await returnPath(null), '127.0.0.5')),
  );
  expect((await sendAll(one, 1)).all.filter(taken)).toHaveLength(5);
  const neighbors = await Promise.all(
    Array.from({ length: 12 }, async (_, i) => begin(open, await returnPath(null), `127.0.0.${20 + i}`)),
  );
  expect((await sendAll(neighbors, 2)).all.filter(taken)).toHaveLength(10);
  const through = await Promise.all(
    Array.from({ length: 12 }, async () => begin(front, await returnPath(null))),
  );
  expect((await sendAll(through, 0)).all.filter(taken)).toHaveLength(12);
  for (const talk of [...one, ...neighbors, ...through]) talk.hangUp();
});

test('a mail whose sender is gone leaves the queue, and is not taken', async () => {
  const [ann] = game.players;
  if (ann === undefined) throw new Error('no player');
  const to = `${await gmReplyAddress(base.ctx, game.game, ann)}@${DOMAIN}`;
  const mail = (words: string) => `From: ${ann.email}\n\n${words}`;
  const release = await holdParsing();
  const gone = await Promise.all([1, 2, 3].map(() => begin(front, to, '127.0.0.1', ann.email)));
  for (const [i, talk] of gone.entries()) {
    talk.mutter(`${mail(`Gone ${i}`).replaceAll('\n', '\r\n')}\r\n.\r\n`);
  }
  const late = await begin(front, to, '127.0.0.1', ann.email);
  // Once the three have arrived, there is no place.
  const said = await late.mail(mail('Too early'));
  for (const talk of gone) talk.hangUp();
  expect(said).toMatch(BUSY);
  // The server has noticed that by the time it greets the next one.
  const next = call(front.port);
  expect(await next.hear()).toMatch(/^220 /);
  next.hangUp();
  await late.say(`MAIL FROM:<${ann.email}>`);
  await late.say(`RCPT TO:<${to}>`);
  await late.say('DATA');
  const answered = late.mail(mail('Still here'));
  release();
  expect(await answered).toMatch(/^250 /);
  late.hangUp();
  const messages = await base.ctx.db.prisma.gmMessage.findMany({ select: { text: true } });
  expect(messages).toEqual([{ text: 'Still here' }]);
});
