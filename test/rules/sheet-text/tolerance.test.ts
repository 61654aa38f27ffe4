import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RULESETS } from '../../../src/rules/catalog.ts';
import type { Ruleset } from '../../../src/rules/ruleset.ts';
import type { SheetForm } from '../../../src/rules/sheet.ts';
import { listIn } from '../../../src/rules/sheet-text/choices.ts';
import { keyLinesIn } from '../../../src/rules/sheet-text/key-lines.ts';
import { readSheetText } from '../../../src/rules/sheet-text/read-sheet-text.ts';
import { rawFromForm } from '../../../src/rules/sheet-values.ts';
import { computerSheets } from '../computer-games.ts';

/* What people make of a sheet in text. */

function formOf(ruleset: Ruleset, turn: number): SheetForm {
  for (const { form } of computerSheets(ruleset)) if (form.turn === turn) return form;
  throw new Error(`${ruleset.id} has no turn ${turn}`);
}

const electionYear = formOf(RULESETS['election-year'] as Ruleset, 1);
const week = formOf(RULESETS['margin-of-error'] as Ruleset, 1);
const rounds = formOf(RULESETS['electoral-barrage'] as Ruleset, 2);

function orders(form: SheetForm, text: string) {
  const { values, problems, ignored } = readSheetText(form, text);
  return { orders: rawFromForm(form, values), problems: problems.map(({ code }) => code), ignored };
}

const GOOD = {
  fundraising: ['CA', 'NY', 'TX'],
  campaign: [
    { state: 'CA', spend: 1200 },
    { state: 'NY', spend: 50 },
  ],
  press: 'Read my lips.',
};

describe('a sheet of Election Year in text', () => {
  test.each([
    [
      'as the template has it',
      'Fundraising trips: CA, NY, TX\nCampaign money 1: State CA; Amount 1200\nCampaign money 2: State NY; Amount 50\nPress release: Read my lips.',
    ],
    [
      'in another order, in small letters, with names of states',
      'press release: Read my lips.\n\ncampaign money 2: state new york; amount $50\nCAMPAIGN MONEY 1: amount $1,200; state California\n\nfundraising trips: california, new york and texas',
    ],
    [
      'with equal signs, and without labels',
      'Fundraising = CA NY TX\nCampaign money 1 = CA $1,200\nCampaign money 2 = $50 NY\nPress = Read my lips.',
    ],
    [
      'as lists',
      'Fundraising trips:\n1. CA\n2. NY\n3. TX\n\nCampaign money:\nCA: $1,200\nNY: $50\n\nPress release:\nRead my lips.',
    ],
    [
      'with bullets, blank rows and notes',
      '# A note: nothing.\n- Fundraising trips: CA; NY; TX\n* Campaign money 3: California, 1200\nCampaign money 4: State ; Amount\nCampaign money 5: ____\n* Campaign money 6: NY 50 dollars\n• Press release: Read my lips.',
    ],
    [
      'with broken lines',
      'Fundraising trips: CA,\nNY, TX\nCampaign money 1: State CA;\nAmount 1200\nCampaign money 2: State NY; Amount 50\nPress release: Read my\nlips.',
    ],
    [
      'one trip on a line',
      'Trip 1: CA\nTrip 2: New York\nTrip 3: TX\nCampaign money: CA, 1200\nCampaign money: NY, 50\nPress release: Read my lips.',
    ],
  ])('is read %s', (_, text) => {
    expect(orders(electionYear, text)).toEqual({ orders: GOOD, problems: [], ignored: [] });
  });

  test('may have a greeting and a name around it', () => {
    const read = orders(electionYear, 'Hello there\n\nFundraising trips: CA\n\nBest wishes\nAnn');
    expect(read).toEqual({
      orders: { fundraising: ['CA'] },
      problems: [],
      ignored: ['Hello there', 'Best wishes', 'Ann'],
    });
  });

  test.each([
    ['a line that is none of the sheet', 'Fundraising trips: CA\n\nCapmaign money 1: CA 120', 'not-read'],
    ['a row that cannot be understood', 'Campaign money 1: a little for everybody', 'not-read'],
    ['the same line with two values', 'Press release: Yes.\nPress release: No.', 'twice'],
    ['too many entries', 'Fundraising trips: CA, NY, TX, FL', 'too-many'],
    ['a row that the sheet does not have', 'Fundraising trips: CA\n\nCampaign money 99: CA 5', 'not-read'],
  ])('is a problem with %s', (_, text, code) => {
    expect(orders(electionYear, text).problems).toEqual([code]);
  });

  test.each([
    ['# Fundraising trips: state codes, such as AK.\nCA\nCampaign money 1: CA 120', 'CA'],
    ['Campaign money 1: CA 120\n#Press release: Hello', '#Press release: Hello'],
  ])('names a line that was typed below a note, or with a sign in front: %j', (text, named) => {
    const { ignored, unknown } = keyLinesIn(electionYear, text);
    expect([...ignored, ...unknown]).toEqual([named]);
  });

  test('takes the rest of a note that was broken for a part of it', () => {
    const text = '# Fundraising trips: state\ncodes, such\nas AK.\nCampaign money 1: CA 120';
    expect(orders(electionYear, text)).toMatchObject({ problems: [], ignored: [] });
  });

  test('leaves what is no state for the rules to name', () => {
    expect(orders(electionYear, 'Fundraising trips: Atlantis').orders).toEqual({ fundraising: ['Atlantis'] });
    expect(orders(electionYear, 'Campaign money 1: State Atlantis; Amount lots').orders).toEqual({
      campaign: [{ state: 'Atlantis', spend: 'lots' }],
    });
  });

  test.each([
    'CA or NY',
    'CA, NY ok',
    'TX, in OH',
    'me, hi in OH',
    'ca or ny',
    'Washington, DC',
    'Washington D.C.',
  ])('does not take words of English for states, nor one place for two: %s', (text) => {
    // What is no code of a state is named by the rules.
    const { fundraising } = orders(electionYear, `Fundraising trips: ${text}`).orders as {
      fundraising: string[];
    };
    expect(fundraising.some((one) => !/^[A-Z]{2}$/.test(one))).toBe(true);
  });

  test.each([
    ['OR, CA, OK', ['OR', 'CA', 'OK']],
    ['in oh me', ['IN', 'OH', 'ME']],
    ['or, in', ['OR', 'IN']],
    ['1. CA 2. OH and 3. New York', ['CA', 'OH', 'NY']],
    ['WA, DC', ['WA', 'DC']],
  ])('takes states as they are usually written: %s', (text, fundraising) => {
    expect(orders(electionYear, `Fundraising trips: ${text}`)).toEqual({
      orders: { fundraising },
      problems: [],
      ignored: [],
    });
  });

  test('has no orders in a mail about something else', () => {
    const read = readSheetText(electionYear, 'Great turn! When is the next one due: Monday?');
    expect(read).toMatchObject({ values: {}, lines: 0 });
  });
});

