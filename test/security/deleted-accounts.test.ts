import { beforeEach, expect, test } from 'vitest';
import { rememberNetwork } from '../../src/accounts/known-networks.ts';
import type { Account } from '../../src/database/generated/client.ts';
import { setMuted } from '../../src/games/notices/muted-games.ts';
import { ensurePracticePlayer, findPracticePlayer } from '../../src/games/practice/practice-player.ts';
import { startPractice } from '../../src/games/practice/start-practice.ts';
import { announceAbsence } from '../../src/games/schedule/absences.ts';
import { deleteAccount } from '../../src/games/seats/delete-account.ts';
import { anAccount, codesOf, formingGame, granted } from '../games/game/play.ts';
import { useContext } from '../helpers/use-context.ts';

/* Requests that were under way while their account was deleted store nothing about it. */

const own = useContext();
let ann: Account;

beforeEach(async () => {
  ann = await anAccount(own.ctx, 'Ann Baker');
});

test('practice games are not started for a deleted account, nor those of a guest adopted', async () => {
  const { ctx } = own;
  const { prisma } = ctx.db;
  const visitor = { accountId: ann.id, guestToken: null };
  const { player } = granted(await ensurePracticePlayer(ctx, visitor));
  const guest = granted(await ensurePracticePlayer(ctx, { accountId: null, guestToken: null }));
  granted(await deleteAccount(ctx, ann.id));
  const wanted = { ruleset: 'margin-of-error' };
  expect(codesOf(await startPractice(ctx, { player, name: ann.name }, wanted))).toEqual(['deleted']);
  expect(codesOf(await ensurePracticePlayer(ctx, visitor))).toEqual(['deleted']);
  const both = { accountId: ann.id, guestToken: guest.newGuestToken };
  expect(await findPracticePlayer(ctx, both)).toBeNull();
  expect(await prisma.practicePlayer.count({ where: { accountId: ann.id } })).toBe(0);
  expect(await prisma.practicePlayer.count({ where: { id: guest.player.id } })).toBe(1);
});

test('absences, muted games and networks of a deleted account are not stored', async () => {
  const { game } = await formingGame(own.ctx, { humans: 2, opponents: 2 });
  granted(await deleteAccount(own.ctx, ann.id));
  const days = { accountId: ann.id, firstDay: '2027-04-10', lastDay: '2027-04-12' };
  expect(codesOf(await announceAbsence(own.ctx, days))).toEqual(['deleted']);
  await setMuted(own.ctx, { gameId: game.id, accountId: ann.id, muted: true });
  await rememberNetwork(own.ctx, ann.id, '198.51.100.7');
  const { prisma } = own.ctx.db;
  const where = { accountId: ann.id };
  const rows = [prisma.absence.count({ where }), prisma.mutedGame.count({ where })];
  expect(await Promise.all([...rows, prisma.knownNetwork.count({ where })])).toEqual([0, 0, 0]);
});
