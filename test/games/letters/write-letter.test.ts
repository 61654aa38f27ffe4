import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { correctEmail } from '../../../src/accounts/update-account.ts';
import type { AppContext } from '../../../src/context.ts';
import type { Account, Delivery, Seat } from '../../../src/database/generated/client.ts';
import { abandonGame } from '../../../src/games/game/abandon-game.ts';
import { beginGame } from '../../../src/games/game/begin-game.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import {
  checkLettersOpen,
  lettersInWords,
  setLettersPolicy,
} from '../../../src/games/letters/letters-policy.ts';
import {
  letterFormPage,
  lettersMark,
  lettersPage,
  markRead,
  newLetters,
} from '../../../src/games/letters/letters-view.ts';
import {
  answerByMail,
  LETTERS_A_DAY,
  MAX_LETTER,
  writeLetter,
} from '../../../src/games/letters/write-letter.ts';
import { addPaperPlayer } from '../../../src/games/post/paper-players.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { rollBack } from '../../../src/games/processing/roll-back.ts';
import { correctAddress } from '../../../src/games/seats/correct-address.ts';
import { deleteAccount } from '../../../src/games/seats/delete-account.ts';
import { replacePlayer } from '../../../src/games/seats/replace-player.ts';
import { type TestContext, testContext, testNow } from '../../helpers/database.ts';
import { anAccount, codesOf, formingGame, granted, runningGame, type TestGame } from '../game/play.ts';

let own: TestContext;
/** The same context, with inbound mail. */
let ctx: AppContext;
let g: TestGame;
let number: string;
let ann: Account;
let carl: Account;
let eve: Account;
let seats: [Seat, Seat, Seat, Seat];

beforeAll(async () => {
  own = await testContext();
  ctx = { ...own.ctx, inbound: { domain: 'mail.whistlestop.test' } };
});
afterAll(() => own.close());
beforeEach(async () => {
  own.setNow(testNow);
  g = await runningGame(ctx, { humans: 3, opponents: 1 });
  number = gameNumber(g.game);
  [ann, carl, eve] = g.players as [Account, Account, Account];
  seats = g.seats as [Seat, Seat, Seat, Seat];
  await allow('open');
});

const allow = (letters: 'none' | 'open' | 'before', lettersBefore: number | null = null) =>
  setLettersPolicy(ctx, { gameId: g.game.id, by: g.gm.id, letters, lettersBefore }).then(granted);

const write = (by: Account, to: Seat[], text = 'Shall we join forces?') =>
  writeLetter(ctx, { gameId: g.game.id, by: by.id, to: to.map(({ id }) => id), text, via: 'web' });

const mailsOf = (kind: 'letter' | 'notice'): Promise<Delivery[]> =>
  ctx.db.prisma.delivery.findMany({ where: { gameId: g.game.id, kind }, orderBy: { createdAt: 'asc' } });

const lettersOf = async (viewer: Account) => (await lettersPage(ctx, viewer, number, 1))?.letters ?? [];

const textsOf = async (viewer: Account) =>
  (await lettersOf(viewer)).map(({ paragraphs }) => paragraphs.flat().join(' '));

/** The token in the mail of the last letter to an account. */
async function tokenFor(account: Account): Promise<string> {
  const mails = (await mailsOf('letter')).filter((mail) => mail.accountId === account.id);
  return (mails.at(-1) as Delivery & { detail: { token: string } }).detail.token;
}

const play = (turn: number) => processTurn(ctx, { gameId: g.game.id, turn, by: g.gm.id });

