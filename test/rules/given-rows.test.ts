import { describe, expect, test } from 'vitest';
import { describeOrders, describePart } from '../../src/rules/describe-orders.ts';
import { fieldLabel } from '../../src/rules/field-label.ts';
import { rowSentences } from '../../src/rules/row-sentences.ts';
import { fieldsOf, type SheetForm } from '../../src/rules/sheet.ts';
import { formFromRaw, rawFromForm } from '../../src/rules/sheet-values.ts';
import { GIVEN } from './given-form.ts';

describe('rows about something that exists', () => {
  test('have what they are about in the orders as soon as they are filled in', () => {
    expect(rawFromForm(GIVEN, { 'answers[1].answer': 'A' })).toEqual({
      answers: [{ question: 'AB2', answer: 'A' }],
    });
    // What the form does not ask for is ignored.
    expect(rawFromForm(GIVEN, { 'answers[1].question': 'AB1', 'tasks[0].text': 'x' })).toEqual({});
    expect(rawFromForm(GIVEN, { 'tasks[1].text': 'x' })).toEqual({ tasks: [{ show: 5, text: 'x' }] });
  });

  test('are filled in again from orders in any order, and others are left out', () => {
    const answers = [
      { question: ' ab2', answer: 'B' },
      { question: 'AB1', answer: 'A' },
      { question: 'AB1', answer: 'B' },
      { question: 'XX9', answer: 'B' },
      null,
    ];
    expect(formFromRaw(GIVEN, { answers })).toEqual({ 'answers[0].answer': 'A', 'answers[1].answer': 'B' });
  });

  test('are described after what they are about, with the choices of their own', () => {
    const orders = {
      answers: [
        { question: 'AB2', answer: 'B' },
        { question: 'AB1', answer: 'B' },
      ],
    };
    expect(describeOrders(GIVEN, orders)[0]).toEqual({
      label: 'Answers',
      lines: ['AB2: B', 'AB1: B A flea'],
      ranked: false,
    });
    expect(describePart(GIVEN, 'answers', orders.answers[1])).toBe('Answers, AB1: B A flea');
  });

  test('are named on pages, and numbered where blank ones may have been left out', () => {
    expect(fieldLabel(GIVEN, 'answers[1].answer', true)).toBe('Answers, AB2, Answer');
    expect(fieldLabel(GIVEN, 'answers[0].answer')).toBe('Answers 1, Answer');
    expect(fieldLabel(GIVEN, 'stops[2].chips[1]')).toBe('Stops, Stop 3, Chips 2');
    expect(fieldLabel(GIVEN, 'written[2]')).toBe('Written answers 3');
  });
});

describe('rows in their places', () => {
  test('keep them, with null for blank ones before the last', () => {
    const values = { 'stops[2].move': 'walk', 'stops[2].to': 'TX' };
    const raw = { stops: [null, null, { move: 'walk', to: 'TX' }] };
    expect(rawFromForm(GIVEN, values)).toEqual(raw);
    expect(formFromRaw(GIVEN, raw)).toEqual(values);
    expect(rawFromForm(GIVEN, { 'stops[0].move': 'stay' })).toEqual({ stops: [{ move: 'stay' }] });
    expect(rawFromForm(GIVEN, { 'stops[1].move': 'stay' })).toEqual({});
  });

  test('have a sentence without what means nothing beside another column, or is what a blank means', () => {
    const stops = [
      { move: 'walk', to: 'TX', cash: 0, chips: ['CA', 'NM'] },
      null,
      { move: 'stay', to: 'CA', cash: 4 },
    ];
    expect(rowSentences(GIVEN, { stops })).toEqual([
      { field: 'stops[0]', text: 'Walk to Texas, with CA and NM.' },
      { field: 'stops[2]', text: 'Stay.' },
    ]);
    expect(describeOrders(GIVEN, { stops })[2]?.lines).toEqual([
      'Stop 1: Walk to Texas, with CA and NM.',
      'Stop 2: Nothing',
      'Stop 3: Stay.',
    ]);
  });
});

describe('a column that something else of its row implies', () => {
  const implying: SheetForm = structuredClone(GIVEN);
  const stops = fieldsOf(implying).find(({ name }) => name === 'stops');
  if (stops?.kind !== 'rows') throw new Error('There are no stops.');
  for (const column of stops.columns) if (column.name === 'move') column.implied = 'walk';

  test('is in the orders if it is blank and the row is not', () => {
    expect(rawFromForm(implying, { 'stops[2].to': 'TX' })).toEqual({
      stops: [null, null, { move: 'walk', to: 'TX' }],
    });
    expect(rawFromForm(implying, { 'stops[0].move': 'stay', 'stops[0].to': 'TX' })).toEqual({
      stops: [{ move: 'stay', to: 'TX' }],
    });
    // A blank row stays blank, and so does one that asks for nothing.
    expect(rawFromForm(implying, { 'stops[0].to': ' ', 'stops[1].to': 'TX' })).toEqual({});
  });

  test('is shown as soon as it has been sent', () => {
    const raw = rawFromForm(implying, { 'stops[0].to': 'TX' });
    expect(formFromRaw(implying, raw)).toEqual({ 'stops[0].move': 'walk', 'stops[0].to': 'TX' });
  });
});

describe('several entries in one box', () => {
  test('are the lines of a drawing, with those that are blank at its top', () => {
    const values = { 'tasks[0].drawing': '\r\n  /\\\r\n /__\\\r\n\r\n' };
    const raw = { tasks: [{ show: 3, drawing: ['', '  /\\', ' /__\\'] }] };
    expect(rawFromForm(GIVEN, values)).toEqual(raw);
    expect(formFromRaw(GIVEN, raw)).toEqual({ 'tasks[0].drawing': '\n  /\\\n /__\\' });
    expect(rawFromForm(GIVEN, formFromRaw(GIVEN, raw))).toEqual(raw);
    expect(rawFromForm(GIVEN, { 'tasks[0].drawing': ' \n \n' })).toEqual({});
    expect(describeOrders(GIVEN, raw)[1]?.lines).toEqual(['Show 3: drawing of 3 lines']);
  });

  test('are words with spaces or commas between', () => {
    const raw = { stops: [{ chips: ['NM', 'OK'] }] };
    expect(rawFromForm(GIVEN, { 'stops[0].chips': ' NM, OK ' })).toEqual(raw);
    expect(formFromRaw(GIVEN, raw)).toEqual({ 'stops[0].chips': 'NM OK' });
    expect(rawFromForm(GIVEN, { 'stops[0].chips': ' , ' })).toEqual({});
    // What is no list of texts cannot be shown.
    expect(
      formFromRaw(GIVEN, { stops: [{ chips: ['NM', 7] }], tasks: [{ show: 3, drawing: [[]] }] }),
    ).toEqual({});
  });
});

describe('a text for each question', () => {
  test('keeps its place', () => {
    const values = { 'written[0]': 'Jupiter', 'written[2]': ' 1787 ' };
    const raw = { written: ['Jupiter', null, ' 1787 '] };
    expect(rawFromForm(GIVEN, values)).toEqual(raw);
    expect(formFromRaw(GIVEN, raw)).toEqual(values);
    expect(rawFromForm(GIVEN, { 'written[1]': '  ' })).toEqual({});
    expect(describeOrders(GIVEN, raw)[3]).toEqual({
      label: 'Written answers',
      lines: ['Jupiter', 'Nothing', ' 1787 '],
      ranked: true,
    });
  });
});
