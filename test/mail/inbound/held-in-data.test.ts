import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newToken, tokenHash } from '../../../src/accounts/tokens.ts';
import { writeLetter } from '../../../src/games/letters/write-letter.ts';
import {
  type InboundMailOptions,
  type InboundMailServer,
  startInboundMailServer,
} from '../../../src/mail/inbound/inbound-mail-server.ts';
import { granted, runningGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { call, type Talk } from '../../helpers/smtp-client.ts';

/* Someone with many networks who begins mails to addresses that exist, and does not end them. */

const DOMAIN = 'mail.whistlestop.test';
const MB = 2 ** 20;
/** Lines of a mail, together 100 kB. */
const LINES = `${'x'.repeat(76)}\r\n`.repeat(1_280);

let own: TestContext;
let address: string;
let sender: string;
let inbound: InboundMailServer | null = null;
const held: Talk[] = [];

beforeAll(async () => {
  own = await testContext();
  own.ctx.inbound = { domain: DOMAIN };
  const { game, seats, players } = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const { prisma } = own.ctx.db;
  await prisma.gamePolicy.update({ where: { gameId: game.id }, data: { letters: 'open' } });
  sender = players[1]?.email ?? '';
  const letter = { gameId: game.id, by: players[0]?.id as number, to: [seats[1]?.id ?? ''], text: 'Ohio?' };
  const letterId = granted(await writeLetter(own.ctx, { ...letter, via: 'web' }));
  const token = newToken().toLowerCase();
  await prisma.letterCopy.updateMany({ where: { letterId }, data: { replyHash: tokenHash(token) } });
  address = `letter-${token}@${DOMAIN}`;
});
afterEach(async () => {
  for (const talk of held.splice(0)) talk.hangUp();
  await inbound?.close();
  inbound = null;
});
afterAll(() => own.close());

async function open(more: Partial<InboundMailOptions>): Promise<void> {
  const limits = { mailsPerAddressPerMinute: 100, ...more.limits };
  inbound = await startInboundMailServer({
    ...{ ctx: own.ctx, host: '127.0.0.1', port: 0, domain: DOMAIN },
    ...{ from: 'Whistlestop <post@whistlestop.test>', frontServers: ['127.0.0.1'], ...more, limits },
  });
}

/** Goes as far as the server lets it toward the text of a mail. Returns the last answer. */
async function begin(from: string): Promise<{ talk: Talk; said: string }> {
  const talk = call(inbound?.port ?? 0, from);
  held.push(talk);
  let said = await talk.hear();
  for (const line of ['EHLO x', 'MAIL FROM:<x@sender.test>', `RCPT TO:<${address}>`, 'DATA'])
    if (/^2/.test(said)) said = await talk.say(line);
  return { talk, said };
}

/** Sends a mail with so many times 100 kB of text, which is refused as too long once it is here. Returns the last answer. */
async function mail(from: string, times = 0): Promise<string> {
  const { talk, said } = await begin(from);
  if (!said.startsWith('354')) return said;
  const words = times === 0 ? 'Yes.' : LINES.repeat(times);
  return talk.mail(`From: ${sender}\nTo: ${address}\nSubject: Re\n\n${words}`);
}

describe('connections on which mails are begun', () => {
  test('make room for others, and theirs is told why', async () => {
    await open({ limits: { openStrangers: 10, openConnections: 2 } });
    const talks = [];
    for (let network = 1; network <= 5; network += 1) {
      for (let i = 0; i < 2; i += 1) {
        const { talk, said } = await begin(`127.${network}.0.1`);
        expect(said).toMatch(/^354/);
        talk.mutter('Subject: x\r\n');
        talks.push(talk);
      }
    }
    // Three at once, so that one does not make room for the next.
    const others = await Promise.all([8, 9, 10].map((network) => mail(`127.${network}.0.1`)));
    for (const said of others) expect(said).toMatch(/^250/);
    expect(await mail('127.0.0.1')).toMatch(/^250/);
    expect(await talks[0]?.hear()).toBe('421 4.7.0 Too many connections. Try again later.');
    expect(await talks[0]?.hear()).toBe('');
    // It can send its mail after all.
    expect(await mail('127.1.0.1')).toMatch(/^250/);
  });

  test('make room for neighbors if they take all of the memory of their wide network', async () => {
    await open({ maxHeldBytes: 4 * MB });
    const { talk } = await begin('127.5.0.1');
    talk.mutter(`Subject: x\r\n\r\n${LINES.repeat(9)}`);
    let heard = '';
    void talk.hear().then((said) => {
      heard = said;
    });
    // It takes a moment to arrive.
    const others = async () => {
      expect(await mail('127.5.0.2', 3)).toMatch(/^550 5\.7\.1 .*too long/);
      return heard;
    };
    await expect.poll(others, { timeout: 10_000 }).toMatch(/^421 4\.3\.1 /);
  });

  test('make room for others if they take all of the memory', async () => {
    await open({ maxHeldBytes: 4 * MB });
    const talks: Talk[] = [];
    for (let network = 1; network <= 4; network += 1) {
      const { talk } = await begin(`127.${network}.0.1`);
      // A network may have a quarter.
      talk.mutter(`Subject: x\r\n\r\n${LINES.repeat(10)}`);
      talks.push(talk);
    }
    expect(await mail('127.8.0.1', 9)).toMatch(/^550 5\.7\.1 .*too long/);
    expect(await talks[0]?.hear()).toMatch(/^421 4\.3\.1 /);
    expect(await mail('127.0.0.1', 25)).toMatch(/^550 5\.7\.1 .*too long/);
    expect(await mail('127.4.0.1', 0)).toMatch(/^250/);
  });
});
