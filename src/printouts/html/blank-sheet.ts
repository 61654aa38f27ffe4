import { counted, grouped, listInWords } from '../../rules/numbers.ts';
import type { BlankSheet } from '../../rules/report.ts';
import { type Field, fullHint } from '../../rules/sheet.ts';
import { escapePrintable } from './escape-printable.ts';

/** The most choices of a field that are listed. */
const MAX_LISTED_CHOICES = 12;

/** The blank turn sheet: what can be written on it, in words. */
export function blankSheetHtml(sheet: BlankSheet): string {
  const header = sheet.header.map(({ label, value }) => {
    const shown = value === '' ? '<span class="blank"></span>' : escapePrintable(value);
    return `<div><dt>${escapePrintable(label)}</dt><dd>${shown}</dd></div>`;
  });
  const facts = sheet.form.facts.map((fact) => `<li>${escapePrintable(fact)}</li>`);
  const sections = sheet.form.sections.map((section) => {
    const hint = section.hint === undefined ? '' : `<p>${escapePrintable(section.hint)}</p>`;
    const fields = section.fields.map((field) => `<li>${fieldHtml(field)}</li>`);
    return `<h3>${escapePrintable(section.title)}</h3>${hint}<ul class="sheet-fields">${fields.join('')}</ul>`;
  });
  return (
    `<div class="blank-sheet"><dl class="facts sheet-head">${header.join('')}</dl>` +
    `${facts.length === 0 ? '' : `<ul class="sheet-facts">${facts.join('')}</ul>`}${sections.join('')}</div>`
  );
}

function fieldHtml(field: Field): string {
  const label = `<strong>${escapePrintable(field.label)}</strong>`;
  const expected = expectedIn(field);
  const words = fullHint(field);
  const hint = words === undefined ? '' : ` ${escapePrintable(words)}`;
  return `${label}${expected === null ? '' : `: ${escapePrintable(expected)}`}.${hint}`;
}

/** What a field takes, in words; null if its label says enough. */
function expectedIn(field: Field): string | null {
  switch (field.kind) {
    case 'ranking':
      return field.unordered
        ? field.choices.map(({ label }) => label).join('; ')
        : `up to ${grouped(field.max)}`;
    case 'texts':
      return field.entries.join('; ');
    case 'rows':
      if (field.given)
        return field.given.map(({ label, note }) => (note ? `${label}, ${note}` : label)).join('; ');
      return `up to ${counted(field.max, 'row')} of ${listInWords(field.columns.map(({ label }) => label))}`;
    case 'text':
      return `up to ${counted(field.max, 'character')}`;
    case 'choice': {
      const listed = field.choices.length > 0 && field.choices.length <= MAX_LISTED_CHOICES;
      return listed ? field.choices.map(({ label }) => label).join('; ') : null;
    }
    default:
      return null;
  }
}
