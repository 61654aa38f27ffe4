import path from 'node:path';
import { Eta } from 'eta';
import { describe, expect, test } from 'vitest';
import { fieldsOf, type Problem, type SheetForm } from '../../../src/rules/sheet.ts';
import { fieldAnchors } from '../../../src/web/turn-sheet/field-anchors.ts';
import { toPagePaths, valuePaths } from '../../../src/web/turn-sheet/field-paths.ts';
import { fillIn } from '../../../src/web/turn-sheet/fill-in.ts';
import { valuesFromBody } from '../../../src/web/turn-sheet/posted-sheet.ts';
import { NOT_VALIDATED, sheetView } from '../../../src/web/turn-sheet/sheet-view.ts';
import type { FieldView, GivenRowsView } from '../../../src/web/turn-sheet/view-model.ts';
import { GIVEN } from '../../rules/given-form.ts';

const views = path.join(import.meta.dirname, '..', '..', '..', 'templates', 'web');
const eta = new Eta({ views, autoEscape: true });

function fieldsWith(values: Record<string, string>): FieldView[] {
  return sheetView(GIVEN, values, NOT_VALIDATED).sections.flatMap(({ fields }) => fields);
}

function givenList(name: string, values: Record<string, string> = {}): GivenRowsView {
  const field = fieldsWith(values).find((one) => one.kind === 'given' && one.path === name);
  if (field?.kind !== 'given') throw new Error(`There is no list ${name}.`);
  return field;
}

function htmlOf(name: string, values: Record<string, string> = {}): string {
  return eta.render('/player/field', { field: givenList(name, values), check: '/check' });
}

