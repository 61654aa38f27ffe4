import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccount } from '../../src/accounts/accounts.ts';
import { requestEmailChange, requestSignUp } from '../../src/accounts/requested-mail.ts';
import { setSecurityCode } from '../../src/accounts/security-codes.ts';
import { updateAccount } from '../../src/accounts/update-account.ts';
import type { Account, Delivery, Seat } from '../../src/database/generated/client.ts';
import { createGame } from '../../src/games/game/create-game.ts';
import { setLettersPolicy } from '../../src/games/letters/letters-policy.ts';
import { writeLetter } from '../../src/games/letters/write-letter.ts';
import { broadcast } from '../../src/games/notices/broadcast.ts';
import { processTurn } from '../../src/games/processing/process-turn.ts';
import { addSeat } from '../../src/games/seats/manage-seats.ts';
import { replacePlayer } from '../../src/games/seats/replace-player.ts';
import { createPdfCache } from '../../src/jobs/pdf-cache.ts';
import { composeDelivery } from '../../src/mail/outbound/compose-delivery.ts';
import { hasLink, withoutLinks } from '../../src/text/link-like.ts';
import { anAccount, codesOf, formingGame, granted, runningGame, send } from '../games/game/play.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { answerRequests } from '../helpers/requested-mail.ts';
import { openTestMailbox, type TestMailbox } from '../mail/outbound/test-mailbox.ts';
import { readPdf } from '../printouts/read-pdf.ts';

/* No one can make this server mail a link of theirs to a stranger. */

let own: TestContext;
let mailbox: TestMailbox;
const BAIT = 'You won 1000$ – claim at https://evil.example/win or write to bob@evil.example';

beforeAll(async () => {
  own = await testContext();
  mailbox = await openTestMailbox();
});
afterAll(async () => {
  await mailbox.close();
  await own.close();
});

const mailTo = async (toAddress: string, kind: Delivery['kind']): Promise<Delivery> => {
  await answerRequests(own.ctx);
  return await own.ctx.db.prisma.delivery.findFirstOrThrow({ where: { toAddress, kind } });
};

/** The whole mail: its source, and its decoded parts. */
async function everythingIn(delivery: Delivery): Promise<string> {
  const { source, subject, text, html, to } = await mailbox.send(own.ctx, delivery);
  return [source, subject, text, html, to].join('\n');
}

