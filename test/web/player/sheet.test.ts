import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ANNS_CODE, type Answer, type SheetGame, sheetGame, Visitor } from '../turn-sheet/sheet-setup.ts';

let game: SheetGame;
let ann: Visitor;
let carl: Visitor;
let sheet: string;

beforeAll(async () => {
  game = await sheetGame();
  ann = await Visitor.as(game, game.ann);
  carl = await Visitor.as(game, game.carl);
  sheet = `/my/games/${game.number}/sheet`;
});
afterAll(() => game?.close());

const GOOD = {
  _turn: '1',
  'fundraising[0]': 'CA',
  'fundraising[1]': 'NY',
  'fundraising[2]': 'TX',
  'campaign[0].state': 'CA',
  'campaign[0].spend': '$1,0',
  'campaign[2].state': 'OH',
  'campaign[2].spend': '20',
  press: 'Read <script>alert(1)</script> "my" lips & chips.',
};

const BAD = {
  _turn: '1',
  'fundraising[0]': 'CA',
  'fundraising[2]': 'CA',
  'campaign[1].state': 'NY',
  'campaign[1].spend': '12o',
  'campaign[3].spend': '5',
  'campaign[5].state': 'ZZ',
  'campaign[5].spend': '0',
  'campaign[8].state': 'TX',
  'campaign[8].spend': '99999',
  press: '"><img src=x onerror=alert(1)> '.repeat(3),
};

/** The tag that carries an id. */
function tag(page: Answer, id: string): string {
  return new RegExp(`<[a-z]+ [^>]*\\bid="${id}"[^>]*>`).exec(page.body)?.[0] ?? '';
}

/** The remarks beside a field. */
function remarks(page: Answer, id: string): string {
  return new RegExp(`id="${id}-remarks"[^>]*>(.*?)</div>`, 's').exec(page.body)?.[1] ?? '';
}

function chosen(page: Answer, id: string): string {
  const select = new RegExp(`id="${id}".*?</select>`, 's').exec(page.body)?.[0] ?? '';
  return /<option value="([^"]*)" selected>/.exec(select)?.[1] ?? '';
}

function sheetsOf(account: { id: number }) {
  return game.ctx.db.prisma.sheet.findMany({
    where: { seat: { accountId: account.id } },
    orderBy: { version: 'asc' },
  });
}

describe('the page of the turn sheet', () => {
  test('is made from the form: lists with facts, numbers as text, totals, the map', async () => {
    const page = await ann.get(sheet);
    expect(page.status).toBe(200);
    expect(page.body).toMatch(
      /<option value="CA">CA California · 54 votes, \$395, (\$\d+ to lead|you lead)<\/option>/,
    );
    expect(tag(page, 'f-campaign-8-spend')).toMatch(/type="text" inputmode="numeric"/);
    expect(tag(page, 'f-campaign-9-spend')).toBe('');
    expect(page.body).toMatch(/<path class="map-state[^"]*" data-state="CA"/);
    expect(page.body).toMatch(/\$0 of \$\d+/);
    expect(page.body).not.toContain('role="alert"');
    expect(page.body).toContain(`data-draft="whistlestop:EY-1:1:AB:${game.ann.id}"`);
  });

  test('has a link to the printout on which it is filled in', async () => {
    const { body } = await ann.get(sheet);
    const [, address = ''] = /href="([^"]*)"[^>]*>Printout 1<\/a>/.exec(body) ?? [];
    expect(address).toBe(`/my/games/${game.number}/turns/1`);
    expect((await ann.get(address)).status).toBe(200);
  });

  test('writes names and titles as text', async () => {
    const page = await ann.get(sheet);
    expect(page.body).toContain('[AB] Ann &lt;b&gt;Baker&lt;/b&gt; &amp; &quot;Co&quot;');
    expect(page.body).toContain('The &lt;i&gt;first&lt;/i&gt; &amp; only');
    expect(page.body).not.toMatch(/<b>Baker|<i>first/);
  });

  test('sends those who are not signed in to the sign-in page', async () => {
    const page = await new Visitor(game.app).get(sheet);
    expect(page).toMatchObject({ status: 303, location: `/sign-in?next=${encodeURIComponent(sheet)}` });
  });
});

