import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keyedHash } from '../../../src/accounts/keyed-hash.ts';
import type { AppContext } from '../../../src/context.ts';
import type { Account, Delivery, Seat } from '../../../src/database/generated/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { gmGamePage } from '../../../src/games/game/gm-view.ts';
import { playerGames } from '../../../src/games/game/player-games-view.ts';
import { conversationsOfGm } from '../../../src/games/messages/conversation-list.ts';
import { MESSAGES_A_DAY } from '../../../src/games/messages/message-limits.ts';
import {
  conversationOfGm,
  conversationWithGm,
  gmContact,
  markMessagesRead,
} from '../../../src/games/messages/messages-view.ts';
import { gmReplyAddress, messageReplyAddress } from '../../../src/games/messages/reply-addresses.ts';
import {
  MAX_MESSAGE,
  replyAsGm,
  replyAsGmByMail,
  writeToGm,
  writeToGmByMail,
} from '../../../src/games/messages/write-message.ts';
import { deleteAccount } from '../../../src/games/seats/delete-account.ts';
import { offerSeat } from '../../../src/games/seats/offer-seat.ts';
import { handSeatToComputer, replacePlayer } from '../../../src/games/seats/replace-player.ts';
import { beside } from '../../helpers/beside.ts';
import { type TestContext, testContext, testNow } from '../../helpers/database.ts';
import {
  anAccount,
  codesOf,
  formingGame,
  gameNow,
  granted,
  runningGame,
  type TestGame,
} from '../game/play.ts';

const DAY = 86_400_000;

let own: TestContext;
let ctx: AppContext;
let g: TestGame;
let number: string;
let ann: Account;
let carl: Account;

beforeAll(async () => {
  own = await testContext();
  ctx = { ...own.ctx, inbound: { domain: 'mail.whistlestop.test' } };
});
afterAll(() => own.close());
beforeEach(async () => {
  own.setNow(testNow);
  g = await runningGame(ctx, { humans: 2, opponents: 2 });
  number = gameNumber(g.game);
  [ann, carl] = g.players as [Account, Account];
});

const toGm = (by: Account, text = 'May I ask?', gameId = g.game.id) =>
  writeToGm(ctx, { gameId, by: by.id, text, via: 'web' });

const fromGm = (messageId: string, text = 'You may.', by = g.gm) =>
  replyAsGm(ctx, { gameId: g.game.id, by: by.id, messageId, text, via: 'web' });

const mails = (): Promise<Delivery[]> =>
  ctx.db.prisma.delivery.findMany({
    where: { gameId: g.game.id, kind: 'message' },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });

const textsOf = async (viewer: Account) =>
  (await conversationWithGm(ctx, viewer, number))?.messages.map(({ paragraphs }) =>
    paragraphs.flat().join(' '),
  );

describe('a message to the GM', () => {
  test('is kept for both, mailed to the GM, and not logged', async () => {
    const logged = await ctx.db.prisma.gameEvent.count({ where: { gameId: g.game.id } });
    const id = granted(await toGm(ann, 'Line one\r\n\r\nLine two'));
    expect((await mails()).map(({ accountId, seatId }) => [accountId, seatId])).toEqual([[g.gm.id, null]]);
    const seen = await conversationOfGm(ctx, g.gm, number, id);
    expect(seen).toMatchObject({ with: '[AB] Ann Baker', closed: null });
    expect(seen?.messages).toMatchObject([
      { own: false, isNew: true, from: '[AB] Ann Baker', turn: 1, paragraphs: [['Line one'], ['Line two']] },
    ]);
    expect(await textsOf(ann)).toEqual(['Line one Line two']);
    expect(await ctx.db.prisma.gameEvent.count({ where: { gameId: g.game.id } })).toBe(logged);
  });

  test('is answered on the GM page, and the person is told', async () => {
    const id = granted(await toGm(ann));
    await markMessagesRead(ctx, g.gm, (await conversationOfGm(ctx, g.gm, number, id))?.messages ?? []);
    granted(await fromGm(id));
    expect(new Set((await mails()).map(({ accountId }) => accountId))).toEqual(new Set([g.gm.id, ann.id]));
    const [listed] = (await playerGames(ctx, ann)).games;
    expect(listed).toMatchObject({ game: { id: g.game.id }, newMessages: 1, newLetters: 0 });
    expect(await textsOf(ann)).toEqual(['You may.', 'May I ask?']);
    const [line] = (await gmGamePage(ctx, g.gm, number))?.messages ?? [];
    expect(line).toMatchObject({ with: '[AB] Ann Baker', count: 2, fresh: 0, latest: { fromGm: true } });
  });

  test('must have a text, and not too much of it', async () => {
    expect(codesOf(await toGm(ann, ' \n '))).toEqual(['missing']);
    expect(codesOf(await toGm(ann, 'x'.repeat(MAX_MESSAGE + 1)))).toEqual(['too-long']);
    expect(await mails()).toEqual([]);
  });

  test('that is sent twice in a row is one message, unless the GM has answered', async () => {
    const first = granted(await toGm(ann, 'Yes'));
    expect(granted(await toGm(ann, 'Yes'))).toBe(first);
    own.setNow(new Date(testNow.getTime() + 1_000));
    granted(await fromGm(first));
    own.setNow(new Date(testNow.getTime() + 2_000));
    expect(granted(await toGm(ann, 'Yes'))).not.toBe(first);
  });
});