describe('the mail to an address that no one has proved', () => {
  test('of a sign-up has no word of the name, in no header and no body', async () => {
    const email = 'victim@players.test';
    granted(await requestSignUp(own.ctx, { name: 'Claim Your Money', email, next: '', minutes: 10 }));
    const mail = await everythingIn(await mailTo(email, 'confirmation'));
    expect(mail).not.toMatch(/claim|money/i);
    expect(mail).toMatch(/^To: victim@players\.test\r?$/m);
  });

  test('of a change of address has no name of the account', async () => {
    const ann = await anAccount(own.ctx, 'Ann Claims');
    const email = 'second.victim@players.test';
    granted(await requestEmailChange(own.ctx, ann, email));
    expect(await everythingIn(await mailTo(email, 'confirmation'))).not.toMatch(/claims|dear/i);
  });

  test('of an invitation has no link in what a GM typed, nor a name in its header', async () => {
    const { players, game, gm } = await formingGame(own.ctx, { humans: 1, opponents: 3 });
    const { prisma } = own.ctx.db;
    // Forms refuse such names and titles; older rows may have them.
    const ann = players[0] as Account;
    await prisma.account.updateMany({ where: { id: { in: [ann.id, gm.id] } }, data: { name: BAIT } });
    await prisma.delivery.updateMany({ where: { accountId: ann.id }, data: { toName: BAIT } });
    await prisma.game.update({ where: { id: game.id }, data: { title: BAIT } });
    const mail = await everythingIn(await mailTo(ann.email, 'invitation'));
    expect(mail).toContain('You won 1000$');
    expect(mail).not.toMatch(/evil\.example|:\/\/evil|bob@/);
    expect(mail).toMatch(/^To: \S+@players\.test\r?$/m);
    expect(mail).toContain('https://whistlestop.test/invitation/');
  });

  test('of a printout has no link in what others typed, in its HTML neither', async () => {
    const { ctx } = own;
    const { players, seats, game, gm } = await runningGame(ctx, { humans: 2, opponents: 2 });
    const press = 'Claim at https://evil.example/win or bob@evil.example';
    await send(ctx, seats[1] as Seat, 1, { press });
    await processTurn(ctx, { gameId: game.id, turn: 1, by: gm.id });
    const delivery = await ctx.db.prisma.delivery.findFirstOrThrow({
      where: { toAddress: (players[0] as Account).email, kind: 'printout', printout: { turn: 2 } },
    });
    const { html } = await mailbox.send(ctx, delivery);
    expect(html).toContain('Claim at');
    expect(html).not.toMatch(/evil\.example|:\/\/evil|bob@/);
    const deps = { ctx, publicUrl: 'https://w.test', from: 'post@w.test', renderPdf: createPdfCache() };
    const { attachments = [] } = await composeDelivery(deps, delivery.id);
    const pdf = attachments.find(({ filename }) => String(filename).endsWith('.pdf'));
    const text = (await readPdf(pdf?.content as Buffer)).pages.join(' ');
    expect(text).toContain('Claim at');
    expect(text).not.toMatch(/evil\.example|:\/\/evil|bob@/);
  });

  test('of a message or a letter has no link in its text; someone who uses the account gets it as it is', async () => {
    const { ctx } = own;
    const { players, seats, game, gm } = await runningGame(ctx, { humans: 3, opponents: 1 });
    const [ann, carl, eve] = players as [Account, Account, Account];
    granted(await setSecurityCode(ctx, carl.id, 'lantern tower nine'));
    const at = { gameId: game.id, by: gm.id };
    granted(await broadcast(ctx, { ...at, turn: 1, text: BAIT }));
    expect(await everythingIn(await mailTo(ann.email, 'notice'))).not.toMatch(/evil\.example|:\/\/evil|bob@/);
    expect(await everythingIn(await mailTo(carl.email, 'notice'))).toContain('https://evil.example/win');
    granted(await setLettersPolicy(ctx, { ...at, letters: 'open', lettersBefore: null }));
    const to = seats.slice(0, 2).map((seat: Seat) => seat.id);
    granted(await writeLetter(ctx, { gameId: game.id, by: eve.id, to, text: BAIT, via: 'web' }));
    expect(await everythingIn(await mailTo(ann.email, 'letter'))).not.toMatch(/evil\.example|:\/\/evil|bob@/);
    expect(await everythingIn(await mailTo(carl.email, 'letter'))).toContain('https://evil.example/win');
  });
});

const LINKS = [
  ...['https://evil.example', 'www.evil.example', 'claim at evil.com', 'evil.co/win', 'bob@evil.com'],
  ...['mailto:bob', 'EVIL.COM', 'evil。com', 'evil．com', 'evil.\u200bcom', 'e\u00advil.com', 'bob＠evil'],
  ...['x://y', 'пример.рф', 'tel:5551234'],
];
const PLAIN = [
  ...['Ann Baker', 'J. R. R. Tolkien', 'J.R. Smith', 'U.S.A. 1996', 'St. John', 'Zoë Łukasiewicz'],
  ...['The game no. 5', 'Version 2.0', 'Election: 1996', 'Ann @ home', 'And then …', 'O’Neil, Jr.', '🚂'],
];

