import { describe, expect, test } from 'vitest';
import { describeOrders } from '../../../src/rules/describe-orders.ts';
import { seededDice } from '../../../src/rules/dice.ts';
import { check } from '../../../src/rules/politics/check/index.ts';
import { facts } from '../../../src/rules/politics/facts.ts';
import { sheet } from '../../../src/rules/politics/form/index.ts';
import { guess } from '../../../src/rules/politics/guess/index.ts';
import type { Orders } from '../../../src/rules/politics/orders.ts';
import { seatsOwing } from '../../../src/rules/politics/owing.ts';
import { parseSetup } from '../../../src/rules/politics/parse-setup.ts';
import { resolve } from '../../../src/rules/politics/resolve.ts';
import { begin } from '../../../src/rules/politics/setup.ts';
import type { State } from '../../../src/rules/politics/state.ts';
import { rowSentences } from '../../../src/rules/row-sentences.ts';
import { fieldsOf, type RowsField, type SheetForm } from '../../../src/rules/sheet.ts';
import { formFromRaw, rawFromForm } from '../../../src/rules/sheet-values.ts';
import { valuePaths } from '../../../src/web/turn-sheet/field-paths.ts';
import { livelySheet, newGame, type Played, playGame, secretOf } from './games.ts';

const setup = parseSetup({
  started: true,
  players: [
    {
      ...{ id: 'AB', at: 'TX', cash: 12, popular: 30, chips: ['CA', 'NM'], cards: ['G05', 'G02'] },
      ...{ rolls: [[1, 1], null] },
      pending: [
        {
          asked: ['v01', 's-tx-01'],
          choices: [
            [1, 0, 2, 3],
            [0, 1, 2, 3],
          ],
          offer: { to: 'CD', cash: 5 },
        },
        { stop: 2, state: 'NM', asked: ['g01'] },
      ],
    },
    { id: 'CD', at: 'DC', chips: ['TX'], cash: 4, pending: [{ asked: ['g02'], state: 'NC' }] },
    { id: 'EF', at: 'FL', pending: [{ asked: ['v03', 'g04'], offer: { to: 'AB', votes: 8 }, state: 'CA' }] },
  ],
  shows: [
    { number: 1, card: 'W10', by: 'AB', stage: 'task' },
    { number: 2, card: 'W31', by: 'AB', stage: 'task' },
    { number: 3, card: 'W01', by: 'CD', stage: 'stage', text: 'He goes on and on.' },
    { number: 4, card: 'W17', by: 'EF', stage: 'stage', text: 'The left.' },
    { number: 5, card: 'W09', by: 'CD', stage: 'task' },
  ],
});
if (!setup.ok) throw new Error(JSON.stringify(setup.problems));
const state = begin(setup.value);

function formOf(of: State, seat: string): SheetForm {
  const form = sheet(of, seat);
  if (form === null) throw new Error('There is no sheet.');
  return form;
}

function rowsOf(form: SheetForm, name: string): RowsField {
  const field = fieldsOf(form).find((one) => one.name === name);
  if (field?.kind !== 'rows') throw new Error(`There is no list ${name}.`);
  return field;
}

/** Everything that the sheet of a campaign turn can contain. */
const FULL = {
  answers: [
    { question: 'AB1', answer: 'A' },
    { question: 'AB2', answer: 'C' },
  ],
  claimDC: true,
  accept: ['EF1'],
  performances: [
    { show: 1, drawing: ['  /\\', ' (__)'] },
    { show: 2, actor: 'CD', text: 'Go to the plate.' },
  ],
  guesses: [{ show: 3, text: 'filibuster' }],
  objections: [{ show: 4, reason: 'Nobody saw it happen.' }],
  gerrymander: ['G02', 'G05'],
  stops: [
    {
      ...{ move: 'roll', to: 'AR', question: 'government', otherwise: 'general' },
      ...{ offerCash: 3, offerVotes: 4, offerChips: ['NM'] },
    },
  ],
  adjourn: true,
  help: [{ question: 'AB1', from: 'CD', cash: 2 }],
  advice: [{ question: 'CD1', answer: 'B', votes: 1, chip: 'CA' }],
  press: 'Read my lips.',
};

/** Games in which a little of everything happens, for each number of players. */
const games = new Map<number, Played>();
function lively(players: number): Played {
  const known = games.get(players);
  if (known) return known;
  const secret = secretOf(`sheets ${players}`);
  let sheets = 0;
  const played = playGame(secret, newGame(secret, players, { turnLimit: 8 }), (now, seat) => {
    sheets += 1;
    return livelySheet(now, seat, seededDice(secretOf(seat), sheets));
  });
  games.set(players, played);
  return played;
}

