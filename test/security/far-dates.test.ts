import { beforeEach, describe, expect, test } from 'vitest';
import { beginGame } from '../../src/games/game/begin-game.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { extendTurn, pauseGame, resumeGame, setDueDate } from '../../src/games/schedule/change-due-date.ts';
import { dueAfterPause } from '../../src/games/schedule/moved-dates.ts';
import { daysLater, nextDue } from '../../src/games/schedule/schedule.ts';
import { SCHEDULE_DEFAULTS } from '../../src/games/schedule/schedule-policy.ts';
import { codesOf, formingGame, gameNow, granted, runningGame, type TestGame } from '../games/game/play.ts';
import { useWeb } from '../web/use-web.ts';
import { signedIn } from '../web/visitor.ts';

/* Dates that are too far away to compute with must neither be stored nor keep the server busy for ever. */

const { own, app } = useWeb();

const FAR = [
  '+010000-01-01T00:00:00Z',
  '+275760-09-12T00:00:00Z',
  '9999-12-31T23:59:00Z',
  '2040-01-01T00:00:00Z',
];
const SCHEDULE = { ...SCHEDULE_DEFAULTS, daysPerTurn: 7, timeZone: 'UTC' };

let g: TestGame;
const request = (turn: number) => ({ gameId: g.game.id, by: g.gm.id, turn });

beforeEach(async () => {
  g = await runningGame(own.ctx, { humans: 1, opponents: 3 });
});

describe('a due date too far ahead is refused', () => {
  test.each(FAR)('such as %s', async (far) => {
    const due = new Date(far);
    const before = (await gameNow(own.ctx, g.game.id)).due;
    expect(codesOf(await setDueDate(own.ctx, { ...request(1), due }))).toEqual(['too-far']);
    granted(await pauseGame(own.ctx, request(1)));
    expect(codesOf(await resumeGame(own.ctx, { ...request(1), due }))).toEqual(['too-far']);
    expect((await gameNow(own.ctx, g.game.id)).due).toEqual(before);
    const forming = await formingGame(own.ctx, { humans: 1, opponents: 3 });
    const begun = await beginGame(own.ctx, { gameId: forming.game.id, by: forming.gm.id, due });
    expect(codesOf(begun)).toEqual(['too-far']);
  });

  test('however it is typed', async () => {
    const gm = await signedIn(app, own.ctx, g.gm);
    const path = `/gm/games/${gameNumber(g.game)}/schedule/due`;
    const sent = await gm.post(path, { turn: '1', due: '+010000-01-01T00:00' });
    expect(sent.statusCode).toBe(422);
    expect(sent.body).toContain('Choose a due date within the next 5 years');
  });

  test('if extensions add up to it', async () => {
    const codes: string[][] = [];
    for (let years = 0; years < 6; years += 1) {
      const extended = await extendTurn(own.ctx, { ...request(1), days: 365 });
      codes.push(extended.ok ? [] : codesOf(extended));
    }
    expect(codes.slice(0, 4)).toEqual([[], [], [], []]);
    expect(codes.at(-1)).toEqual(['too-far']);
  });

  test('by the database, too', async () => {
    const due = new Date('3000-01-01T00:00:00Z');
    await expect(
      own.ctx.db.prisma.gameSchedule.update({ where: { gameId: g.game.id }, data: { due } }),
    ).rejects.toThrow(/GameSchedule_due_near/);
  });
});

test('a schedule from which no date follows is an error, and no endless search', () => {
  const last = new Date(8.64e15);
  const invalid = new Date(Number.NaN);
  const now = new Date('2027-03-01T12:00:00Z');
  for (const date of [last, invalid]) {
    expect(() => nextDue(date, date, SCHEDULE)).toThrow(RangeError);
    expect(() => daysLater(date, 1, SCHEDULE)).toThrow(RangeError);
  }
  const pausedAt = new Date('2027-02-01T12:00:00Z');
  expect(() => dueAfterPause({ due: invalid, pausedAt, autoProcess: false }, now, SCHEDULE)).toThrow(
    RangeError,
  );
});
