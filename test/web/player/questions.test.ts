import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Account } from '../../../src/database/generated/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { loadPlayerSeat } from '../../../src/games/game/player-seat.ts';
import { playerQuestions } from '../../../src/games/questions/questions-view.ts';
import type { State } from '../../../src/rules/politics/state.ts';
import { anAccount, gameNow, runningGame, type TestGame } from '../../games/game/play.ts';
import { playUntil, runningPolitics } from '../../games/questions/played-politics.ts';
import { anOperator } from '../operator/an-operator.ts';
import { useWeb } from '../use-web.ts';
import { signedIn, type Visitor } from '../visitor.ts';

/* PTG-2.9: the pages on which players dispute questions, and the operator decides. */

const { own, app } = useWeb();
const REASON = 'The source says <b>something else</b>.';
let play: TestGame;
let ann: Visitor;
let page: string;

beforeAll(async () => {
  play = await runningPolitics(own.ctx);
  await playUntil(own.ctx, play, 4);
  ann = await signedIn(app, own.ctx, play.players[0] as Account);
  page = `/my/games/${gameNumber(play.game)}/questions`;
});
beforeEach(async () => {
  await own.ctx.db.prisma.disputedQuestion.deleteMany();
  await own.ctx.db.prisma.limitedAction.deleteMany();
});

/** The questions that printouts have solved. */
async function solved() {
  const seat = await loadPlayerSeat(own.ctx, play.players[0] ?? null, gameNumber(play.game));
  if (seat === null) throw new Error('The player has no seat.');
  return (await playerQuestions(own.ctx, seat)).map(({ question }) => question);
}

/** The value that the form sends for the first question. */
async function firstValue(): Promise<string> {
  const [first] = await solved();
  if (!first) throw new Error('No question was solved.');
  return `${first.bank} ${first.id}`;
}

describe('a player', () => {
  test('finds the page from the game and from a printout, and disputes a question', async () => {
    const game = `/my/games/${gameNumber(play.game)}`;
    for (const from of [game, `${game}/turns/3`])
      expect((await ann.get(from)).body).toContain(`href="${page}"`);
    const value = await firstValue();
    expect((await ann.get(page)).body).toContain(`value="${value}"`);
    const sent = await ann.post(page, { question: value, reason: REASON });
    expect([sent.statusCode, sent.headers.location]).toEqual([303, `${page}?done=question-disputed`]);
    const after = (await ann.get(page)).body;
    expect(after).not.toContain(`value="${value}"`);
    expect(after).toContain('Disputed: games that begin from now on do not ask it.');
    // The other players read that it was disputed, and not by whom or why.
    const carl = (await (await signedIn(app, own.ctx, play.players[1] as Account)).get(page)).body;
    expect(carl).toContain('Disputed: games that begin from now on do not ask it.');
    expect(carl).not.toMatch(/something else|Ann Baker/);
  });

  test('sees what is wrong, and keeps what was typed', async () => {
    const value = await firstValue();
    const refused = await ann.post(page, { question: value, reason: 'No <i>.' });
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain('Write at least 10 characters');
    expect(refused.body).toContain('No &lt;i&gt;.</textarea>');
    expect(refused.body).toMatch(new RegExp(`value="${value}"[^>]*checked`));
    const none = await ann.post(page, { reason: REASON });
    expect(none.statusCode).toBe(422);
    expect(none.body).toContain('Choose a question whose solution has been printed');
  });

  test('does not see questions that are open, or their answers', async () => {
    const { state } = await gameNow(own.ctx, play.game.id);
    const { players } = state as State;
    const open = players.flatMap(({ pending }) => pending.flatMap(({ asked }) => asked.map(({ id }) => id)));
    const { body } = await ann.get(page);
    expect(open.length).toBeGreaterThan(0);
    for (const id of open) {
      expect(body).not.toContain(`specimen ${id}`);
      const refused = await ann.post(page, { question: `specimen ${id}`, reason: REASON });
      expect(refused.statusCode).toBe(422);
    }
    expect(await own.ctx.db.prisma.disputedQuestion.count()).toBe(0);
  });

  test('must have a seat, in a game with questions', async () => {
    const sam = await signedIn(app, own.ctx, await anAccount(own.ctx, 'Sam Stranger'));
    expect((await sam.get(page)).statusCode).toBe(404);
    expect((await sam.post(page, { question: await firstValue(), reason: REASON })).statusCode).toBe(404);
    const gm = await signedIn(app, own.ctx, play.gm);
    expect((await gm.get(page)).statusCode).toBe(404);
    const race = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    const racer = await signedIn(app, own.ctx, race.players[0] as Account);
    const game = `/my/games/${gameNumber(race.game)}`;
    expect((await racer.get(game)).body).not.toContain('Dispute a question');
    const empty = await racer.get(`${game}/questions`);
    expect([empty.statusCode, empty.body.includes('No printout of this game has solved')]).toEqual([
      200,
      true,
    ]);
    expect((await racer.post(`${game}/questions`, { question: 'a b', reason: REASON })).statusCode).toBe(422);
  });
});

