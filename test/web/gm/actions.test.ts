import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../../src/database/generated/client.ts';
import { replayGame } from '../../../src/games/archive/replay-game.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { gameNow, goodSheet, send, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { aVisitor, aWeb, signedIn } from '../visitor.ts';
import { runningGmGame } from './gm-game.ts';

let own: TestContext;
let app: FastifyInstance;

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx, { limits: { forms: 10_000, signInByAddress: 1000 } });
});
afterAll(async () => {
  await app.close();
  await own.close();
});

const newGame = () => runningGmGame(app, own.ctx, { humans: 2, opponents: 2 });
const fresh = (g: TestGame) => gameNow(own.ctx, g.game.id);
const mails = (g: TestGame, kind: 'notice' | 'receipt' | 'printout' | 'invitation') =>
  own.ctx.db.prisma.delivery.findMany({ where: { gameId: g.game.id, kind } });
const logged = async (g: TestGame) =>
  (await own.ctx.db.prisma.gameEvent.findMany({ where: { gameId: g.game.id } })).map((line) => line.type);

describe('the turn', () => {
  test('is previewed, processed, rolled back and rolled forward on the GM page', async () => {
    const g = await newGame();
    const [first] = g.seats;
    if (first) await send(own.ctx, first, 1, { press: 'Heard on the platform' });
    const shown = await g.gmVisitor.post(`${g.gmPath}/preview`, { turn: '1' });
    expect(shown.statusCode).toBe(200);
    expect(shown.body.match(/<article class="report"/g)).toHaveLength(3);
    expect(shown.body).toContain('Heard on the platform');
    expect((await fresh(g)).turn).toBe(1);
    await g.gmVisitor.post(`${g.gmPath}/process`, { turn: '1', anyway: 'yes' });
    expect((await g.gmVisitor.post(`${g.gmPath}/preview`, { turn: '1' })).statusCode).toBe(409);

    const refused = { turn: '2', due: '2020-01-01T10:00', word: 'A sheet was entered wrongly.' };
    const late = await g.gmVisitor.post(`${g.gmPath}/rollback`, refused);
    expect(late.statusCode).toBe(422);
    // What was typed comes back in its own form, not in others that have a field of the same name.
    expect(late.body).toMatch(/<details open>\s*<summary>Roll back turn 1</);
    expect(late.body).toMatch(/id="back-due"[^>]*value="2020-01-01T10:00"[^>]*aria-invalid/);
    expect(late.body).toMatch(/id="back-word"[^>]*value="A sheet was entered wrongly\."/);
    expect(late.body.match(/2020-01-01T10:00|A sheet was entered wrongly/g)).toHaveLength(2);
    const back = await g.gmVisitor.post(`${g.gmPath}/rollback`, { turn: '2', due: '2027-03-20T18:00' });
    expect(back.headers.location).toBe(`${g.gmPath}?done=rolled-back`);
    expect((await fresh(g)).due?.toISOString()).toBe('2027-03-20T22:00:00.000Z');
    expect((await g.gmVisitor.post(`${g.gmPath}/rollback`, { turn: '2' })).statusCode).toBe(409);
    expect((await aVisitor(app).get(`/games/${gameNumber(g.game)}/turns/2`)).statusCode).toBe(404);
    expect((await g.gmVisitor.get(g.gmPath)).body).toContain('Roll forward turn 1');
    const forward = await g.gmVisitor.post(`${g.gmPath}/rollforward`, { turn: '1' });
    expect(forward.headers.location).toBe(`${g.gmPath}?done=rolled-forward`);
    expect((await aVisitor(app).get(`/games/${gameNumber(g.game)}/turns/2`)).statusCode).toBe(200);
    expect(await mails(g, 'notice')).toHaveLength(4);
    expect((await g.gmVisitor.get(g.gmPath)).body).toMatch(
      /Turn 1, attempt 1<[\s\S]*Rolled forward .*, by #\d+/,
    );
  });

  test('a GM who plays in the game gets no preview and enters no paper sheets', async () => {
    const g = await runningGmGame(app, own.ctx);
    const [seat] = g.seats;
    await own.ctx.db.prisma.seat.update({ where: { id: seat?.id ?? '' }, data: { accountId: g.gm.id } });
    expect((await g.gmVisitor.get(g.gmPath)).body).not.toContain('Preview turn');
    expect((await g.gmVisitor.post(`${g.gmPath}/preview`, { turn: '1' })).statusCode).toBe(422);
    expect((await g.gmVisitor.get(`${g.gmPath}/seats/${seat?.id}/paper-sheet`)).statusCode).toBe(404);
  });
});

