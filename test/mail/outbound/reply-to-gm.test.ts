import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AppContext } from '../../../src/context.ts';
import type { Account, Delivery, DeliveryKind } from '../../../src/database/generated/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { replyAsGm, writeToGm } from '../../../src/games/messages/write-message.ts';
import { broadcast } from '../../../src/games/notices/broadcast.ts';
import { notifyGm } from '../../../src/games/notices/notices.ts';
import { pauseGame } from '../../../src/games/schedule/change-due-date.ts';
import { formingGame, gameNow, granted, runningGame, send, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { PUBLIC_URL, SENDER } from '../deliver-deps.ts';
import { flatText, headerValues, openTestMailbox, type TestMailbox } from './test-mailbox.ts';

/** Where the reply to a mail about a game goes, and what its last line says. */

let base: TestContext;
/** The context of a server that receives mail. */
let ctx: AppContext;
let mailbox: TestMailbox;
let g: TestGame;
let number: string;
let ann: Account;

beforeAll(async () => {
  base = await testContext();
  ctx = { ...base.ctx, inbound: { domain: 'mail.whistlestop.test' } };
  mailbox = await openTestMailbox();
});
afterAll(async () => {
  await mailbox.close();
  await base.close();
});
beforeEach(async () => {
  g = await runningGame(ctx, { humans: 2, opponents: 2 });
  number = gameNumber(g.game);
  ann = g.players[0] as Account;
});

/** The newest mail that has not been sent: the clock of the test stands still. */
const deliveryOf = (kind: DeliveryKind, account: Account): Promise<Delivery> =>
  ctx.db.prisma.delivery.findFirstOrThrow({
    where: { kind, accountId: account.id, status: 'queued' },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });

const lastLine = (text: string | null) => (text ?? '').trimEnd().split('\n\n').at(-1)?.replace(/\s+/g, ' ');

/** Makes a mail of each kind to Ann, and returns them. */
async function mailsToAnn(): Promise<Delivery[]> {
  await send(ctx, { ...(g.seats[0] as TestGame['seats'][number]), accountId: ann.id }, 1, {});
  granted(await broadcast(ctx, { gameId: g.game.id, by: g.gm.id, turn: 1, text: 'Dear all' }));
  return [await deliveryOf('invitation', ann), await deliveryOf('notice', ann)];
}

describe('the mails of a game', () => {
  test('are answered to the GM by an address that hides both, and say so in their last line', async () => {
    const replies = new Set<string>();
    for (const delivery of await mailsToAnn()) {
      const mail = await mailbox.send(ctx, delivery);
      replies.add(headerValues(mail, 'reply-to').join());
      expect(lastLine(mail.text), delivery.kind).toBe(
        'To write to the GM, reply to this e-mail. Your e-mail address is not passed on.',
      );
      expect(mail.html).toContain('To write to the GM, reply to this e-mail.');
      expect(mail.source.toLowerCase()).not.toContain(g.gm.email.toLowerCase());
    }
    expect([...replies]).toHaveLength(1);
    expect([...replies][0]).toMatch(
      new RegExp(
        `^"?Greta Master \\(GM\\)"? <gm-${number.toLowerCase()}-${ann.id}-[0-9a-f]{24}@mail\\.whistlestop\\.test>$`,
      ),
    );
  });

  test('link to the page for writing to the GM in their last line if the server receives no mail', async () => {
    for (const delivery of await mailsToAnn()) {
      const mail = await mailbox.send(base.ctx, delivery);
      expect(headerValues(mail, 'reply-to'), delivery.kind).toEqual([]);
      expect(lastLine(mail.text)).toBe(`Write to the GM: ${PUBLIC_URL}/games/${number}/messages`);
      expect(mail.html).toContain(`href="${PUBLIC_URL}/games/${number}/messages"`);
    }
  });

  test('have no such address and line if they go to the GM', async () => {
    const game = await gameNow(ctx, g.game.id);
    await ctx.db.prisma.$transaction((tx) =>
      notifyGm(tx, ctx, game, { subject: 'news', paragraphs: ['Something happened.'] }),
    );
    const mail = await mailbox.send(ctx, await deliveryOf('notice', g.gm));
    expect(headerValues(mail, 'reply-to')).toEqual([]);
    expect(mail.text).not.toContain('rite to the GM');
  });

  test('an invitation to a stranger has no name in the address that looks like a link', async () => {
    await ctx.db.prisma.account.update({ where: { id: g.gm.id }, data: { name: 'www.evil.test' } });
    const mail = await mailbox.send(ctx, await deliveryOf('invitation', ann));
    expect(headerValues(mail, 'reply-to').join()).not.toContain('www.evil.test');
  });
});

test('what the GM writes to all players, or adds to a notice, is a quotation in its mail, in both parts', async () => {
  const by = { gameId: g.game.id, by: g.gm.id, turn: 1 };
  const typed = { all: 'Dear all,\n\nenter your code.', added: 'Post is slow. Enter your code.' };
  granted(await broadcast(ctx, { ...by, text: typed.all }));
  const all = await mailbox.send(ctx, await deliveryOf('notice', ann));
  expect(all.text).toContain(
    `\n\nThe GM of ${number} writes to all players:\n\n| Dear all,\n|\n| enter your code.\n\n`,
  );
  granted(await pauseGame(ctx, { ...by, reason: typed.added }));
  const added = await mailbox.send(ctx, await deliveryOf('notice', ann));
  expect(added.text).toContain('\n\n| Greta Master writes: Post is slow. Enter your code.\n\n');
  for (const mail of [all, added]) {
    const quotation = /<td width="3".*?<\/table>/s.exec(mail.html ?? '')?.[0];
    expect(quotation).toMatch(/enter your code\./i);
    expect(mail.html?.split(/enter your code\./i)).toHaveLength(2);
    expect(flatText(mail)).toContain('Whistlestop never asks for your security code by e-mail.');
  }
});

describe('messages', () => {
  test('come under the writer’s name from the server, privately, with an address for the reply', async () => {
    const text = 'Dear Greta,\n\n<b>may</b> I ask?';
    const messageId = granted(await writeToGm(ctx, { gameId: g.game.id, by: ann.id, text, via: 'web' }));
    const asked = await mailbox.send(ctx, await deliveryOf('message', g.gm));
    expect(asked.subject).toBe(`${number}: a message from [AB] Ann Baker`);
    expect(asked.from).toBe(`[AB] Ann Baker via Whistlestop <${SENDER}>`);
    expect(headerValues(asked, 'sensitivity')).toEqual(['Private']);
    expect(headerValues(asked, 'reply-to').join()).toMatch(
      /^"\[AB\] Ann Baker" <message-[0-9a-z]{25}-[0-9a-z]{16}@mail\.whistlestop\.test>$/,
    );
    expect(asked.text).toContain('<b>may</b> I ask?');
    expect(asked.text).toContain(`${PUBLIC_URL}/gm/games/${number}/messages/${messageId}`);
    expect(asked.source.toLowerCase()).not.toContain(ann.email.toLowerCase());

    const reply = { gameId: g.game.id, by: g.gm.id, messageId, text: 'Ask.', via: 'web' as const };
    granted(await replyAsGm(ctx, reply));
    const answered = await mailbox.send(ctx, await deliveryOf('message', ann));
    expect(answered.subject).toBe(`${number}: a message from the GM`);
    expect(answered.from).toBe(`Greta Master via Whistlestop <${SENDER}>`);
    expect(headerValues(answered, 'reply-to').join()).toContain(`<gm-${number.toLowerCase()}-${ann.id}-`);
    expect(answered.source.toLowerCase()).not.toContain(g.gm.email.toLowerCase());
  });

  test('are answered on the web if the server receives no mail', async () => {
    const { game, gm } = await formingGame(base.ctx, { humans: 1, opponents: 0 });
    const by = ann.id;
    granted(await writeToGm(base.ctx, { gameId: game.id, by, text: 'What is it like?', via: 'web' }));
    const mail = await mailbox.send(base.ctx, await deliveryOf('message', gm));
    expect(headerValues(mail, 'reply-to')).toEqual([]);
    expect(mail.text).toContain('A reply to this e-mail does not reach anyone.');
    expect(mail.from).toBe(`Ann Baker via Whistlestop <${SENDER}>`);
  });
});