describe('a letter', () => {
  test('is shown to its writer and its recipients, and mailed to the recipients', async () => {
    const text = '  Dear both, \r\n\r\n\r\n\r\nlet us meet\tin Ohio.\u202e \nYours  ';
    granted(await write(ann, [seats[1], seats[2]], text));
    const [mine] = await lettersOf(ann);
    expect(mine).toMatchObject({
      own: true,
      isNew: false,
      turn: 1,
      via: 'web',
      paragraphs: [['Dear both,'], ['let us meet in Ohio.', 'Yours']],
    });
    for (const reader of [carl, eve]) {
      const [got] = await lettersOf(reader);
      expect(got).toMatchObject({ own: false, isNew: true, from: { identifier: 'AB', name: 'Ann Baker' } });
      expect(got?.to.map(({ identifier }) => identifier)).toEqual(['CD', 'EF']);
    }
    const mails = await mailsOf('letter');
    expect(mails.map(({ accountId }) => accountId).sort()).toEqual([carl.id, eve.id]);
    expect(mails.every(({ seatId, letterCopyId }) => seatId !== null && letterCopyId !== null)).toBe(true);
  });

  test('is not mailed to recipients who do not want letters mailed', async () => {
    const where = { id: carl.id };
    await ctx.db.prisma.account.update({ where, data: { mailLetters: false } });
    granted(await write(ann, [seats[1], seats[2]]));
    expect((await mailsOf('letter')).map(({ accountId }) => accountId)).toEqual([eve.id]);
    expect(await lettersOf(carl)).toHaveLength(1);
  });

  test('is mailed only a few times a day to someone who has not accepted the seat', async () => {
    const lettersToCarl = async () =>
      (await mailsOf('letter')).filter((mail) => mail.accountId === carl.id).length;
    const where = { id: seats[1].id };
    await ctx.db.prisma.seat.update({ where, data: { acceptedAt: null } });
    for (let i = 0; i < 5; i += 1) granted(await write(ann, [seats[1]], `Letter ${i}`));
    granted(await write(eve, [seats[1]], 'And one from me'));
    expect(await lettersToCarl()).toBe(3);
    expect(await textsOf(carl)).toHaveLength(6);
    await ctx.db.prisma.seat.update({ where, data: { acceptedAt: testNow } });
    granted(await write(ann, [seats[1]], 'Now that you are here'));
    expect(await lettersToCarl()).toBe(4);
  });

  test('is not logged, because the GM reads the log', async () => {
    const before = await ctx.db.prisma.gameEvent.count({ where: { gameId: g.game.id } });
    granted(await write(ann, [seats[1]]));
    granted(await answerByMail(ctx, { token: await tokenFor(carl), from: carl.email, text: 'Yes.' }));
    expect(await ctx.db.prisma.gameEvent.count({ where: { gameId: g.game.id } })).toBe(before);
  });

  test('is refused without text or recipients, or if it is too long', async () => {
    expect(codesOf(await write(ann, [], ' \n '))).toEqual(['missing', 'missing']);
    expect(codesOf(await write(ann, [seats[1]], 'x'.repeat(MAX_LETTER + 1)))).toEqual(['too-long']);
    granted(await write(ann, [seats[1]], '🚂'.repeat(MAX_LETTER)));
  });

  test('cannot go to a player without e-mail, who would never see it', async () => {
    const { game, players, gm } = await formingGame(ctx, { humans: 2, opponents: 1 });
    const of = { gameId: game.id, by: gm.id };
    granted(await addPaperPlayer(ctx, { ...of, name: 'Pat Paper', address: 'Pat Paper' }));
    granted(await setLettersPolicy(ctx, { ...of, letters: 'open', lettersBefore: null }));
    granted(await beginGame(ctx, { ...of, due: null }));
    const [writer] = players as [Account];
    const pat = await ctx.db.prisma.seat.findFirstOrThrow({ where: { gameId: game.id, name: 'Pat Paper' } });
    const letter = {
      gameId: game.id,
      by: writer.id,
      to: [pat.id],
      text: 'Are you there?',
      via: 'web' as const,
    };
    const refused = await writeLetter(ctx, letter);
    expect(codesOf(refused)).toEqual(['not-reachable']);
    expect(refused).toMatchObject({
      problems: [{ message: expect.stringContaining('plays by post and gets no letters') }],
    });
    const page = await lettersPage(ctx, writer, gameNumber(game), 1);
    expect(page?.people.map(({ name }) => name)).not.toContain('Pat Paper');
    expect(page?.silent.map(({ byPost }) => byPost).sort()).toEqual([false, true]);
    // With an e-mail address, the player gets letters like others.
    granted(await correctEmail(ctx, pat.accountId as number, 'pat.paper@players.test'));
    granted(await writeLetter(ctx, letter));
  });

  test('can only go to other seats of the game that have a player', async () => {
    expect(codesOf(await write(ann, [seats[1], seats[3]]))).toEqual(['not-reachable']);
    expect(codesOf(await write(ann, [seats[0]]))).toEqual(['not-reachable']);
    const other = await runningGame(ctx, { humans: 1, opponents: 3 });
    expect(codesOf(await write(ann, [other.seats[0] as Seat]))).toEqual(['not-reachable']);
    expect(await lettersOf(ann)).toEqual([]);
  });

  test('cannot be written by the GM, a stranger, or someone who has lost the seat', async () => {
    expect(codesOf(await write(g.gm, [seats[1]]))).toEqual(['not-seated']);
    expect(codesOf(await write(await anAccount(ctx, 'Stan Stranger'), [seats[1]]))).toEqual(['not-seated']);
    await ctx.db.prisma.seat.update({
      where: { id: seats[0].id },
      data: { opponent: true, accountId: null, reclaimableById: ann.id },
    });
    expect(codesOf(await write(ann, [seats[1]]))).toEqual(['not-seated']);
  });

  test('prevents the GM from correcting the address of an account, to be able to read it', async () => {
    const correct = (seat: Seat) =>
      correctAddress(ctx, {
        ...{ gameId: g.game.id, by: g.gm.id, turn: 1, seatId: seat.id },
        email: `mine.${seat.identifier.toLowerCase()}.${seat.id}@players.test`,
      });
    granted(await write(carl, [seats[0]], 'For Ann alone'));
    const answer = { token: await tokenFor(ann), from: ann.email, text: 'By mail alone' };
    granted(await answerByMail(ctx, answer));
    expect(codesOf(await correct(seats[0]))).toEqual(['in-use']);
    // If the letter could not be delivered, no one has read it, and the address may be wrong.
    const { delivery, letter } = ctx.db.prisma;
    await letter.updateMany({ where: { accountId: carl.id }, data: { accountId: null } });
    const mail = { accountId: carl.id, kind: 'letter' as const };
    await delivery.updateMany({ where: mail, data: { status: 'sent', sentAt: testNow } });
    expect(codesOf(await correct(seats[1]))).toEqual(['in-use']);
    await delivery.updateMany({ where: mail, data: { status: 'failed', sentAt: null } });
    granted(await correct(seats[1]));
    granted(await correct(seats[2]));
  });

  test('with the same text is a new letter if a recipient has written since', async () => {
    const answers = async () => (await textsOf(carl)).filter((text) => text === 'Yes');
    const minute = (count: number) => own.setNow(new Date(testNow.getTime() + count * 60_000));
    granted(await write(carl, [seats[0]], 'Ohio?'));
    minute(1);
    granted(await write(ann, [seats[1]], 'Yes'));
    granted(await write(ann, [seats[1]], 'Yes'));
    expect(await answers()).toHaveLength(1);
    minute(2);
    granted(await write(carl, [seats[0]], 'And Texas?'));
    granted(await write(eve, [seats[0]], 'Not with me?'));
    minute(3);
    const from = ann.email;
    granted(await answerByMail(ctx, { token: await tokenFor(ann), from, text: 'Yes' }));
    expect(await answers()).toHaveLength(1);
    granted(await write(ann, [seats[1]], 'Yes'));
    expect(await answers()).toHaveLength(2);
    granted(await write(ann, [seats[1]], 'Yes'));
    expect(await answers()).toHaveLength(2);
  });

  test('sent twice by a second click is one letter, but sent again later is another', async () => {
    const [first, second] = await Promise.all([write(ann, [seats[1]]), write(ann, [seats[1]])]);
    expect(granted(first)).toBe(granted(second));
    expect(await lettersOf(ann)).toHaveLength(1);
    granted(await write(ann, [seats[1], seats[2]]));
    own.setNow(new Date(testNow.getTime() + 11 * 60_000));
    granted(await write(ann, [seats[1]]));
    expect(await lettersOf(ann)).toHaveLength(3);
  });

  test('is refused after forty letters in a day', async () => {
    for (let i = 0; i < LETTERS_A_DAY; i += 1) granted(await write(ann, [seats[1]], `Letter ${i}`));
    expect(codesOf(await write(ann, [seats[1]], 'One more'))).toEqual(['too-many']);
    granted(await write(carl, [seats[0]], 'That is enough'));
    own.setNow(new Date(testNow.getTime() + 86_400_000));
    granted(await write(ann, [seats[1]], 'Good morning'));
  });
});