describe('the sheet (PTG-4.4 to PTG-4.7, PTG-9.13)', () => {
  test('has what concerns the candidate, with the labels that exist', () => {
    const form = formOf(state, 'AB');
    expect(fieldsOf(form).map(({ name }) => name)).toEqual([
      ...['answers', 'claimDC', 'accept', 'performances', 'guesses', 'objections', 'stops'],
      ...['gerrymander', 'help', 'advice', 'adjourn', 'press'],
    ]);
    const labels = (name: string) => rowsOf(form, name).given?.map(({ label }) => label);
    expect(labels('answers')).toEqual(['AB1', 'AB1X', 'AB2']);
    expect(labels('advice')).toEqual(['CD1', 'EF1', 'EF1X']);
    expect(labels('performances')).toEqual(['Show 1', 'Show 2']);
    expect(labels('guesses')).toEqual(['Show 3']);
    expect(labels('objections')).toEqual(['Show 4']);
    expect(rowsOf(form, 'stops').given?.map(({ label, note }) => `${label}: ${note}`)).toEqual([
      'Stop 1: you rolled 1 and 1',
      'Stop 2: lost',
    ]);
  });

  test('has the claim of DC only while no one holds its chip (PTG-6.14)', () => {
    const held = { ...state, chips: { ...state.chips, DC: 'CD' } };
    expect(fieldsOf(formOf(held, 'AB')).map(({ name }) => name)).not.toContain('claimDC');
  });

  test('shows each question with its shuffled choices, whatever is right', () => {
    const [first] = rowsOf(formOf(state, 'AB'), 'answers').given ?? [];
    expect(first?.words).toEqual(['How many voting members has the House of Representatives?']);
    expect(first?.choices?.answer?.map(({ label }) => label)).toEqual(['A 100', 'B 435', 'C 438', 'D 535']);
    expect(first?.note).toBe('government, easy: TX (40), counts if CD accepts your offer');
  });

  test('gives the same orders after filling in, and what it describes', () => {
    const form = formOf(state, 'AB');
    expect(rawFromForm(form, formFromRaw(form, FULL))).toEqual(FULL);
    const checked = check(state, 'AB', FULL);
    expect(checked.ok).toBe(true);
    const described = describeOrders(form, checked.ok ? checked.orders : null);
    const linesOf = (label: string) => described.find((one) => one.label === label)?.lines;
    expect(linesOf('Answers')).toEqual(['AB1: A 100', 'AB2: C Neptune']);
    expect(linesOf('Stops')).toEqual([
      'Stop 1: Walk to Arkansas, ask for a government question, or for a general question if you cannot get the chip, offer $3 million for the chip, offer 4 million votes for it, offer NM for it.',
    ]);
    expect(linesOf('Help to buy')).toEqual(['AB1: Buy the answer to AB1 from CD, for up to $2 million.']);
    expect(linesOf('Your performance')).toEqual([
      'Show 1: drawing of 2 lines',
      'Show 2: CD: text Go to the plate.',
    ]);
    expect(described.find(({ label }) => label === 'Your performance')?.drawings).toEqual([
      { label: 'Show 1', lines: ['  /\\', ' (__)'] },
    ]);
    expect(linesOf('Help for sale')).toEqual([
      'CD1: Sell the answer B Michelangelo to CD1, for 1 million votes, for the chip of CA.',
    ]);
  });

  test('says of a flight only what a flight does', () => {
    const stops = [{ move: 'fly', to: 'NY', question: 'general', otherwise: 'state', offerCash: 0 }];
    expect(rowSentences(formOf(state, 'AB'), { stops })).toEqual([
      { field: 'stops[0]', text: 'Fly to New York.' },
    ]);
  });

  test('says of a stay in DC that it asks for nothing, but of one in Alaska what it asks for', () => {
    const stops = [{ move: 'stay', question: 'general' }];
    const stayIn = (at: 'DC' | 'AK') => {
      const players = state.players.map((player) => (player.id === 'AB' ? { ...player, at } : player));
      return rowSentences(formOf({ ...state, players }, 'AB'), { stops })[0]?.text;
    };
    expect(stayIn('DC')).toBe('Stay.');
    expect(stayIn('AK')).toBe('Stay, ask for a general question.');
  });

  test('is owed with the right fields in every phase, and takes every sheet back as it was', () => {
    const seen = new Map<string, Set<string>>();
    for (const players of [2, 3, 6]) {
      const { states, sheets } = lively(players);
      for (const [turn, now] of states.entries()) {
        for (const { id } of now.players) {
          const form = sheet(now, id);
          expect(form !== null).toBe(seatsOwing(now).includes(id));
          const raw = sheets[turn]?.[id] ?? null;
          if (form === null || raw === null) continue;
          const names = fieldsOf(form).map(({ name }) => name);
          seen.set(now.phase, new Set([...(seen.get(now.phase) ?? []), ...names]));
          const checked = check(now, id, raw);
          if (!checked.ok) continue;
          const again = check(now, id, rawFromForm(form, formFromRaw(form, checked.orders)));
          if (!again.ok) throw new Error(JSON.stringify(again.problems));
          // DC can be claimed on any sheet, but only a government answer wins it.
          const claimDC = checked.orders.claimDC && names.includes('claimDC');
          expect(comparable(again.orders)).toEqual(comparable({ ...checked.orders, claimDC }));
        }
      }
    }
    expect([...(seen.get('home') ?? [])]).toEqual(['homes', 'discard', 'press']);
    expect([...(seen.get('speed') ?? [])]).toEqual(['written', 'press']);
    expect(seen.get('closing')?.has('stops')).toBe(false);
    const last = lively(2).states.find(({ phase }) => phase === 'closing') as State;
    const closing = formOf(last, 'AB');
    expect(closing.facts.join(' ')).toContain('The last stops have been made.');
    expect(JSON.stringify(closing)).not.toContain('before stops');
    expect(seen.get('campaign')?.has('performances')).toBe(true);
  });
});