describe('the figures of the states', () => {
  test('are in a table with all states, and what they mean is below it', async () => {
    const page = await ann.get(sheet);
    const table = /<table class="facts-table">.*?<\/table>/s.exec(page.body)?.[0] ?? '';
    expect(table.match(/<tr data-state=/g)).toHaveLength(51);
    expect(table).toContain('<span class="spoken">Cost to lead with a visit</span>');
    expect(page.body).toContain('<b>Cost to lead with a visit.</b>');
  });

  test('fill in what it takes without scripts: the rest of the sheet stays, and nothing is stored', async () => {
    const page = await carl.get(sheet);
    const buttons = [...page.body.matchAll(/name="_fill" value="(\w\w)"[^>]*data-row="([^"]*)"/g)].map(
      ([, code = '', row = '']) => ({ code, spend: JSON.parse(row.replaceAll('&quot;', '"')).spend }),
    );
    // Where a rival has popularity, such as the home state.
    const { code, spend } = buttons.find((button) => Number(button.spend) > 100) as (typeof buttons)[number];
    const entered = { _turn: '1', 'campaign[0].spend': '7', press: 'Unsent <words>' };
    const filled = await carl.post(`${sheet}/check`, { ...entered, _fill: code });
    expect(filled.status).toBe(200);
    expect(filled.body).toContain('Your sheet has not been sent yet');
    expect(chosen(filled, 'f-campaign-1-state')).toBe(code);
    expect(tag(filled, 'f-campaign-1-spend')).toContain(`value="${spend}"`);
    expect(tag(filled, 'f-campaign-0-spend')).toContain('value="7"');
    expect(tag(filled, 'f-press')).toContain('Unsent &lt;words&gt;');
    // A state that is visited costs less, and the row that it has is changed.
    const visited = await carl.post(`${sheet}/check`, {
      ...{
        _turn: '1',
        'fundraising[2]': code,
        'campaign[4].state': code,
        'campaign[4].spend': '1',
        _fill: code,
      },
    });
    const less = Number(/value="(\d+)"/.exec(tag(visited, 'f-campaign-4-spend'))?.[1]);
    expect(less).toBeGreaterThan(0);
    expect(less).toBeLessThan(Number(spend));
    expect(await sheetsOf(game.carl)).toEqual([]);
    const unknown = await carl.post(`${sheet}/check`, { ...entered, _fill: 'ZZ' });
    expect(unknown.body).toContain('There is nothing to fill in for ZZ.');
  });

  test('are secrets of the seat: no one else gets them', async () => {
    const visitor = new Visitor(game.app);
    const page = await visitor.post(`${sheet}/check`, { _turn: '1', _fill: 'CA' });
    expect(page.status).toBe(401);
    expect(page.body).not.toContain('facts-table');
  });
});

describe('checking without scripts', () => {
  test('shows problems, totals and notes on the page, and stores nothing', async () => {
    const page = await carl.post(`${sheet}/check`, BAD);
    expect(page.status).toBe(200);
    expect(page.body).toMatch(/Checked: \d problems/);
    expect(page.body).toMatch(/\$\d[\d,]* too much/);
    expect(await sheetsOf(game.carl)).toEqual([]);
  });

  test('shows advice and figures of a good sheet', async () => {
    const { press: _, ...two } = { ...GOOD, 'fundraising[2]': '', 'campaign[0].spend': '100' };
    const page = await carl.post(`${sheet}/check`, two);
    expect(page.body).toContain('Checked: no problems');
    expect(page.body).toContain('<h2>Advice</h2>');
    expect(page.body).toMatch(/\$120 of \$\d+/);
    expect(remarks(page, 'f-campaign-0')).toMatch(/\$100 × \d = \d+ popularity in California/);
    expect(remarks(page, 'f-campaign-2')).toContain('$20 = 20 popularity in Ohio');
    expect(await sheetsOf(game.carl)).toEqual([]);
  });

  test('answers the script of the page as JSON, with the fields of the page', async () => {
    const answer = await carl.post(`${sheet}/check`, BAD, { accept: 'application/json' });
    expect(answer.status).toBe(200);
    const told = JSON.parse(answer.body);
    expect(told.totals).toEqual([
      expect.objectContaining({ label: 'Campaign money', over: expect.stringContaining('too much') }),
    ]);
    expect(told.problems.map((problem: { field: string }) => problem.field)).toContain('campaign[1].spend');
    const visitor = new Visitor(game.app);
    const out = await visitor.post(`${sheet}/check`, BAD, { accept: 'application/json' });
    expect([out.status, JSON.parse(out.body).error.code]).toEqual([401, 'sign-in']);
  });
});