describe('letters can be written', () => {
  const closed = async () => (await write(ann, [seats[1]])).ok === false;

  test('never, if the GM does not allow letters', async () => {
    await allow('none');
    expect(codesOf(await write(ann, [seats[1]]))).toEqual(['closed']);
  });

  test('not before the game has begun', async () => {
    const forming = await formingGame(ctx, { humans: 2, opponents: 2 });
    const of = { gameId: forming.game.id, by: forming.gm.id };
    granted(await setLettersPolicy(ctx, { ...of, letters: 'open', lettersBefore: null }));
    const to = [forming.seats[1]?.id ?? ''];
    const by = forming.players[0]?.id ?? 0;
    const early = { gameId: forming.game.id, by, to, text: 'Already?', via: 'web' as const };
    expect(codesOf(await writeLetter(ctx, early))).toEqual(['closed']);
    granted(await abandonGame(ctx, { ...of, turn: 0, confirm: gameNumber(forming.game) }));
    expect(codesOf(await writeLetter(ctx, early))).toEqual(['closed']);
  });

  test('until a turn has been processed, and again when it is rolled back', async () => {
    await allow('before', 1);
    expect(await closed()).toBe(false);
    await play(1);
    expect(await closed()).toBe(true);
    granted(await rollBack(ctx, { gameId: g.game.id, by: g.gm.id, turn: 2, due: null }));
    expect(await closed()).toBe(false);
  });

  test('while the game is running and for thirty days after its end, for farewells', async () => {
    granted(await abandonGame(ctx, { gameId: g.game.id, by: g.gm.id, turn: 1, confirm: number }));
    own.setNow(new Date(testNow.getTime() + 30 * 86_400_000));
    expect(await closed()).toBe(false);
    own.setNow(new Date(testNow.getTime() + 30 * 86_400_000 + 1));
    expect(await closed()).toBe(true);
    expect((await lettersPage(ctx, ann, number, 1))?.closed).toContain('30 days');
    expect(await lettersOf(ann)).toHaveLength(1);
  });

  test('not in a game that ended before the turn until which they were allowed', () => {
    const over = {
      ...{ ruleset: 'election-year', letters: 'before' as const, lettersBefore: 9 },
      ...{ status: 'over' as const, turn: 7, endedAt: testNow },
      ...{ prefix: 'EY', serial: 1, transferredOutAt: null },
    };
    const open = checkLettersOpen(over, testNow);
    expect(codesOf(open)).toEqual(['closed']);
    expect(JSON.stringify(open)).toContain('until turn 9 is processed');
  });
});