test('rows with several choices are read without labels where only one column fits', () => {
  const read = orders(
    week,
    'Actions 1: Campaign; PA; 2\nActions 2: Advertise Rust Belt 1\nActions 3: running mate, state pa',
  );
  expect(read.orders).toMatchObject({
    actions: [
      { do: 'campaign', state: 'PA', days: 2 },
      { do: 'advertise', region: 'rust-belt', days: 1 },
      { do: 'vp', state: 'PA' },
    ],
  });
});

test.each([
  ['1, 2 and 3.', ['1', '2', '3']],
  ['1 2 3.', ['1', '2', '3']],
  ['1 and 2.', ['1', '2']],
  ['1 3)', ['1', '3']],
])('figures of a list are no numbers of its entries: %s', (text, dice) => {
  expect(
    listIn(
      text,
      ['1', '2', '3', '4'].map((value) => ({ value, label: `Die ${value}` })),
    ),
  ).toEqual(dice);
});

test('figures that fit several columns need their labels', () => {
  expect(orders(rounds, 'Plan 1: CA 7 4').problems).toEqual(['not-read']);
  expect(orders(rounds, 'Plan 1: CA, when 7, after 4')).toMatchObject({
    orders: { plan: [{ area: 'CA', when: 7, after: 4 }] },
    problems: [],
  });
});

test('any text is read without an exception, and every value comes from the text', () => {
  const words = fc.constantFrom(
    'Campaign money',
    ' 1',
    ':',
    ' CA',
    ' $1,200',
    '\n',
    ';',
    'State',
    'Amount',
    '|',
    '# ',
    'Trip 2',
    '=',
    'Press release',
  );
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(fc.oneof(words, fc.string())).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      for (const form of [electionYear, week, rounds]) {
        const { values, lines } = readSheetText(form, text);
        if (lines === 0) expect(values).toEqual({});
      }
    }),
    { numRuns: 300 },
  );
});

describe('rows about the same thing', () => {
  function politics(): SheetForm {
    for (const { form } of computerSheets(RULESETS.politics as Ruleset, 7, 6)) {
      const help = form.sections.flatMap(({ fields }) => fields).find(({ name }) => name === 'help');
      if (help?.kind === 'rows' && (help.given?.length ?? 0) > 4) return form;
    }
    throw new Error('No sheet has help to buy for two questions.');
  }
  const form = politics();
  const both = {
    help: [
      { question: 'AE2', from: 'AD', cash: 3 },
      { question: 'AE2', from: 'AF' },
    ],
  };

  test.each([
    [
      'as the template has them',
      'Help to buy, AE2, adviser 1: From AD; Cash 3\nHelp to buy, AE2, adviser 2: From AF; Cash',
    ],
    ['without which of them they are', 'Help to buy, AE2: From AD; Cash 3\nHelp to buy, AE2: From AF'],
    ['with one of both', 'Help to buy, AE2: From AF\nHelp to buy, AE2, adviser 1: From AD; Cash 3'],
  ])('are told apart %s', (_, text) => {
    expect(orders(form, text)).toEqual({ orders: both, problems: [], ignored: [] });
  });

  test('are a problem if there are more of them than the sheet has', () => {
    const text = ['AA', 'AB', 'AC', 'AD', 'AF'].map((from) => `Help to buy, AE2: From ${from}`).join('\n');
    expect(orders(form, text).problems).toEqual(['too-many']);
  });
});