describe('a refused sheet', () => {
  test('comes back with every problem beside its field and at the top, and with everything that was entered', async () => {
    const page = await ann.post(sheet, BAD);
    expect(page.status).toBe(422);
    const [stored] = await sheetsOf(game.ann);
    expect(stored).toMatchObject({ outcome: 'refused', version: 1, channel: 'web', sentById: game.ann.id });
    const problems = stored?.problems ?? [];
    expect(problems.length).toBeGreaterThanOrEqual(7);

    const head =
      /<div class="box box-problem" role="alert" id="problems".*?<\/ul>/s.exec(page.body)?.[0] ?? '';
    expect(head).toContain(`Not accepted: ${problems.length} problems`);
    expect(head).toContain('No sheet has come in yet.');
    expect(head.match(/<li>/g)).toHaveLength(problems.length);
    for (const target of [...head.matchAll(/href="#([^"]+)"/g)].map((match) => match[1] ?? '')) {
      expect(tag(page, target)).not.toBe('');
    }
    for (const id of [
      'f-fundraising-2',
      'f-campaign-1-spend',
      'f-campaign-3-state',
      'f-campaign-5-state',
      'f-campaign-5-spend',
      'f-press',
    ]) {
      expect([id, tag(page, id)]).toEqual([id, expect.stringContaining('aria-invalid="true"')]);
      expect(tag(page, id)).toMatch(new RegExp(`aria-describedby="[^"]*\\b${id}-remarks"`));
      expect(remarks(page, id)).toContain('class="problem"');
    }
    expect(remarks(page, 'f-campaign')).toMatch(/add up to \$100,004/);
    expect(tag(page, 'f-campaign-8-spend')).not.toContain('aria-invalid');

    expect(tag(page, 'f-campaign-1-spend')).toContain('value="12o"');
    expect(tag(page, 'f-campaign-3-spend')).toContain('value="5"');
    expect(tag(page, 'f-campaign-8-spend')).toContain('value="99999"');
    expect(chosen(page, 'f-fundraising-2')).toBe('CA');
    expect(chosen(page, 'f-campaign-1-state')).toBe('NY');
    expect(chosen(page, 'f-campaign-5-state')).toBe('ZZ');
    expect(tag(page, 'f-press')).toContain('value="&quot;&gt;&lt;img');
    expect(page.body).not.toContain('<img');
  });

  test('is there again when the page is opened later', async () => {
    const page = await ann.get(sheet);
    expect(page.body).toContain('Version 1 was refused');
    expect(page.body).toContain('value="12o"');
    expect(page.body).toContain('aria-invalid="true"');
  });
});

describe('a good sheet', () => {
  test('leads to its receipt: the orders in words, the version, until when it can be changed', async () => {
    const sent = await ann.post(sheet, GOOD);
    expect(sent).toMatchObject({ status: 303, location: `${sheet}/turns/1/versions/2` });
    const receipt = await ann.get(sent.location);
    expect(receipt.status).toBe(200);
    expect(receipt.body).toContain('Your sheet is in: version 2 counts');
    expect(receipt.body).toContain(
      'Sheets are due Mon, Mar 15, 2027, 6:00 PM EDT (Mon, Mar 15, 2027, 10:00 PM UTC for you), in 14 days.',
    );
    expect(receipt.body).toContain('<li>CA California: $10</li><li>OH Ohio: $20</li>');
    expect(receipt.body).toContain(
      'Read &lt;script&gt;alert(1)&lt;/script&gt; &quot;my&quot; lips &amp; chips.',
    );
    expect(receipt.body).toContain(`data-clear-draft="whistlestop:EY-1:1:AB:${game.ann.id}"`);
    const again = await ann.get(sheet);
    expect(tag(again, 'f-campaign-1-spend')).toContain('value="20"');
    expect(tag(again, 'f-press')).toContain('value="Read &lt;script&gt;alert(1)');
  });

  test('is superseded by the next, and stands through a refused one', async () => {
    expect((await ann.post(sheet, GOOD)).location).toBe(`${sheet}/turns/1/versions/3`);
    const refused = await ann.post(sheet, BAD);
    expect(refused.body).toContain('Version 4 was refused. Version 3 still counts.');
    expect((await sheetsOf(game.ann)).map((one) => one.outcome)).toEqual([
      'refused',
      'superseded',
      'standing',
      'refused',
    ]);
    const old = await ann.get(`${sheet}/turns/1/versions/2`);
    expect(old.body).toContain('Version 2 was replaced by a later one');
    expect(old.body).toContain('Version 3 counts.');
    expect(old.body).toContain(`href="${sheet}?version=2">Start from this version`);
    const opened = await ann.get(`${sheet}?version=3`);
    expect(opened.body).not.toContain('role="alert"');
    expect(tag(opened, 'f-campaign-1-spend')).toContain('value="20"');
  });

  test('can be sent twice at once: each is a version, the last one stands', async () => {
    const answers = await Promise.all([ann.post(sheet, GOOD), ann.post(sheet, GOOD)]);
    expect(answers.map((answer) => answer.status)).toEqual([303, 303]);
    const outcomes = (await sheetsOf(game.ann)).slice(4).map((one) => one.outcome);
    expect(outcomes).toEqual(['superseded', 'standing']);
  });
});