describe('the GM decides', () => {
  test('until which milestone or turn letters can be written', () => {
    const words = (lettersBefore: number, ruleset = 'election-year') =>
      lettersInWords({ letters: 'before', lettersBefore, ruleset });
    expect(words(3)).toBe('only before the conventions (until turn 3 is processed)');
    expect(words(6)).toBe('only before the general election (until turn 6 is processed)');
    expect(words(4)).toBe('only until turn 4 is processed');
    expect(words(9, 'margin-of-error')).toContain('before the last-minute stops');
    expect(lettersInWords({ letters: 'open', lettersBefore: null, ruleset: 'election-year' })).toBe('yes');
  });

  test('and everyone is notified once, and it is logged', async () => {
    const before = (await mailsOf('notice')).length;
    await allow('before', 3);
    await allow('before', 3);
    const notices = (await mailsOf('notice')).slice(before);
    expect(notices.map(({ accountId }) => accountId).sort()).toEqual([ann.id, carl.id, eve.id]);
    expect(JSON.stringify(notices[0]?.detail)).toContain('only before the conventions');
    const lines = await ctx.db.prisma.gameEvent.findMany({
      where: { gameId: g.game.id, type: 'playerPolicySet', detail: { contains: 'conventions' } },
    });
    expect(lines).toHaveLength(1);
  });

  test('but no one else does, and not with an invalid turn or in a game that has ended', async () => {
    const of = { gameId: g.game.id, letters: 'before' as const };
    const set = (by: number, lettersBefore: number | null) =>
      setLettersPolicy(ctx, { ...of, by, lettersBefore });
    expect(codesOf(await set(ann.id, 3))).toEqual(['not-gm']);
    for (const turn of [null, 0, 1.5, Number.NaN, 1_001]) {
      expect(codesOf(await set(g.gm.id, turn))).toEqual(['not-turn']);
    }
    granted(await abandonGame(ctx, { gameId: g.game.id, by: g.gm.id, turn: 1, confirm: number }));
    expect(codesOf(await set(g.gm.id, 3))).toEqual(['ended']);
  });
});

