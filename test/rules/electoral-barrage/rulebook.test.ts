import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { RULESETS } from '../../../src/rules/catalog.ts';
import { electoralBarrage } from '../../../src/rules/electoral-barrage/index.ts';
import { ruleNumbers, workedExamples } from '../../../src/rules/rulebook.ts';
import { type Case, failureOf } from '../../conformance/cases.ts';
import { citationsIn } from '../rule-citations.ts';

// The ruleset is not in the catalog yet; test/rules/rulebook.test.ts will test it there.
Object.assign(RULESETS, { 'electoral-barrage': electoralBarrage });

const { rulebook, id } = electoralBarrage;

test('every worked example of the rulebook is what the rules compute', () => {
  const examples = workedExamples(rulebook);
  expect(examples.length).toBeGreaterThanOrEqual(10);
  for (const example of examples) {
    const json = { title: '', rule: '', ruleset: id, ...example.case } as Case;
    expect(failureOf(id, json), example.title).toBeNull();
  }
});

test('the rulebook has every rule that the code of the ruleset cites', () => {
  const numbers = ruleNumbers(rulebook);
  const folder = path.resolve(import.meta.dirname, '../../../src/rules/electoral-barrage');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const cited = files.flatMap((name) => citationsIn(readFileSync(path.join(folder, name), 'utf8'), 'EB'));
  expect(cited.length).toBeGreaterThan(100);
  expect(cited.filter((number) => !numbers.has(number))).toEqual([]);
});
