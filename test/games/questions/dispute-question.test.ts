import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { exportGame } from '../../../src/games/archive/export-game.ts';
import { replayGame } from '../../../src/games/archive/replay-game.ts';
import { verifyExport } from '../../../src/games/archive/verify-export.ts';
import { beginGame } from '../../../src/games/game/begin-game.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { loadPlayerSeat } from '../../../src/games/game/player-seat.ts';
import { ensurePracticePlayer } from '../../../src/games/practice/practice-player.ts';
import { restartPractice, startPractice } from '../../../src/games/practice/start-practice.ts';
import { rollBack } from '../../../src/games/processing/roll-back.ts';
import { decideDispute } from '../../../src/games/questions/decide-dispute.ts';
import { disputeQuestion, MAX_DISPUTES_A_DAY } from '../../../src/games/questions/dispute-question.ts';
import { disputes } from '../../../src/games/questions/disputes-view.ts';
import { type PlayerQuestion, playerQuestions } from '../../../src/games/questions/questions-view.ts';
import { deleteAccount } from '../../../src/games/seats/delete-account.ts';
import type { Setup } from '../../../src/rules/politics/setup.ts';
import { testNow } from '../../helpers/database.ts';
import { useContext } from '../../helpers/use-context.ts';
import { anAccount, codesOf, gameNow, granted, runningGame, type TestGame } from '../game/play.ts';
import { formingPolitics, playUntil, runningPolitics } from './played-politics.ts';

/* PTG-2.9: a question that a player disputes is not asked in games that begin later. */

const own = useContext();
const REASON = 'The source says something else.';
let play: TestGame;

beforeAll(async () => {
  play = await runningPolitics(own.ctx);
  await playUntil(own.ctx, play, 4);
});

beforeEach(async () => {
  own.setNow(testNow);
  await own.ctx.db.prisma.disputedQuestion.deleteMany();
  await own.ctx.db.prisma.limitedAction.deleteMany();
});

const number = () => gameNumber(play.game);

/** The questions of a game as one of its players sees them. */
async function questionsFor({ game, players }: TestGame, player = 0): Promise<PlayerQuestion[]> {
  const seat = await loadPlayerSeat(own.ctx, players[player] ?? null, gameNumber(game));
  if (seat === null) throw new Error('This player has no seat.');
  return playerQuestions(own.ctx, seat);
}

async function openQuestions(of: TestGame): Promise<PlayerQuestion['question'][]> {
  return (await questionsFor(of)).filter(({ dispute }) => dispute === null).map(({ question }) => question);
}

/** Disputes a question in a game as one of its players. */
function dispute(
  of: TestGame,
  { bank, id }: { bank: string; id: string },
  more: { by?: number; reason?: string } = {},
) {
  const by = of.players[0]?.id ?? -1;
  return disputeQuestion(own.ctx, { gameId: of.game.id, by, bank, question: id, reason: REASON, ...more });
}

async function oneOpen(of = play): Promise<PlayerQuestion['question']> {
  const [question] = await openQuestions(of);
  if (!question) throw new Error('There is no question left.');
  return question;
}

async function bankOfNewGame(): Promise<string | null> {
  const game = await runningPolitics(own.ctx);
  return (game.game.setup as Setup).bank;
}