describe('a paper sheet', () => {
  test('is entered on a blank form; the player gets the receipt, and the GM does not see the standing sheet', async () => {
    const g = await newGame();
    const [ann, , machine] = g.seats;
    if (!ann || !machine) throw new Error('no seats');
    await send(own.ctx, ann, 1, { press: 'My secret words', fundraising: ['WY', 'VT', 'SD'] });
    const address = `${g.gmPath}/seats/${ann.id}/paper-sheet`;
    expect((await g.gmVisitor.post(`${address}/open`, { turn: '1' })).headers.location).toContain(address);
    const form = await g.gmVisitor.get(address);
    expect(form.statusCode).toBe(200);
    expect(form.body).not.toContain('My secret words');
    expect(form.body).not.toMatch(/<option value="WY"[^>]* selected/);
    const bad = await g.gmVisitor.post(address, {
      _turn: '1',
      press: 'x'.repeat(76),
      'fundraising[0]': 'WY',
    });
    expect(bad.statusCode).toBe(422);
    expect(bad.body).toContain('x'.repeat(76));
    expect(bad.body).not.toContain('My secret words');
    expect((await g.gmVisitor.post(address, { _turn: '2', press: 'Too early' })).statusCode).toBe(409);
    const entered = await g.gmVisitor.post(address, { _turn: '1', press: 'By post' });
    expect(entered.headers.location).toBe(`${g.gmPath}?done=paper-sheet-entered#seats`);
    const standing = await own.ctx.db.prisma.sheet.findFirstOrThrow({
      where: { seatId: ann.id, outcome: 'standing' },
    });
    expect(standing).toMatchObject({ channel: 'post', sentById: g.gm.id, raw: { press: 'By post' } });
    const receipts = await mails(g, 'receipt');
    expect(receipts).toHaveLength(3);
    expect(new Set(receipts.map((mail) => mail.accountId))).toEqual(new Set([ann.accountId]));
    expect((await g.gmVisitor.get(`${g.gmPath}/seats/${machine.id}/paper-sheet`)).statusCode).toBe(404);
  });
});

test('the GM decides on an obscene press release', async () => {
  const g = await newGame();
  const [ann] = g.seats;
  if (ann) await send(own.ctx, ann, 1, { press: 'Bullshit & <b>more</b>' });
  await g.gmVisitor.post(`${g.gmPath}/process`, { turn: '1', anyway: 'yes' });
  expect((await g.gmVisitor.get(g.gmPath)).body).not.toContain('Bullshit');
  const read = await g.gmVisitor.post(`${g.gmPath}/press`, { turn: '2' });
  expect(read.headers.location).toBe(`${g.gmPath}?done=press-read#press`);
  const page = (await g.gmVisitor.get(g.gmPath)).body;
  expect(page).toContain('Bullshit &amp; &lt;b&gt;more&lt;/b&gt;');
  const action = /action="([^"]+\/press\/[^"]+)"/.exec(page)?.[1] ?? '';
  const wordless = await g.gmVisitor.post(action, { turn: '1', decision: 'withhold', word: '' });
  expect(wordless.statusCode).toBe(422);
  const done = await g.gmVisitor.post(action, { turn: '1', decision: 'withhold', word: 'Not here.' });
  expect(done.headers.location).toBe(`${g.gmPath}?done=press-decided#press`);
  expect((await mails(g, 'notice')).map((mail) => mail.seatId)).toEqual([ann?.id]);
});