describe('the operator', () => {
  test('sees disputes, restores a question with a note, and retires it again', async () => {
    const operator = await signedIn(app, own.ctx, await anOperator(own.ctx));
    expect((await operator.get('/operator/questions')).body).toContain('No one has disputed a question.');
    const value = await firstValue();
    await ann.post(page, { question: value, reason: REASON });
    const list = (await operator.get('/operator/questions')).body;
    expect(list).toContain('The source says &lt;b&gt;something else&lt;/b&gt;.');
    expect(list).toContain('Ann Baker');
    expect(list).toContain('href="/operator/questions" aria-current="page"');
    const { id } = await own.ctx.db.prisma.disputedQuestion.findFirstOrThrow();
    const decide = (fields: Record<string, string>) => operator.post(`/operator/questions/${id}`, fields);
    const long = await decide({ state: 'restored', note: `${'x'.repeat(301)}` });
    expect([long.statusCode, long.body.includes('at most 300 characters')]).toEqual([422, true]);
    expect(long.body).toContain('x'.repeat(301));
    expect((await decide({ state: 'burned' })).statusCode).toBe(400);
    expect((await decide({ state: 'restored', note: 'Two almanacs agree.' })).statusCode).toBe(303);
    expect((await ann.get(page)).body).toContain('The operator writes: Two almanacs agree.');
    const again = await ann.post(page, { question: value, reason: REASON });
    expect([again.statusCode, again.body.includes('The operator has checked this question')]).toEqual([
      422,
      true,
    ]);
    expect((await decide({ state: 'retired', note: '' })).statusCode).toBe(303);
    expect((await ann.get(page)).body).toContain('games that begin from now on do not ask it');
    const nothing = '/operator/questions/00000000-0000-4000-8000-000000000000';
    expect((await operator.post(nothing, { state: 'restored', note: '' })).statusCode).toBe(404);
  });

  test('alone decides', async () => {
    await ann.post(page, { question: await firstValue(), reason: REASON });
    const { id } = await own.ctx.db.prisma.disputedQuestion.findFirstOrThrow();
    expect((await ann.get('/operator/questions')).statusCode).toBe(403);
    expect((await ann.post(`/operator/questions/${id}`, { state: 'restored', note: '' })).statusCode).toBe(
      403,
    );
  });

  test('reads fifty on a page', async () => {
    const at = own.ctx.now();
    const data = Array.from({ length: 51 }, (_, i) => ({
      ruleset: 'politics',
      bank: 'lost',
      question: `q${i}`,
      reason: 'Odd.',
      at,
    }));
    await own.ctx.db.prisma.disputedQuestion.createMany({ data });
    const operator = await signedIn(app, own.ctx, await anOperator(own.ctx));
    const first = (await operator.get('/operator/questions')).body;
    const next = /href="(\/operator\/questions\?before=[^"]+)"/.exec(first)?.[1] ?? '';
    expect(first.match(/<section /g)).toHaveLength(50);
    expect((await operator.get(next)).body.match(/<section /g)).toHaveLength(1);
  });
});