describe('rows about something that exists on the page', () => {
  test('have a control for what is asked only', () => {
    expect(valuePaths(GIVEN)).toEqual([
      ...['answers[0].answer', 'answers[1].answer', 'tasks[0].drawing', 'tasks[1].text'],
      ...['stops[0].move', 'stops[0].to', 'stops[0].cash', 'stops[0].chips'],
      ...['stops[2].move', 'stops[2].to', 'stops[2].cash', 'stops[2].chips'],
      ...['written[0]', 'written[1]', 'written[2]'],
    ]);
    const [first, second] = givenList('answers').rows;
    expect(first?.controls[0]?.options.map(({ text }) => text)).toEqual(['', 'A An elephant', 'B A flea']);
    expect(second?.controls[0]?.options.map(({ text }) => text)).toEqual(['', 'A', 'B']);
    expect(
      givenList('stops').rows.map(({ label, note, controls }) => [label, note, controls.length]),
    ).toEqual([
      ['Stop 1', 'you rolled 3 and 4', 4],
      ['Stop 2', 'lost', 0],
      ['Stop 3', 'you rolled 1 and 2', 4],
    ]);
  });

  test('show what they are about, escaped', () => {
    const html = htmlOf('answers');
    expect(html).toContain('<strong>AB1</strong> <span class="given-note">easy</span>');
    expect(html).toContain('What is &lt;b&gt;big&lt;/b&gt;?');
    expect(html).not.toContain('<b>');
  });

  test('have a box of fixed pitch for a drawing, with all its lines and nothing of it as HTML', () => {
    const drawing = '\n </textarea><i>\n   (_)';
    const html = htmlOf('tasks', { 'tasks[0].drawing': drawing });
    // Browsers skip the first line break after the tag.
    expect(html).toMatch(
      /<textarea class="fixed-pitch"[^>]* name="tasks\[0\]\.drawing"[^>]* rows="4" cols="12">\n\n &lt;\/textarea&gt;&lt;i&gt;\n {3}\(_\)<\/textarea>/,
    );
    expect(valuesFromBody(GIVEN, { 'tasks[0].drawing': ' \r\n(_)' })).toEqual({
      'tasks[0].drawing': ' \r\n(_)',
    });
  });

  test('have remarks at the row that was filled in, and in their places for rows that keep them', () => {
    const values = { 'answers[1].answer': 'Z', 'stops[2].to': 'CA' };
    const fields = ['answers[0].answer', 'stops[2].to', 'stops[2].chips[1]', 'written[1]'];
    const remarks = fields.map((field) => ({ field }));
    expect(toPagePaths(GIVEN, values, remarks)).toEqual([
      { field: 'answers[1].answer' },
      { field: 'stops[2].to' },
      { field: 'stops[2].chips' },
      { field: 'written[1]' },
    ]);
    const problems = [{ field: 'tasks[0].drawing[2]', code: 'not-drawing', message: 'No digits.' }];
    const view = sheetView(GIVEN, values, { ...NOT_VALIDATED, problems });
    expect(view.problems).toEqual([
      { label: 'Tasks, Show 3, Drawing', target: 'f-tasks-0-drawing', message: 'No digits.' },
    ]);
    expect(fieldAnchors(GIVEN).get('stops[1]')).toEqual({ label: 'Stops, Stop 2', target: 'f-stops-1' });
    expect(htmlOf('stops')).toContain('id="f-stops-1"');
  });

  test('have a box of several lines for a long text, whose line breaks are sent as they are', () => {
    const form: SheetForm = structuredClone(GIVEN);
    const list = fieldsOf(form).find(({ name }) => name === 'tasks');
    if (list?.kind !== 'rows') throw new Error('There are no tasks.');
    for (const column of list.columns) if (column.name === 'text') Object.assign(column, { max: 280 });
    const view = sheetView(form, { 'tasks[1].text': 'One\n</textarea>two' }, NOT_VALIDATED);
    const field = view.sections
      .flatMap(({ fields }) => fields)
      .find((one) => one.kind === 'given' && one.path === 'tasks');
    const html = eta.render('/player/field', { field, check: '/check' });
    expect(html).toMatch(
      /<textarea class="long-text"[^>]* name="tasks\[1\]\.text"[^>]* data-max="280">\nOne\n&lt;\/textarea&gt;two<\/textarea>/,
    );
    expect(valuesFromBody(form, { 'tasks[1].text': 'One\r\ntwo' })).toEqual({
      'tasks[1].text': 'One\r\ntwo',
    });
  });

  test('fold away the columns that are rare, until something in them is filled in or remarked on', () => {
    const form: SheetForm = structuredClone(GIVEN);
    const list = fieldsOf(form).find(({ name }) => name === 'stops');
    if (list?.kind !== 'rows') throw new Error('There are no stops.');
    list.rareTitle = 'What you offer';
    for (const column of list.columns) column.rare = ['cash', 'chips'].includes(column.name);
    const stopsWith = (values: Record<string, string>, problems: Problem[] = []) => {
      const view = sheetView(form, values, { ...NOT_VALIDATED, problems });
      const field = view.sections
        .flatMap(({ fields }) => fields)
        .find((one) => one.kind === 'given' && one.path === 'stops');
      if (field?.kind !== 'given') throw new Error('There are no stops.');
      return field;
    };
    const folds = (values: Record<string, string>, problems: Problem[] = []) =>
      stopsWith(values, problems).rows.map(({ folded }) => folded);
    expect(stopsWith({}).rows.map(({ controls, rare }) => [controls.length, rare.length])).toEqual([
      [2, 2],
      [0, 0],
      [2, 2],
    ]);
    expect(folds({ 'stops[0].to': 'TX' })).toEqual([true, true, true]);
    expect(folds({ 'stops[2].cash': '4' })).toEqual([true, true, false]);
    const problem = { field: 'stops[0].chips', code: 'unknown-state', message: 'XX is no state.' };
    expect(folds({}, [problem])).toEqual([false, true, true]);
    const html = eta.render('/player/field', { field: stopsWith({ 'stops[2].cash': '4' }), check: '/check' });
    expect(html.match(/<details class="given-more">/g)).toHaveLength(1);
    expect(html.match(/<details class="given-more" open>/g)).toHaveLength(1);
    expect(html).toContain('<summary>What you offer<span class="spoken">, Stop 3</span></summary>');
  });

  test('are filled in from the map’s figures in the first row that takes a state', () => {
    const facts = {
      ...{ notes: [], columns: [] },
      list: { name: 'stops', state: 'to', kind: { column: 'move', values: ['walk'] } },
      states: [
        {
          ...{ state: 'TX' as const, name: 'Texas', facts: {}, brief: '' },
          fill: { row: { move: 'walk', to: 'TX' }, instead: null },
        },
      ],
    };
    const filled = fillIn(GIVEN, facts, { values: { 'stops[0].move': 'stay' }, code: 'TX' });
    expect(filled.values).toEqual({ 'stops[0].move': 'stay', 'stops[2].move': 'walk', 'stops[2].to': 'TX' });
    expect(filled.remark.label).toBe('Stops, Stop 3');
  });
});

describe('written answers on the page', () => {
  test('have an input for each question, with the question as its label', () => {
    const field = fieldsWith({ 'written[2]': '1787' }).find(({ kind }) => kind === 'texts');
    if (field?.kind !== 'texts') throw new Error('There are no written answers.');
    expect(field.controls.map(({ kind, label, value, max }) => [kind, label, value, max])).toEqual([
      ['text', 'Which planet?', '', 60],
      ['text', 'Which river?', '', 60],
      ['text', 'Which "year"?', '1787', 60],
    ]);
    const html = eta.render('/player/field', { field, check: '/check' });
    expect(html).toContain('Which &quot;year&quot;?');
    expect(html.match(/<input type="text"/g)).toHaveLength(3);
  });
});
