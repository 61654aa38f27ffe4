import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setSecurityCode } from '../../../src/accounts/security-codes.ts';
import { granted } from '../../games/game/play.ts';
import { ANNS_CODE, type Answer, type SheetGame, sheetGame, Visitor } from './sheet-setup.ts';

/* Two players share a browser: the page of [AB] is sent while the player of [CD] is signed in. */

let game: SheetGame;
let carl: Visitor;
let sheet: string;
let advance: string;

beforeAll(async () => {
  game = await sheetGame();
  granted(await setSecurityCode(game.ctx, game.carl.id, ANNS_CODE));
  carl = await Visitor.as(game, game.carl);
  sheet = `/my/games/${game.number}/sheet`;
  advance = `/my/games/${game.number}/advance-orders`;
});
afterAll(() => game?.close());

const ANNS = { _turn: '1', _seat: 'AB', 'fundraising[0]': 'TX', press: 'The secret of Ann' };

function expectRefused(answer: Answer): void {
  expect(answer.status).toBe(409);
  expect(answer.body).toContain('This form belongs to another player of the game');
  expect(answer.body).toContain('It was not sent');
  expect(answer.body).not.toContain('The secret of Ann');
}

/** How many sheets, advance orders included, the server has stored. */
async function stored(): Promise<number> {
  const { sheet: sheets, advanceOrders } = game.ctx.db.prisma;
  return (await sheets.count()) + (await advanceOrders.count());
}

describe('the form of another seat', () => {
  test.each(['', '/check', '/try'])('is neither sent nor shown: the sheet%s', async (path) => {
    expectRefused(await carl.post(`${sheet}${path}`, ANNS));
    expectRefused(await carl.post(`${sheet}${path}`, { ...ANNS, _turn: '7' }));
    expect(await stored()).toBe(0);
  });

  test('is refused if it is checked by the script of the page', async () => {
    const answer = await carl.post(`${sheet}/check`, ANNS, { accept: 'application/json' });
    expect([answer.status, JSON.parse(answer.body).error.code]).toEqual([409, 'other-seat']);
  });

  test.each(['2', '2/check', 'standing', 'standing/try'])(
    'is neither sent nor shown: advance orders %s',
    async (path) => {
      const page = await carl.get(`${advance}/${path.split('/')[0]}`);
      expect(page.body).toContain('<input type="hidden" name="_seat" value="CD">');
      expectRefused(await carl.post(`${advance}/${path}`, ANNS));
      expect(await stored()).toBe(0);
    },
  );

  test('is not shown to someone else who signs in when its session has ended', async () => {
    const visitor = new Visitor(game.app);
    const asked = await visitor.post(sheet, ANNS);
    expect(asked.body).toContain('<input type="hidden" name="_seat" value="AB">');
    const credentials = { _account: String(game.carl.id), _code: ANNS_CODE };
    expectRefused(await visitor.post(`${sheet}/sign-in`, { ...ANNS, ...credentials }));
    expect(await stored()).toBe(0);
  });
});

test('the form of the own seat is sent', async () => {
  const ann = await Visitor.as(game, game.ann);
  expect((await ann.get(sheet)).body).toContain('<input type="hidden" name="_seat" value="AB">');
  expect((await ann.post(`${sheet}/try`, ANNS)).body).toContain('name="_seat" value="AB"');
  expect((await ann.post(sheet, ANNS)).status).toBe(303);
  expect(await stored()).toBe(1);
});