describe('who may write', () => {
  test('is everyone while the game takes players, and not the GM', async () => {
    const forming = await formingGame(ctx, { humans: 1, opponents: 0 });
    const stranger = await anAccount(ctx, 'Sam Stranger');
    granted(await toGm(stranger, 'What is it like?', forming.game.id));
    expect(codesOf(await toGm(forming.gm, 'Me', forming.game.id))).toEqual(['own-game']);
  });

  test('is not, in a game for friends, everyone who knows its number', async () => {
    const forming = await formingGame(ctx, { humans: 1, opponents: 2 });
    const { game: games, account } = ctx.db.prisma;
    await games.update({ where: { id: forming.game.id }, data: { forFriends: true } });
    await account.update({ where: { id: forming.gm.id }, data: { mayRunGames: false } });
    const stranger = await anAccount(ctx, 'Stan Stranger');
    expect(codesOf(await toGm(stranger, 'Hello', forming.game.id))).toEqual(['not-involved']);
    granted(await toGm(forming.players[0] as Account, 'Hello', forming.game.id));
  });

  test('is, in a running game, people with a seat or on the waitlist, and everyone if a seat is offered', async () => {
    const stranger = await anAccount(ctx, 'Sam Stranger');
    expect(codesOf(await toGm(stranger))).toEqual(['not-involved']);
    expect(await gmContact(ctx, stranger, await gameNow(ctx, g.game.id))).toEqual({ shown: false, fresh: 0 });
    const waiting = await anAccount(ctx, 'Wanda Waiting');
    await ctx.db.prisma.waitlistEntry.create({
      data: { gameId: g.game.id, accountId: waiting.id, since: ctx.now() },
    });
    granted(await toGm(waiting));
    const seatId = (g.seats[3] as Seat).id;
    granted(await offerSeat(ctx, { gameId: g.game.id, by: g.gm.id, turn: 1, seatId }));
    granted(await toGm(stranger));
  });

  test('includes those who lost their seat, and those to whom the GM has written', async () => {
    const at = { gameId: g.game.id, by: g.gm.id, turn: 1 };
    granted(await handSeatToComputer(ctx, { ...at, seatId: (g.seats[0] as Seat).id }));
    granted(await toGm(ann));
    const replaced = { seatId: (g.seats[1] as Seat).id, name: 'Nora Neu', email: 'nora@players.test' };
    granted(await replacePlayer(ctx, { ...at, ...replaced }));
    granted(await toGm(carl));
  });

  test('is no one a month after the end, but the messages stay', async () => {
    const id = granted(await toGm(ann));
    await ctx.db.prisma.game.update({
      where: { id: g.game.id },
      data: { status: 'over', endedAt: testNow },
    });
    granted(await toGm(ann, 'Thank you'));
    own.setNow(new Date(testNow.getTime() + 31 * DAY));
    expect(codesOf(await toGm(ann, 'Still there?'))).toEqual(['closed']);
    expect(codesOf(await fromGm(id))).toEqual(['closed']);
    expect(await textsOf(ann)).toHaveLength(2);
    expect((await gmContact(ctx, ann, await gameNow(ctx, g.game.id))).shown).toBe(true);
  });
});

describe('limits', () => {
  test('end the messages of a player and of someone without a seat for the day', async () => {
    for (let i = 0; i < MESSAGES_A_DAY.withSeat; i += 1) granted(await toGm(ann, `Question ${i}`));
    expect(codesOf(await toGm(ann, 'One more'))).toEqual(['too-many']);
    granted(await toGm(carl));
    const forming = await formingGame(ctx, { humans: 1, opponents: 0 });
    const stranger = await anAccount(ctx, 'Sam Stranger');
    const ask = (i: number) => toGm(stranger, `Question ${i}`, forming.game.id);
    for (let i = 0; i < MESSAGES_A_DAY.withoutSeat; i += 1) granted(await ask(i));
    expect(codesOf(await ask(99))).toEqual(['too-many']);
    own.setNow(new Date(testNow.getTime() + DAY + 1));
    granted(await toGm(ann, 'A new day'));
  });

  test('count the mails from one person to one address in all games', async () => {
    const games = [g.game.id];
    for (let i = 0; i < 6; i += 1) {
      const { game } = await formingGame(ctx, { humans: 0, opponents: 1 });
      await ctx.db.prisma.game.update({ where: { id: game.id }, data: { gmId: g.gm.id } });
      games.push(game.id);
    }
    const results = [];
    for (const [i, gameId] of games.entries()) {
      for (let n = 0; n < 5; n += 1) results.push(await toGm(ann, `Question ${i} ${n}`, gameId));
    }
    expect(results.filter(({ ok }) => ok)).toHaveLength(30);
    expect(codesOf(results.at(-1) as (typeof results)[number])).toEqual(['too-much-mail']);
  });
});