describe('a reply by mail', () => {
  const answer = async (who: Account, change: { token?: string; from?: string; text?: string } = {}) =>
    answerByMail(ctx, {
      ...{ token: await tokenFor(who), from: who.email, text: 'Gladly.' },
      ...change,
    });

  beforeEach(async () => {
    granted(await write(ann, [seats[1], seats[2]]));
  });

  test('goes to the writer of the letter only, regardless of upper and lower case in the address', async () => {
    granted(await answer(carl, { from: carl.email.toUpperCase() }));
    expect(await textsOf(ann)).toEqual(['Gladly.', 'Shall we join forces?']);
    expect(await textsOf(eve)).toEqual(['Shall we join forces?']);
    const [got] = await lettersOf(ann);
    expect(got).toMatchObject({ via: 'mail', from: { identifier: 'CD' }, isNew: true });
    // The reply can be replied to in the same way.
    granted(await answer(ann, { text: 'Then Ohio it is.' }));
    expect(await textsOf(carl)).toContain('Then Ohio it is.');
  });

  test('from another address or with another player’s token is refused', async () => {
    expect(codesOf(await answer(carl, { from: 'thief@example.org' }))).toEqual(['not-yours']);
    expect(codesOf(await answer(carl, { from: eve.email }))).toEqual(['not-yours']);
    expect(codesOf(await answer(carl, { token: 'a'.repeat(43) }))).toEqual(['unknown-address']);
    expect(await textsOf(ann)).toEqual(['Shall we join forces?']);
  });

  test('by or to someone who has lost the seat is refused', async () => {
    const token = await tokenFor(carl);
    const give = (seat: Seat, name: string) => {
      const person = {
        name,
        email: `${name.toLowerCase().replace(' ', '.')}.${number.toLowerCase()}@players.test`,
      };
      return replacePlayer(ctx, { gameId: g.game.id, by: g.gm.id, turn: 1, seatId: seat.id, ...person });
    };
    granted(await give(seats[0], 'Nora Neu'));
    expect(codesOf(await answer(carl))).toEqual(['gone']);
    granted(await give(seats[1], 'Otto Neu'));
    expect(codesOf(await answer(carl, { token }))).toEqual(['not-yours']);
  });

  test('follows the same rules as every letter', async () => {
    expect(codesOf(await answer(carl, { text: ' \n' }))).toEqual(['missing']);
    expect(codesOf(await answer(carl, { text: 'x'.repeat(MAX_LETTER + 1) }))).toEqual(['too-long']);
    await allow('none');
    expect(codesOf(await answer(carl))).toEqual(['closed']);
  });

  test('uses a token in lower case, of which only the hash is stored', async () => {
    const token = await tokenFor(carl);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(token).toBe(token.toLowerCase());
    const copies = await ctx.db.prisma.letterCopy.findMany({ where: { accountId: carl.id } });
    expect(JSON.stringify(copies)).not.toContain(token);
    expect(copies[0]?.replyHash).toMatch(/^[0-9a-f]{64}$/);
  });

  test('has no token if the server receives no mail', async () => {
    own.setNow(new Date(testNow.getTime() + 1_000));
    const sent = { gameId: g.game.id, by: eve.id, to: [seats[1].id], text: 'Web only', via: 'web' as const };
    granted(await writeLetter(own.ctx, sent));
    expect((await mailsOf('letter')).at(-1)?.detail).toEqual({});
  });
});