/** Lists whose rows may come back in another order: each row says what it is about. */
const UNORDERED = ['answers', 'advice', 'accept', 'performances', 'guesses', 'objections'];

/** Orders without the order of rows where it does not matter, and without blanks at the end of a list. */
function comparable(orders: Orders): Record<string, unknown> {
  const help = orders.help.toSorted((a, b) => a.question.localeCompare(b.question));
  return Object.fromEntries(
    Object.entries({ ...orders, help }).map(([name, value]) => {
      if (!Array.isArray(value)) return [name, value];
      const entries: unknown[] = value.slice(0, value.findLastIndex((entry) => entry !== null) + 1);
      const inOrder = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
      return [name, UNORDERED.includes(name) ? entries.toSorted(inOrder) : entries];
    }),
  );
}

describe('what the sheet may not give away (PTG-8.6)', () => {
  /** The state with other right answers, other cards in the hands and decks of others, and other tasks of theirs. */
  function otherwiseSecret(seat: string): State {
    const others = state.players.filter(({ id }) => id !== seat);
    const cards = others.flatMap((player) => player.cards).reverse();
    return {
      ...state,
      players: state.players.map((player) => {
        return player.id === seat ? player : { ...player, cards: cards.splice(0, player.cards.length) };
      }),
      gerrymander: { ...state.gerrymander, deck: state.gerrymander.deck.toReversed() },
      wildcards: { ...state.wildcards, deck: state.wildcards.deck.toReversed() },
      shows: state.shows.map((show) => {
        if (show.by === seat) return show;
        return show.number === 3
          ? { ...show, card: 'W04' }
          : show.number === 5
            ? { ...show, card: 'W24' }
            : show;
      }),
    };
  }

  test('is in neither the form, nor the figures, nor a guess', () => {
    const other = otherwiseSecret('AB');
    expect(sheet(other, 'AB')).toEqual(sheet(state, 'AB'));
    expect(facts(other, 'AB')).toEqual(facts(state, 'AB'));
    for (const plan of ['nothing', 'computer'] as const) {
      expect(guess(other, 'AB', FULL, plan)).toEqual(guess(state, 'AB', FULL, plan));
    }
  });

  test('which answers are right changes nothing before they are given', () => {
    const bank = (answer: number): State => {
      const parsed = parseSetup({
        ...{ started: true, bank: null },
        questions: ['general', 'state', 'government'].map((kind, i) => ({
          ...{ id: `q${i}`, kind, level: 2, text: `Question ${i}?`, choices: ['k', 'l', 'm', 'n'], answer },
          ...{ accept: answer === 0 ? ['kk'] : [], open: true, ...(kind === 'state' && { state: 'TX' }) },
        })),
        players: [
          {
            id: 'AB',
            at: 'TX',
            rolls: [
              [1, 1],
              [1, 2],
            ],
            pending: [{ asked: ['q2'] }],
          },
          { id: 'CD', at: 'ME', pending: [{ asked: ['q1'] }, { stop: 2, asked: ['q0'] }] },
        ],
      });
      if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
      return begin(parsed.value);
    };
    const raw = { answers: [{ question: 'AB1', answer: 'C' }], stops: [{ move: 'roll', to: 'KS' }] };
    for (const answer of [1, 2, 3]) {
      expect(sheet(bank(answer), 'AB')).toEqual(sheet(bank(0), 'AB'));
      for (const plan of ['nothing', 'computer'] as const) {
        expect(guess(bank(answer), 'AB', raw, plan)).toEqual(guess(bank(0), 'AB', raw, plan));
      }
    }
  });
});

