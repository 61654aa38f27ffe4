import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SCOPES } from '../../../src/accounts/access-tokens.ts';
import type { Account } from '../../../src/database/generated/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { setLettersPolicy } from '../../../src/games/letters/letters-policy.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { rollBack } from '../../../src/games/processing/roll-back.ts';
import { granted, runningGame, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { aWeb } from '../visitor.ts';
import { ask, aToken, type Got } from './a-program.ts';

/* The code in docs/api.md: each command is run as it stands there, and each form of an answer is that of a real one. */

const DOCS = readFileSync(path.join(import.meta.dirname, '../../../docs/api.md'), 'utf8');

let own: TestContext;
let app: FastifyInstance;
let home: string;
/** The game of the commands. */
let play: TestGame;

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx, { limits: { forms: 10_000, pages: 10_000, games: 10_000 } });
  home = await app.listen({ port: 0, host: '127.0.0.1' });
  play = await aGame();
});
afterAll(async () => {
  await app?.close();
  await own?.close();
});

/** A running game in which letters are open. */
async function aGame(): Promise<TestGame> {
  const game = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const of = { gameId: game.game.id, by: game.gm.id };
  granted(await setLettersPolicy(own.ctx, { ...of, letters: 'open', lettersBefore: null }));
  return game;
}

/** A game on turn 1 with final orders, after turn 1 was processed and rolled back. */
async function rolledBackGame(): Promise<TestGame> {
  const game = await aGame();
  const of = { gameId: game.game.id, by: game.gm.id };
  const data = { processWhenFinal: true, autoProcess: true };
  await own.ctx.db.prisma.gameSchedule.update({ where: { gameId: of.gameId }, data });
  await processTurn(own.ctx, { ...of, turn: 1 });
  const due = new Date(own.ctx.now().getTime() + 7 * 86_400_000);
  granted(await rollBack(own.ctx, { ...of, turn: 2, due }));
  return game;
}

/** Whether the program of the commands is on this machine. Prints why they are skipped if not. */
function hasCurl(): boolean {
  try {
    execFileSync('curl', ['--version'], { stdio: 'pipe' });
    return true;
  } catch {
    console.warn('The commands in docs/api.md are not tested: curl is not installed');
    return false;
  }
}

const tokenOf = ({ id }: Pick<Account, 'id'>) => aToken(own.ctx, id, SCOPES);

describe('the commands', () => {
  const commands = [...DOCS.matchAll(/```sh\n(.*?)```/gs)].map(([, command]) => command ?? '');

  test('are all here', () => expect(commands.length).toBeGreaterThanOrEqual(5));

  test.skipIf(!hasCurl()).each(commands)('%s', async (command) => {
    // The documentation's game has another number and another turn, and the GM's command is that of a GM.
    const sender = command.includes('/api/gm/') ? play.gm : (play.players[0] as Account);
    const line = command
      .replaceAll('https://games.example.org', home)
      .replaceAll('whistlestop_…', await tokenOf(sender))
      .replaceAll('EY-12', gameNumber(play.game))
      .replaceAll('turn=3', 'turn=1')
      .replaceAll('"CD"', JSON.stringify(play.seats[1]?.identifier));
    expect(line).not.toContain('…');
    const run = await promisify(execFile)('sh', ['-c', `${line.trim()} -sS -w '\n%{http_code}'`]);
    const [answer = '', status] = run.stdout.split('\n');
    expect(`${status}: ${status === '200' ? '' : answer}`).toBe('200: ');
    expect(JSON.parse(answer)).toBeTypeOf('object');
  });
});

/** The keys of an object as the documentation writes it: `{ "turn": 3, "final": false }` or `{ "problems", "totals": […] }`. */
function keysOf(form: string): string[] {
  // What is in inner objects and lists is no key of this one.
  let inner = form.slice(1, -1);
  while (/[[{][^[\]{}]*[\]}]/.test(inner)) inner = inner.replace(/[[{][^[\]{}]*[\]}]/g, '0');
  return [...inner.matchAll(/(?:^|,)\s*"(\w+)"/g)].map(([, key]) => key ?? '').sort();
}

