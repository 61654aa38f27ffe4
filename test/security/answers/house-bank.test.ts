import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { BANKS } from '../../../src/rules/politics/bank/index.ts';
import type { Question } from '../../../src/rules/politics/bank/record.ts';
import type { State } from '../../../src/rules/politics/state.ts';
import { STATIC_DIR } from '../../../src/web/rendering/assets.ts';
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

test('a practice game shows only questions that were asked, and their notes when they are solved', async () => {
  const visitor = aVisitor(app);
  const started = await visitor.post('/practice', { ruleset: 'politics', computerSeats: '3' });
  const game = String(started.headers.location);
  const bank = BANKS['house-1'] as readonly Question[];
  let shown = 0;
  for (let turn = 1; turn <= 4; turn += 1) {
    const { state } = await own.ctx.db.prisma.practiceTurn.findFirstOrThrow({ orderBy: { turn: 'desc' } });
    const { used, players } = state as unknown as State;
    const asked = new Set(Object.values(used).flat());
    const pending = new Set(
      players.flatMap((one) => one.pending.flatMap((it) => it.asked.map(({ id }) => id))),
    );
    const unasked = bank.filter(({ id }) => !asked.has(id));
    const notes = bank.filter(({ id, note }) => pending.has(id) && note.length > 12);
    for (const body of await pagesOf(visitor, game, turn)) {
      expect(found(body, unasked)).toEqual([]);
      expect(notes.filter(({ note }) => plain(body).includes(note)).map(({ id }) => id)).toEqual([]);
      shown += found(body, bank).length;
    }
    const blank = { _turn: String(turn), _blank: 'yes', press: 'Onward.' };
    expect((await visitor.post(`${game}/sheet`, blank)).statusCode).toBe(303);
  }
  expect(shown).toBeGreaterThan(3);
}, 120_000);
