import { expect, test } from 'vitest';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { loadPlayerSeat } from '../../../src/games/game/player-seat.ts';
import { takeSheet } from '../../../src/games/mailed-sheets/take-sheet.ts';
import { useContext } from '../../helpers/use-context.ts';
import { granted, runningGame, send, type TestGame } from '../game/play.ts';
import { expectReplay, processAsGm, rollBackAsGm } from '../processing/turns.ts';

/* A sheet of which a part could not be read counts as none: what could be read of it is not played either. */

const own = useContext();

const TEXT = [
  'Press release: Vote for me',
  'Fundraising trips: CA, NY',
  'Campaign mony 1: State NY; Amount 1200',
].join('\n');

/** Takes a mail with these orders from the first player of a game. */
async function takeMail({ game, players, seats }: TestGame, turn: number, text: string): Promise<void> {
  const [account, seat] = [players[0] as Account, seats[0] as Seat];
  const player = await loadPlayerSeat(own.ctx, account, gameNumber(game));
  if (player === null) throw new Error('There is no player.');
  await takeSheet(own.ctx, {
    own: player,
    address: {
      ...{ gameId: game.id, seatId: seat.id, turn, attempt: player.game.attempt, account },
      target: { kind: 'open' },
    },
    ...{
      command: null,
      sentAt: own.ctx.now(),
      text: { own: text, quotedSheet: null },
      attached: null,
      otherFiles: [],
    },
  });
}

/** The orders that were played of the first seat, and all press releases of the turn. */
async function played({ game, seats }: TestGame, turn: number): Promise<{ sheet: unknown; state: string }> {
  const where = { gameId: game.id, turn, rolledBackAt: null };
  const { sheets, state } = await own.ctx.db.prisma.turn.findFirstOrThrow({ where });
  const sheet = (sheets as Record<string, unknown>)[seats[0]?.identifier ?? ''];
  return { sheet, state: JSON.stringify(state) };
}

test('a mailed sheet with a line that cannot be read is not played, nor after a rollback', async () => {
  const play = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  await takeMail(play, 1, TEXT);
  const seatId = play.seats[0]?.id ?? '';
  const stored = await own.ctx.db.prisma.sheet.findFirstOrThrow({ where: { seatId } });
  expect(stored).toMatchObject({ outcome: 'refused', unread: true, raw: { press: 'Vote for me' } });
  await processAsGm(own.ctx, play, 1);
  const first = await played(play, 1);
  expect(first.sheet).toBeNull();
  expect(first.state).not.toContain('Vote for me');
  await expectReplay(own.ctx, play.game, 1);
  granted(await rollBackAsGm(own.ctx, play, 2));
  await takeMail(play, 1, TEXT);
  await processAsGm(own.ctx, play, 1);
  expect((await played(play, 1)).sheet).toBeNull();
});

test('one that the rules refuse goes to the ruleset, which says so', async () => {
  const play = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const raw = { fundraising: ['CA', 'CA'] };
  await takeMail(play, 1, TEXT);
  await send(own.ctx, play.seats[0] as Seat, 1, raw);
  await processAsGm(own.ctx, play, 1);
  expect((await played(play, 1)).sheet).toEqual(raw);
});
