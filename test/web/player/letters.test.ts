import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createTransport } from 'nodemailer';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { setLettersPolicy } from '../../../src/games/letters/letters-policy.ts';
import { LETTERS_A_DAY, MAX_LETTER, writeLetter } from '../../../src/games/letters/write-letter.ts';
import { type Mailbox, openMailbox } from '../../../src/mail/mailbox/mailbox.ts';
import { anAccount, granted, runningGame, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { aVisitor, aWeb, signedIn, testCode, type Visitor } from '../visitor.ts';

let own: TestContext;
let app: FastifyInstance;
let mailbox: Mailbox;
let dir: string;
let g: TestGame;
let at: string;
let ann: Account;
let carl: Account;
let annHere: Visitor;
let carlHere: Visitor;

beforeAll(async () => {
  own = await testContext();
  dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-letters-'));
  mailbox = await openMailbox({ dir, log: pino({ level: 'silent' }) });
  app = await aWeb(own.ctx, { mailbox, limits: { forms: 1000, signInByAddress: 1000 } });
});
afterAll(async () => {
  await app.close();
  await mailbox.close();
  await own.close();
  await rm(dir, { recursive: true });
});
beforeEach(async () => {
  g = await runningGame(own.ctx, { humans: 3, opponents: 1 });
  at = `/my/games/${gameNumber(g.game)}/letters`;
  [ann, carl] = g.players as [Account, Account];
  await allow('open');
  annHere = await signedIn(app, own.ctx, ann);
  carlHere = await signedIn(app, own.ctx, carl);
});

const allow = (letters: 'none' | 'open') =>
  setLettersPolicy(own.ctx, { gameId: g.game.id, by: g.gm.id, letters, lettersBefore: null }).then(granted);

async function letterOf(by: Account, to: number[], text: string): Promise<string> {
  const ids = to.map((i) => (g.seats[i] as Seat).id);
  const wanted = { gameId: g.game.id, by: by.id, to: ids, text, via: 'web' as const };
  return granted(await writeLetter(own.ctx, wanted));
}

const ticked = (body: string) =>
  [...body.matchAll(/<input type="checkbox" id="(to_\w+)"[^>]*checked/g)].map(([, id]) => id);

describe('writing', () => {
  test('offers the players of the game, and sends to those who are checked', async () => {
    const form = (await annHere.get(`${at}/new`)).body;
    expect([...form.matchAll(/type="checkbox" id="(\w+)"/g)].map(([, id]) => id)).toEqual(['to_CD', 'to_EF']);
    expect(form).toContain('The computer plays [GH] and reads no letters.');
    expect(ticked(form)).toEqual([]);
    // If there is only one other player, the letter is addressed to them already.
    const pair = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    await setLettersPolicy(own.ctx, {
      ...{ gameId: pair.game.id, by: pair.gm.id, letters: 'open', lettersBefore: null },
    }).then(granted);
    const visitor = await signedIn(app, own.ctx, pair.players[0] as Account);
    const toTheOther = (await visitor.get(`/my/games/${gameNumber(pair.game)}/letters/new`)).body;
    expect(ticked(toTheOther)).toEqual(['to_CD']);
    const sent = await annHere.post(at, { to_CD: 'yes', text: 'Line one\nline <two>' });
    expect(sent.statusCode).toBe(303);
    expect(sent.headers.location).toBe(`${at}?done=letter-sent`);
    const page = (await annHere.get(sent.headers.location as string)).body;
    expect(page).toContain('Your letter is on its way.');
    expect(page).toContain('Line one<br>line &lt;two&gt;');
    expect((await carlHere.get(at)).body).toContain('Line one<br>line &lt;two&gt;');
  });

  test('a refused letter comes back filled in, with the problems beside their fields', async () => {
    const text = 'y'.repeat(MAX_LETTER + 5);
    const refused = await annHere.post(at, { to_GH: 'yes', to_CD: 'yes', text });
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain(text);
    expect(ticked(refused.body)).toEqual(['to_CD', 'to_GH']);
    expect(refused.body).toContain('[GH]: no person plays this seat now');
    expect(refused.body).toContain('id="problem-to"');
    expect(refused.body).toContain('id="problem-text"');
    expect(refused.body).toMatch(/aria-describedby="text-hint problem-text" aria-invalid=true/);
    const empty = await annHere.post(at, {});
    expect(empty.statusCode).toBe(422);
    expect(empty.body).toContain('Choose at least one recipient');
  });

  test('a letter that was begun for one player does not go to the next player of the seat', async () => {
    const form = (await annHere.get(`${at}/new`)).body;
    const meant = /name="to_CD" value="([0-9a-f]{16})"/.exec(form)?.[1] ?? '';
    const { prisma } = own.ctx.db;
    const where = { id: g.seats[1]?.id ?? '' };
    const newcomer = await anAccount(own.ctx, 'Nora Newcomer');
    await prisma.seat.update({ where, data: { accountId: newcomer.id } });
    const before = await prisma.letter.count();
    const refused = await annHere.post(at, { to_CD: meant, text: 'Only for you' });
    expect([refused.statusCode, refused.body.includes('Only for you</textarea>')]).toEqual([422, true]);
    expect(refused.body).toContain('[CD] has a different player now than when you began this letter.');
    expect(ticked(refused.body)).toEqual([]);
    expect(await prisma.letter.count()).toBe(before);
    await prisma.seat.update({ where, data: { accountId: carl.id } });
    expect((await annHere.post(at, { to_CD: meant, text: 'Only for you' })).statusCode).toBe(303);
  });

  test('the text is kept if the limit is reached or letters are closed', async () => {
    for (let i = 0; i < LETTERS_A_DAY; i += 1) await letterOf(ann, [1], `Letter ${i}`);
    const often = await annHere.post(at, { to_CD: 'yes', text: 'One more' });
    expect([often.statusCode, often.body.includes('One more</textarea>')]).toEqual([422, true]);
    expect(often.body).toContain('You can write up to 40 letters a day');
    await allow('none');
    const closed = await carlHere.post(at, { to_AB: 'yes', text: 'Hello?' });
    expect([closed.statusCode, closed.body.includes('Hello?</textarea>')]).toEqual([422, true]);
  });

  test('the text is kept if the computer has taken the seat over meanwhile', async () => {
    const taken = { opponent: true, accountId: null, reclaimableById: ann.id };
    await own.ctx.db.prisma.seat.update({ where: { id: g.seats[0]?.id ?? '' }, data: taken });
    const late = await annHere.post(at, { to_CD: 'yes', text: 'Wait for me' });
    expect([late.statusCode, late.body.includes('Wait for me</textarea>')]).toEqual([422, true]);
    expect(late.body).toContain('You have no seat in this game.');
    expect(ticked(late.body)).toEqual(['to_CD']);
  });

  test('a reply is addressed to the sender or to everyone, and shows the letter', async () => {
    const id = await letterOf(ann, [1, 2], 'Friends');
    const answer = (await carlHere.get(`${at}/new?answer=${id}`)).body;
    expect(ticked(answer)).toEqual(['to_AB']);
    expect(answer).toContain('Friends');
    expect(ticked((await carlHere.get(`${at}/new?answer=${id}&all=yes`)).body)).toEqual(['to_AB', 'to_EF']);
    const again = await carlHere.post(at, { answer: id, text: '' });
    expect([again.statusCode, again.body.includes('The letter that you reply to')]).toEqual([422, true]);
    expect(again.body).toContain('Friends');
  });

  test('a letter between others is not shown by its id', async () => {
    const id = await letterOf(ann, [2], 'Behind his back');
    expect((await carlHere.get(`${at}/new?answer=${id}`)).body).not.toContain('Behind his back');
    expect((await carlHere.post(at, { answer: id })).body).not.toContain('Behind his back');
  });
});

describe('a sender who was signed out', () => {
  const typed = { to_CD: 'yes', text: 'All that I wrote' };

  test('gets the text back after signing in, and it is not sent automatically', async () => {
    const signedOut = aVisitor(app);
    const asked = await signedOut.post(at, typed);
    expect(asked.statusCode).toBe(401);
    expect(asked.body).toContain('value="All that I wrote"');
    const wrong = await signedOut.post(`${at}/sign-in`, {
      ...typed,
      _account: String(ann.id),
      _code: 'wrong one',
    });
    expect([wrong.statusCode, wrong.body.includes('value="All that I wrote"')]).toEqual([401, true]);
    const back = await signedOut.post(`${at}/sign-in`, {
      ...typed,
      _account: String(ann.id),
      _code: testCode,
    });
    expect(back.statusCode).toBe(200);
    expect(back.body).toContain('All that I wrote</textarea>');
    expect(ticked(back.body)).toEqual(['to_CD']);
    expect(await own.ctx.db.prisma.letter.count({ where: { gameId: g.game.id } })).toBe(0);
    expect((await signedOut.post(at, typed)).statusCode).toBe(303);
  });

  test('gets the text back after signing in on another page', async () => {
    expect((await annHere.post(`${at}/sign-in`, typed)).body).toContain('All that I wrote</textarea>');
    expect((await aVisitor(app).post(`${at}/sign-in`, typed)).statusCode).toBe(401);
  });
});

describe('a new letter', () => {
  test('is marked as new on every page until it has been read', async () => {
    await letterOf(ann, [1], 'Knock knock');
    const game = at.replace('/letters', '');
    expect((await carlHere.get('/my/games')).body).toContain('A new letter');
    expect((await carlHere.get(game)).body).toContain('Letters (1 new)');
    expect((await annHere.get('/my/games')).body).not.toContain('new letter');
    // A HEAD request has not read anything.
    await app.inject({ method: 'HEAD', url: at, headers: { cookie: cookiesOf(carlHere) } });
    expect((await carlHere.get(at)).body).toContain('<strong class="new">New</strong>');
    expect((await carlHere.get(at)).body).not.toContain('<strong class="new">New</strong>');
    expect((await carlHere.get('/my/games')).body).not.toContain('new letter');
    expect((await carlHere.get(game)).body).toMatch(/>Letters<\/a>/);
  });

  test('is read when the form for a reply is opened', async () => {
    const id = await letterOf(ann, [1], 'Knock knock');
    await carlHere.get(`${at}/new?answer=${id}`);
    expect((await carlHere.get('/my/games')).body).not.toContain('new letter');
  });

  const cookiesOf = (visitor: Visitor) =>
    [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
});

test('after letters are closed, old ones can be read, and the page says why no new ones can be written', async () => {
  await letterOf(ann, [1], 'While we could');
  await allow('none');
  const page = (await carlHere.get(at)).body;
  expect(page).toContain('While we could');
  expect(page).toContain('Players cannot write letters in this game');
  expect(page).not.toContain('Write a letter');
  expect(page).not.toContain('letters/new');
  // The link in an old mail leads to the letter, without a form that would be refused.
  const old = (await carlHere.get(`${at}/new`)).body;
  expect(old).toContain('You cannot write letters now.');
  expect(old).not.toContain('<textarea');
});

test('pages do not mention letters if they are not allowed', async () => {
  await allow('none');
  const game = at.replace('/letters', '');
  expect((await annHere.get(game)).body).not.toContain(at);
});

test('a person without a seat gets a 404', async () => {
  await letterOf(ann, [1], 'Private');
  const stranger = await signedIn(app, own.ctx, await anAccount(own.ctx, 'Stan Stranger'));
  const gm = await signedIn(app, own.ctx, g.gm);
  for (const visitor of [stranger, gm]) {
    expect((await visitor.get(at)).statusCode).toBe(404);
    expect((await visitor.get(`${at}/new`)).statusCode).toBe(404);
    expect((await visitor.post(at, { to_AB: 'yes', text: 'Let me in' })).statusCode).toBe(404);
    expect((await visitor.post(`${at}/sign-in`, {})).statusCode).toBe(404);
  }
  expect((await aVisitor(app).get(at)).statusCode).toBe(303);
});

describe('the GM', () => {
  const gmPath = () => `/gm/games/${gameNumber(g.game)}`;

  test('sets the policy on the players page or with a new game, by a milestone or by a turn', async () => {
    const gm = await signedIn(app, own.ctx, g.gm);
    const where = { gameId: g.game.id };
    const rule = () => own.ctx.db.prisma.gamePolicy.findUniqueOrThrow({ where });
    const set = await gm.post(`${gmPath()}/players/letters`, { letters: 'before-3' });
    expect(set.headers.location).toBe(`${gmPath()}/players?done=letters-policy-set#letters`);
    expect(await rule()).toMatchObject({ letters: 'before', lettersBefore: 3 });
    const page = (await gm.get(`${gmPath()}/players`)).body;
    expect(page).toMatch(/value="before-3" checked> Only before the conventions/);
    await gm.post(`${gmPath()}/players/letters`, { letters: 'before', lettersBefore: '4' });
    expect(await rule()).toMatchObject({ letters: 'before', lettersBefore: 4 });
    const bad = await gm.post(`${gmPath()}/players/letters`, { letters: 'before', lettersBefore: 'soon' });
    expect([bad.statusCode, bad.body.includes('value="soon"')]).toEqual([422, true]);
    expect((await gm.get('/gm/new?ruleset=election-year')).body).toMatch(/value="open" checked/);
    const fields = {
      ...{ ruleset: 'election-year', title: 'With letters', daysPerTurn: '14', timeZone: 'UTC' },
      letters: 'before-6',
    };
    const made = await gm.post('/gm/new', fields);
    expect(made.statusCode).toBe(303);
    const newest = await own.ctx.db.prisma.gamePolicy.findFirstOrThrow({
      where: { game: { title: 'With letters' } },
    });
    expect(newest).toMatchObject({ letters: 'before', lettersBefore: 6 });
    const { title: _, ...untitled } = fields;
    const refused = await gm.post('/gm/new', { ...untitled, letters: 'before', lettersBefore: '0' });
    expect([refused.statusCode, refused.body.includes('value="0"')]).toEqual([422, true]);
  });

  test('sees only failed mails of letters, not who wrote them, and can resend them', async () => {
    await letterOf(ann, [1], 'Hush');
    const gm = await signedIn(app, own.ctx, g.gm);
    expect((await gm.get(gmPath())).body).not.toContain('Private letter');
    const { delivery } = own.ctx.db.prisma;
    const mail = await delivery.findFirstOrThrow({ where: { gameId: g.game.id, kind: 'letter' } });
    const again = `${gmPath()}/deliveries/${mail.id}/resend`;
    expect((await gm.post(again)).statusCode).toBe(404);
    const failed = { status: 'failed' as const, lastError: '550 no such mailbox', nextAttempt: null };
    await delivery.update({ where: { id: mail.id }, data: failed });
    const page = (await gm.get(gmPath())).body;
    const row = /<th scope="row">Private letter \[CD\]<\/th>[\s\S]*?<\/tr>/.exec(page)?.[0] ?? '';
    expect(row).toContain(carl.email);
    expect(row).not.toMatch(/Ann Baker|\[AB\]|Hush/);
    expect((await gm.post(again)).statusCode).toBe(303);
    expect(await delivery.count({ where: { gameId: g.game.id, kind: 'letter' } })).toBe(2);
    const log = await own.ctx.db.prisma.gameEvent.findMany({ where: { gameId: g.game.id } });
    expect(log.some(({ detail }) => /\[AB\].*\[CD\]|\[CD\].*\[AB\]/.test(detail))).toBe(false);
  });
});

test('the built-in mailbox shows a letter to its recipient but not to the operator', async () => {
  const made = await anAccount(own.ctx, 'Olive Operator');
  const operator = await own.ctx.db.prisma.account.update({
    where: { id: made.id },
    data: { operator: true },
  });
  const transport = createTransport(mailbox.smtpUrl);
  for (const headers of [{ Sensitivity: 'Private' }, {}] as Record<string, string>[]) {
    const subject = headers.Sensitivity ? 'A secret' : 'A printout';
    await transport.sendMail({ from: 'post@whistlestop.test', to: carl.email, subject, text: 'x', headers });
  }
  transport.close();
  const secret = (await mailbox.list()).find(({ subject }) => subject === 'A secret')?.id;
  const olive = await signedIn(app, own.ctx, operator);
  const list = (await olive.get('/mailbox')).body;
  expect([list.includes('A printout'), list.includes('A secret')]).toEqual([true, false]);
  for (const part of ['', '/html', '/attachments/0']) {
    expect((await olive.get(`/mailbox/${secret}${part}`)).statusCode).toBe(404);
  }
  expect((await carlHere.get('/mailbox')).body).toContain('A secret');
  expect((await carlHere.get(`/mailbox/${secret}`)).statusCode).toBe(200);
});

test('the account page sets whether letters are mailed', async () => {
  const fields = { name: 'Ann Baker', timeZone: 'UTC', paper: 'a4' };
  const wants = async () =>
    (await own.ctx.db.prisma.account.findUniqueOrThrow({ where: { id: ann.id } })).mailLetters;
  expect((await annHere.get('/account')).body).toMatch(/name="mailLetters" value="yes" checked/);
  await annHere.post('/account', fields);
  expect(await wants()).toBe(false);
  await annHere.post('/account', { ...fields, mailLetters: 'yes' });
  expect(await wants()).toBe(true);
});

test('a body that is not a form is an empty letter', async () => {
  const token = await annHere.token();
  const cookie = [...annHere.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  for (const payload of ['[]', '[1]', '"words"', '5', 'true', 'null']) {
    const headers = { cookie, 'csrf-token': token, accept: 'text/html', 'content-type': 'application/json' };
    const response = await app.inject({ method: 'POST', url: at, headers, payload });
    expect([payload, response.statusCode]).toEqual([payload, 422]);
  }
});
