import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { confirmSignUp } from '../../src/accounts/email-verification.ts';
import { setSecurityCode } from '../../src/accounts/security-codes.ts';
import { readInvitationLink } from '../../src/accounts/sign-in-links.ts';
import { newToken, tokenHash } from '../../src/accounts/tokens.ts';
import type { Account, Seat } from '../../src/database/generated/client.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { playerGame } from '../../src/games/game/player-view.ts';
import { inspectionLines } from '../../src/games/inspections/inspections-view.ts';
import { sheetAddress } from '../../src/games/mailed-sheets/sheet-address.ts';
import { takeMail } from '../../src/games/mailed-sheets/take-mail.ts';
import { replyAsGm, writeToGm } from '../../src/games/messages/write-message.ts';
import { broadcast } from '../../src/games/notices/broadcast.ts';
import { replaceByPaperPlayer } from '../../src/games/post/paper-players.ts';
import { correctAddress } from '../../src/games/seats/correct-address.ts';
import { addSeat } from '../../src/games/seats/manage-seats.ts';
import { replacePlayer } from '../../src/games/seats/replace-player.ts';
import {
  anAccount,
  codesOf,
  formingGame,
  gameNow,
  granted,
  runningGame,
  type TestGame,
} from '../games/game/play.ts';
import { useWeb } from '../web/use-web.ts';
import { signedIn, testCode, type Visitor } from '../web/visitor.ts';

/* A GM who corrects the address of a player does not learn which addresses have accounts. */

const { own, app } = useWeb({ limits: { forms: 1000 } });
/** Someone who uses the server, and whose address the GM tries. */
let zoe: Account;

beforeEach(async () => {
  zoe = await anAccount(own.ctx, 'Zoe Quiet');
  granted(await setSecurityCode(own.ctx, zoe.id, testCode));
});

const fresh = () => `nobody.${randomBytes(6).toString('hex')}@players.test`;

/** A forming game in which a person was invited who has not answered. */
async function invited(email = fresh()): Promise<{ g: TestGame; seat: Seat }> {
  const g = await formingGame(own.ctx, { humans: 1, opponents: 0 });
  const seat = granted(await addSeat(own.ctx, { gameId: g.game.id, by: g.gm.id, name: 'Who', email }));
  return { g, seat };
}

const correct = ({ game, gm }: TestGame, seat: Seat, email: string) =>
  correctAddress(own.ctx, { gameId: game.id, by: gm.id, turn: game.turn, seatId: seat.id, email });

