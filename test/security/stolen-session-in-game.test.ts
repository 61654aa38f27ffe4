import { beforeEach, expect, test } from 'vitest';
import type { Account, Seat } from '../../src/database/generated/client.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { MAX_VERSIONS } from '../../src/games/sheets/sheet-limits.ts';
import { anAccount, runningGame, send, type TestGame } from '../games/game/play.ts';
import { testNow } from '../helpers/database.ts';
import { aSession } from '../helpers/session.ts';
import { useWeb } from '../web/use-web.ts';
import { aVisitor, signedIn, testCode } from '../web/visitor.ts';

/* Someone with a stolen session cannot keep the owner out of their game once the owner has ended it. */

const { own, app } = useWeb({ limits: { forms: 1000, signInByAddress: 1000 } });
const NEW_CODE = 'harbor candle window';
let play: TestGame;
let ann: Account;
let seat: Seat;
let path: string;

beforeEach(async () => {
  own.setNow(testNow);
  play = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  [ann, seat] = [play.players[0] as Account, play.seats[0] as Seat];
  path = `/my/games/${gameNumber(play.game)}`;
});

const player = async () =>
  (await own.ctx.db.prisma.seat.findUniqueOrThrow({ where: { id: seat.id } })).accountId;

test('a seat is given up only with the security code', async () => {
  const thief = await signedIn(app, own.ctx, ann);
  expect((await thief.get(`${path}/give-up`)).body).toContain('name="giveUpCode" type="password"');
  const wrongs: Record<string, string>[] = [{}, { giveUpCode: '' }, { giveUpCode: 'not my code at all' }];
  for (const wrong of wrongs) {
    const refused = await thief.post(`${path}/give-up`, { seat: seat.id, ...wrong });
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain('This is not your current security code.');
  }
  expect(await player()).toBe(ann.id);
  const given = await thief.post(`${path}/give-up`, { seat: seat.id, giveUpCode: testCode });
  expect(given.statusCode).toBe(303);
  expect(await player()).toBe(null);
});

test('without a code, a seat is given up only in a browser that has just signed in with a mailed link', async () => {
  const bea = await anAccount(own.ctx, 'Bea Cole');
  await own.ctx.db.prisma.seat.update({ where: { id: seat.id }, data: { accountId: bea.id } });
  const token = await aSession(own.ctx, { accountId: bea.id, method: 'link' });
  const visitor = aVisitor(app);
  visitor.cookies.set('whistlestop', token);
  const fresh = (await visitor.get(`${path}/give-up`)).body;
  expect(fresh).toContain('Give up my seat</button>');
  expect(fresh).not.toContain('giveUpCode');
  own.setNow(new Date(testNow.getTime() + 3_600_000));
  const later = (await visitor.get(`${path}/give-up`)).body;
  expect(later).toContain('Before you give up your seat, show that you still read your mail');
  expect(later).not.toContain('Give up my seat</button>');
  const refused = await visitor.post(`${path}/give-up`, { seat: seat.id });
  expect(refused.statusCode).toBe(422);
  expect(refused.body).toContain('Sign in with a new mailed link first');
  expect(await player()).toBe(bea.id);
});

test('versions of a sheet from before a new security code do not count for the limit', async () => {
  const owner = await signedIn(app, own.ctx, ann);
  for (let i = 0; i < MAX_VERSIONS; i += 1) await send(own.ctx, seat, 1, { press: 'Not by Ann' });
  const sendMine = () => owner.post(`${path}/sheet`, { _turn: '1', _attempt: '1', press: 'By Ann' });
  const refused = await sendMine();
  expect(refused.statusCode).toBe(422);
  expect(refused.body).toContain('set a new security code on the page of your account');
  own.setNow(new Date(testNow.getTime() + 60_000));
  const changed = await owner.post('/account/code', { current: testCode, code: NEW_CODE, again: NEW_CODE });
  expect(changed.headers.location).toContain('code-set');
  expect((await sendMine()).statusCode).toBe(303);
  const where = { seatId: seat.id, outcome: 'standing' as const };
  const standing = await own.ctx.db.prisma.sheet.findFirstOrThrow({ where });
  expect(standing.raw).toMatchObject({ press: 'By Ann' });
}, 60_000);
