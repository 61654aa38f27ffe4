import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_NOTES } from '../../../src/games/notes/private-notes.ts';
import { allRows } from '../../helpers/rows.ts';
import { formsOf } from '../forms-of.ts';
import { type SheetGame, sheetGame, Visitor } from '../turn-sheet/sheet-setup.ts';

let game: SheetGame;
let ann: Visitor;
let carl: Visitor;
let sheet: string;
let notes: string;

beforeAll(async () => {
  game = await sheetGame();
  ann = await Visitor.as(game, game.ann);
  carl = await Visitor.as(game, game.carl);
  sheet = `/my/games/${game.number}/sheet`;
  notes = `/my/games/${game.number}/notes`;
});
afterAll(() => game?.close());

const GOOD = {
  _turn: '1',
  _final: 'yes',
  'fundraising[0]': 'CA',
  'campaign[0].state': 'OH',
  'campaign[0].spend': '20',
  press: 'Read <i>my</i> "lips".',
};

describe('trying a sheet', () => {
  test('shows a guess and what it assumes, carries the sheet along, and stores nothing', async () => {
    const opened = await ann.get(sheet);
    expect(opened.body).toContain(`formaction="${sheet}/try"`);
    const before = await allRows(game.ctx.db.pool);
    const page = await ann.post(`${sheet}/try`, GOOD);
    expect(page.status).toBe(200);
    expect(page.body).toContain('<strong>A guess, not a promise:</strong> here, no other candidate');
    expect(page.body).toContain('You spend $20, raise $395 on your trips');
    expect(page.body).toContain('After turn 1, by this guess');
    const [back] = formsOf(page.body, { button: 'Back to the sheet' });
    expect(back?.action).toBe(`${sheet}/check`);
    expect(back?.fields).toMatchObject(GOOD);
    const shown = await ann.post(back?.action ?? '', back?.fields ?? {});
    expect(shown.body).toContain('value="Read &lt;i&gt;my&lt;/i&gt; &quot;lips&quot;."');
    expect(await allRows(game.ctx.db.pool)).toEqual(before);
  });

  test('guesses again with other rivals', async () => {
    const page = await ann.post(`${sheet}/try`, { ...GOOD, _rivals: 'computer' });
    expect(page.body).toContain('plays as an ordinary computer candidate would');
    expect(page.body).toMatch(/value="computer" aria-pressed="true"/);
    expect(page.body).toMatch(/value="nothing" aria-pressed="false"/);
    // There is no last turn on turn 1, and nothing else can be assumed.
    for (const _rivals of ['repeat', 'constructor', '']) {
      const other = await ann.post(`${sheet}/try`, { ...GOOD, _rivals });
      expect(other.body).toMatch(/value="nothing" aria-pressed="true"/);
    }
  });

  test('shows the problems of a sheet beside its fields instead', async () => {
    const page = await ann.post(`${sheet}/try`, { ...GOOD, 'fundraising[1]': 'CA' });
    expect(page.body).toContain('Checked: 1 problem');
    expect(page.body).toMatch(/id="f-fundraising-1"[^>]*aria-invalid="true"/);
    expect(page.body).not.toContain('A guess, not a promise');
  });

  test('is for the player of the seat and for the open turn', async () => {
    const gm = await Visitor.as(game, game.gm);
    expect((await gm.post(`${sheet}/try`, GOOD)).status).toBe(404);
    const out = await new Visitor(game.app).post(`${sheet}/try`, GOOD);
    expect(out.status).toBe(401);
    expect(out.body).toContain('Sign in and continue');
    expect((await ann.post(`${sheet}/try`, { ...GOOD, _turn: '2' })).status).toBe(409);
  });
});

describe('private notes', () => {
  test('are saved from the pages of the sheet and of the game, which show them to their writer', async () => {
    const text = 'Watch <b>Ohio</b> & "Carl".\nSave $200.';
    for (const [_page, path] of [
      ['sheet', sheet],
      ['game', `/my/games/${game.number}`],
    ] as const) {
      const saved = await ann.post(notes, { _page, text: `${text} (${_page})` });
      expect(saved).toMatchObject({ status: 303, location: `${path}?done=notes-saved` });
      for (const page of [await ann.get(sheet), await ann.get(saved.location)]) {
        const escaped = `Watch &lt;b&gt;Ohio&lt;/b&gt; &amp; &quot;Carl&quot;.\nSave $200. (${_page})</textarea>`;
        expect(page.body).toContain(escaped);
      }
    }
    for (const page of [sheet, `/my/games/${game.number}`]) {
      expect((await carl.get(page)).body).not.toContain('Ohio&lt;');
    }
  });

  test('that are too long come back with all of their text', async () => {
    const long = `${'x'.repeat(MAX_NOTES)} and so on`;
    const page = await ann.post(notes, { _page: 'sheet', text: long });
    expect(page.status).toBe(422);
    expect(page.body).toContain('Notes can have at most 4,000 characters. Yours have 4,010.');
    expect(page.body).toContain(`>${long}</textarea>`);
  });
});