/** The forms of answers that stand in the text: what is in backquotes and begins like an object. */
const forms = () => {
  const text = DOCS.replace(/```.*?```/gs, '');
  const found = [...text.matchAll(/`(\{ .*?\})`/gs)].map(([, form]) => (form ?? '').replace(/\s+/g, ' '));
  return [...new Set(found)];
};

type Json = Record<string, unknown>;
const rowOf = (list: unknown) => (list as Json[])[0] ?? {};

/** Real answers, and parts of them, that have a form of their own. */
async function answers(): Promise<Json[]> {
  const { game: played, players } = await rolledBackGame();
  const number = gameNumber(played);
  const ann = await tokenOf(players[0] as Account);
  const send = async (method: 'GET' | 'POST' | 'DELETE', url: string, json?: unknown): Promise<Json> =>
    ((await ask(app, ann, [method, url], json)) as Got).body;
  const get = (url: string) => send('GET', url);
  await send('POST', '/api/account/absences', { firstDay: '2027-04-01', lastDay: '2027-04-03' });
  const sheetPath = `/api/games/${number}/sheet`;
  const orders = { press: 'Read my lips.', campaign: [] };
  await send('POST', `${sheetPath}?turn=1&final=yes`, orders);
  const [game, sheet, facts] = [
    await get(`/api/games/${number}`),
    await get(sheetPath),
    (await get(`${sheetPath}/facts`)).facts as Json,
  ];
  const versions = await get(`/api/my/games/${number}/versions?turn=1`);
  const printouts = await get(`/api/my/games/${number}/printouts`);
  const guess = await send('POST', `${sheetPath}/guess?turn=1`, orders);
  const wrong = await send('POST', `${sheetPath}/guess?turn=1`, { campaign: [{ state: 'CA', spend: 0 }] });
  const ahead = `/api/games/${number}/advance-orders/3`;
  const saved = await send('POST', ahead, { campaign: [{ state: 'CA', spend: 1_000_000 }] });
  const stored = await get(ahead);
  const practice = await send('POST', '/api/practice', { ruleset: 'election-year' });
  const practiceList = await get('/api/practice');
  const practicePath = `/api/practice/${practice.id}`;
  const valued = (facts.states as { facts: Json }[]).flatMap((state) => Object.values(state.facts));
  return [
    ...[game, rowOf(game.seats), rowOf(game.away), game.dice as Json],
    ...[sheet, sheet.standing as Json, rowOf(sheet.versions), sheet.finalOrders as Json],
    ...[versions, rowOf(versions.versions), versions.shown as Json],
    ...[printouts, rowOf(printouts.rolledBack), await get(`/api/my/games/${number}/printout?turn=1`)],
    ...[await get('/api/my/games'), await get('/api/rulesets/election-year/schema')],
    ...[rowOf(facts.columns), rowOf(facts.states)],
    ...valued.filter((fact): fact is Json => typeof fact === 'object' && fact !== null),
    ...[await send('POST', `${sheetPath}/check?turn=1`, orders), await get(`${sheetPath}/schema`)],
    ...[rowOf(guess.choices), wrong, await send('DELETE', `${sheetPath}/final?turn=1`)],
    ...[saved, rowOf(saved.dropped), stored.saved as Json, await send('DELETE', ahead)],
    ...[await send('POST', `/api/my/games/${number}/notes`, { text: 'A plan' })],
    ...[practiceList, rowOf(practiceList.kinds), rowOf(practice.seats)],
    await send('POST', `${practicePath}/sheet?turn=1`, orders),
    await get(`${practicePath}/printout?turn=1`),
  ];
}

test('every form of an answer in the text is that of a real answer', async () => {
  const real = (await answers()).map((answer) => Object.keys(answer).sort().join(' '));
  expect(forms().length).toBeGreaterThan(25);
  const unknown = forms().filter((form) => !real.includes(keysOf(form).join(' ')));
  expect(unknown).toEqual([]);
});
