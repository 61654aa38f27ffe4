import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Seat } from '../../../src/database/generated/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { seededDice } from '../../../src/rules/dice.ts';
import { showCard } from '../../../src/rules/politics/data/wildcards.ts';
import { resolve } from '../../../src/rules/politics/resolve.ts';
import { begin, options, setUp } from '../../../src/rules/politics/setup.ts';
import { runningGame, send } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { openTestMailbox, type TestMailbox } from './test-mailbox.ts';

/* A drawing on a sheet, as its receipt repeats it. */

let own: TestContext;
let mailbox: TestMailbox;

beforeAll(async () => {
  own = await testContext();
  mailbox = await openTestMailbox();
});
afterAll(async () => {
  await mailbox.close();
  await own.close();
});

/** A dice secret with which the first of two candidates has something to draw on the first campaign sheet. */
function secretOfADrawing(): { secret: Buffer; show: number } {
  const seats = ['AB', 'CD'].map((identifier) => ({ identifier, name: identifier, wish: {} }));
  for (let i = 0; i < 500; i += 1) {
    const secret = Buffer.alloc(32, String(i));
    const start = begin(setUp(options.parse({}), seats, seededDice(secret, 0)));
    const { shows } = resolve(start, {}, seededDice(secret, 1));
    const show = shows.find(({ by, card }) => by === 'AB' && showCard(card).kind === 'drawing');
    if (show !== undefined) return { secret, show: show.number };
  }
  throw new Error('No secret of these brings a drawing.');
}

test('a drawing is shown in the mail of the receipt, in the plain text and in the HTML', async () => {
  const { secret, show } = secretOfADrawing();
  const { game, seats } = await runningGame(own.ctx, {
    ruleset: 'politics',
    humans: 2,
    opponents: 0,
    secret,
  });
  const [ann] = seats as [Seat, Seat];
  await processTurn(own.ctx, { gameId: game.id, turn: 1, by: null });
  const drawing = ['   ___/~', '  (___)', '  || <>'];
  expect((await send(own.ctx, ann, 2, { performances: [{ show, drawing }] })).kind).toBe('standing');
  const delivery = await own.ctx.db.prisma.delivery.findFirstOrThrow({
    where: { kind: 'receipt', seatId: ann.id },
  });
  const mail = await mailbox.send(own.ctx, delivery);
  expect(mail.subject).toBe(`${gameNumber(game)}: turn 2 sheet received (version 1)`);
  expect(mail.text).toContain(`Show ${show}: drawing of 3 lines`);
  expect(mail.text).toContain(drawing.join('\n'));
  expect(mail.html).toMatch(/<pre[^>]*>\n? {3}___\/~\n {2}\(___\)\n {2}\|\| &lt;&gt;<\/pre>/);
});
