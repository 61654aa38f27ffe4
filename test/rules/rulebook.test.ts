import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { RULESETS } from '../../src/rules/catalog.ts';
import { STATES } from '../../src/rules/country.ts';
import { seededDice } from '../../src/rules/dice.ts';
import { BOARD, finalMargin, squaresFor } from '../../src/rules/margin-of-error/data.ts';
import {
  type RulebookBlock,
  ruleNumbers,
  ruleOfField,
  ruleOfRemark,
  type WorkedExample,
  workedExamples,
} from '../../src/rules/rulebook.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { playScenario } from '../../src/rules/scenario.ts';
import { fieldsOf } from '../../src/rules/sheet.ts';
import { type Case, casesOf, failureOf } from '../conformance/cases.ts';
import { citationsIn } from './rule-citations.ts';

const root = path.resolve(import.meta.dirname, '../..');
const rulesets = Object.values(RULESETS as Record<string, Ruleset>);

/** Every file that may cite a rule: code, templates, guides and tests, without stored games and generated code. */
function citingFiles(): string[] {
  const folders = ['src', 'templates', 'docs', 'test', 'prisma'];
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|js|eta|md|json|prisma)$/.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name))
      .filter((file) => !/\/(generated|replays|migrations)\/|rule-citations/.test(file)),
  );
}

