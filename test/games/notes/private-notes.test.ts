import { beforeEach, describe, expect, test } from 'vitest';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { loadPlayerSeat } from '../../../src/games/game/player-seat.ts';
import { MAX_NOTES, ownNotes, saveNotes } from '../../../src/games/notes/private-notes.ts';
import { deleteAccount } from '../../../src/games/seats/delete-account.ts';
import { replacePlayer } from '../../../src/games/seats/replace-player.ts';
import { useContext } from '../../helpers/use-context.ts';
import { anAccount, codesOf, granted, runningGame, type TestGame } from '../game/play.ts';

const own = useContext();
let g: TestGame;
let number: string;
let ann: Account;
let carl: Account;

beforeEach(async () => {
  g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  number = gameNumber(g.game);
  [ann, carl] = g.players as [Account, Account];
});

const save = (by: Account, text: string) => saveNotes(own.ctx, { gameId: g.game.id, by: by.id, text });

/** The notes that an account finds on its page of the game; null if it has no such page. */
async function notesOf(reader: Account): Promise<string | null> {
  const seat = await loadPlayerSeat(own.ctx, reader, number);
  return seat && ownNotes(own.ctx, seat);
}

const stored = () => own.ctx.db.prisma.privateNotes.findMany({ where: { gameId: g.game.id } });

describe('private notes on a game', () => {
  test('are read by their writer alone, and replace earlier ones', async () => {
    expect(await notesOf(ann)).toBe('');
    granted(await save(ann, '  Watch Ohio.\r\n\r\n\r\n\r\nSave $200.\u0000 '));
    granted(await save(carl, 'Watch Ann.'));
    expect(await notesOf(ann)).toBe('Watch Ohio.\n\nSave $200.');
    expect(await notesOf(carl)).toBe('Watch Ann.');
    expect(await notesOf(g.gm)).toBeNull();
    granted(await save(ann, 'Never mind Ohio.'));
    expect(await notesOf(ann)).toBe('Never mind Ohio.');
    expect(await stored()).toHaveLength(2);
  });

  test('leave no trace in the log of the game, and none at all if they are emptied', async () => {
    const events = () => own.ctx.db.prisma.gameEvent.count({ where: { gameId: g.game.id } });
    const before = await events();
    granted(await save(ann, 'Watch Ohio.'));
    granted(await save(ann, ' \n '));
    expect(await stored()).toEqual([]);
    expect(await events()).toBe(before);
  });

  test('can be as long as a page, and no longer', async () => {
    granted(await save(ann, '🚂'.repeat(MAX_NOTES)));
    expect(codesOf(await save(ann, 'x'.repeat(MAX_NOTES + 1)))).toEqual(['too-long']);
    expect(await notesOf(ann)).toBe('🚂'.repeat(MAX_NOTES));
  });

  test('are for people with a seat in the game', async () => {
    for (const other of [g.gm, await anAccount(own.ctx, 'Stan Stranger')]) {
      expect(codesOf(await save(other, 'Hello'))).toEqual(['not-seated']);
    }
    expect(codesOf(await saveNotes(own.ctx, { gameId: crypto.randomUUID(), by: ann.id, text: '' }))).toEqual([
      'not-seated',
    ]);
  });

  test('stay with their writer if someone else gets the seat', async () => {
    granted(await save(ann, 'Watch Ohio.'));
    const email = `nora.${number.toLowerCase()}@players.test`;
    const seatId = (g.seats[0] as Seat).id;
    const replaced = { gameId: g.game.id, by: g.gm.id, turn: 1, seatId, name: 'Nora Neu', email };
    granted(await replacePlayer(own.ctx, replaced));
    const nora = await own.ctx.db.prisma.account.findUniqueOrThrow({ where: { email } });
    expect(await notesOf(nora)).toBe('');
    expect(codesOf(await save(ann, 'Watch Nora.'))).toEqual(['not-seated']);
  });

  test('can still be read and changed when the game is over', async () => {
    granted(await save(ann, 'Watch Ohio.'));
    await own.ctx.db.prisma.game.update({ where: { id: g.game.id }, data: { status: 'over' } });
    expect(await notesOf(ann)).toBe('Watch Ohio.');
    granted(await save(ann, 'It was Ohio.'));
    expect(await notesOf(ann)).toBe('It was Ohio.');
  });

  test('are deleted with the account', async () => {
    granted(await save(ann, 'Watch Ohio.'));
    granted(await save(carl, 'Watch Ann.'));
    granted(await deleteAccount(own.ctx, ann.id));
    expect((await stored()).map(({ accountId }) => accountId)).toEqual([carl.id]);
  });
});