describe('the figures of the states', () => {
  test('say who holds a chip, whether it is in reach, and what cards have to do with it', () => {
    const found = facts(state, 'AB');
    const factsOf = (code: string) => found?.states.find((one) => one.state === code);
    expect(factsOf('AR')).toMatchObject({
      brief: '6 votes, free, in reach at stop 1',
      facts: { votes: 6, holder: null, first: 'yes', cards: null },
      fill: { row: { move: 'roll', to: 'AR', question: 'government' }, instead: null },
    });
    expect(factsOf('NM')).toMatchObject({
      brief: '5 votes, yours, in reach at stop 1',
      facts: { holder: 'you' },
    });
    expect(factsOf('LA')?.facts.cards).toBe('G05 needs it');
    expect(factsOf('NY')).toMatchObject({ fill: null, facts: { first: null, second: null } });
    expect(found?.notes).toEqual(['You act as the 1st of 3 candidates at each stop.', 'Stop 2 is lost.']);
  });

  test('name the ways to a second stop, and fill in legal rows', () => {
    const two: State = {
      ...state,
      players: state.players.map((one) =>
        one.id === 'AB'
          ? {
              ...one,
              rolls: [
                [1, 1],
                [2, 2],
              ],
            }
          : one,
      ),
    };
    const found = facts(two, 'AB');
    expect(found?.states.find((one) => one.state === 'IL')?.facts.second).toMatch(/^by [A-Z]{2}/);
    for (const { fill } of found?.states ?? []) {
      if (fill !== null) expect(check(two, 'AB', { stops: [fill.row] }).ok).toBe(true);
    }
    expect(facts(lively(3).states.at(-2) as State, 'AB')).toBeNull();
  });
});

describe('a guess', () => {
  function guessed(raw: unknown, plan: 'nothing' | 'computer' = 'nothing') {
    const found = guess(state, 'AB', raw, plan);
    if (!found.ok) throw new Error(JSON.stringify(found.problems));
    const tables = found.blocks.flatMap((block) => (block.kind === 'table' ? [block] : []));
    const rows = (caption: string) =>
      tables
        .find((table) => table.caption === caption)
        ?.rows.map((row) => row.map((cell) => (typeof cell === 'string' ? cell : cell.text)));
    return { ...found, rows };
  }

  test('says what each answer brings if it is right and if it is wrong', () => {
    const answers = [
      { question: 'AB1', answer: 'A' },
      { question: 'AB1X', answer: 'D' },
      { question: 'AB2', answer: 'C' },
    ];
    const { rows } = guessed({ answers });
    expect(rows('What your answers bring')).toEqual([
      ['AB1', 'A', 'AB gets TX (40) from CD; AB −$7 million; CD +$5 million', 'AB −$2 million'],
      ['AB1X', 'D', 'AB +8 million votes', 'no effect'],
      ['AB2', 'C', 'AB +$8 million', 'no effect'],
    ]);
  });

  test('plays the stops and the cards', () => {
    const stops = [{ move: 'roll', to: 'AR', question: 'government' }];
    const { rows, sentences } = guessed({ stops, gerrymander: ['G05'] });
    expect(rows('Your stops')).toEqual([
      ['Stop 1', 'you walk from TX to AR: a government question'],
      ['Stop 2', 'you stay in AR: no question'],
    ]);
    expect(sentences).toContain('G05 cannot be played: something is missing.');
    expect(rows('What changes for you')?.at(-1)).toEqual(['Place', 'TX', 'AR']);
  });

  test('agrees with the turn itself, where nothing is unknown', () => {
    const stops = [{ move: 'fly', to: 'NY' }];
    const after = resolve(state, { AB: { stops } }, seededDice(secretOf('any'), 1));
    const { rows } = guessed({ stops });
    expect(rows('What changes for you')?.find(([label]) => label === 'Place')?.[2]).toBe('NY');
    expect(after.players[0]?.at).toBe('NY');
  });

  test('returns the problems of a wrong sheet, and never takes long', () => {
    expect(guess(state, 'AB', { stops: [{ move: 'swim' }] }, null)).toMatchObject({ ok: false });
    for (const players of [2, 3, 6]) {
      const { states, sheets } = lively(players);
      for (const [turn, now] of states.entries()) {
        const [seat] = seatsOwing(now);
        if (seat === undefined) continue;
        const raw = sheets[turn]?.[seat] ?? {};
        expect(guess(now, seat, raw, 'computer').ok).toBe(check(now, seat, raw).ok);
      }
    }
  });
});

test('every value of a form has its own path', () => {
  for (const now of lively(6).states) {
    for (const seat of seatsOwing(now)) {
      const paths = valuePaths(formOf(now, seat));
      expect(new Set(paths).size).toBe(paths.length);
    }
  }
});
