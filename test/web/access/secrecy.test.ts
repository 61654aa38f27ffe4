import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
import { setLettersPolicy } from '../../../src/games/letters/letters-policy.ts';
import { writeLetter } from '../../../src/games/letters/write-letter.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { rollBack } from '../../../src/games/processing/roll-back.ts';
import { STANDING_ORDERS, sendAdvanceOrders } from '../../../src/games/sheets/advance-orders.ts';
import type { RouteAccess } from '../../../src/web/access/route-access.ts';
import { anAccount, goodSheet, granted, runningGame, send, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { readPdf } from '../../printouts/read-pdf.ts';
import { aVisitor, aWeb, signedIn, testCode, type Visitor } from '../visitor.ts';

/*
 * Every route of the running app, requested by everyone who must not learn the secrets of a seat: its cash and income,
 * its sheet for the open turn, its refused sheets, its advance orders and its letters. New routes are covered as soon
 * as they exist.
 */

let own: TestContext;
let app: FastifyInstance;
let watched: TestGame;
let other: TestGame;
/** What only its owner (and the reader of a letter) may see, with the account number of the owner. */
let secrets: { owner: number; text: RegExp }[] = [];
let number: string;

const WHISPER = 'A whisper behind the curtain';
const REFUSED = 'Never printed anywhere';
const ADVANCE = 'Not before its turn';
/** Dollars, more than any player has, so that the row is dropped from the advance orders. */
const DROPPED = 9_123_451;
const LETTER = 'Between the two of us';
/** The ID of the letter with that text, from the second player to the third. */
let letterId: string;

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx, { limits: { forms: 100_000, pages: 100_000, games: 100_000, pdfs: 100_000 } });
  watched = await runningGame(own.ctx, { humans: 3, opponents: 1 });
  other = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  number = `${watched.game.prefix}-${watched.game.serial}`;
  await giveUniqueMoney();
  for (const turn of [1, 2]) {
    for (const seat of humanSeats())
      await send(own.ctx, seat, turn, await goodSheet(own.ctx, seat.gameId, seat));
    await processTurn(own.ctx, { gameId: watched.game.id, turn, by: watched.gm.id });
  }
  // The printouts of a rolled-back turn stay readable for those who could read them before.
  const of = { gameId: watched.game.id, by: watched.gm.id };
  granted(await rollBack(own.ctx, { ...of, turn: 3, due: null }));
  // Advance orders for later turns, and for turn 3 such that a row is dropped: that shows on the seat's printout alone.
  for (const [i, seat] of humanSeats().entries()) {
    const by = { gameId: seat.gameId, seatId: seat.id, sentById: seat.accountId as number };
    const tooDear = { campaign: [{ state: 'AK', spend: DROPPED + i }], fundraising: ['AK'] };
    granted(await sendAdvanceOrders(own.ctx, { ...by, turn: 3, raw: tooDear }));
    for (const turn of [4, STANDING_ORDERS]) {
      granted(await sendAdvanceOrders(own.ctx, { ...by, turn, raw: { press: `${ADVANCE} ${turn} ${i}x` } }));
    }
  }
  await processTurn(own.ctx, { ...of, turn: 2 });
  for (const [i, seat] of humanSeats().entries()) {
    await send(own.ctx, seat, 3, { press: `${REFUSED} ${i}x`, fundraising: ['CA', 'CA'] });
    await send(own.ctx, seat, 3, {
      press: `${WHISPER} ${i}x`,
      campaign: [{ state: 'WY', spend: 41_111 + i }],
    });
  }
  letterId = await sendLetter();
  secrets = await collectSecrets();
});

afterAll(async () => {
  await app.close();
  await own.close();
});

function humanSeats(): Seat[] {
  return watched.seats.filter((seat) => seat.accountId !== null);
}

async function sendLetter(): Promise<string> {
  const gameId = watched.game.id;
  const rule = { letters: 'open' as const, lettersBefore: null };
  granted(await setLettersPolicy(own.ctx, { gameId, by: watched.gm.id, ...rule }));
  const [, by, to] = humanSeats() as [Seat, Seat, Seat];
  const words = { text: LETTER, via: 'web' as const };
  return granted(await writeLetter(own.ctx, { gameId, by: by.accountId as number, to: [to.id], ...words }));
}

