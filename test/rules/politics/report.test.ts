import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { layOutReport } from '../../../src/printouts/pdf/lay-out-report.ts';
import { questionOf } from '../../../src/rules/politics/bank/index.ts';
import { showCard } from '../../../src/rules/politics/data/wildcards.ts';
import { blankOrders, type Orders } from '../../../src/rules/politics/orders.ts';
import { type Change, changesInWords } from '../../../src/rules/politics/report/words.ts';
import { quotedTexts } from '../../../src/rules/politics/said.ts';
import type { State } from '../../../src/rules/politics/state.ts';
import { layoutProblems } from '../../printouts/page-checks.ts';
import { blocksOf, sectionOf, textOf } from '../report-blocks.ts';
import { citationsIn } from '../rule-citations.ts';
import { lively, reportOf, statesOfCase, wordsOf } from './printouts.ts';

/* What printouts say, and to whom. */

describe.each([
  [2, 'two'],
  [4, 'four'],
  [8, 'eight'],
])('in a game of %i', (players, seed) => {
  const { states } = lively(players, seed);
  const moments = [0, 1, 2, 3, Math.floor(states.length / 2), states.length - 2, states.length - 1];
  const seats = [null, ...(states[0] as State).players.map(({ id }) => id)];

  test('every printout can be laid out: nothing overlaps, and no section is empty', () => {
    for (const moment of moments) {
      for (const seat of moment % 2 === 0 ? seats.slice(0, 2) : seats.slice(-1)) {
        const printed = reportOf(states.slice(0, moment + 1), seat);
        for (const { blocks } of printed.sections) expect(blocks.length).toBeGreaterThan(0);
        for (const table of blocksOf(printed, 'table')) {
          for (const row of table.rows) expect(row).toHaveLength(table.columns.length);
        }
        expect(layoutProblems(layOutReport(printed, { paper: 'letter' }).pages, 'letter')).toEqual([]);
      }
    }
  });

  test('sections that readers share are the same for everyone', () => {
    for (let k = 1; k <= states.length; k += 3) {
      const past = states.slice(0, k);
      const shared = (seat: string | null) =>
        reportOf(past, seat).sections.filter((section) => section.shared);
      for (const seat of seats) expect(shared(seat)).toEqual(shared(null));
    }
  });

  test('no headline occurs twice, and all readers have the same news', () => {
    const headlines = states.flatMap((_, k) => {
      const { news } = reportOf(states.slice(0, k + 1), null);
      if (k % 5 === 0) expect(reportOf(states.slice(0, k + 1), 'AB').news).toEqual(news);
      return news === undefined ? [] : [news.headline];
    });
    expect(headlines).toHaveLength(states.length - 1);
    expect(new Set(headlines).size).toBe(headlines.length);
  });
});

test('the sections cite every rule of section 9', () => {
  const folder = path.join(import.meta.dirname, '../../../src/rules/politics/report');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const cited = sources.flatMap((name) => citationsIn(readFileSync(path.join(folder, name), 'utf8'), 'PTG'));
  const rules = Array.from({ length: 13 }, (_, i) => `PTG-9.${i + 1}`);
  expect(rules.filter((rule) => !cited.includes(rule))).toEqual([]);
});

