import type { BlankSheet } from '../../rules/report.ts';
import type { Field } from '../../rules/sheet.ts';
import { escapeXml } from '../escape.ts';
import { clean } from '../words.ts';

/** The turn sheet to be filled in by hand, as it is on paper. */
export function sheetHtml(sheet: BlankSheet): string {
  const header = sheet.header.map((entry) => {
    const value = entry.value === '' ? '<span class="blank"></span>' : text(entry.value);
    return `<div><dt>${text(entry.label)}</dt><dd>${value}</dd></div>`;
  });
  const facts = sheet.form.facts.map((fact) => `<li>${text(fact)}</li>`);
  const sections = sheet.form.sections.map((section) => {
    const hint = section.hint === undefined ? '' : `<p>${text(section.hint)}</p>`;
    const fields = section.fields.map((field) => `<li>${fieldHtml(field)}</li>`);
    return `<h3>${text(section.title)}</h3>${hint}<ul class="sheet-fields">${fields.join('')}</ul>`;
  });
  return (
    `<div class="blank-sheet"><dl class="facts sheet-head">${header.join('')}</dl>` +
    `${facts.length === 0 ? '' : `<ul class="sheet-facts">${facts.join('')}</ul>`}${sections.join('')}</div>`
  );
}

function text(raw: string): string {
  return escapeXml(clean(raw));
}

function fieldHtml(field: Field): string {
  const hint = field.hint === undefined ? '' : ` ${text(field.hint)}`;
  const label = `<strong>${text(field.label)}</strong>`;
  if (field.kind === 'ranking') return `${label}: up to ${field.max} × ${text(field.each)}.${hint}`;
  if (field.kind === 'rows') {
    const columns = field.columns.map((column) => text(column.label)).join(' and ');
    return `${label}: up to ${field.max} rows of ${columns}.${hint}`;
  }
  if (field.kind === 'text') return `${label}: at most ${field.max} characters.${hint}`;
  if (field.kind === 'choice' && field.choices.length > 0 && field.choices.length <= 12) {
    return `${label}: ${field.choices.map((choice) => text(choice.label)).join('; ')}.${hint}`;
  }
  return `${label}.${hint}`;
}
