import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RULESETS } from '../../../src/rules/catalog.ts';
import { ruleNumbers } from '../../../src/rules/rulebook.ts';
import type { Ruleset } from '../../../src/rules/ruleset.ts';
import { readPdf } from '../../printouts/read-pdf.ts';
import { type SheetGame, sheetGame, Visitor } from '../turn-sheet/sheet-setup.ts';
import { aVisitor, aWeb } from '../visitor.ts';

let game: SheetGame;
let ann: Visitor;

beforeAll(async () => {
  game = await sheetGame();
  ann = await Visitor.as(game, game.ann);
});
afterAll(() => game?.close());

const rulesets = Object.values(RULESETS as Record<string, Ruleset>);

/** The ids of a page. */
function idsIn(html: string): Set<string> {
  return new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id as string));
}

/** The addresses of a page's links to rules. */
function ruleLinks(html: string): string[] {
  return [...html.matchAll(/href="(\/rules\/[^"]+)"/g)].map(([, href]) => href as string);
}

describe.each(rulesets.map((ruleset) => [ruleset.title, ruleset] as const))(
  'the rules of %s',
  (title, ruleset) => {
    const at = `/rules/${ruleset.id}`;

    test('are a page for everyone, with an anchor for each rule and the primer at its top', async () => {
      const page = await aVisitor(game.app).get(at);
      expect(page.statusCode).toBe(200);
      expect(page.headers['cache-control']).toBeUndefined();
      expect(page.body).toContain(`<h1>${title}</h1>`);
      const ids = idsIn(page.body);
      for (const number of ruleNumbers(ruleset.rulebook)) expect(ids).toContain(number);
      expect(page.body.indexOf('id="primer"')).toBeLessThan(page.body.indexOf('id="contents"'));
      // Every link within the page leads somewhere.
      for (const [, anchor] of page.body.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(anchor);
    });

    test('are a PDF and plain text', async () => {
      const visitor = aVisitor(game.app);
      const pdf = await visitor.get(`${at}.pdf?paper=a4`);
      expect(pdf.headers).toMatchObject({ 'content-type': 'application/pdf' });
      const { pages, info } = await readPdf(pdf.rawPayload);
      expect([info.Title, pages.length > 5]).toEqual([`${title}: the rules`, true]);
      const text = await visitor.get(`${at}.txt`);
      expect(text.headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(text.body).toContain(`${title.toUpperCase()}: THE RULES`);
      expect((await visitor.get(`${at}.pdf?paper=poster`)).statusCode).toBe(400);
    });
  },
);

test('there are no rules of a game that does not exist', async () => {
  for (const id of ['chess', '__proto__', 'election-year-v1']) {
    for (const form of ['', '.pdf', '.txt']) {
      expect((await aVisitor(game.app).get(`/rules/${id}${form}`)).statusCode, id + form).toBe(404);
    }
  }
});

test('the lobby, the pages of a game and its printout link to the rules', async () => {
  const lobby = (await aVisitor(game.app).get('/')).body;
  for (const { id, rulebook } of rulesets) {
    expect(ruleLinks(lobby)).toEqual(expect.arrayContaining([`/rules/${id}`, `/rules/${id}#primer`]));
    expect(lobby).toContain(rulebook.primer.goal.slice(0, 40));
  }
  for (const url of [
    `/games/${game.number}`,
    `/my/games/${game.number}`,
    `/my/games/${game.number}/turns/1`,
  ]) {
    expect(ruleLinks((await ann.get(url)).body), url).toContain('/rules/election-year');
  }
});

test('each section of the sheet links to its rules, and each problem of a receipt to its rule', async () => {
  const sheet = `/my/games/${game.number}/sheet`;
  const form = (await ann.get(sheet)).body;
  expect(ruleLinks(form)).toEqual([
    '/rules/election-year#EY-6.1',
    '/rules/election-year#EY-6.2',
    '/rules/election-year#EY-6.7',
  ]);
  await ann.post(sheet, {
    _turn: '1',
    'fundraising[0]': 'CA',
    'campaign[0].state': 'CA',
    'campaign[0].spend': '99999',
  });
  const refused = (await ann.get(`${sheet}/turns/1/versions/1`)).body;
  expect(ruleLinks(refused)).toContain('/rules/election-year#EY-4.3');
  await ann.post(sheet, { _turn: '1', 'fundraising[0]': 'CA' });
  const good = (await ann.get(`${sheet}/turns/1/versions/2`)).body;
  expect(ruleLinks(good)).toContain('/rules/election-year#EY-4.4');
});

describe('the guides', () => {
  test.each([
    ['/help', 'players-guide.md'],
    ['/help/gm', 'gm-guide.md'],
  ])('%s is the text of docs/%s, with links that lead somewhere', async (url, file) => {
    const page = await aVisitor(game.app).get(url);
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, undefined]);
    const source = readFileSync(path.resolve(import.meta.dirname, '../../../docs', file), 'utf8');
    const headings = [...source.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading as string);
    expect(headings.length).toBeGreaterThan(5);
    for (const heading of headings) {
      expect(page.body.replaceAll('&#39;', "'")).toMatch(new RegExp(`<h2 id="[^"]+">${heading}</h2>`));
    }
    const ids = idsIn(page.body);
    for (const [, anchor] of page.body.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(anchor);
    expect(page.body).not.toMatch(/href="[^"]*\.md/);
  });
});

test('every page has help, rules, contact and privacy at its foot, and they can be opened', async () => {
  const visitor = aVisitor(game.app);
  const home = (await visitor.get('/')).body;
  for (const url of ['/help', '/rules', '/contact', '/privacy']) {
    expect(home).toContain(`<a href="${url}"`);
    expect((await visitor.get(url)).statusCode).toBe(200);
  }
});

test('contact shows the address of the operator if it is set, and privacy for how long mail is recorded', async () => {
  const without = aVisitor(game.app);
  expect((await without.get('/contact')).body).toContain('has not published an address');
  expect((await without.get('/privacy')).body).not.toContain('Records of mail are deleted');
  const app = await aWeb(game.ctx, { contact: 'olive@example.org', keepMailDays: 90 });
  const visitor = aVisitor(app);
  expect((await visitor.get('/contact')).body).toContain('href="mailto:olive@example.org"');
  expect((await visitor.get('/privacy')).body).toContain('deleted 90 days after it was sent');
  await app.close();
});
