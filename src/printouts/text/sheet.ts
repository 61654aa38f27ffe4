import type { BlankSheet } from '../../rules/report.ts';
import type { Field, SimpleField } from '../../rules/sheet.ts';
import { clean } from '../words.ts';
import { hang, shorten, TEXT_WIDTH, wrap } from './wrap.ts';

/** The turn sheet to be filled in: a line for each thing to write. */
export function sheetLines(sheet: BlankSheet): string[] {
  const lines: string[] = [];
  for (const entry of sheet.header) {
    const value = clean(entry.value);
    lines.push(
      ...hang(shorten(`${clean(entry.label)}: `, 40), value === '' ? '____________________' : value),
    );
  }
  for (const fact of sheet.form.facts) lines.push(...hang('* ', clean(fact)));
  for (const section of sheet.form.sections) {
    lines.push('', ...wrap(clean(section.title), TEXT_WIDTH));
    if (section.hint !== undefined) lines.push(...hang('  ', clean(section.hint)));
    for (const field of section.fields) lines.push(...fieldLines(field));
  }
  return lines;
}

function fieldLines(field: Field): string[] {
  const hint = field.hint === undefined ? [] : hang('  ', clean(field.hint));
  if (field.kind === 'ranking') {
    const each = shorten(clean(field.each), 40);
    const numbers = Array.from({ length: field.max }, (_, i) => i + 1);
    return [
      ...hint,
      ...numbers.map((n) => `  ${each} ${n}: ${field.of === 'state' ? '[__]' : '__________'}`),
    ];
  }
  if (field.kind === 'rows') {
    const numbers = Array.from({ length: field.max }, (_, i) => i + 1);
    const blanks = field.columns
      .map((column) => `${shorten(clean(column.label), 14)} ${blankOf(column)}`)
      .join('  ');
    return [...hint, ...numbers.flatMap((n) => hang(`  ${String(n).padStart(2)}. `, blanks))];
  }
  const choices = field.kind === 'choice' ? choicesLine(field.choices.map((choice) => choice.label)) : [];
  return [...hint, `  ${shorten(clean(field.label), 30)}: ${blankOf(field)}`, ...choices];
}

function choicesLine(labels: string[]): string[] {
  return labels.length === 0 || labels.length > 12 ? [] : hang('    one of: ', labels.map(clean).join('; '));
}

function blankOf(field: SimpleField): string {
  if (field.kind === 'state') return '[__]';
  if (field.kind === 'flag') return '[_] yes';
  if (field.kind === 'integer') return field.unit === 'dollars' ? '$ ________' : '________';
  return field.kind === 'text' ? '_'.repeat(Math.min(40, field.max)) : '__________';
}
