import { expect, test } from 'vitest';
import { z } from 'zod';
import { RULESETS } from '../../../src/rules/catalog.ts';
import type { Ruleset } from '../../../src/rules/ruleset.ts';
import { optionFields, optionTexts, optionValues } from '../../../src/web/forms/options-form.ts';

const schema = z.object({
  length: z.enum(['short', 'long']).default('long').describe('How many turns.'),
  startingCash: z.number().int().min(1).max(900).default(400).meta({ title: 'Starting cash' }),
  handicap: z.boolean().default(true),
  motto: z.string().max(40).optional(),
  party: z.enum(['D', 'R']).nullable().optional(),
  rounds: z.number().int(),
});

test('every kind of option becomes a field with its default, hint and limits', () => {
  const fields = optionFields(schema);
  expect(fields.map(({ name, kind, initial }) => [name, kind, initial])).toEqual([
    ['length', 'choice', 'long'],
    ['startingCash', 'number', '400'],
    ['handicap', 'flag', 'yes'],
    ['motto', 'text', ''],
    ['party', 'choice', ''],
    ['rounds', 'number', ''],
  ]);
  expect(fields[0]).toMatchObject({ hint: 'How many turns.', label: 'Length' });
  expect(fields[1]).toMatchObject({ label: 'Starting cash', min: 1, max: 900 });
  expect(fields[0]?.choices.map((choice) => choice.value)).toEqual(['short', 'long']);
  expect(fields[4]?.choices.map((choice) => choice.value)).toEqual(['', 'D', 'R']);
  expect(fields.filter((field) => field.required).map((field) => field.name)).toEqual(['rounds']);
});

test('what is typed comes back as the schema wants it; blanks take their defaults', () => {
  const fields = optionFields(schema);
  const typed = {
    'options.rounds': ' 7 ',
    'options.startingCash': '',
    'options.party': 'R',
    'other.motto': 'x',
  };
  const values = optionValues(fields, typed, 'options');
  expect(schema.parse(values)).toEqual({
    length: 'long',
    startingCash: 400,
    handicap: false,
    party: 'R',
    rounds: 7,
  });
  const bad = schema.safeParse(optionValues(fields, { 'options.rounds': 'many' }, 'options'));
  expect(bad.success).toBe(false);
});

/** Whether the server sets an option when a game begins. */
function setByServer(option: z.core.$ZodType | undefined): boolean {
  return z.globalRegistry.get(option as z.ZodType)?.byServer === true;
}

test('the forms of every ruleset, sent as they come, are understood by it', () => {
  for (const ruleset of Object.values(RULESETS as Record<string, Ruleset>)) {
    for (const schemaOf of [ruleset.options, ruleset.wishes]) {
      const fields = optionFields(schemaOf);
      const typed = Object.fromEntries(fields.map((field) => [`f.${field.name}`, field.initial]));
      expect(schemaOf.safeParse(optionValues(fields, typed, 'f')).success, ruleset.id).toBe(true);
      expect(
        fields.map((field) => field.name),
        ruleset.id,
      ).toEqual(Object.keys(schemaOf.shape).filter((key) => !setByServer(schemaOf.shape[key])));
    }
  }
});

test('a text of many lines is read by its schema, and null is a choice where it has a name', () => {
  const own = z.object({
    bank: z.enum(['long', 'short']).nullable().default('long').meta({ none: 'No bank' }),
    lines: z
      .unknown()
      .transform((given) => (typeof given === 'string' ? given.split('\n') : (given as string[])))
      .default([])
      .meta({ lines: 100, description: 'One a line.' }),
  });
  const fields = optionFields(own);
  expect(fields.map(({ kind, initial, max }) => [kind, initial, max])).toEqual([
    ['choice', 'long', null],
    ['lines', '', 100],
  ]);
  expect(fields[0]?.choices.at(-1)).toEqual({ value: '-', label: 'No bank' });
  const chosen = own.parse(optionValues(fields, { 'f.bank': '-', 'f.lines': 'one\ntwo' }, 'f'));
  expect(chosen).toEqual({ bank: null, lines: ['one', 'two'] });
  expect(optionTexts(fields, chosen, 'f')).toEqual({ 'f.bank': '-', 'f.lines': '[\n  "one",\n  "two"\n]' });
});

test('the options of every ruleset are the same after they were copied into a form', () => {
  for (const ruleset of Object.values(RULESETS as Record<string, Ruleset>)) {
    const fields = optionFields(ruleset.options);
    const usual = ruleset.options.parse({}) as Record<string, unknown>;
    const copied = ruleset.options.parse(optionValues(fields, optionTexts(fields, usual, 'f'), 'f'));
    expect(copied, ruleset.id).toEqual(usual);
  }
});