describe('what was told', () => {
  test('bad advice, with its price and its adviser (PTG-9.7)', () => {
    const { states } = lively(8, 'eight');
    const k = states.findIndex(({ log }) => {
      const sale = log.findIndex(({ type }) => type === 'help');
      const answer = log.slice(sale).find(({ type }) => type === 'answer');
      return sale >= 0 && answer?.type === 'answer' && !answer.right;
    });
    const printed = reportOf(states.slice(0, k + 1), null);
    const sold = blocksOf(printed, 'table', 'answers').find(({ caption }) => caption === 'Advice sold');
    expect(sold?.rows.map((row) => textOf(row.at(-1)))).toContain('wrong: bad advice');
    expect(wordsOf(printed)).toMatch(/[A-Z]{2} sold [A-Z]{2} bad advice on [A-Z]{2}[12]X?\./);
  });

  test('a mime: first without its phrase, then with its phrase and its guesser (PTG-9.6, PTG-9.8)', () => {
    const states = statesOfCase('014');
    const k = states.findIndex(({ shows }) => shows.some(({ stage }) => stage === 'stage'));
    const { text, card } = states[k]?.shows.find(({ stage }) => stage === 'stage') ?? {
      text: null,
      card: 'W01',
    };
    const staged = reportOf(states.slice(0, k + 1), 'EF');
    expect(blocksOf(staged, 'quotes', 'stage')[0]?.items[0]?.text).toBe(text);
    expect(wordsOf(staged)).not.toContain(showCard(card).task);
    expect(wordsOf(reportOf(states.slice(0, k + 2), 'EF'))).toContain(showCard(card).task);
  });

  test('a drawing in fixed pitch (PTG-9.6)', () => {
    const states = statesOfCase('015');
    const staged = states.find(({ shows }) => shows.some(({ stage }) => stage === 'stage')) as State;
    const [sketch] = blocksOf(reportOf(states.slice(0, states.indexOf(staged) + 1), null), 'sketch', 'stage');
    expect(sketch?.lines).toEqual(staged.shows.find(({ stage }) => stage === 'stage')?.drawing);
  });

  test('objections with their reasons and names (PTG-9.8)', () => {
    const states = statesOfCase('016');
    const last = states.findIndex(({ said }) => (said?.objections ?? []).length > 0);
    const objections = states[last]?.said?.objections ?? [];
    const quotes = blocksOf(reportOf(states.slice(0, last + 1), null), 'quotes', 'shows');
    const told = quotes.flatMap(({ items }) => items.map(({ by, text }) => ({ by, reason: text })));
    const inOrder = <T extends { by: string }>(list: T[]) =>
      list.toSorted((a, b) => a.by.localeCompare(b.by));
    expect(inOrder(told)).toEqual(inOrder(objections.map(({ by, reason }) => ({ by, reason }))));
  });

  test('a runoff: the questions without choices, then the answers given (PTG-9.12)', () => {
    const states = statesOfCase('019');
    const k = states.findIndex(({ phase }) => phase === 'runoff');
    const ids = states[k]?.runoff?.questions ?? [];
    const printed = reportOf(states.slice(0, k + 1), null);
    const [questions] = blocksOf(printed, 'table', 'written-questions');
    const texts = ids.map((id) => questionOf((states[k] as State).settings, id).text);
    expect(questions?.rows.map((row) => textOf(row[1]))).toEqual(texts);
    const after = blocksOf(reportOf(states.slice(0, k + 2), null), 'table', 'written-answers');
    expect(after[0]?.rows).toHaveLength(10);
  });

  test('answers of Speed Play are printed when their round is over, those of tied sets too (PTG-8.6, PTG-9.12)', () => {
    const states = statesOfCase('021');
    const tied = reportOf(states.slice(0, -1), null);
    expect(blocksOf(tied, 'table', 'written-answers')).toEqual([]);
    expect(JSON.stringify(tied)).not.toContain('Leonardo');
    const tables = blocksOf(reportOf(states, null), 'table', 'written-answers');
    expect(tables.map(({ caption }) => caption)).toEqual([
      'Round 1, set 1: the answers',
      'Round 1, set 2: the answers',
      'Round 2, set 1: the answers',
    ]);
    expect(JSON.stringify(tables[0])).toContain('Leonardo');
  });

  test('the ledger adds up (PTG-9.3)', () => {
    const { states } = lively(4, 'four');
    const number = (cell: unknown) => Number(textOf(cell).replace('−', '-').replace(/[$+]/g, '') || 0);
    let ledgers = 0;
    for (const k of states.keys()) {
      const ledger = blocksOf(reportOf(states.slice(0, k + 1), 'CD'), 'table', 'you').find(
        ({ caption }) => caption === 'Your cash and votes since the last printout',
      );
      if (ledger === undefined) continue;
      ledgers += 1;
      for (const column of [1, 2, 3]) {
        const figures = ledger.rows.map((row) => number(String(textOf(row[column])).replace('-$', '-')));
        const sum = figures.slice(0, -1).reduce((a, b) => a + b, 0);
        expect(figures.at(-1)).toBe(sum);
      }
    }
    expect(ledgers).toBeGreaterThan(5);
  });

  test('what a show brought the reader is told with its kind and its performer (PTG-9.3)', () => {
    const states = statesOfCase('017');
    const ledger = (seat: string) =>
      blocksOf(reportOf(states.slice(0, 2), seat), 'table', 'you')[0]?.rows.map((row) => textOf(row[0]));
    const by = states[0]?.shows[0]?.by as string;
    const guesser = states[1]?.log.find((entry) => entry.type === 'show')?.guesser as string;
    expect(ledger(by)).toContain('Show 1, a direction of yours');
    expect(ledger(guesser)).toContain(`Show 1, a direction by ${by}`);
    expect(wordsOf(reportOf(states.slice(0, 1), null))).toMatch(
      /The actor is [A-Z]{2}\. What is the actor doing\? Anyone but [A-Z]{2} may guess, the actor too\./,
    );
  });

  test('what was paid comes before what is still owed (PTG-6.3)', () => {
    const changes: Change[] = [
      { type: 'cash', who: 'AB', amount: -3, why: 'wildcard' },
      { type: 'debt', who: 'AB', to: 'bank', amount: 2 },
    ];
    expect(changesInWords(changes)).toBe('AB −$3 million; AB owes the bank $2 million');
  });

  test('how often states were asked about: as often as stops brought a question there (PTG-9.10)', () => {
    const { states } = lively(2, 'two');
    const printed = states.slice(0, -2);
    const [table] = blocksOf(reportOf(printed, null), 'table', 'states');
    const asked = (table?.rows ?? []).reduce((sum, row) => sum + Number(textOf(row[3])), 0);
    const stops = printed.reduce(
      (sum, { players }, k) =>
        sum +
        (printed[k - 1]?.players === players ? 0 : players.reduce((n, { pending }) => n + pending.length, 0)),
      0,
    );
    expect(asked).toBe(stops);
  });

  test('why the winner won, on the last printout', () => {
    const { states } = lively(4, 'four');
    const printed = reportOf(states, 'AB');
    const winner = states.at(-1)?.outcome?.winner;
    expect(sectionOf(printed, 'ending').title).toBe(`Why Player ${winner} won`);
    expect(blocksOf(printed, 'paragraph', 'ending')[0]?.text).toContain(`Player ${winner} [${winner}]`);
    for (const id of ['questions', 'states', 'sheet'])
      expect(printed.sections.map((one) => one.id)).not.toContain(id);
  });

  test('that a third tie of Speed Play made the winner (PTG-6.23)', () => {
    const states = statesOfCase('021');
    const last = states.at(-1) as State;
    const results = last.speed?.results.map((one) => (one.round === 2 ? { ...one, right: [1, 1] } : one));
    const tied = { ...last, speed: { ...last.speed, results } } as State;
    const words = wordsOf(reportOf([...states.slice(0, -1), tied], null));
    expect(words).toMatch(/and won \d to \d against AB and after three ties against EF\./);
  });

  test('the rolls for the picking and the dealt cards, on the first printout (PTG-9.12)', () => {
    const [first] = lively(4, 'four').states as [State];
    const printed = reportOf([first], 'AB');
    const [rolls] = blocksOf(printed, 'table', 'start');
    expect(rolls?.rows.map((row) => textOf(row[1]))).toEqual(first.settings.picking);
    expect(rolls?.rows.map((row) => textOf(row[3]))).toEqual(
      first.settings.rolled?.map(({ sums }) => sums.join(', then ')),
    );
    const cards = first.players.find(({ id }) => id === 'AB')?.cards ?? [];
    for (const card of cards) expect(JSON.stringify(sectionOf(printed, 'you'))).toContain(card);
  });
});