describe('a player of a game', () => {
  test('disputes a question that was solved: later games do not ask it, this one goes on', async () => {
    const before = await runningPolitics(own.ctx);
    const forming = await formingPolitics(own.ctx);
    const question = await oneOpen();
    const state = (await gameNow(own.ctx, play.game.id)).state;
    granted(await dispute(play, question));
    expect((await gameNow(own.ctx, play.game.id)).state).toEqual(state);
    expect((before.game.setup as Setup).bank).not.toContain(question.id);
    granted(await beginGame(own.ctx, { gameId: forming.game.id, by: forming.gm.id, due: null }));
    const later = await gameNow(own.ctx, forming.game.id);
    expect((later.setup as Setup).bank).toMatch(new RegExp(`^specimen without .*\\b${question.id}\\b`));
    expect(later.options).toMatchObject({ bank: 'specimen', retired: [question.id] });
    // Other banks and other games are as they were.
    const house = await runningPolitics(own.ctx, { bank: 'house-1' });
    expect((house.game.setup as Setup).bank).toBe('house-1');
    expect((await runningGame(own.ctx, { humans: 1, opponents: 3 })).game.options).not.toHaveProperty(
      'retired',
    );
    await playUntil(own.ctx, { ...forming, game: later }, 99);
    const ended = await gameNow(own.ctx, forming.game.id);
    expect(ended.status).toBe('over');
    const turns = await own.ctx.db.prisma.turn.findMany({ where: { gameId: ended.id } });
    for (const { state: one } of turns)
      expect(JSON.stringify((one as { used: unknown }).used)).not.toContain(`"${question.id}"`);
    expect(await replayGame(own.ctx, gameNumber(ended))).toMatchObject({ ok: true });
    const file = JSON.parse(JSON.stringify(granted(await exportGame(own.ctx, gameNumber(ended)))));
    expect(granted(verifyExport(file)).difference).toBeNull();
  });

  test('tells the GM by mail and in the log, and the operator', async () => {
    const question = await oneOpen();
    granted(await dispute(play, question, { reason: '  The year is\n1848 in every book. ' }));
    const event = await own.ctx.db.prisma.gameEvent.findFirst({
      where: { gameId: play.game.id, type: 'questionDisputed' },
      orderBy: { at: 'desc' },
    });
    expect(event?.detail).toBe(`[${play.seats[0]?.identifier}] specimen ${question.id}`);
    const mails = await own.ctx.db.prisma.delivery.findMany({
      where: { accountId: play.gm.id, kind: 'notice' },
    });
    const told = mails.map(({ detail }) => JSON.stringify(detail)).filter((text) => text.includes('1848'));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('disputes a question');
    expect(told[0]).toContain('The year is 1848 in every book.');
    const [line] = (await disputes(own.ctx, null)).lines;
    expect(line).toMatchObject({
      state: 'retired',
      game: number(),
      question,
      by: { id: play.players[0]?.id },
    });
  });

  test('must have a seat and give a reason, for a question that was solved', async () => {
    const question = await oneOpen();
    const stranger = await anAccount(own.ctx, 'Sam Stranger');
    expect(codesOf(await dispute(play, question, { by: stranger.id }))).toEqual(['not-seated']);
    expect(codesOf(await dispute(play, question, { by: play.gm.id }))).toEqual(['not-seated']);
    expect(codesOf(await dispute(play, question, { reason: ' ' }))).toEqual(['missing']);
    expect(codesOf(await dispute(play, question, { reason: 'Wrong.' }))).toEqual(['too-short']);
    expect(codesOf(await dispute(play, question, { reason: 'x'.repeat(401) }))).toEqual(['too-long']);
    expect(codesOf(await dispute(play, { bank: 'house-1', id: 'house-g-001' }))).toEqual(['not-solved']);
    expect(codesOf(await dispute(play, { bank: '', id: question.id }))).toEqual(['not-solved']);
    const { state } = await gameNow(own.ctx, play.game.id);
    const open = (state as { players: { pending: { asked: { id: string }[] }[] }[] }).players.flatMap(
      ({ pending }) => pending.flatMap(({ asked }) => asked.map(({ id }) => id)),
    );
    expect(open.length).toBeGreaterThan(0);
    const shown = (await questionsFor(play)).map(({ question: { id } }) => id);
    for (const id of open) {
      expect(shown).not.toContain(id);
      expect(codesOf(await dispute(play, { bank: 'specimen', id }))).toEqual(['not-solved']);
    }
    const race = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    expect(codesOf(await dispute(race, question))).toEqual(['not-solved']);
  });

  test('finds none before a printout has solved one, and none of a turn that was rolled back', async () => {
    const fresh = await runningPolitics(own.ctx);
    expect(await questionsFor(fresh)).toEqual([]);
    await playUntil(own.ctx, fresh, 3);
    expect(await questionsFor(fresh)).toEqual([]);
    await playUntil(own.ctx, fresh, 4);
    expect((await questionsFor(fresh)).length).toBeGreaterThan(0);
    granted(await rollBack(own.ctx, { gameId: fresh.game.id, by: fresh.gm.id, turn: 4, due: null }));
    expect(await questionsFor(fresh)).toEqual([]);
  });

  test('disputes no question twice, and only so many an hour and a day', async () => {
    const [first, second, third, fourth] = await openQuestions(play);
    if (!first || !second || !third || !fourth) throw new Error('There are too few questions.');
    granted(await dispute(play, first));
    expect(codesOf(await dispute(play, first, { by: play.players[1]?.id ?? 0 }))).toEqual(['disputed']);
    granted(await dispute(play, second));
    granted(await dispute(play, third));
    expect(codesOf(await dispute(play, fourth))).toEqual(['too-often']);
    // The limit is one of each player.
    granted(await dispute(play, fourth, { by: play.players[1]?.id ?? 0 }));
  });

  test('disputes only so many a day in all games together', async () => {
    const at = own.ctx.now();
    const other = {
      ruleset: 'politics',
      bank: 'house-1',
      accountId: play.players[0]?.id ?? 0,
      reason: REASON,
      at,
    };
    const data = Array.from({ length: MAX_DISPUTES_A_DAY }, (_, i) => ({
      ...other,
      question: `house-g-10${i}`,
    }));
    await own.ctx.db.prisma.disputedQuestion.createMany({ data });
    expect(codesOf(await dispute(play, await oneOpen()))).toEqual(['too-often']);
    own.setNow(new Date(at.getTime() + 25 * 3_600_000));
    granted(await dispute(play, await oneOpen()));
  });
});