describe('the players of seats', () => {
  test('a player is replaced: the new player sees the seat from now on, the former one what came before', async () => {
    const g = await newGame();
    const [ann] = g.seats;
    const old = g.players[0] as Account;
    if (!ann) throw new Error('no seat');
    await send(own.ctx, ann, 1, { press: 'Yesterday' });
    await g.gmVisitor.post(`${g.gmPath}/process`, { turn: '1', anyway: 'yes' });
    const path = `${g.gmPath}/seats/${ann.id}/replace`;
    const someone = { turn: '2', name: 'Nora Neu', email: 'nora.neu@players.test' };
    expect((await g.gmVisitor.post(path, { ...someone, email: 'nowhere' })).statusCode).toBe(422);
    expect((await g.gmVisitor.post(path, { ...someone, email: g.players[1]?.email ?? '' })).statusCode).toBe(
      422,
    );
    expect((await g.gmVisitor.post(path, { ...someone, turn: '1' })).statusCode).toBe(409);
    expect((await g.gmVisitor.post(path, someone)).headers.location).toBe(`${g.gmPath}?done=replaced#seats`);
    const nora = await own.ctx.db.prisma.account.findUniqueOrThrow({
      where: { email: 'nora.neu@players.test' },
    });
    const invited = await mails(g, 'invitation');
    expect(invited.some((mail) => mail.accountId === nora.id)).toBe(true);
    const game = `/my/games/${gameNumber(g.game)}`;
    const hers = await signedIn(app, own.ctx, nora);
    expect((await hers.get(`${game}/turns/2`)).statusCode).toBe(200);
    expect((await hers.get(`${game}/turns/1`)).statusCode).toBe(404);
    expect((await hers.get(`${game}/sheet/turns/1/versions/1`)).statusCode).toBe(404);
    expect((await hers.get(`${game}/sheet`)).statusCode).toBe(200);
    const his = await signedIn(app, own.ctx, old);
    expect((await his.get(`${game}/turns/2`)).statusCode).toBe(200);
    expect((await his.get(`${game}/sheet`)).statusCode).toBe(404);
    await g.gmVisitor.post(`${g.gmPath}/process`, { turn: '2', anyway: 'yes' });
    expect((await his.get(`${game}/turns/3`)).statusCode).toBe(404);
    expect((await hers.get(`${game}/turns/3`)).body).toContain('Nora Neu');
    expect(await replayGame(own.ctx, gameNumber(g.game))).toMatchObject({
      ok: true,
      value: { turns: 2, printoutsOfOtherVersions: 0 },
    });
  });

  test('a seat goes to the computer and back, and a person takes a computer’s seat with its printout', async () => {
    const g = await newGame();
    const [ann, , machine] = g.seats;
    if (!ann || !machine) throw new Error('no seats');
    await g.gmVisitor.post(`${g.gmPath}/process`, { turn: '1', anyway: 'yes' });
    const handed = await g.gmVisitor.post(`${g.gmPath}/seats/${ann.id}/opponent`, { turn: '2' });
    expect(handed.headers.location).toBe(`${g.gmPath}?done=handed-to-computer#seats`);
    const seatNow = async () => (await fresh(g)).seats.find((seat) => seat.id === ann.id);
    expect(await seatNow()).toMatchObject({ opponent: true, accountId: null });
    expect((await g.gmVisitor.post(`${g.gmPath}/seats/${ann.id}/opponent`, { turn: '2' })).statusCode).toBe(
      422,
    );
    await g.gmVisitor.post(`${g.gmPath}/process`, { turn: '2', anyway: 'yes' });
    await g.gmVisitor.post(`${g.gmPath}/seats/${ann.id}/return`, { turn: '3' });
    expect(await seatNow()).toMatchObject({ opponent: false, accountId: ann.accountId, since: 0 });
    const game = `/my/games/${gameNumber(g.game)}`;
    const anns = await signedIn(app, own.ctx, g.players[0] as Account);
    expect((await anns.get(`${game}/turns/3`)).statusCode).toBe(200);
    const taken = { turn: '3', name: 'Pia Plum', email: 'pia.plum@players.test' };
    await g.gmVisitor.post(`${g.gmPath}/seats/${machine.id}/replace`, taken);
    const pia = await own.ctx.db.prisma.account.findUniqueOrThrow({ where: { email: taken.email } });
    expect((await (await signedIn(app, own.ctx, pia)).get(`${game}/turns/3`)).statusCode).toBe(200);
    expect((await mails(g, 'printout')).filter((mail) => mail.accountId === pia.id)).toHaveLength(1);
    expect(await replayGame(own.ctx, gameNumber(g.game))).toMatchObject({
      ok: true,
      value: { turns: 2, printoutsOfOtherVersions: 0 },
    });
    await own.ctx.db.pool.query(
      `UPDATE "Printout" SET report = jsonb_set(report::jsonb, '{summary,0}', '"You win."') WHERE "seatId" = $1 AND turn = 3`,
      [machine.id],
    );
    expect((await replayGame(own.ctx, gameNumber(g.game))).ok).toBe(false);
  });

  test('a wrong address is corrected, unless the account has been used', async () => {
    const g = await newGame();
    const [ann, carl] = g.seats;
    if (!ann || !carl) throw new Error('no seats');
    const { delivery, account, signInLink } = own.ctx.db.prisma;
    await delivery.updateMany({
      where: { seatId: ann.id },
      data: { status: 'failed', nextAttempt: null, lastError: '550 no such user' },
    });
    // One that is tried again later still has the wrong address, which may be a stranger's.
    const { id: gameId } = g.game;
    const about = { gameId, seatId: ann.id, accountId: ann.accountId, toName: 'Ann Baker' };
    const waiting = await delivery.create({
      data: {
        ...{ ...about, kind: 'notice', status: 'retrying', toAddress: 'wrong@players.test' },
        ...{ messageId: `<${ann.id}@test>`, createdAt: own.ctx.now(), nextAttempt: own.ctx.now() },
      },
    });
    const path = `${g.gmPath}/seats/${ann.id}/address`;
    const right = { turn: '1', email: 'Ann.Right@players.test' };
    expect((await g.gmVisitor.post(path, { ...right, email: g.gm.email })).statusCode).toBe(422);
    const links = await signInLink.findMany({ where: { accountId: ann.accountId ?? 0 } });
    const done = await g.gmVisitor.post(path, right);
    expect(done.headers.location).toBe(`${g.gmPath}?done=address-corrected#seats`);
    expect(await account.findFirstOrThrow({ where: { seats: { some: { id: ann.id } } } })).toMatchObject({
      email: 'ann.right@players.test',
    });
    const again = await delivery.findMany({ where: { seatId: ann.id, toAddress: 'ann.right@players.test' } });
    expect(again.map((mail) => mail.kind).sort()).toEqual(['invitation', 'notice', 'printout']);
    expect(again.map(({ id }) => id)).toContain(waiting.id);
    const now = await signInLink.findMany({ where: { accountId: ann.accountId ?? 0 } });
    expect(now.filter((link) => links.some((old) => old.id === link.id))).toEqual([]);
    await signedIn(app, own.ctx, g.players[1] as Account);
    const used = await g.gmVisitor.post(`${g.gmPath}/seats/${carl.id}/address`, {
      turn: '1',
      email: 'x@y.test',
    });
    expect(used.statusCode).toBe(422);
    expect(used.body).toContain('has used this account or received private letters');
  });
});