test('what the GM withholds is left out: performances, guesses, reasons, and press (PTG-9.11)', () => {
  const states = statesOfCase('016');
  const k = states.findIndex(({ shows }) => shows.some(({ stage }) => stage === 'stage'));
  const staged = states[k] as State;
  const show = staged.shows.find(({ stage, text }) => stage === 'stage' && text !== null);
  const withheld = [{ turn: staged.turn, seat: show?.by ?? '' }];
  expect(wordsOf(reportOf(states.slice(0, k + 1), null))).toContain(show?.text);
  expect(wordsOf(reportOf(states.slice(0, k + 1), null, { withheld }))).not.toContain(show?.text);
  const judged = states.slice(0, k + 2);
  const { turn, said } = judged.at(-1) as State;
  const objection = said?.objections[0];
  const hidden = { withheld: [{ turn, seat: objection?.by ?? '' }] };
  expect(wordsOf(reportOf(judged, null, hidden))).not.toContain(`${objection?.by}: "${objection?.reason}"`);
  const released = { released: [{ turn: staged.turn, seat: show?.by ?? '' }] };
  expect(JSON.stringify(blocksOf(reportOf(judged, null, released), 'quotes', 'press'))).toContain(show?.text);
});

test('a drawing is withheld like every other text of a sheet', () => {
  const states = statesOfCase('015');
  const k = states.findIndex(({ shows }) => shows.some(({ stage, drawing }) => stage === 'stage' && drawing));
  const upTo = states.length > k + 1 && k >= 0 ? states.slice(0, k + 1) : states;
  const { turn, shows } = upTo.at(-1) as State;
  const show = shows.find(({ stage }) => stage === 'stage');
  const withheld = [{ turn, seat: show?.by ?? '' }];
  expect(blocksOf(reportOf(upTo, null), 'sketch', 'stage').map(({ lines }) => lines)).toEqual([
    show?.drawing,
  ]);
  const printed = reportOf(upTo, null, { withheld });
  expect(blocksOf(printed, 'sketch', 'stage')).toEqual([]);
  expect(JSON.stringify(sectionOf(printed, 'stage'))).toContain('The GM has not released this text.');
  const later = reportOf(states.slice(0, upTo.length + 1), null, { released: withheld });
  expect(blocksOf(later, 'sketch', 'press').map(({ lines }) => lines)).toEqual([show?.drawing]);
});

