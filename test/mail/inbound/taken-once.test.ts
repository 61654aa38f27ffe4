import { afterAll, beforeAll, expect, test } from 'vitest';
import { SHEET_PREFIX, sheetAddress } from '../../../src/games/mailed-sheets/sheet-address.ts';
import { type SheetMail, takeMail } from '../../../src/games/mailed-sheets/take-mail.ts';
import { beginTaking, markingContext } from '../../../src/mail/inbound/taken-once.ts';
import { runningGame, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';

/* A fetched sheet is neither lost nor stored twice if the server dies while it is taken. */

let own: TestContext;
let game: TestGame;
beforeAll(async () => {
  own = await testContext();
  game = await runningGame(own.ctx, { humans: 1, opponents: 3 });
});
afterAll(() => own.close());

test('a mail is marked with the transaction that stores its sheet, not when it is counted, and is not counted if it fails', async () => {
  const { ctx } = own;
  const { prisma } = ctx.db;
  const [seat] = game.seats;
  const [account] = game.players;
  if (!seat || !account) throw new Error('There is no player.');
  const about = {
    game: game.game,
    seat,
    turn: game.game.turn,
    attempt: 1,
    target: { kind: 'open' as const },
    account,
  };
  const key = (await sheetAddress(ctx, about)).slice(SHEET_PREFIX.length + 1);
  const text = { own: 'Press release: Hello', whole: 'Press release: Hello' };
  const take = async (readAttached: SheetMail['readAttached']) => {
    const { state } = await beginTaking(ctx, 'a mail');
    const sent = { from: account.email, sentAt: ctx.now() };
    const mail = { ...text, ...sent, subject: '', hasPdf: true, readAttached };
    const taking = takeMail(markingContext(ctx, 'a mail'), key, mail);
    return [state, await taking.catch((error: Error) => error.message)];
  };
  expect(await take(() => Promise.reject(new Error('The file cannot be read now.')))).toEqual([
    'begun',
    'The file cannot be read now.',
  ]);
  const counted = () => prisma.limitedAction.count({ where: { kind: 'mailCommand' } });
  expect(await counted()).toBe(0);
  expect(await take(async () => null)).toEqual(['begun', { ok: true, value: undefined }]);
  expect(await counted()).toBe(1);
  expect(await prisma.sheet.count({ where: { seatId: seat.id } })).toBe(1);
  expect((await beginTaking(ctx, 'a mail')).state).toBe('acting');
});
