import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RULESETS } from '../../../src/rules/catalog.ts';
import type { Ruleset } from '../../../src/rules/ruleset.ts';
import type { SheetForm } from '../../../src/rules/sheet.ts';
import { readSheetText } from '../../../src/rules/sheet-text/read-sheet-text.ts';
import { sheetTextLines } from '../../../src/rules/sheet-text/write-sheet-text.ts';
import { runs } from '../../helpers/long.ts';
import { computerSheets } from '../computer-games.ts';

/* A sheet in text is read rightly, or its sender is told what was not read. */

function firstForm(ruleset: Ruleset): SheetForm {
  for (const { form } of computerSheets(ruleset)) return form;
  throw new Error(`${ruleset.id} has no sheet`);
}

const form = firstForm(RULESETS['election-year'] as Ruleset);

function pressOf(text: string) {
  const { values, problems, ignored } = readSheetText(form, text);
  return { press: values.press, problems: problems.map(({ code }) => code), ignored };
}

describe('a press release', () => {
  test.each([
    [
      'with a number sign',
      'our party is\n#1 in every poll, and it will\nstay there.',
      'our party is #1 in every poll, and it will stay there.',
    ],
    ['with an equal sign', 'two and two\n= 4, always.', 'two and two = 4, always.'],
    ['with a colon', 'we say\nthis: we will win.', 'we say this: we will win.'],
    ['that ends with the name of a field', 'we run the best\ncampaign.', 'we run the best campaign.'],
    ['with bars', 'one\n| two |', 'one | two |'],
  ])('goes on on the next line %s', (_, typed, press) => {
    expect(pressOf(`Press release: ${typed}`)).toEqual({ press, problems: [], ignored: [] });
  });

  test.each(['…', '...', '$', '—', '= 5', ': yes', '|x|', 'Press release: twice'])('can be %j', (press) => {
    expect(pressOf(`Press release: ${press}`)).toEqual({ press, problems: [], ignored: [] });
  });

  test.each(['', '____', '[ ]', '[__]'.replace('__', ' ')])('is blank as %j', (typed) => {
    expect(pressOf(`Press release: ${typed}`).press).toBeUndefined();
  });

  test('keeps its second paragraph; a greeting with a name is named', () => {
    const text = 'Press release: No new taxes.\n\nRead my lips, and\ntell: everyone.\n\nBest wishes\nAnn';
    expect(pressOf(text)).toEqual({
      press: 'No new taxes. Read my lips, and tell: everyone.',
      problems: [],
      ignored: ['Best wishes', 'Ann'],
    });
  });

  test.each([
    'Best regards,\nAnn Baker\nBaker & Sons, 12 Elm Street, Springfield.\nTel: +1 555 123 4567',
    'Ann Baker, 12 Elm Street, Springfield. ann.baker@example.org',
    'Ann Baker | Baker & Sons, Springfield: (555) 123-4567',
    'Ann Baker, 12 Elm Street, Springfield. [address hidden]',
  ])('has no part of a signature below it: %j', (signature) => {
    const lines = signature.split('\n');
    expect(pressOf(`Press release: No new taxes.\n\n${signature}\n\nVisit our shop today.`)).toEqual({
      press: 'No new taxes.',
      problems: [],
      ignored: [...lines, 'Visit our shop today.'],
    });
  });

  test.each([
    'The debate of 05.11.1904 was a triumph.',
    'Vote on 05/11/1904 for us.',
    'Polls are open 08.00 - 20.00 all day.',
    'We have +10 000 000 dollars.',
    'Up by +12.5 (-3.5) and 2000 votes.',
    'Thank you!',
    'Greetings!',
    'Love',
    'Best',
  ])('keeps a paragraph that looks like the end of a mail, if another follows: %s', (paragraph) => {
    const press = `No new taxes. ${paragraph} We won Ohio.`;
    expect(pressOf(`Press release: No new taxes.\n\n${paragraph}\n\nWe won Ohio.`)).toMatchObject({
      press,
      ignored: [],
    });
  });

  test.each([
    'Best regards,\nAnn Baker\nBaker & Sons, 12 Elm Street, Springfield.',
    'Mit freundlichen Grüßen\nAnn Baker, Hauptstraße 12, 12345 Musterstadt.',
    'Thanks!\nAnn Baker',
  ])('has no part of a greeting with an address at its end: %j', (greeting) => {
    expect(pressOf(`Press release: No new taxes.\n\n${greeting}`)).toEqual({
      press: 'No new taxes.',
      problems: [],
      ignored: greeting.split('\n'),
    });
  });

  test.each(['Cheers,', 'Thanks!', 'Best', 'LG'])(
    'has no part of a signature with a street below %s',
    (word) => {
      const signature = [word, 'Ann Smith', '12 Main Street', 'Springfield, IL 62701'];
      for (const more of ['', '\n\nSent with our free program.']) {
        const read = pressOf(`Press release: Vote for me!\n\n${signature.join('\n')}${more}`);
        const ignored = [...signature, ...(more === '' ? [] : [more.trim()])];
        expect(read).toEqual({ press: 'Vote for me!', problems: [], ignored });
      }
      const press = `Vote for me! ${word} Ohio voters We won again.`;
      expect(pressOf(`Press release: Vote for me!\n\n${word}\nOhio voters\nWe won again.`).press).toBe(press);
    },
  );

  test.each([
    'Greetings,\nfellow citizens of Iowa\nI promise 5000 new jobs',
    'Love\nAmerica first\nSince 1776',
    'Best\nsay the polls in\n12 states',
  ])('keeps sentences with a number that begin like a greeting: %j', (paragraph) => {
    const press = `We will win. ${paragraph.replaceAll('\n', ' ')} Vote Miller!`;
    expect(pressOf(`Press release: We will win.\n\n${paragraph}\n\nVote Miller!`).press).toBe(press);
  });

  test('has no part of a greeting of three lines above another line of the sheet', () => {
    const text = 'Press release: Yes.\n\nThanks\nAnn Smith\nSpringfield\n\nFundraising trips: CA';
    const ignored = ['Thanks', 'Ann Smith', 'Springfield'];
    expect(pressOf(text)).toEqual({ press: 'Yes.', problems: [], ignored });
  });

  test('is not longer for a postscript', () => {
    expect(pressOf('Press release: Yes.\n\nPS: thanks for the game!')).toEqual({
      press: 'Yes.',
      problems: [],
      ignored: ['PS: thanks for the game!'],
    });
  });

  test('ends above a note, which is named if it may belong to it', () => {
    expect(pressOf('Press release: we are\n# 1 in all polls.')).toMatchObject({
      press: 'we are',
      ignored: ['# 1 in all polls.'],
    });
  });

  test.each([
    'Fundrasing trips: CA',
    'Capmaign money 1: CA 120',
    'Campaign money 99: CA 5',
    'CA: $120',
    'Fundraising trips CA NY',
    'Campaign money',
  ])('does not swallow a line that was probably meant as another one: %s', (line) => {
    expect(pressOf(`Press release: Yes.\n${line}`).problems).toEqual(['not-read']);
  });
});

