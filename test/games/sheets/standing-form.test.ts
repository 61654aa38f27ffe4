import { expect, test } from 'vitest';
import { openPartOf, standingForm, standingParts } from '../../../src/games/sheets/standing-form.ts';
import { RULESETS } from '../../../src/rules/catalog.ts';
import type { Ruleset } from '../../../src/rules/ruleset.ts';
import { fieldsOf, type SheetForm } from '../../../src/rules/sheet.ts';
import { computerSheets } from '../../rules/computer-games.ts';

/* Questions and offers of Politics have the same labels in each turn: what is said of those of one turn must not be played in another. */

const ruleset = RULESETS.politics as Ruleset;

const namesOf = (form: SheetForm | null) => (form === null ? [] : fieldsOf(form).map(({ name }) => name));

test.each(['answers', 'help', 'performances', 'guesses', 'objections'])(
  'standing orders have no field %s, and those that were stored with it are played without it',
  (field) => {
    const found = [...computerSheets(ruleset)].find(({ form }) => namesOf(form).includes(field));
    if (found === undefined) throw new Error(`No sheet has ${field}.`);
    const { state, seat, form } = found;
    const game = { ruleset: 'politics', rulesetVersion: ruleset.version, turn: form.turn, state };
    const names = namesOf(standingForm(standingParts(game, seat)));
    expect(names).not.toContain(field);
    expect(names).toContain('press');
    expect(openPartOf(ruleset, state, { [field]: ['CD1'], press: 'On holiday.' })).toEqual({
      press: 'On holiday.',
    });
  },
);

test('an offer that was accepted once is not accepted in another turn', () => {
  const { state } = [...computerSheets(ruleset)].at(-1) ?? {};
  expect(openPartOf(ruleset, state, { accept: ['CD1'], adjourn: true })).toEqual({ adjourn: true });
});