interface Money {
  players: { id: string; cash: number; income: number }[];
}

/** Gives every player amounts that mean nothing else wherever they appear. */
async function giveUniqueMoney(): Promise<void> {
  const { gameState } = own.ctx.db.prisma;
  const where = { gameId: watched.game.id };
  const { state } = await gameState.findUniqueOrThrow({ where });
  const changed = structuredClone(state) as Money;
  for (const [i, player] of changed.players.entries()) {
    player.cash = 5_310_017 + i * 10_000;
    player.income = 70_913 + i * 1_000;
  }
  await gameState.update({ where, data: { state: changed } });
}

async function collectSecrets() {
  const turns = await own.ctx.db.prisma.turn.findMany({
    where: { gameId: watched.game.id, turn: { gte: 1 } },
  });
  return humanSeats().flatMap((seat, i) => {
    const owner = seat.accountId as number;
    const figures = turns.flatMap((turn) => {
      const player = (turn.state as Money).players.find((one) => one.id === seat.identifier);
      return player ? [player.cash, player.income] : [];
    });
    const orders = [4, STANDING_ORDERS].map((turn) => `${ADVANCE} ${turn} ${i}x`);
    const texts = [`${WHISPER} ${i}x`, `${REFUSED} ${i}x`, ...orders, ...(i === 1 ? [LETTER] : [])];
    return [
      ...[...new Set(figures), 41_111 + i, DROPPED + i].map((figure) => ({
        owner,
        text: figurePattern(figure),
      })),
      ...texts.map((text) => ({ owner, text: new RegExp(text) })),
    ];
  });
}

/** Matches `70913` and `70,913`, but not as part of another number or word. */
function figurePattern(figure: number): RegExp {
  const grouped = figure.toLocaleString('en-US').replaceAll(',', ',?');
  return new RegExp(`(?<![\\w])${grouped}(?![\\w])`);
}

/** The id of a row that does not exist. */
const NO_ROW = '00000000-0000-4000-8000-000000000000';

/** Every address that a route can have in this game, with each turn, version, seat and mail. */
async function addressesOf(route: RouteAccess): Promise<string[]> {
  const { delivery } = own.ctx.db.prisma;
  const mails = await delivery.findMany({ where: { gameId: watched.game.id }, select: { id: true } });
  const values: Record<string, string[]> = {
    number: [number],
    turn: ['1', '2', '3', '4', 'standing'],
    version: ['1', '2'],
    attempt: ['1', '2'],
    seat: watched.seats.map((seat) => seat.id),
    delivery: mails.slice(0, 2).map((mail) => mail.id),
    id: watched.players.map((player) => String(player.id)),
    token: ['A'.repeat(43)],
    index: ['0'],
    game: [NO_ROW],
    message: [NO_ROW],
    ruleset: ['election-year', 'no-such-game'],
  };
  let urls = [route.url];
  for (const [, name] of route.url.matchAll(/:([a-z]+)/gi)) {
    const known = values[name as string];
    if (known === undefined) throw new Error(`Add to this test what ":${name}" of ${route.url} can be.`);
    urls = urls.flatMap((url) => known.map((value) => url.replace(`:${name}`, value)));
  }
  if (route.url.endsWith('/letters/new')) return urls.map((url) => `${url}?answer=${letterId}`);
  return route.url.includes(':turn') ? urls : urls.flatMap((url) => [url, `${url}?turn=3`]);
}

/** The text of a response, be it a page, a PDF or a redirect. */
async function textOf(response: LightMyRequestResponse): Promise<string> {
  const type = String(response.headers['content-type'] ?? '');
  if (!type.startsWith('application/pdf')) return `${response.body} ${response.headers.location ?? ''}`;
  const pdf = await readPdf(response.rawPayload);
  return pdf.pages.join(' ');
}