describe('the operator', () => {
  test('restores a question: games ask it again, and no one can dispute it', async () => {
    const question = await oneOpen();
    granted(await dispute(play, question));
    expect(await bankOfNewGame()).toContain(question.id);
    const [line] = (await disputes(own.ctx, null)).lines;
    const id = line?.id ?? '';
    granted(await decideDispute(own.ctx, { id, state: 'restored', note: 'Two almanacs agree.' }));
    expect(await bankOfNewGame()).not.toContain(question.id);
    const again = await dispute(play, question, { by: play.players[1]?.id ?? 0 });
    expect(codesOf(again)).toEqual(['restored']);
    expect(JSON.stringify(again)).toContain('Two almanacs agree.');
    const shown = (await questionsFor(play, 1)).find((one) => one.question.id === question.id);
    expect(shown?.dispute).toEqual({ state: 'restored', note: 'Two almanacs agree.' });
    granted(await decideDispute(own.ctx, { id, state: 'retired', note: '' }));
    expect(await bankOfNewGame()).toContain(question.id);
  });

  test('needs a dispute, and a note that is not too long', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    expect(codesOf(await decideDispute(own.ctx, { id, state: 'restored', note: '' }))).toEqual(['unknown']);
    const long = { id, state: 'restored' as const, note: 'x'.repeat(301) };
    expect(codesOf(await decideDispute(own.ctx, long))).toEqual(['too-long']);
  });
});

test('practice games do not ask retired questions; with the same dice they are as before', async () => {
  const account = await anAccount(own.ctx, 'Pat Practice');
  const { player } = granted(
    await ensurePracticePlayer(own.ctx, { accountId: account.id, guestToken: null }),
  );
  const wanted = { ruleset: 'politics', options: { bank: 'specimen' } };
  const bankOf = async (id: string) =>
    ((await own.ctx.db.prisma.practiceGame.findUniqueOrThrow({ where: { id } })).setup as unknown as Setup)
      .bank;
  const first = granted(await startPractice(own.ctx, { player, name: 'Pat' }, wanted));
  const question = await oneOpen();
  expect(await bankOf(first)).not.toContain(question.id);
  granted(await dispute(play, question));
  const request = { playerId: player.id, gameId: first };
  expect(await bankOf(granted(await restartPractice(own.ctx, { ...request, sameDice: true })))).toBe(
    await bankOf(first),
  );
  expect(await bankOf(granted(await restartPractice(own.ctx, { ...request, sameDice: false })))).toContain(
    question.id,
  );
  expect(await bankOf(granted(await startPractice(own.ctx, { player, name: 'Pat' }, wanted)))).toContain(
    question.id,
  );
});

test('who deletes an account is forgotten, and the question stays retired', async () => {
  const leaving = await runningPolitics(own.ctx, { bank: 'house-1', turnLimit: 6 });
  await playUntil(own.ctx, leaving, 4);
  const question = await oneOpen(leaving);
  granted(await dispute(leaving, question));
  granted(await deleteAccount(own.ctx, leaving.players[0]?.id ?? 0));
  const row = await own.ctx.db.prisma.disputedQuestion.findFirst({ where: { question: question.id } });
  expect(row).toMatchObject({ accountId: null, reason: '', state: 'retired' });
});