describe('a name or a title with a link', () => {
  test.each(LINKS)('%j is found, and made harmless', (text) => {
    expect(hasLink(text)).toBe(true);
    expect(hasLink(withoutLinks(text))).toBe(false);
  });

  test.each(PLAIN)('%j is none', (text) => {
    expect(hasLink(text)).toBe(false);
  });

  test.each([
    ['J.Smith', 'J. Smith'],
    ['J.R.R.Tolkien', 'J.R.R. Tolkien'],
    ['Mary J.Blige', 'Mary J. Blige'],
    ['É.Zola', 'É. Zola'],
  ])('%j is stored with a space after the initials', async (typed, stored) => {
    const email = `${randomUUID()}@players.test`;
    expect(granted(await createAccount(own.ctx, { name: typed, email })).name).toBe(stored);
    const { game, gm } = await formingGame(own.ctx, { humans: 0, opponents: 0 });
    const wanted = { gameId: game.id, by: gm.id, name: typed, email: `2.${email}` };
    expect(granted(await addSeat(own.ctx, wanted)).name).toBe(stored);
  });

  test.each(['evil.com', 'bit.ly', 'x.com', 'J.Smith.com', 'www.J.Smith', 'Evil.J.Smith', 'a.J.Smith'])(
    '%j has no initials, and is refused',
    async (name) => {
      const wanted = { name, email: `${randomUUID()}@players.test` };
      expect(codesOf(await createAccount(own.ctx, wanted))).toEqual(['name-link']);
    },
  );

  test('keeps the addresses of this server, and no others that begin with them', () => {
    const ours = 'https://games.example.org';
    expect(withoutLinks(`Open ${ours}/my/games/EY-1/sheet`, ours)).toBe(`Open ${ours}/my/games/EY-1/sheet`);
    expect(withoutLinks(`(See ${ours}/rules.) Or ${ours}.`, ours)).toBe(`(See ${ours}/rules.) Or ${ours}.`);
    expect(withoutLinks(`<${ours}?page=2>, ${ours}/x.evil.com`, ours)).toBe(
      `<${ours}?page=2>, ${ours}/x. evil. com`,
    );
    expect(withoutLinks(`Open ${ours}.evil.com`, ours)).toBe('Open https: //games. example. org. evil. com');
  });

  test.each([
    ['https://games.example.com', 'https://games.example.community/confirm'],
    ['https://games.example.net', 'https://games.example.network/login'],
    ['https://games.example.org', 'https://games.example.org@3627734734/x'],
    ['https://games.example.org', 'https://games.example.org:x@3627734734/x'],
    ['https://games.example.org', 'https://games.example.org:8443/x'],
    ['https://games.example.org', 'https://games.example.org\\@evil.com'],
    ['https://games.example.org', 'https://games.example.org\u200b.evil.com'],
    ['https://games.example.org', 'https://games.example.org。evil.com'],
  ])('is made harmless if it begins with the address of this server, %s, as %s does', (ours, link) => {
    const text = withoutLinks(`Confirm it at ${link} and win.`, ours);
    expect(text).toContain('https: //games. example. ');
    expect(hasLink(text)).toBe(false);
  });

  test('is refused wherever someone enters one', async () => {
    const { ctx } = own;
    const name = 'Ann of evil.example';
    const email = 'ann.of.evil@players.test';
    expect(codesOf(await createAccount(ctx, { name, email }))).toEqual(['name-link']);
    expect(codesOf(await requestSignUp(ctx, { name, email, next: '', minutes: 10 }))).toEqual(['name-link']);
    const ann = await anAccount(ctx, 'Ann Renamed');
    const details = { email: ann.email, timeZone: 'UTC', paper: 'a4' as const, address: null };
    const renamed = await updateAccount(ctx, ann.id, { ...details, name, publishAddress: false });
    expect(codesOf(renamed)).toEqual(['name-link']);
    const forming = await formingGame(ctx, { humans: 0, opponents: 1 });
    const seat = { gameId: forming.game.id, by: forming.gm.id, name, email };
    expect(codesOf(await addSeat(ctx, seat))).toContain('link');
    const play = await runningGame(ctx, { humans: 1, opponents: 3 });
    const at = { gameId: play.game.id, by: play.gm.id, turn: 1, seatId: (play.seats[0] as Seat).id };
    expect(codesOf(await replacePlayer(ctx, { ...at, name, email }))).toEqual(['name-link']);
    const game = {
      ...{ ruleset: 'election-year', title: 'Win at evil.example', gmId: play.gm.id, options: {} },
      ...{ daysPerTurn: 14, timeZone: 'UTC', processWhenComplete: false },
    };
    expect(codesOf(await createGame(ctx, game))).toEqual(['link']);
  });
});
