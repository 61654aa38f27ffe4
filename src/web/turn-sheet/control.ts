import {
  type ChoiceField,
  fullHint,
  type SimpleField,
  type StateField,
  type Unit,
} from '../../rules/sheet.ts';
import { rawFromForm } from '../../rules/sheet-values.ts';
import { controlId } from './field-paths.ts';
import type { ControlView, OptionView, Remarks } from './view-model.ts';

/** A text that may be longer has a box of several lines. */
const MAX_SHORT_TEXT = 200;

/** What fills a control. */
interface Filling {
  path: string;
  /** What a screen reader needs besides the label; '' if the label is enough. */
  context: string;
  value: string;
  remarks: Remarks;
}

/** One control of the page. A value that is not among the choices becomes a choice, so that the player sees it. */
export function controlView(field: SimpleField, filling: Filling): ControlView {
  const { path, context, value, remarks } = filling;
  const id = controlId(path);
  const signs = field.kind === 'integer' ? unitSigns(field.unit) : { before: '', after: '' };
  return {
    kind: kindOf(field),
    path,
    id,
    label: field.label,
    context,
    hint: fullHint(field) ?? '',
    value: field.kind === 'flag' ? 'yes' : value,
    checked: field.kind === 'flag' && isYes(value),
    options: field.kind === 'choice' || field.kind === 'state' ? optionViews(field, value) : [],
    state: field.kind === 'state' || (field.kind === 'choice' && field.hasStates === true),
    ...signs,
    lines: field.kind === 'text' ? (field.lines ?? null) : null,
    placeholder: field.kind === 'integer' && field.ifBlank !== undefined ? String(field.ifBlank) : '',
    // The characters of one line: a list in one box has no count of its own.
    max: field.kind === 'text' && field.words === undefined ? field.max : null,
    invalid: remarks.problems.length > 0,
    describedBy: describedBy(id, fullHint(field)),
    remarks,
  };
}

/** The ids of the elements that describe a field: its hint and its remarks. */
export function describedBy(id: string, hint: string | undefined): string {
  return hint === undefined || hint === '' ? `${id}-remarks` : `${id}-hint ${id}-remarks`;
}

/** What is shown before and after the input of a number. */
function unitSigns(unit: Unit): { before: string; after: string } {
  if (unit === 'dollars') return { before: '$', after: '' };
  return { before: '', after: unit === 'number' ? '' : unit };
}

function kindOf(field: SimpleField): ControlView['kind'] {
  if (field.kind === 'choice' || field.kind === 'state') return 'select';
  if (field.kind === 'integer') return 'number';
  if (field.kind !== 'text') return field.kind;
  if (field.lines !== undefined) return 'lines';
  return field.max > MAX_SHORT_TEXT ? 'long' : 'text';
}

function optionViews(field: ChoiceField | StateField, value: string): OptionView[] {
  const chosen = field.choices.find((choice) => choice.value.toUpperCase() === value.trim().toUpperCase());
  const options = field.choices.map((choice) => ({
    value: choice.value,
    text: optionText(field, choice.label, choice.value, choice.note),
    chosen: choice === chosen,
  }));
  const blank = { value: '', text: field.blank, chosen: value === '' };
  if (value === '' || chosen !== undefined) return [blank, ...options];
  return [blank, ...options, { value, text: `${value} (as you sent it)`, chosen: true }];
}

/** The code of a state or of another area comes first: `CA California · 54 votes`, `TOWN Town hall meeting`. */
function optionText(
  field: ChoiceField | StateField,
  label: string,
  value: string,
  note: string | undefined,
): string {
  const isCode = field.kind === 'state' || (field.hasStates === true && /^[A-Z]+$/.test(value));
  const named = isCode && !label.startsWith(value) ? `${value} ${label}` : label;
  return note === undefined ? named : `${named} · ${note}`;
}

/** Whether `rawFromForm` reads this value as a checked box. */
function isYes(value: string): boolean {
  const form = { turn: 1, phase: '', facts: [], sections: [{ title: '', fields: [FLAG] }] };
  return rawFromForm(form, { flag: value }).flag === true;
}

const FLAG: SimpleField = { kind: 'flag', name: 'flag', label: '' };
