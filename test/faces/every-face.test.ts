import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { RULESETS } from '../../src/rules/catalog.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import type { SheetForm } from '../../src/rules/sheet.ts';
import { shortOrLong } from '../helpers/long.ts';
import { type ComputerSheet, computerSheets } from '../rules/computer-games.ts';
import { anyValues, ordersOf } from './any-values.ts';
import {
  asJson,
  asMail,
  asPdf,
  asPost,
  hasScarceRows,
  readJson,
  readMail,
  readPdf,
  readPost,
} from './faces.ts';
import { changedLines, clean, mutilators } from './mutilators.ts';

/*
 * One sheet in all of its faces. Whatever is filled in comes back equal from each of them. And whatever happens to a face
 * on its way, no other orders are played in silence: what is read is what the damaged sheet says, or there is a problem,
 * or the answer names the lines that were not read.
 */

/** How often each property is tried with each form. */
const RUNS = shortOrLong(3, 10);

/** Each ruleset with the fewest seats and with the most. */
const GAMES = Object.values(RULESETS as Record<string, Ruleset>).flatMap((ruleset) =>
  [...new Set([ruleset.seats.min, Math.min(6, ruleset.seats.max)])].map((seats) => ({
    ruleset,
    id: ruleset.id,
    seats,
  })),
);

/** One sheet of each kind of form that a game has: of each phase, and of each set of fields. */
function kindsOf(ruleset: Ruleset, seats: number): ComputerSheet[] {
  const kinds = new Map<string, ComputerSheet>();
  for (const sheet of computerSheets(ruleset, 7, seats)) {
    const fields = sheet.form.sections.flatMap((section) =>
      section.fields.map(({ name, kind }) => `${kind} ${name}`),
    );
    const key = `${sheet.form.phase.replace(/\d+/g, '')} ${fields.join()}`;
    if (!kinds.has(key)) kinds.set(key, sheet);
  }
  return [...kinds.values()].slice(0, shortOrLong(4, 12));
}

describe.each(GAMES)('sheets of $id with $seats seats', ({ ruleset, seats }) => {
  let sheets: ComputerSheet[] = [];
  beforeAll(() => {
    sheets = kindsOf(ruleset, seats);
  }, 120_000);

  const forAll = (
    property: (form: SheetForm, values: ReturnType<typeof ordersOf>, sheet: ComputerSheet) => void,
  ) => {
    for (const sheet of sheets) {
      fc.assert(
        fc.property(anyValues(sheet.form), (values) => property(sheet.form, values, sheet)),
        { numRuns: RUNS },
      );
    }
  };

  test('come back equal from every face, whatever is filled in', { timeout: 600_000 }, () => {
    forAll((form, typed, { state, seat }) => {
      const values = typed as Record<string, string>;
      const orders = ordersOf(form, values);
      const mail = readMail(form, asMail(form, values));
      expect([mail.problems, mail.ignored]).toEqual([[], []]);
      const faces = {
        mail,
        post: readPost(form, new URLSearchParams(asPost(form, values).toString())),
        json: readJson(form, asJson(form, values)),
        ...(!hasScarceRows(form) && { pdf: readPdf(form, asPdf(form, values)) }),
      };
      for (const [face, read] of Object.entries(faces)) {
        expect([face, read?.problems, read && ordersOf(form, read.values)]).toEqual([face, [], orders]);
        expect(ruleset.check(state, seat, orders)).toEqual(
          ruleset.check(state, seat, ordersOf(form, read?.values ?? {})),
        );
      }
    });
  });

  test.each(mutilators)(
    'in a mail never become other orders in silence: $name',
    { timeout: 600_000 },
    (mutilator) => {
      for (const { form } of sheets) {
        const property = fc.property(anyValues(form), fc.infiniteStream(fc.nat()), (values, stream) => {
          const text = asMail(form, values);
          const random = (below: number) => Number(stream.next().value) % below;
          const damaged = mutilator.damage(text, random);
          if (damaged === null) return;
          const read = readMail(form, damaged);
          const expected = mutilator.expected?.(readMail(form, text), changedLines(text, damaged));
          if (!clean(read)) return;
          if (expected !== undefined) expect(ordersOf(form, read.values)).toEqual(ordersOf(form, expected));
          else mutilator.judge?.({ form, text, damaged, read, before: readMail(form, text) });
        });
        fc.assert(property, { numRuns: RUNS });
      }
    },
  );

  test('on a PDF are not read if a field is missing or new, and name what they cannot be', {
    timeout: 600_000,
  }, () => {
    forAll((form, typed, { state, seat }) => {
      const fields = asPdf(form, typed as Record<string, string>);
      const names = Object.keys(fields);
      const { [names[0] as string]: _, ...fewer } = fields;
      expect(readPdf(form, fewer)).toBeNull();
      expect(readPdf(form, { ...fields, 'one more': '' })).toBeNull();
      // A box with something that it cannot contain: the check refuses it, wherever it is.
      const before = readPdf(form, fields);
      for (const name of names.slice(0, 8)) {
        const read = readPdf(form, { ...fields, [name]: '12o Qx' });
        if (read === null || read.problems.length > 0) continue;
        if (JSON.stringify(read.values) === JSON.stringify(before?.values)) continue;
        const path = Object.keys(read.values).find((one) => read.values[one] !== before?.values[one]);
        // Free text takes it; a check box is checked by anything.
        expect([
          name,
          path === undefined || /12o Qx|^yes$/.test(read.values[path] ?? '') || fields[name] === '',
        ]).toEqual([name, true]);
        expect(() => ruleset.check(state, seat, ordersOf(form, read.values))).not.toThrow();
      }
    });
  });

  test('as JSON are refused with a problem at the place, if something else is there', {
    timeout: 600_000,
  }, () => {
    forAll((form, typed, { state, seat }) => {
      const raw = JSON.parse(asJson(form, typed as Record<string, string>)) as Record<string, unknown>;
      const wrong = [null, 7.5, -1, '', 'Qx7', [[]], { a: 1 }, [null, 3], true];
      for (const [i, name] of Object.keys(raw).entries()) {
        const spoiled = { ...raw, [name]: wrong[(i + form.turn) % wrong.length] };
        const checked = ruleset.check(state, seat, spoiled);
        if (checked.ok) continue;
        expect(checked.problems.length).toBeGreaterThan(0);
        for (const { message } of checked.problems) expect(message).not.toBe('');
      }
    });
  });
});