describe('who sees a letter', () => {
  beforeEach(async () => {
    granted(await write(ann, [seats[1]]));
  });

  test('not a third player, the GM or a stranger', async () => {
    expect(await textsOf(eve)).toEqual([]);
    expect(await lettersPage(ctx, g.gm, number, 1)).toBeNull();
    expect(await lettersPage(ctx, await anAccount(ctx, 'Stan Stranger'), number, 1)).toBeNull();
    expect(await lettersPage(ctx, null, number, 1)).toBeNull();
    const [letter] = await lettersOf(carl);
    expect((await letterFormPage(ctx, carl, number, letter?.id ?? ''))?.answered).not.toBeNull();
    expect((await letterFormPage(ctx, eve, number, letter?.id ?? ''))?.answered).toBeNull();
    expect(await letterFormPage(ctx, g.gm, number, letter?.id ?? '')).toBeNull();
  });

  test('not a later player of the seat, but still the previous one, who is no longer named', async () => {
    const nora = { name: 'Nora Neu', email: `nora.${number.toLowerCase()}@players.test` };
    const request = { gameId: g.game.id, by: g.gm.id, turn: 1 };
    granted(await replacePlayer(ctx, { ...request, seatId: seats[1].id, ...nora }));
    const account = await ctx.db.prisma.account.findUniqueOrThrow({ where: { email: nora.email } });
    expect(await textsOf(account)).toEqual([]);
    expect(await textsOf(carl)).toEqual(['Shall we join forces?']);
    const [sent] = await lettersOf(ann);
    expect(sent?.to).toEqual([{ seatId: seats[1].id, identifier: 'CD', name: null }]);
    expect(sent?.answer).toEqual({ writer: [], all: [] });
    expect((await lettersPage(ctx, carl, number, 1))?.closed).toContain('no seat');
    granted(await write(ann, [seats[1]], 'Welcome, Nora'));
    expect(await textsOf(account)).toEqual(['Welcome, Nora']);
    expect(await textsOf(carl)).toEqual(['Shall we join forces?']);
  });

  test('the others still do when an account is deleted, and a letter that no one can read is deleted', async () => {
    granted(await write(carl, [seats[0]], 'From Carl'));
    const token = await tokenFor(carl);
    granted(await deleteAccount(ctx, carl.id));
    expect((await lettersOf(ann)).map(({ from, to }) => [from.identifier, from.name, to[0]?.name])).toEqual([
      ['CD', null, 'Ann Baker'],
      ['AB', 'Ann Baker', null],
    ]);
    expect(codesOf(await answerByMail(ctx, { token, from: carl.email, text: 'x' }))).toEqual([
      'unknown-address',
    ]);
    expect(await newLetters(ctx, { id: carl.id })).toEqual(new Map());
    granted(await deleteAccount(ctx, ann.id));
    expect(await ctx.db.prisma.letter.count({ where: { gameId: g.game.id } })).toBe(0);
  });
});

test('new letters are counted for each reader until that reader opens them', async () => {
  granted(await write(ann, [seats[1], seats[2]]));
  granted(await write(ann, [seats[1]], 'And another thing'));
  expect(await newLetters(ctx, carl)).toEqual(new Map([[g.game.id, 2]]));
  expect(await newLetters(ctx, ann)).toEqual(new Map());
  await markRead(ctx, eve, await lettersOf(carl));
  expect(await lettersMark(ctx, eve, number)).toEqual({ shown: true, fresh: 0 });
  expect(await lettersMark(ctx, carl, number)).toEqual({ shown: true, fresh: 2 });
  await markRead(ctx, carl, await lettersOf(carl));
  expect(await lettersMark(ctx, carl, number)).toEqual({ shown: true, fresh: 0 });
  expect((await lettersOf(carl)).some(({ isNew }) => isNew)).toBe(false);
});

test('letters are shown in pages, latest first', async () => {
  for (let i = 0; i < 35; i += 1) {
    own.setNow(new Date(testNow.getTime() + i * 60_000));
    granted(await write(ann, [seats[1]], `Letter ${i}`));
  }
  const [first, second] = [await lettersPage(ctx, carl, number, 1), await lettersPage(ctx, carl, number, 2)];
  expect(first?.letters[0]?.paragraphs).toEqual([['Letter 34']]);
  expect([first?.letters.length, second?.letters.length, first?.pages]).toEqual([30, 5, 2]);
  expect(second?.letters.at(-1)?.paragraphs).toEqual([['Letter 0']]);
});