describe('secrecy', () => {
  test('a new player of the seat sees nothing of the conversation, and the former player keeps it', async () => {
    granted(await toGm(ann, 'My plans'));
    const at = { gameId: g.game.id, by: g.gm.id, turn: 1, seatId: (g.seats[0] as Seat).id };
    granted(await replacePlayer(ctx, { ...at, name: 'Nora Neu', email: `nora.${number}@players.test` }));
    const { seats } = await gameNow(ctx, g.game.id);
    const nora = seats[0]?.account as Account;
    expect(await textsOf(nora)).toEqual([]);
    expect(await textsOf(ann)).toEqual(['My plans']);
    const id = granted(await toGm(nora, 'Hello'));
    const lines = (await gmGamePage(ctx, g.gm, number))?.messages ?? [];
    expect(lines.map((line) => line.with)).toEqual(['[AB] Nora Neu', 'Ann Baker, once [AB]']);
    expect((await conversationOfGm(ctx, g.gm, number, id))?.messages).toHaveLength(1);
  });

  test('a new GM sees nothing of the old one’s messages, and the old one nothing anymore', async () => {
    const id = granted(await toGm(ann, 'Between us'));
    const other = await anAccount(ctx, 'Nils New', true);
    await ctx.db.prisma.game.update({ where: { id: g.game.id }, data: { gmId: other.id } });
    expect(await conversationOfGm(ctx, g.gm, number, id)).toBeNull();
    expect(await conversationOfGm(ctx, other, number, id)).toBeNull();
    expect((await gmGamePage(ctx, other, number))?.messages).toEqual([]);
    expect(codesOf(await fromGm(id, 'I see', other))).toEqual(['unknown-message']);
    expect(codesOf(await fromGm(id))).toEqual(['not-gm']);
    const key = (await messageReplyAddress(ctx, { id }, g.gm)).replace('message-', '');
    const byMail = await replyAsGmByMail(ctx, { key, from: g.gm.email, text: 'Late' });
    expect(codesOf(byMail)).toEqual(['not-gm']);
    expect(await textsOf(ann)).toEqual(['Between us']);
  });

  test('the GM’s list of mail shows no message, but one to a player that failed', async () => {
    const id = granted(await toGm(ann));
    granted(await fromGm(id));
    const listed = async () =>
      (await gmGamePage(ctx, g.gm, number))?.deliveries.filter(({ kind }) => kind === 'message') ?? [];
    expect(await listed()).toEqual([]);
    await ctx.db.prisma.delivery.updateMany({ where: { kind: 'message' }, data: { status: 'failed' } });
    expect((await listed()).map(({ toAddress }) => toAddress)).toEqual([ann.email]);
  });

  test('deleted accounts leave what they wrote to the other side', async () => {
    const id = granted(await toGm(ann));
    granted(await deleteAccount(ctx, ann.id));
    const seen = await conversationOfGm(ctx, g.gm, number, id);
    expect(seen).toMatchObject({ with: 'A former player', closed: expect.stringContaining('deleted') });
    expect(codesOf(await fromGm(id))).toEqual(['gone']);
    await ctx.db.prisma.game.update({
      where: { id: g.game.id },
      data: { status: 'abandoned', endedAt: testNow },
    });
    granted(await deleteAccount(ctx, g.gm.id));
    expect(await ctx.db.prisma.gmMessage.count({ where: { id } })).toBe(0);
  });
});

