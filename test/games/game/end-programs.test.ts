import { beforeEach, describe, expect, test } from 'vitest';
import type { AppContext } from '../../../src/context.ts';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
import { abandonGame } from '../../../src/games/game/abandon-game.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { inTransaction } from '../../../src/games/game/game-store.ts';
import { correctAddress } from '../../../src/games/seats/correct-address.ts';
import { giveUpSeat } from '../../../src/games/seats/give-up-seat.ts';
import { addSeat } from '../../../src/games/seats/manage-seats.ts';
import { replacePlayer } from '../../../src/games/seats/replace-player.ts';
import { takeOverSeat } from '../../../src/games/seats/takeover.ts';
import { announce, enqueueTest } from '../../../src/games/webhooks/announce.ts';
import { attemptNext, attemptTest } from '../../../src/webhooks/attempt-call.ts';
import { useContext } from '../../helpers/use-context.ts';
import { startReceiver } from '../../webhooks/receiver.ts';
import { anAccount, formingGame, granted, runningGame, type TestGame } from './play.ts';

/* The webhook of a program ends when its seat gets another player: its secret and what it is told are the seat's. */

const own = useContext();
let play: TestGame;
let ann: Account;
let seat: Seat;

beforeEach(async () => {
  play = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  ann = play.players[0] as Account;
  seat = play.seats[0] as Seat;
});

const asGm = () => ({ gameId: play.game.id, by: play.gm.id, turn: 1, seatId: seat.id });
const asAnn = () => ({ gameId: play.game.id, seatId: seat.id, by: ann.id });

/** Writes webhooks of the same account for the seat, for another seat, and as a chat. */
async function addWebhooks(accountId: number, url = 'https://bot.example.org/'): Promise<void> {
  const about = { accountId, gameId: play.game.id, url, createdAt: own.ctx.now() };
  const program = { ...about, kind: 'program' as const, secret: Buffer.alloc(32) };
  const seats = [seat, play.seats[1] as Seat];
  const data = [...seats.map(({ id }) => ({ ...program, seatId: id })), { ...about, kind: 'slack' as const }];
  await own.ctx.db.prisma.webhook.createMany({ data });
}

/** Whose program has a webhook for the seat. The other webhooks must all be there. */
async function programs(): Promise<number[]> {
  const found = await own.ctx.db.prisma.webhook.findMany({ where: { gameId: play.game.id } });
  const ofSeat = found.filter(({ seatId }) => seatId === seat.id);
  expect(found.length - ofSeat.length).toBe(2);
  return ofSeat.map(({ accountId }) => accountId);
}

describe('the webhook of a program is removed', () => {
  test('if the GM replaces its player', async () => {
    await addWebhooks(ann.id);
    granted(await replacePlayer(own.ctx, { ...asGm(), name: 'Nora', email: 'nora.programs@players.test' }));
    expect(await programs()).toEqual([]);
  });

  test('if its player gives the seat up, also in a game that was abandoned', async () => {
    await addWebhooks(ann.id);
    granted(await giveUpSeat(own.ctx, asAnn()));
    expect(await programs()).toEqual([]);
    play = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    [ann, seat] = [play.players[0] as Account, play.seats[0] as Seat];
    await addWebhooks(ann.id);
    granted(
      await abandonGame(own.ctx, {
        gameId: play.game.id,
        by: play.gm.id,
        turn: 1,
        confirm: gameNumber(play.game),
      }),
    );
    granted(await giveUpSeat(own.ctx, asAnn()));
    expect(await programs()).toEqual([]);
  });

  test('if someone takes the seat over', async () => {
    const machine = play.seats[2] as Seat;
    seat = await own.ctx.db.prisma.seat.update({ where: { id: machine.id }, data: { offered: true } });
    await addWebhooks(ann.id);
    const { id: by } = await anAccount(own.ctx, 'Nat New');
    granted(await takeOverSeat(own.ctx, { gameId: play.game.id, seatId: seat.id, by, turn: 1 }));
    expect(await programs()).toEqual([]);
  });

  test('if the address of its player is corrected, although the account is used', async () => {
    play = await formingGame(own.ctx, { humans: 2, opponents: 0 });
    const invited = { name: 'Will Wrong', email: `wrong.${play.game.serial}@players.test` };
    seat = granted(await addSeat(own.ctx, { gameId: play.game.id, by: play.gm.id, ...invited }));
    const before = seat.accountId as number;
    await own.ctx.db.prisma.account.update({
      where: { id: before },
      data: { addressProvedAt: own.ctx.now() },
    });
    await addWebhooks(before);
    granted(
      await correctAddress(own.ctx, { ...asGm(), turn: 0, email: `right.${play.game.serial}@players.test` }),
    );
    expect(await programs()).toEqual([]);
  });
});

test('a program is not called if its seat is another’s at the moment of the call', async () => {
  const ctx: AppContext = { ...own.ctx, webhooks: { privateNetworks: ['127.0.0.0/8'], otherChatHosts: [] } };
  const receiver = await startReceiver();
  const { prisma } = ctx.db;
  await addWebhooks(ann.id, receiver.url);
  const webhook = await prisma.webhook.findFirstOrThrow({ where: { seatId: seat.id } });
  await inTransaction(ctx, async (tx) => {
    await announce(tx, ctx, { gameId: play.game.id, event: 'turn.reminder', turn: 1, seatId: seat.id });
    await enqueueTest(tx, ctx, { webhook, game: { turn: 1, due: null } });
  });
  const { id: accountId } = await anAccount(ctx, 'Nat New');
  await prisma.seat.update({ where: { id: seat.id }, data: { accountId } });
  const where = { webhookId: webhook.id };
  const { id } = await prisma.webhookCall.findFirstOrThrow({ where: { ...where, event: 'test' } });
  const deps = { ctx, publicUrl: 'https://games.example.org' };
  await attemptNext(deps, webhook.id);
  await attemptTest(deps, id);
  expect(receiver.got).toEqual([]);
  const outcome = 'Not sent: someone else has this place in the game now.';
  const refused = { status: 'failed', attempts: 0, outcome };
  expect(await prisma.webhookCall.findMany({ where })).toMatchObject([refused, refused]);
  receiver.close();
});