/** Requests every GET route. Returns which secrets were seen and where last, all addresses with one, and how many pages were there. */
async function requestAll(
  visitor: Visitor,
  headers: Record<string, string>,
): Promise<{ seen: Map<RegExp, string>; urls: Set<string>; read: number }> {
  const seen = new Map<RegExp, string>();
  const urls = new Set<string>();
  let read = 0;
  for (const route of app.routeAccess.filter(({ method }) => method === 'GET')) {
    for (const url of await addressesOf(route)) {
      const response = await visitor.get(url, headers);
      if (response.statusCode >= 500) throw new Error(`${url}: ${response.statusCode}`);
      if (response.statusCode === 200) read += 1;
      const text = await textOf(response);
      for (const secret of secrets) {
        if (!secret.text.test(text)) continue;
        seen.set(secret.text, url);
        urls.add(url);
      }
    }
  }
  return { seen, urls, read };
}

async function expectNoSecrets(visitor: Visitor, headers: Record<string, string> = {}): Promise<void> {
  const { seen, read } = await requestAll(visitor, headers);
  expect([...seen].map(([text, url]) => `${text} on ${url}`)).toEqual([]);
  expect(read).toBeGreaterThan(10);
}

function basic(account: Account): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${account.id}:${testCode}`).toString('base64')}` };
}

test('there are secrets to look for, and their owner sees them', async () => {
  expect(secrets.length).toBeGreaterThan(15);
  const [owner] = watched.players as [Account];
  const { seen, urls } = await requestAll(await signedIn(app, own.ctx, owner), basic(owner));
  const visible = secrets.filter((secret) => seen.has(secret.text));
  expect(visible.length).toBeGreaterThan(4);
  expect([...new Set(visible.map((secret) => secret.owner))]).toEqual([owner.id]);
  expect([...urls].some((url) => url.includes('/attempts/1'))).toBe(true);
  for (const text of [WHISPER, REFUSED, `${ADVANCE} 4`, `${ADVANCE} ${STANDING_ORDERS}`]) {
    expect(visible.some((secret) => secret.text.source.startsWith(text))).toBe(true);
  }
  expect(visible.map((secret) => secret.text.source)).toContain(figurePattern(DROPPED).source);
}, 120_000);

test('a letter is seen by its writer and by its recipient', async () => {
  for (const player of watched.players.slice(1, 3)) {
    const { seen } = await requestAll(await signedIn(app, own.ctx, player), {});
    const pages = [...seen].filter(([text]) => text.source === LETTER).map(([, url]) => url);
    expect(pages).toEqual([expect.stringContaining(`/my/games/${number}/letters`)]);
  }
}, 120_000);

test('the public sees none', () => expectNoSecrets(aVisitor(app)), 120_000);

test(
  'a program that asks for JSON sees none',
  () => expectNoSecrets(aVisitor(app), { accept: 'application/json' }),
  120_000,
);

test('the GM of the game sees none', async () => {
  await expectNoSecrets(await signedIn(app, own.ctx, watched.gm), basic(watched.gm));
}, 120_000);

test('the GM of another game sees none', async () => {
  await expectNoSecrets(await signedIn(app, own.ctx, other.gm), basic(other.gm));
}, 120_000);

test('a player of another game sees none', async () => {
  const [stranger] = other.players as [Account];
  await expectNoSecrets(await signedIn(app, own.ctx, stranger), basic(stranger));
}, 120_000);

test('the operator sees none', async () => {
  const made = await anAccount(own.ctx, 'Olive Operator');
  const operator = await own.ctx.db.prisma.account.update({
    where: { id: made.id },
    data: { operator: true },
  });
  await expectNoSecrets(await signedIn(app, own.ctx, operator));
}, 120_000);

test('forms sent to other games and seats give nothing away either', async () => {
  const [, second] = watched.players as [Account, Account];
  const visitor = await signedIn(app, own.ctx, second);
  const foreign = secrets.filter((secret) => secret.owner !== second.id);
  const said: string[] = [];
  const routes = app.routeAccess.filter(
    ({ method, url }) => method === 'POST' && url.includes('/games/') && !url.includes('/gm/'),
  );
  expect(routes.length).toBeGreaterThan(5);
  for (const route of routes) {
    for (const url of await addressesOf(route)) {
      const text = await textOf(await visitor.post(url, { turn: '2' }, basic(second)));
      for (const secret of foreign) if (secret.text.test(text)) said.push(`${secret.text} on ${url}`);
    }
  }
  expect(said).toEqual([]);
}, 120_000);