/** All that the GM can see of the game, without what differs from game to game. */
async function shownTo(gm: Visitor, { game }: TestGame, email: string): Promise<string[]> {
  const number = gameNumber(game);
  const pages = [];
  for (const path of [`/gm/games/${number}`, `/gm/games/${number}/players`, `/games/${number}`]) {
    const { body } = await gm.get(path);
    const text = body
      .replaceAll(email, 'ADDRESS')
      .replaceAll(number, 'NUMBER')
      // Which account has opened the page, the GM's own, and keyed hashes that stand for players.
      .replaceAll(/name="(_as|player)" value="\w+"/g, 'name="$1"')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'UUID')
      .replaceAll(/(?<=[#\w./]\w*)\d{5}|[0-9a-f]{64}|[\w-]{43,}|[\w.]+@players\.test/g, 'X');
    // Mails that were written at the same moment are listed in any order.
    const row = /<tr>[\s\S]*?<\/tr>/g;
    pages.push(text.replaceAll(row, ''), ...(text.match(row) ?? []).sort());
  }
  return pages;
}

describe('the correction of the address of an invited player', () => {
  test('looks the same to the GM, whether or not the address has an account', async () => {
    const seen: string[][] = [];
    for (const email of [fresh(), zoe.email]) {
      const { g, seat } = await invited();
      const gm = await signedIn(app, own.ctx, g.gm);
      const path = `/gm/games/${gameNumber(g.game)}/seats/${seat.id}/address`;
      const answer = await gm.post(path, { email, turn: '0' });
      expect(answer.headers.location).toContain('done=address-corrected');
      seen.push(await shownTo(gm, g, email));
      // And again to another address: an account that is used is no obstacle before the game begins.
      granted(await correct(g, { ...seat }, fresh()));
    }
    expect(seen[1]).toEqual(seen[0]);
  });

  test('invites the account that has the address, and leaves both accounts as they are', async () => {
    const { g, seat } = await invited();
    const before = await own.ctx.db.prisma.account.findUniqueOrThrow({ where: { id: seat.accountId ?? 0 } });
    granted(await correct(g, seat, zoe.email));
    const { account, delivery } = own.ctx.db.prisma;
    expect((await account.findUnique({ where: { id: before.id } }))?.email).toBe(before.email);
    expect((await account.findUnique({ where: { id: zoe.id } }))?.email).toBe(zoe.email);
    const mails = await delivery.findMany({ where: { seatId: seat.id } });
    expect(mails.map(({ kind, accountId, toAddress }) => [kind, accountId, toAddress])).toEqual([
      ['invitation', zoe.id, zoe.email],
    ]);
    expect(await playerGame(own.ctx, zoe, gameNumber(g.game))).not.toBeNull();
    expect(await playerGame(own.ctx, before, gameNumber(g.game))).toBeNull();
  });

  test('sends the new address nothing with the name of the account before, nor what the GM wrote to that person', async () => {
    const { prisma } = own.ctx.db;
    const { g, seat } = await invited(zoe.email);
    const at = { gameId: g.game.id, by: g.gm.id };
    granted(await broadcast(own.ctx, { ...at, turn: 0, text: 'Welcome to all.' }));
    granted(await writeToGm(own.ctx, { ...at, by: zoe.id, text: 'May I ask?', via: 'mail' }));
    const { id: messageId } = await prisma.gmMessage.findFirstOrThrow({ where: { accountId: zoe.id } });
    granted(await replyAsGm(own.ctx, { ...at, messageId, text: 'Only for you.', via: 'web' }));
    const email = fresh();
    const after = granted(await correct(g, seat, email));
    const where = { gameId: g.game.id, accountId: { in: [zoe.id, after.id] } };
    const select = { kind: true, toAddress: true, toName: true } as const;
    const mails = await prisma.delivery.findMany({ where, select, orderBy: { kind: 'asc' } });
    expect(mails).toEqual([
      { kind: 'invitation', toAddress: email, toName: 'Who' },
      { kind: 'notice', toAddress: email, toName: 'Who' },
      { kind: 'message', toAddress: zoe.email, toName: zoe.name },
    ]);
  });

  test('moves a message to all players that came back, so that it is sent again', async () => {
    const { prisma } = own.ctx.db;
    const wrong = fresh();
    const { g, seat } = await invited(wrong);
    granted(await broadcast(own.ctx, { gameId: g.game.id, by: g.gm.id, turn: 0, text: 'Welcome to all.' }));
    const where = { gameId: g.game.id, kind: 'notice' as const, toAddress: wrong };
    await prisma.delivery.updateMany({ where, data: { status: 'failed', nextAttempt: null } });
    const { id } = granted(await correct(g, seat, fresh()));
    expect(await prisma.delivery.count({ where: { ...where, accountId: id } })).toBe(1);
  });

  test('changes nothing in the GM’s other games', async () => {
    for (const email of [fresh(), zoe.email]) {
      const wrong = fresh();
      const [{ g, seat }, { g: other }] = [await invited(wrong), await invited(wrong)];
      await own.ctx.db.prisma.game.update({ where: { id: other.game.id }, data: { gmId: g.gm.id } });
      granted(await correct(g, seat, email));
      const seats = (await gameNow(own.ctx, other.game.id)).seats;
      expect(seats.map(({ account }) => account?.email)).toContain(wrong);
    }
  });

  test('ends no session of someone who uses the account', async () => {
    const { g, seat } = await invited(zoe.email);
    const visitor = await signedIn(app, own.ctx, zoe);
    granted(await correct(g, seat, fresh()));
    expect((await visitor.get('/account')).statusCode).toBe(200);
  });

  test('does not end a sign-up of the person who has the wrong address', async () => {
    const wrong = fresh();
    const { ctx } = own;
    const token = newToken();
    const expiresAt = new Date(ctx.now().getTime() + 3_600_000);
    const proof = { id: tokenHash(token), name: 'Sam Signup', email: wrong, createdAt: ctx.now(), expiresAt };
    await ctx.db.prisma.addressProof.create({ data: proof });
    const { g, seat } = await invited(wrong);
    const link = await ctx.db.prisma.delivery.findFirstOrThrow({ where: { seatId: seat.id } });
    granted(await correct(g, seat, fresh()));
    expect(await readInvitationLink(ctx, String(link.detail.token))).toBeNull();
    expect(await confirmSignUp(ctx, token)).toMatchObject({ email: wrong, name: 'Sam Signup' });
  });

  test('is refused if it is the same address, the GM’s own, or that of another seat', async () => {
    const { g, seat } = await invited();
    const same = await own.ctx.db.prisma.account.findUniqueOrThrow({ where: { id: seat.accountId ?? 0 } });
    expect(codesOf(await correct(g, seat, same.email))).toEqual(['same-address']);
    expect(codesOf(await correct(g, seat, g.gm.email))).toEqual(['own-address']);
    expect(codesOf(await correct(g, seat, (g.players[0] as Account).email))).toEqual(['already-seated']);
  });
});

test('a guess at the new address of someone who is invited tells nothing', async () => {
  const typed = fresh();
  const { g, seat } = await invited(typed);
  const { prisma } = own.ctx.db;
  const now = fresh();
  await prisma.account.update({ where: { id: seat.accountId ?? 0 }, data: { email: now } });
  // As another seat: the words do not say that the account has one.
  const again = await addSeat(own.ctx, { gameId: g.game.id, by: g.gm.id, name: 'Again', email: now });
  expect(again).toMatchObject({
    ok: false,
    problems: [{ message: expect.not.stringMatching(/already|seat in/) }],
  });
  // As the correction, which succeeds as with any other address.
  expect(codesOf(await correct(g, seat, typed))).toEqual(['same-address']);
  const corrected = granted(await correct(g, seat, now));
  expect(corrected.id).toBe(seat.accountId);
  expect(await prisma.seat.findUnique({ where: { id: seat.id } })).toMatchObject({
    ...{ accountId: corrected.id, invitedAs: now, acceptedAt: null },
  });
});

test('in a running game, the account with the address gets what the unreachable player got', async () => {
  const g = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  const [seat, ann] = [g.seats[0] as Seat, g.players[0] as Account];
  granted(await correct(g, seat, zoe.email));
  const { prisma } = own.ctx.db;
  const where = { gameId: g.game.id, seatId: seat.id };
  expect(await prisma.printout.findMany({ where, select: { accountId: true } })).toEqual([
    { accountId: zoe.id },
  ]);
  const mails = await prisma.delivery.findMany({ where, select: { accountId: true, toAddress: true } });
  expect(mails).toEqual([
    { accountId: zoe.id, toAddress: zoe.email },
    { accountId: zoe.id, toAddress: zoe.email },
  ]);
  const visitor = await signedIn(app, own.ctx, zoe);
  expect((await visitor.get(`/my/games/${gameNumber(g.game)}/turns/1`)).statusCode).toBe(200);
  expect((await prisma.account.findUnique({ where: { id: ann.id } }))?.email).toBe(ann.email);
});

describe('the correction of an address in a running game', () => {
  const at = ({ game, gm }: TestGame, turn: number, seatId: string) => ({
    ...{ gameId: game.id, by: gm.id, turn, seatId },
  });
  const subjectsTo = async (g: TestGame, accountId: number | undefined) => {
    const where = { gameId: g.game.id, accountId: accountId ?? 0, kind: 'notice' as const };
    const found = await own.ctx.db.prisma.delivery.findMany({ where });
    return found.map(({ detail }) => detail.subject);
  };

  test('is told to all other players', async () => {
    const g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    const [first, second] = g.seats;
    granted(await correctAddress(own.ctx, { ...at(g, 1, first?.id as string), email: fresh() }));
    const subject = `the player of [${first?.identifier}] has another e-mail address`;
    expect(await subjectsTo(g, second?.accountId ?? 0)).toEqual([subject]);
  });

  test.each([
    ['orders for a later turn', 'ADVANCE 2\n\nPress release: My secret plan'],
    ['a command', 'STATUS'],
  ])('is refused if the player has sent %s by mail from another address', async (_what, written) => {
    const { ctx } = own;
    const g = await runningGame(ctx, { humans: 2, opponents: 2 });
    const [seat] = g.seats as [Seat];
    const [account] = g.players as [Account];
    const target = { kind: 'open' as const };
    const local = await sheetAddress(ctx, { game: g.game, seat, turn: 1, attempt: 1, target, account });
    const text = { own: written, whole: written, subject: '', hasPdf: false, readAttached: async () => null };
    granted(
      await takeMail(ctx, local.slice('sheet-'.length), {
        ...text,
        from: 'alias@home.test',
        sentAt: ctx.now(),
      }),
    );
    expect(
      (await ctx.db.prisma.account.findUnique({ where: { id: account.id } }))?.addressProvedAt,
    ).toBeNull();
    expect(codesOf(await correctAddress(ctx, { ...at(g, 1, seat.id), email: fresh() }))).toEqual(['in-use']);
  });

  test('leaves the account before without another seat, because it was mailed the printouts', async () => {
    const g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    const [seat, , other] = g.seats as [Seat, Seat, Seat];
    const [before] = g.players as [Account];
    granted(await correctAddress(own.ctx, { ...at(g, 1, seat.id), email: fresh() }));
    const wanted = { ...at(g, 1, other.id), name: before.name, email: before.email };
    expect(codesOf(await replacePlayer(own.ctx, wanted))).toEqual(['sat-before']);
    // The right address can turn out to be the first one.
    granted(await correctAddress(own.ctx, { ...at(g, 1, seat.id), email: before.email }));
  });

  test('gives no seat to someone who had another one', async () => {
    const g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    const [first, second] = g.seats;
    const [friend] = g.players as [Account];
    granted(
      await replacePlayer(own.ctx, { ...at(g, 1, first?.id as string), name: 'New One', email: fresh() }),
    );
    // By an invented player, whose account no one uses.
    const invented = { name: 'No One', email: fresh() };
    granted(await replacePlayer(own.ctx, { ...at(g, 1, second?.id as string), ...invented }));
    const wanted = { ...at(g, 1, second?.id as string), email: friend.email };
    expect(codesOf(await correctAddress(own.ctx, wanted))).toEqual(['sat-before']);
  });

  test('of a player without e-mail is possible after orders that the GM entered have been played', async () => {
    const g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    const [first] = g.seats;
    const byPost = { name: 'Paper Pat', address: '1 Main Street\nAnytown' };
    granted(await replaceByPaperPlayer(own.ctx, { ...at(g, 1, first?.id as string), ...byPost }));
    const seatId = first?.id as string;
    const { accountId } = await own.ctx.db.prisma.seat.findUniqueOrThrow({ where: { id: seatId } });
    const entered = ['advance', 'standing'] as const;
    await own.ctx.db.prisma.sheet.createMany({
      data: entered.map((channel, index) => ({
        ...{
          gameId: g.game.id,
          seatId,
          turn: 1,
          version: index + 1,
          channel,
          raw: {},
          orders: {},
          sentById: accountId,
        },
        ...{ receivedAt: own.ctx.now(), outcome: 'superseded' as const },
      })),
    });
    granted(await correctAddress(own.ctx, { ...at(g, 1, seatId), email: fresh() }));
  });

  test('of a player without e-mail is told to all, and recorded, so that the GM never gets a seat', async () => {
    const g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    const [first, second] = g.seats;
    const byPost = { name: 'Paper Pat', address: '1 Main Street\nAnytown' };
    granted(await replaceByPaperPlayer(own.ctx, { ...at(g, 1, first?.id as string), ...byPost }));
    const email = fresh();
    granted(await correctAddress(own.ctx, { ...at(g, 1, first?.id as string), email }));
    expect(await subjectsTo(g, second?.accountId ?? 0)).toContain(
      `the player of [${first?.identifier}] has another e-mail address`,
    );
    expect(await inspectionLines(own.ctx, await gameNow(own.ctx, g.game.id))).toEqual([
      expect.stringMatching(
        `entered an e-mail address for Paper Pat .${first?.identifier}., who had played by post, in turn 1`,
      ),
    ]);
    const wanted = { ...at(g, 1, g.seats[2]?.id as string), name: g.gm.name, email: g.gm.email };
    expect(codesOf(await replacePlayer(own.ctx, wanted))).toEqual(['inspected']);
  });
});

test('corrections that are refused do not count as invitations', async () => {
  const { g, seat } = await invited();
  const seated = g.players[0]?.email ?? '';
  for (let i = 0; i < 8; i += 1) expect(codesOf(await correct(g, seat, seated))).toEqual(['already-seated']);
  granted(await correct(g, seat, fresh()));
});
