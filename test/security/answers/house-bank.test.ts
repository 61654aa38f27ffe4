import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { BANKS } from '../../../src/rules/politics/bank/index.ts';
import type { Question } from '../../../src/rules/politics/bank/record.ts';
import type { State } from '../../../src/rules/politics/state.ts';
import { STATIC_DIR } from '../../../src/web/rendering/assets.ts';
import { anAccount } from '../../games/game/play.ts';
import { ask, aToken } from '../../web/api/a-program.ts';
import { useWeb } from '../../web/use-web.ts';
import { aVisitor, type Visitor } from '../../web/visitor.ts';

/* The banks of the server are in no script, and practice games show of them what was asked. */

const { own, app } = useWeb();

/** The text of a page as people read it. */
function plain(body: string): string {
  return body
    .replace(/&quot;/g, '"')
    .replace(/&#39;|’/g, "'")
    .replace(/&amp;/g, '&');
}

/** The ids of questions whose text or note is in a text. */
function found(text: string, questions: readonly Question[]): string[] {
  const words = plain(text);
  return questions
    .filter((one) => words.includes(one.text) || (one.note !== '' && words.includes(one.note)))
    .map(({ id }) => id);
}

test('no file that pages load has a question of a bank', async () => {
  const all = Object.values(BANKS).flat();
  expect(all.length).toBeGreaterThan(1_100);
  const files = await readdir(STATIC_DIR);
  expect(files.filter((name) => name.endsWith('.js')).length).toBeGreaterThan(10);
  const visitor = aVisitor(app);
  for (const file of files) {
    const { statusCode, body } = await visitor.get(`/assets/${file}`);
    expect([file, statusCode]).toEqual([file, 200]);
    expect(found(body, all), file).toEqual([]);
  }
});

/** Every page of a practice game on a turn, and what it says of a sheet that is checked or tried. */
async function pagesOf(visitor: Visitor, game: string, turn: number): Promise<string[]> {
  const printouts = ['', '.txt'].map((ending) => `${game}/turns/${turn}${ending}`);
  const pages = await Promise.all(
    ['/practice', `${game}/sheet`, ...printouts].map((url) => visitor.get(url)),
  );
  const answer = { _turn: String(turn), 'answers[0].question': 'YOU1', 'answers[0].answer': 'B' };
  const replies = [
    await visitor.post(`${game}/sheet/check`, answer),
    await visitor.post(`${game}/sheet/try`, answer),
  ];
  expect([...pages, ...replies].map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200));
  return [...pages, ...replies].map(({ body }) => body);
}

/** Everything that a program is told of a practice game on a turn, also of a sheet that is checked or tried. */
async function answersOf(token: string, game: string, turn: number): Promise<string[]> {
  const at = `/api/practice/${game}`;
  const reads = ['', '/sheet/facts', '/sheet/schema', `/printout?turn=${turn}`].map((rest) => `${at}${rest}`);
  const answers = await Promise.all(['/api/practice', ...reads].map((url) => ask(app, token, ['GET', url])));
  const orders = { answers: [{ question: 'YOU1', answer: 'B' }] };
  for (const what of ['check', 'guess']) {
    answers.push(await ask(app, token, ['POST', `${at}/sheet/${what}?turn=${turn}`], orders));
  }
  // The last one, a guess, may be refused: the question of these orders is not always asked.
  expect(answers.slice(0, -1).map(({ status }) => status)).toEqual(Array(6).fill(200));
  return answers.map(({ body }) => stringsIn(body).join('\n'));
}

/** All texts in JSON, without the signs that JSON adds to them. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** Fails if a text has a question that was not asked, or the note of one that is not solved. Returns how many it has. */
async function questionsIn(texts: readonly string[]): Promise<number> {
  const { state } = await own.ctx.db.prisma.practiceTurn.findFirstOrThrow({
    orderBy: [{ game: { createdAt: 'desc' } }, { turn: 'desc' }],
  });
  const { used, players } = state as unknown as State;
  const asked = new Set(Object.values(used).flat());
  const pending = new Set(
    players.flatMap((one) => one.pending.flatMap((it) => it.asked.map(({ id }) => id))),
  );
  const bank = BANKS['house-1'] as readonly Question[];
  const unasked = bank.filter(({ id }) => !asked.has(id));
  const notes = bank.filter(({ id, note }) => pending.has(id) && note.length > 12);
  for (const text of texts) {
    expect(found(text, unasked)).toEqual([]);
    expect(notes.filter(({ note }) => plain(text).includes(note)).map(({ id }) => id)).toEqual([]);
  }
  return texts.flatMap((text) => found(text, bank)).length;
}

test('a practice game shows only questions that were asked, and their notes when they are solved', async () => {
  const visitor = aVisitor(app);
  const started = await visitor.post('/practice', { ruleset: 'politics', computerSeats: '3' });
  const game = String(started.headers.location);
  let shown = 0;
  for (let turn = 1; turn <= 4; turn += 1) {
    shown += await questionsIn(await pagesOf(visitor, game, turn));
    const blank = { _turn: String(turn), _blank: 'yes', press: 'Onward.' };
    expect((await visitor.post(`${game}/sheet`, blank)).statusCode).toBe(303);
  }
  expect(shown).toBeGreaterThan(3);
}, 120_000);

test('so do the answers to a program that plays one', async () => {
  const { id } = await anAccount(own.ctx, 'Pat Program');
  const token = await aToken(own.ctx, id, ['practice']);
  // Later than the game of the test before: the latest game is looked at.
  own.setNow(new Date(own.ctx.now().getTime() + 1_000));
  const wanted = { ruleset: 'politics', computerSeats: 3 };
  const game = String((await ask(app, token, ['POST', '/api/practice'], wanted)).body.id);
  let shown = 0;
  for (let turn = 1; turn <= 4; turn += 1) {
    shown += await questionsIn(await answersOf(token, game, turn));
    const sheet = ['POST', `/api/practice/${game}/sheet?turn=${turn}`] as const;
    const { status, body } = await ask(app, token, sheet, { press: 'Onward.' });
    expect(status).toBe(200);
    await questionsIn([stringsIn(body).join('\n')]);
  }
  expect(shown).toBeGreaterThan(3);
}, 120_000);