describe.each(rulesets.map((ruleset) => [ruleset.title, ruleset] as const))(
  'the rulebook of %s',
  (_, ruleset) => {
    const { rulebook, id, prefix } = ruleset;
    const numbers = ruleNumbers(rulebook);
    const examples = workedExamples(rulebook);
    const blocks = rulebook.sections.flatMap((section) => [
      ...section.blocks,
      ...section.rules.flatMap((rule) => rule.blocks),
    ]);

    test('has every rule that code, templates, guides, tests or case files cite', () => {
      expect(rulebook.prefix).toBe(prefix);
      const missing = citingFiles().flatMap((file) =>
        citationsIn(readFileSync(file, 'utf8'), prefix)
          .filter((number) => !numbers.has(number))
          .map((number) => `${path.relative(root, file)}: ${number}`),
      );
      expect(missing).toEqual([]);
      expect(casesOf(id).filter(({ json }) => !numbers.has(json.rule))).toEqual([]);
    });

    test('has hints for a first turn beside fields of the first sheet', () => {
      const identifiers = ['YOU', 'AB', 'CD', 'EF'].slice(0, Math.max(1, ruleset.seats.min));
      const seats = identifiers.map((identifier) => ({ identifier, name: identifier, wish: {} }));
      const setup = ruleset.setUp(ruleset.options.parse({}), seats, seededDice(new Uint8Array(32), 0));
      const form = ruleset.sheet(ruleset.begin(setup), 'YOU');
      const names = form === null ? [] : fieldsOf(form).map(({ name }) => name);
      const { look, fields, after } = rulebook.firstTurn;
      expect(names).toEqual(expect.arrayContaining(fields.map(({ field }) => field)));
      expect(Math.min(look.length, fields.length, after.length)).toBeGreaterThan(1);
    });

    test('numbers its rules in order, each once, under their sections', () => {
      for (const section of rulebook.sections) {
        for (const [i, { number }] of section.rules.entries()) {
          expect(number).toBe(`${section.number}.${i + 1}`);
        }
      }
      const sections = rulebook.sections.map(({ number }) => Number(number.slice(prefix.length + 1)));
      expect(sections).toEqual([...new Set(sections)].sort((a, b) => a - b));
    });

    test('refers only to rules that it has', () => {
      const words = JSON.stringify([
        rulebook.primer,
        rulebook.sections,
        rulebook.fieldRules,
        rulebook.codeRules,
      ]);
      const cited = words.match(new RegExp(`\\b${prefix}-\\d+(\\.\\d+)*`, 'g')) ?? [];
      expect(cited.length).toBeGreaterThan(50);
      expect(cited.filter((number) => !numbers.has(number))).toEqual([]);
    });

    test.each(examples.map((example) => [example.title, example] as const))(
      'shows what the rules compute: %s',
      (_title, example) => {
        expect(failureOf(id, { title: '', rule: '', ruleset: id, ...example.case } as Case)).toBeNull();
        expect(JSON.stringify(example.case)).toMatch(/"expect":|"newGame":/);
      },
    );

    test.each(examples.map((example) => [example.title, example] as const))(
      'names no figure that is not in its case: %s',
      (_title, example) => expect(strayFigures(id, example)).toEqual([]),
    );

    test('says nothing that is blank, and has a table, a figure and worked examples', () => {
      const kinds = new Set(blocks.map(({ kind }) => kind));
      expect([...kinds]).toEqual(expect.arrayContaining(['paragraph', 'table', 'map', 'list', 'example']));
      expect(examples.length).toBeGreaterThanOrEqual(10);
      const words = [...blocks, ...examples.flatMap((example) => example.blocks)].flatMap(wordsOf);
      expect(words.filter((text) => /TODO|undefined|NaN|\[object/.test(text) || text.trim() === '')).toEqual(
        [],
      );
      for (const block of blocks) {
        if (block.kind !== 'table') continue;
        for (const row of block.rows) expect(row, block.caption).toHaveLength(block.columns.length);
      }
    });

    test('knows the rule behind every field of its sheets', () => {
      const fields = new Set<string>();
      for (const state of statesOf(id)) {
        for (const seat of ruleset.seatsOwing(state)) {
          const form = ruleset.sheet(state, seat);
          for (const { name } of form === null ? [] : fieldsOf(form)) fields.add(name);
        }
      }
      expect(fields.size).toBeGreaterThan(3);
      for (const field of fields) expect(ruleOfField(rulebook, field), field).not.toBeNull();
      for (const number of Object.values(rulebook.fieldRules)) expect(numbers).toContain(number);
      expect(ruleOfField(rulebook, 'toString')).toBeNull();
    });

    test('knows the rule behind every problem of the case files and every code in its code', () => {
      const remarks = casesOf(id).flatMap(({ json }) => problemsIn(json));
      expect(remarks.length).toBeGreaterThan(20);
      for (const remark of remarks) {
        expect(ruleOfRemark(rulebook, remark), JSON.stringify(remark)).not.toBeNull();
      }
      for (const code of codesOfAdvice(id)) {
        expect(ruleOfRemark(rulebook, { field: '', code }), code).not.toBeNull();
      }
      for (const { rule } of rulebook.codeRules) expect(numbers).toContain(rule);
      expect(ruleOfRemark(rulebook, { field: '', code: 'no-such-code' })).toBeNull();
    });
  },
);

test('the charts of Margin of Error give the squares of every total', () => {
  const { rulebook } = RULESETS['margin-of-error'];
  const tableOf = (number: string) => {
    const rules = rulebook.sections.flatMap(({ rules }) => rules);
    const found = rules.find((rule) => rule.number === number)?.blocks.find(({ kind }) => kind === 'table');
    if (found?.kind !== 'table') throw new Error(`${number} has no table.`);
    return found;
  };
  for (const [total, squares] of tableOf('MOE-2.9').rows.slice(0, 5)) {
    for (const n of totalsIn(String(total), 30)) expect(String(squaresFor(n)), `total ${n}`).toBe(squares);
  }
  const { columns, rows } = tableOf('MOE-2.14');
  for (const [i, { label }] of columns.slice(1).entries()) {
    for (const n of totalsIn(label, 12)) {
      expect(String(rows[0]?.[i + 1]).replace('−', '-')).toBe(
        finalMargin(n) > 0 ? `+${finalMargin(n)}` : String(finalMargin(n)),
      );
    }
  }
});

/** The totals that a label of a chart means: `3–5`, `2 or less`, `13 or more`, `7`. */
function totalsIn(label: string, max: number): number[] {
  const [first = 0, last] = (label.match(/\d+/g) ?? []).map(Number);
  const [from, to] = label.includes('less')
    ? [0, first]
    : label.includes('more')
      ? [first, max]
      : [first, last ?? first];
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

/** States in which every kind of sheet is owed: the beginnings of the case files, and their third turns. */
function statesOf(id: string): unknown[] {
  const ruleset = (RULESETS as Record<string, Ruleset>)[id] as Ruleset;
  return casesOf(id).flatMap(({ json }) => {
    if (!('turns' in json)) return [];
    const setup = ruleset.parseSetup((json as unknown as { setup: unknown }).setup);
    if (!setup.ok) return [];
    const start = ruleset.begin(setup.value);
    return [start, ruleset.foresee(start, 3)].filter((state) => state !== null);
  });
}

function problemsIn(json: unknown): { field: string; code: string }[] {
  if (Array.isArray(json)) return json.flatMap(problemsIn);
  if (typeof json !== 'object' || json === null) return [];
  const { field, code } = json as { field?: unknown; code?: unknown };
  if (typeof field === 'string' && typeof code === 'string') return [{ field, code }];
  return Object.values(json).flatMap(problemsIn);
}

/** The codes that the advice of a ruleset is written with. */
function codesOfAdvice(id: string): string[] {
  const source = readFileSync(path.join(root, 'src/rules', id, 'advice.ts'), 'utf8');
  const codes = [...source.matchAll(/code: '([a-z-]+)'/g)].map(([, code]) => code as string);
  expect(codes.length).toBeGreaterThan(2);
  return codes;
}

function wordsOf(block: RulebookBlock): string[] {
  if (block.kind === 'paragraph') return [block.text];
  if (block.kind === 'list') return block.items.map(({ text }) => text);
  if (block.kind === 'table')
    return block.rows
      .flat()
      .map((cell) => (typeof cell === 'string' ? cell : cell.text))
      .filter((text) => text !== '');
  return [];
}

const SUM = /(\d[\d,]*(?: [+×−] \d[\d,]*)+) = \$?([\d,]*\d)/g;

/** The figures from 10 up in the words of an example that are neither in its case nor the result of a sum in its words. */
function strayFigures(id: string, example: WorkedExample): number[] {
  const words = example.blocks.flatMap(wordsOf).join('\n');
  const played = 'newGame' in example.case ? null : playScenario({ ruleset: id, ...example.case });
  const known = new Set<number>([269, 270, 538, 20]);
  const data = [
    STATES.map(({ electoralVotes, donation }) => [electoralVotes, donation]),
    BOARD.map(({ votes }) => votes),
  ];
  const sources = JSON.stringify([example.case, played?.ok === true ? played.value.document : null, data]);
  for (const figure of sources.match(/\d+/g) ?? []) known.add(Number(figure));
  for (const [, sum = '', result = ''] of words.matchAll(SUM)) {
    expect(evaluate(sum), `${sum} = ${result}`).toBe(figure(result));
    known.add(figure(result));
  }
  return (words.match(/\d[\d,]*\d/g) ?? []).map(figure).filter((number) => !known.has(number));
}

function figure(text: string): number {
  return Number(text.replaceAll(',', ''));
}

/** A sum of `+`, `−` and `×`, from left to right. */
function evaluate(sum: string): number {
  const [first = '', ...rest] = sum.split(/ (?=[+×−])/);
  return rest.reduce((value, term) => {
    const operand = figure(term.slice(2));
    if (term.startsWith('+')) return value + operand;
    return term.startsWith('−') ? value - operand : value * operand;
  }, figure(first));
}