describe('other people', () => {
  test('cannot see or send a sheet of this seat', async () => {
    const stranger = await Visitor.as(game, game.gm);
    for (const url of [sheet, `${sheet}/turns/1/versions/2`, `${sheet}?version=2`]) {
      const page = await stranger.get(url);
      expect([url, page.status]).toEqual([url, 404]);
    }
    expect((await stranger.post(sheet, GOOD)).status).toBe(404);
    expect((await stranger.post(`${sheet}/check`, GOOD)).status).toBe(404);
    const own = await carl.get(sheet);
    expect(own.body).toContain('[CD] Carl Dunn');
    expect(own.body).not.toContain('12o');
    expect(own.body).not.toContain('Read &lt;script');
    expect((await carl.get(`${sheet}/turns/1/versions/2`)).status).toBe(404);
    expect(await sheetsOf(game.gm)).toEqual([]);
  });

  test('need the form token to send', async () => {
    const answer = await ann.post(sheet, { ...GOOD, _csrf: 'forged' });
    expect(answer.status).toBe(403);
  });
});

describe('when the session has expired', () => {
  test('asks for the code on a page that carries what was entered, and brings it back', async () => {
    const visitor = new Visitor(game.app);
    const page = await visitor.post(sheet, { ...BAD, _final: 'yes' });
    expect(page.status).toBe(401);
    expect(page.body).toContain('<input type="hidden" name="campaign[1].spend" value="12o">');
    expect(page.body.match(/<input type="hidden" name="_final" value="yes">/g)).toHaveLength(2);
    expect(page.body).toContain('value="&quot;&gt;&lt;img');
    expect(page.body).not.toContain('<img');
    const fields = Object.fromEntries(
      [...page.body.matchAll(/<input type="hidden" name="((?!_csrf)[^"]+)" value="([^"]*)">/g)].map(
        ([, name = '', value = '']) => [name, plainText(value)],
      ),
    );
    const wrong = await visitor.post(`${sheet}/sign-in`, {
      ...fields,
      _account: String(game.ann.id),
      _code: 'not my code',
    });
    expect(wrong.status).toBe(401);
    expect(wrong.body).toContain('You are not signed in.');
    expect(wrong.body).toContain('name="campaign[1].spend" value="12o"');
    const back = await visitor.post(`${sheet}/sign-in`, {
      ...fields,
      _account: `#${game.ann.id}`,
      _code: ANNS_CODE,
    });
    expect(back.status).toBe(200);
    expect(back.body).toContain('You are signed in again');
    expect(tag(back, 'f-campaign-1-spend')).toContain('value="12o"');
    expect(tag(back, 'f-campaign-8-spend')).toContain('value="99999"');
    expect(back.body).not.toContain(ANNS_CODE);
    expect((await visitor.get(sheet)).status).toBe(200);
    expect(await sheetsOf(game.ann)).toHaveLength(6);
  });
});

describe('when the turn was processed in the meantime', () => {
  test('says so, stores nothing, and shows what was entered', async () => {
    await game.processTurn();
    const page = await ann.post(sheet, { ...BAD, bogus: 'kept too' });
    expect(page.status).toBe(409);
    expect(page.body).toContain('Turn 1 has been processed');
    expect(page.body).toContain('<dt>bogus</dt><dd>kept too</dd>');
    expect(tag(page, 'f-campaign-1-spend')).toContain('value="12o"');
    expect(page.body).toContain('name="_turn" value="2"');
    const checked = await ann.post(`${sheet}/check`, BAD, { accept: 'application/json' });
    expect([checked.status, JSON.parse(checked.body).error.code]).toEqual([409, 'stale']);
    expect((await ann.post(sheet, { press: 'for which turn?' })).status).toBe(400);
    expect(await sheetsOf(game.ann)).toHaveLength(6);
  });

  test('still shows what was played', async () => {
    const receipt = await ann.get(`${sheet}/turns/1/versions/6`);
    expect(receipt.body).toContain('Version 6 was played');
    expect(receipt.body).toContain('<li>OH Ohio: $20</li>');
    expect(receipt.body).not.toContain('Change the sheet');
  });

  test('says when no sheet is needed any more', async () => {
    for (let turn = 2; turn <= 6; turn += 1) await game.processTurn();
    const page = await ann.get(sheet);
    expect(page.body).toContain('No sheet needed from you');
    const late = await ann.post(sheet, { ...GOOD, _turn: '6' });
    expect(late.status).toBe(409);
    expect(late.body).toContain('What you entered was not sent');
    expect(late.body).toContain('<dt>campaign[2].spend</dt><dd>20</dd>');
  });
});

function plainText(html: string): string {
  return html
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&');
}