test('what is quoted of a sheet besides its press release, so that it can be withheld: all free texts and drawings', () => {
  const orders: Orders = {
    ...blankOrders(),
    performances: [
      { show: 1, text: 'Bows deeply.', drawing: null, actor: null },
      { show: 2, text: null, drawing: ['(""")', ' || '], actor: null },
    ],
    guesses: [{ show: 3, text: 'an elephant' }],
    objections: [{ show: 4, reason: 'Nobody saw it.' }],
    written: ['Paris', null],
    press: 'Read my lips.',
  };
  expect(quotedTexts(orders)).toEqual([
    'Bows deeply.',
    '(""")\n || ',
    'an elephant',
    'Nobody saw it.',
    'Paris',
  ]);
});

test('answers that advice replaced or that did not count are printed, too (PTG-9.7)', () => {
  const replaced = statesOfCase('100');
  const words = (states: State[]) => JSON.stringify(sectionOf(reportOf(states, null), 'answers'));
  const helped = replaced.findIndex(({ log }) => log.some(({ type }) => type === 'help'));
  expect(words(replaced.slice(0, helped + 1))).toMatch(/, sold by [A-Z]+; own answer: [A-D] /);
  const offered = statesOfCase('156');
  const last = offered.at(-1) as State;
  const answers = [{ by: 'AB', question: 'AB1X', answer: 'B' as const }];
  const said = { guesses: [], objections: [], written: [], answers };
  expect(words([...offered.slice(0, -1), { ...last, said }])).toContain('(did not count)');
});
