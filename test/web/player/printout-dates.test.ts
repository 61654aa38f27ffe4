import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Account } from '../../../src/database/generated/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { pauseGame, setDueDate } from '../../../src/games/schedule/change-due-date.ts';
import { firstDue, granted, runningGame, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext, testNow } from '../../helpers/database.ts';
import { aVisitor, aWeb, signedIn, type Visitor } from '../visitor.ts';

/* A printout never changes. Its pages say at the top if its due date has. */

let own: TestContext;
let app: FastifyInstance;
let play: TestGame;
let player: Visitor;
let number: string;

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx);
});
beforeEach(async () => {
  own.setNow(testNow);
  play = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  number = gameNumber(play.game);
  player = await signedIn(app, own.ctx, play.players[0] as Account);
});
afterAll(async () => {
  await app.close();
  await own.close();
});

const byGm = (turn = 1) => ({ gameId: play.game.id, by: play.gm.id, turn });
const later = new Date(firstDue.getTime() + 2 * 86_400_000);

/** What stands above the printout on its three kinds of pages; null if nothing does. */
async function notices(turn = 1): Promise<(string | null)[]> {
  const words = (body: string) => {
    const html = /<p class="notice" role="status"><strong>([^<]*(?:printed|paused)[^<]*)<\/strong>/.exec(
      body,
    );
    return html?.[1] ?? null;
  };
  const own = await player.get(`/my/games/${number}/turns/${turn}`);
  const everyone = await aVisitor(app).get(`/games/${number}/turns/${turn}`);
  const text = (await player.get(`/my/games/${number}/turns/${turn}.txt`)).body;
  const inText = text.startsWith('** ') ? text.slice(3, text.indexOf('\n\n')).replace(/\n\s*/g, ' ') : null;
  return [words(own.body), words(everyone.body), inText];
}

test('nothing is said while the date holds', async () => {
  expect(await notices()).toEqual([null, null, null]);
});

test('a date that moved is said on the page, on the public page and in the text', async () => {
  granted(await setDueDate(own.ctx, { ...byGm(), due: later }));
  const [page, everyone, text] = await notices();
  const words = 'The due date printed below has changed: sheets are now due Wed, Mar 17, 2027, 6:00 PM EDT';
  expect(page).toContain(words);
  expect(everyone).toContain(words);
  expect(text).toBe(`${words}.`);
  // The latest printout is also on the page of the game.
  expect((await aVisitor(app).get(`/games/${number}`)).body).toContain(words);
});

test('a date that was removed, and a pause', async () => {
  granted(await setDueDate(own.ctx, { ...byGm(), due: null }));
  const removed = 'The due date printed below no longer counts: this turn has no due date now.';
  expect(await notices()).toEqual([removed, removed, removed]);
  granted(await pauseGame(own.ctx, byGm()));
  const paused = 'The game is paused: the due date printed below does not count until it resumes.';
  expect(await notices()).toEqual([paused, paused, paused]);
});

test('printouts of earlier turns say nothing', async () => {
  granted(await setDueDate(own.ctx, { ...byGm(), due: later }));
  expect((await processTurn(own.ctx, byGm())).kind).toBe('processed');
  expect(await notices(1)).toEqual([null, null, null]);
  expect(await notices(2)).toEqual([null, null, null]);
});