test('a broadcast goes to every player, and a mail on its way is canceled', async () => {
  const g = await newGame();
  expect((await g.gmVisitor.post(`${g.gmPath}/broadcast`, { turn: '1', text: ' \n ' })).statusCode).toBe(422);
  const text = 'Dear all,\n\nthe convention hall burned down.';
  const sent = await g.gmVisitor.post(`${g.gmPath}/broadcast`, { turn: '1', text });
  expect(sent.headers.location).toBe(`${g.gmPath}?done=broadcast-sent`);
  const letters = await mails(g, 'notice');
  expect(letters.map((mail) => mail.detail)).toEqual(
    [1, 2].map(() => ({
      subject: 'a message from the GM',
      paragraphs: ['Dear all,', 'the convention hall burned down.'],
    })),
  );
  const path = `${g.gmPath}/deliveries/${letters[0]?.id}/cancel`;
  expect((await g.gmVisitor.post(path)).statusCode).toBe(303);
  expect((await g.gmVisitor.post(path)).statusCode).toBe(422);
  const other = await newGame();
  expect((await other.gmVisitor.post(`${other.gmPath}/deliveries/${letters[1]?.id}/cancel`)).statusCode).toBe(
    404,
  );
  expect(await logged(g)).toEqual(expect.arrayContaining(['broadcastSent', 'mailGivenUp']));
});

