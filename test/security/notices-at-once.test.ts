import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Account, Seat } from '../../src/database/generated/client.ts';
import { rollBack } from '../../src/games/processing/roll-back.ts';
import { setSchedule } from '../../src/games/schedule/change-due-date.ts';
import { SCHEDULE_DEFAULTS } from '../../src/games/schedule/schedule-policy.ts';
import { correctAddress } from '../../src/games/seats/correct-address.ts';
import { giveUpSeat } from '../../src/games/seats/give-up-seat.ts';
import { offerSeat } from '../../src/games/seats/offer-seat.ts';
import { handSeatToComputer, replacePlayer, returnSeat } from '../../src/games/seats/replace-player.ts';
import { takeOverSeat } from '../../src/games/seats/takeover.ts';
import { anAccount, granted, runningGame, type TestGame } from '../games/game/play.ts';
import { processAsGm } from '../games/processing/turns.ts';
import { useContext } from '../helpers/use-context.ts';

/* What a player must know at once is mailed at once, also to people who want news once a day or not at all. */

const own = useContext();
const DUE = new Date('2027-04-01T18:00:00Z');
let play: TestGame;
let ann: Account;
let mine: Seat;
let other: Seat;

beforeEach(async () => {
  play = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  ann = play.players[0] as Account;
  [mine, other] = play.seats as [Seat, Seat];
});

const asGm = ({ id: seatId }: Seat) => ({ gameId: play.game.id, by: play.gm.id, turn: 1, seatId });

/** Gives a seat to a person who has never signed in. */
const give = (seat: Seat) =>
  replacePlayer(own.ctx, { ...asGm(seat), name: 'Nora Neu', email: `nora.${randomUUID()}@players.test` });

/** The notices that go to Ann at once, in no order. */
async function toAnn(): Promise<unknown[]> {
  const found = await own.ctx.db.prisma.delivery.findMany({
    where: { kind: 'notice', accountId: ann.id, gameId: play.game.id },
  });
  return found.map(({ detail }) => detail);
}

describe.each(['daily', 'none'] as const)('A player who gets news %s', (noticeMail) => {
  beforeEach(async () => {
    await own.ctx.db.prisma.account.update({ where: { id: ann.id }, data: { noticeMail } });
  });

  test('learns at once that a turn was rolled back, with its new due date', async () => {
    await processAsGm(own.ctx, play, 1);
    const { id: gameId } = play.game;
    granted(await rollBack(own.ctx, { gameId, by: play.gm.id, turn: 2, due: DUE }));
    const [notice, ...others] = await toAnn();
    expect(others).toEqual([]);
    expect(notice).toMatchObject({
      subject: 'turn 1 was rolled back',
      calendar: { turn: 1, due: DUE.toISOString() },
    });
  });

  test.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'that their seat was given up',
      () => giveUpSeat(own.ctx, { gameId: play.game.id, seatId: mine.id, by: ann.id }),
      /./,
    ],
    [
      'that the computer plays their seat, that they have it back',
      async () => {
        granted(await handSeatToComputer(own.ctx, asGm(mine)));
        expect(await toAnn()).toHaveLength(1);
        granted(await returnSeat(own.ctx, asGm(mine)));
        expect(await toAnn()).toHaveLength(2);
      },
      /./,
    ],
    [
      'that someone has taken over their seat',
      async () => {
        granted(await handSeatToComputer(own.ctx, asGm(mine)));
        granted(await offerSeat(own.ctx, asGm(mine)));
        const { id: by } = await anAccount(own.ctx, 'Tom Takes');
        granted(await takeOverSeat(own.ctx, { gameId: play.game.id, seatId: mine.id, turn: 1, by }));
        expect(await toAnn()).toHaveLength(2);
      },
      /./,
    ],
    ['that the GM gave their seat to someone else', () => give(mine), /./],
    ['that the GM gave another seat to someone else', () => give(other), /./],
    [
      'that the GM corrected the address of another player',
      async () => {
        granted(await give(other));
        expect(await toAnn()).toHaveLength(1);
        const email = `right.${randomUUID()}@players.test`;
        granted(await correctAddress(own.ctx, { ...asGm(other), email }));
        expect(await toAnn()).toHaveLength(2);
      },
      /has another e-mail address$/,
    ],
  ])('learns at once %s', async (_what, act, subject) => {
    await act();
    expect(await toAnn()).toContainEqual(
      expect.objectContaining({ subject: expect.stringMatching(subject) }),
    );
    expect(await own.ctx.db.prisma.digestLine.count({ where: { accountId: ann.id } })).toBe(0);
  });

  test('does not get news that can wait', async () => {
    const policy = { ...SCHEDULE_DEFAULTS, daysPerTurn: 9, timeZone: 'UTC' };
    granted(await setSchedule(own.ctx, { gameId: play.game.id, by: play.gm.id, policy }));
    expect(await toAnn()).toEqual([]);
  });
});