describe('by mail', () => {
  const keyOf = async (account: Account) =>
    (await gmReplyAddress(ctx, await gameNow(ctx, g.game.id), account)).replace(/^gm-/, '');

  test('a message comes from the account that the address was made for, and proves its address', async () => {
    const key = await keyOf(ann);
    const send = (from: string) => writeToGmByMail(ctx, { key, from, text: 'By mail' });
    expect(codesOf(await send(carl.email))).toEqual(['not-yours']);
    granted(await send(ann.email.toUpperCase()));
    const [message] = (await conversationWithGm(ctx, ann, number))?.messages ?? [];
    expect(message).toMatchObject({ own: true, via: 'mail' });
    const { addressProvedAt } = await ctx.db.prisma.account.findUniqueOrThrow({ where: { id: ann.id } });
    expect(addressProvedAt).not.toBeNull();
  });

  test('an address ends with the e-mail address it was made for', async () => {
    const key = await keyOf(ann);
    const email = `moved.${ann.email}`;
    await ctx.db.prisma.account.update({ where: { id: ann.id }, data: { email } });
    expect(codesOf(await writeToGmByMail(ctx, { key, from: email, text: 'Me' }))).toEqual([
      'unknown-address',
    ]);
  });

  test('the GM’s address for replies is short enough for every mail server, and leads to the message', async () => {
    const id = granted(await toGm(ann, 'Hello'));
    for (const messageId of [
      id,
      '00000000-0000-7000-8000-000000000000',
      'ffffffff-ffff-7fff-bfff-ffffffffffff',
    ])
      expect(await messageReplyAddress(ctx, { id: messageId }, g.gm)).toMatch(
        /^message-[0-9a-z]{25}-[0-9a-z]{16}$/,
      );
    const key = (await messageReplyAddress(ctx, { id }, g.gm)).replace('message-', '');
    granted(await replyAsGmByMail(ctx, { key, from: g.gm.email, text: 'By mail' }));
    expect((await textsOf(ann))?.sort()).toEqual(['By mail', 'Hello']);
    const other = (await messageReplyAddress(ctx, { id }, ann)).replace('message-', '');
    const wrong = [
      other,
      key.slice(1),
      `${'z'.repeat(25)}-${key.slice(26)}`,
      `${key.slice(0, 26)}${'0'.repeat(16)}`,
    ];
    for (const guess of wrong)
      expect(codesOf(await replyAsGmByMail(ctx, { key: guess, from: g.gm.email, text: 'Me' }))).toEqual([
        'unknown-address',
      ]);
  });

  test('the GM’s address for replies of an earlier version still works', async () => {
    const id = granted(await toGm(ann, 'Hello'));
    const proof = await keyedHash(
      ctx,
      'replyAddress',
      `message ${id} ${g.gm.id} ${g.gm.email.toLowerCase()}`,
    );
    const key = `${id.replaceAll('-', '')}-${proof.slice(0, 24)}`;
    granted(await replyAsGmByMail(ctx, { key, from: g.gm.email, text: 'By mail' }));
    const wrong = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
    expect(codesOf(await replyAsGmByMail(ctx, { key: wrong, from: g.gm.email, text: 'Me' }))).toEqual([
      'unknown-address',
    ]);
    expect((await textsOf(ann))?.sort()).toEqual(['By mail', 'Hello']);
  });

  test('no other address works', async () => {
    const key = await keyOf(ann);
    const last = key.endsWith('0') ? '1' : '0';
    const guesses = [
      `${key.slice(0, -1)}${last}`,
      key.replace(`-${ann.id}-`, `-${carl.id}-`),
      key.slice(0, -1),
      'ey-1',
      '',
      `${'9'.repeat(8)}-${key}`,
    ];
    for (const guess of guesses) {
      const sent = await writeToGmByMail(ctx, { key: guess, from: ann.email, text: 'Me' });
      expect(codesOf(sent)).toEqual(['unknown-address']);
    }
  });
});

test('someone who writes very much does not hide the conversations of others from the GM', async () => {
  granted(await toGm(carl, 'Please help.'));
  const sentAt = new Date(testNow.getTime() + DAY);
  const data = { gameId: g.game.id, gmId: g.gm.id, accountId: ann.id, fromGm: false, turn: 1, sentAt };
  const texts = Array.from({ length: 300 }, (_, i) => ({
    ...data,
    text: `Number ${i}.`,
    via: 'web' as const,
  }));
  await ctx.db.prisma.gmMessage.createMany({ data: texts });
  await ctx.db.prisma.gmMessage.updateMany({ where: { accountId: ann.id }, data: { readAt: sentAt } });
  const list = await conversationsOfGm(ctx, await gameNow(ctx, g.game.id));
  expect(list.map(({ count, fresh, latest }) => [count, fresh, latest.firstLine])).toEqual([
    [1, 1, 'Please help.'],
    [300, 0, expect.stringMatching(/^Number/)],
  ]);
});

test('a message that is on its way while its writer deletes the account is not stored', async () => {
  const data = { deletedAt: testNow };
  const sent = await beside(
    ctx,
    (tx) => tx.$queryRaw`SELECT "id" FROM "Account" WHERE "id" = ${ann.id} FOR UPDATE`,
    () => toGm(ann),
    (tx) => tx.account.update({ where: { id: ann.id }, data }),
  );
  expect(codesOf(sent)).toEqual(['deleted']);
  expect(await mails()).toEqual([]);
});