test('any press release comes back as it was written', () => {
  const part = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(':', '#1 ', '= ', '“', '> ', 'Fundraising trips: CA', 'FINAL', 'مرحبا', '👩‍🚀', 'CA: $5'),
  );
  const presses = fc
    .array(part)
    .map((parts) => parts.join('').replace(/\s+/g, ' ').trim())
    .filter((press) => !/^(?:[\s_]*|\[\s*\])$/.test(press));
  fc.assert(
    fc.property(presses, (press) => {
      const lines = sheetTextLines(form, { press }).flatMap((line) =>
        line.kind === 'line' ? [line.text] : [],
      );
      expect(pressOf(lines.join('\n'))).toEqual({ press, problems: [], ignored: [] });
    }),
    { numRuns: runs(200) },
  );
});

test('one entry of a list with two values is a problem', () => {
  expect(pressOf('Trip 1: CA NY').problems).toEqual(['too-many']);
});

test('a line that is too long is a problem', () => {
  expect(pressOf(`Press release: ${'a '.repeat(1_500)}`).problems).toEqual(['too-long']);
});

describe('FINAL', () => {
  test.each([
    'Fundraising trips: CA, NY\nFINAL',
    'Hello,\nFINAL\n\nFundraising trips: CA, NY',
    'Fundraising trips:\nCA\nNY\n\nFINAL',
  ])('is recognized wherever it stands alone: %j', (text) => {
    expect(readSheetText(form, text)).toMatchObject({
      values: { 'fundraising[0]': 'CA', 'fundraising[1]': 'NY' },
      problems: [],
      final: true,
    });
  });

  test('is no command in small letters', () => {
    expect(readSheetText(form, 'Press release: this is\nfinal.')).toMatchObject({
      values: { press: 'this is final.' },
      final: false,
    });
  });
});

describe('a key without a colon', () => {
  test('is read if only its values follow', () => {
    const read = readSheetText(form, 'Fundraising trips CA NY TX\nCampaign money 1 CA 120');
    expect(read).toMatchObject({ problems: [], ignored: [] });
    expect(read.values).toMatchObject({
      'fundraising[2]': 'TX',
      'campaign[0].state': 'CA',
      'campaign[0].spend': '120',
    });
  });

  test('is needed: states alone are named as not read', () => {
    expect(pressOf('CA NY TX\n\nPress release: Yes.').ignored).toEqual(['CA NY TX']);
  });
});

test('the time to read a text grows with its length only', () => {
  const time = (lines: number) => {
    const text = `Press release: a\n${'b\n'.repeat(lines)}`;
    const start = performance.now();
    readSheetText(form, text);
    return performance.now() - start;
  };
  time(2_000);
  expect(time(64_000) / Math.max(time(4_000), 1)).toBeLessThan(16 * 4);
});