test('all waiting mail of a game is sent now, for its GM only', async () => {
  const g = await newGame();
  const { delivery } = own.ctx.db.prisma;
  const where = { gameId: g.game.id };
  const later = new Date(own.ctx.now().getTime() + 3_600_000);
  const data = { status: 'retrying' as const, nextAttempt: later, lastError: '451 later' };
  await delivery.updateMany({ where, data: { ...data, obstacle: 'relay' } });
  const slow = await delivery.findFirstOrThrow({ where });
  await delivery.update({ where: { id: slow.id }, data: { attempts: 2, obstacle: 'slow' } });
  const count = await delivery.count({ where });
  const page = (await g.gmVisitor.get(g.gmPath)).body;
  expect(page).toContain(`${count} e-mails are waiting to be sent.`);
  expect(page).toContain('Waiting for the mail server');
  expect(page).toContain('it cannot be reached: 451 later; the e-mail is sent as soon as it answers');
  expect(page).toContain('after 2 attempts: the mail server takes too long with this address; next attempt');
  const other = await newGame();
  expect((await other.gmVisitor.post(`${g.gmPath}/deliveries/send-now`)).statusCode).toBe(404);
  for (let click = 0; click < 2; click += 1) {
    const done = await g.gmVisitor.post(`${g.gmPath}/deliveries/send-now`);
    expect(done.headers.location).toBe(`${g.gmPath}?done=mail-sent-now#deliveries`);
  }
  expect(await delivery.count({ where: { ...where, nextAttempt: own.ctx.now() } })).toBe(count);
  expect((await logged(g)).filter((type) => type === 'mailRetried')).toHaveLength(1);
  await delivery.updateMany({ where, data: { status: 'failed', nextAttempt: null } });
  expect((await g.gmVisitor.get(g.gmPath)).body).not.toContain('Send all now');
});

test('a game is abandoned when its number is typed, and then nothing is processed', async () => {
  const g = await newGame();
  expect((await g.gmVisitor.post(`${g.gmPath}/abandon`, { turn: '1', confirm: 'yes' })).statusCode).toBe(422);
  expect((await fresh(g)).status).toBe('running');
  const confirm = gameNumber(g.game).toLowerCase();
  const done = await g.gmVisitor.post(`${g.gmPath}/abandon`, { turn: '1', confirm, word: 'I am moving.' });
  expect(done.headers.location).toBe(`${g.gmPath}?done=abandoned`);
  expect(await fresh(g)).toMatchObject({ status: 'abandoned', due: null });
  expect(JSON.stringify((await mails(g, 'notice'))[0]?.detail)).toContain('I am moving.');
  expect((await g.gmVisitor.post(`${g.gmPath}/process`, { turn: '1', anyway: 'yes' })).statusCode).toBe(409);
  expect((await g.gmVisitor.post(`${g.gmPath}/abandon`, { turn: '1', confirm })).statusCode).toBe(409);
  expect(await replayGame(own.ctx, gameNumber(g.game))).toMatchObject({
    ok: true,
    value: { turns: 0, printoutsOfOtherVersions: 0 },
  });
});

test('the sheet of a player whose seat was handed to the computer is still played', async () => {
  const g = await newGame();
  const [ann] = g.seats;
  if (!ann) throw new Error('no seat');
  const sheet = await goodSheet(own.ctx, g.game.id, ann);
  await send(own.ctx, ann, 1, sheet);
  await g.gmVisitor.post(`${g.gmPath}/seats/${ann.id}/opponent`, { turn: '1' });
  await g.gmVisitor.post(`${g.gmPath}/process`, { turn: '1', anyway: 'yes' });
  const turn = await own.ctx.db.prisma.turn.findFirstOrThrow({ where: { gameId: g.game.id, turn: 1 } });
  expect(turn.sheets).toMatchObject({ [ann.identifier]: sheet });
  expect(await replayGame(own.ctx, gameNumber(g.game))).toMatchObject({
    ok: true,
    value: { turns: 1, printoutsOfOtherVersions: 0 },
  });
});
