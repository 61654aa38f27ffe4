import { type ChoiceField, rawFromForm, type SimpleField, type StateField } from '../../rules/sheet.ts';
import { controlId } from './paths.ts';
import { unitSigns } from './units.ts';
import type { ControlView, OptionView, Remarks } from './view-model.ts';

/** What a control says and holds. */
interface Filling {
  path: string;
  /** What a listener needs besides the label; '' where the label says all. */
  context: string;
  value: string;
  remarks: Remarks;
}

/** One control of the page. A value that is not among the choices is kept as a choice of its own, for the player to see. */
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
    hint: field.hint ?? '',
    value: field.kind === 'flag' ? 'yes' : value,
    checked: field.kind === 'flag' && isYes(value),
    options: field.kind === 'choice' || field.kind === 'state' ? optionViews(field, value) : [],
    state: field.kind === 'state',
    ...signs,
    max: field.kind === 'text' ? field.max : null,
    invalid: remarks.problems.length > 0,
    describedBy: describedBy(id, field.hint),
    remarks,
  };
}

/** The ids of what describes a field: its hint, and the place where whatever is said about it stands. */
export function describedBy(id: string, hint: string | undefined): string {
  return hint === undefined || hint === '' ? `${id}-said` : `${id}-hint ${id}-said`;
}

function kindOf(field: SimpleField): ControlView['kind'] {
  if (field.kind === 'choice' || field.kind === 'state') return 'select';
  return field.kind === 'integer' ? 'number' : field.kind;
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
  return [blank, ...options, { value, text: `${value} (as it was sent)`, chosen: true }];
}

/** States are read by their code first: `CA California · 54 votes`. */
function optionText(field: SimpleField, label: string, value: string, note: string | undefined): string {
  const named = field.kind === 'state' && !label.startsWith(value) ? `${value} ${label}` : label;
  return note === undefined ? named : `${named} · ${note}`;
}

/** Would `rawFromForm` take this for a tick? */
function isYes(value: string): boolean {
  const form = { turn: 1, phase: '', facts: [], sections: [{ title: '', fields: [FLAG] }] };
  return rawFromForm(form, { flag: value }).flag === true;
}

const FLAG: SimpleField = { kind: 'flag', name: 'flag', label: '' };
