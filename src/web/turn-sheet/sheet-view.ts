import {
  type Field,
  type FormValues,
  fieldsOf,
  type GivenRow,
  type Ranked,
  type RankingField,
  type RowsField,
  type SheetForm,
  type SheetSection,
  type SimpleField,
  type TextsField,
} from '../../rules/sheet.ts';
import { columnsOf } from '../../rules/sheet-rows.ts';
import { rulesOfFields } from '../rendering/rulebook-links.ts';
import { controlView, describedBy } from './control.ts';
import { type FieldAnchor, fieldAnchors, linkedRemarks, nearestPath } from './field-anchors.ts';
import { controlId } from './field-paths.ts';
import { totalView } from './total-view.ts';
import type {
  ChecksView,
  ControlView,
  FieldView,
  GivenRowsView,
  RankedRowsView,
  RankingView,
  Remarks,
  RowsView,
  SheetView,
  TextsView,
  Validation,
} from './view-model.ts';

/** The validation of a sheet that has not been checked. */
export const NOT_VALIDATED: Validation = { problems: [], advice: [], tally: { totals: [], notes: [] } };

/** A list with more columns needs more width than the map beside it. */
const MAX_NARROW_COLUMNS = 3;

/** What the functions below read. */
interface Source {
  values: FormValues;
  remarksAt(path: string): Remarks;
}

/**
 * The view model of a sheet, made from its form. Values are kept exactly as they were entered, and a remark that
 * matches no field is shown at the top.
 * @param ruleset the id of the ruleset, whose rules the headings link to; null for no links
 */
export function sheetView(
  form: SheetForm,
  values: FormValues,
  validation: Validation,
  ruleset: string | null = null,
): SheetView {
  const anchors = fieldAnchors(form);
  const remarks = gatherRemarks(anchors, validation);
  const source: Source = { values, remarksAt: (path) => remarks.get(path) ?? NO_REMARKS };
  return {
    turn: form.turn,
    phase: form.phase,
    facts: form.facts,
    sections: form.sections.map((section) => ({
      title: section.title,
      hint: section.hint ?? '',
      rules: ruleset === null ? [] : rulesOfFields(ruleset, namesOf(section)),
      folds: section.rare === true,
      folded: section.rare === true && !namesOf(section).some((name) => isUsed(name, values, remarks)),
      fields: section.fields.map((field) => fieldView(field, source)),
    })),
    totals: validation.tally.totals.map(totalView),
    problems: linkedRemarks(anchors, validation.problems),
    advice: linkedRemarks(anchors, validation.advice),
    notes: source.remarksAt('').notes,
    wide: fieldsOf(form).some(
      (field) =>
        field.kind === 'rows' && !field.ranked && !field.given && field.columns.length > MAX_NARROW_COLUMNS,
    ),
    takesStates: fieldsOf(form).some(takesStates),
    ranks: fieldsOf(form).some((field) => field.kind === 'rows' && field.ranked !== undefined),
  };
}

/** Whether something in a field is filled in or remarked on. */
function isUsed(name: string, values: FormValues, remarks: ReadonlyMap<string, Remarks>): boolean {
  const isIn = (path: string) => path === name || path.startsWith(`${name}[`);
  const filled = Object.entries(values).some(([path, value]) => isIn(path) && value.trim() !== '');
  return filled || [...remarks.keys()].some(isIn);
}

function namesOf({ fields }: SheetSection): string[] {
  return fields.map(({ name }) => name);
}

const NO_REMARKS: Remarks = { problems: [], advice: [], notes: [] };

/** The remarks by the nearest path that the page has an anchor for; '' has those without one. */
function gatherRemarks(
  anchors: ReadonlyMap<string, FieldAnchor>,
  validation: Validation,
): Map<string, Remarks> {
  const gathered = new Map<string, Remarks>();
  const add = (kind: keyof Remarks, field: string, text: string) => {
    const path = nearestPath(anchors, field);
    const remarks = gathered.get(path) ?? { problems: [], advice: [], notes: [] };
    gathered.set(path, remarks);
    if (!remarks[kind].includes(text)) remarks[kind].push(text);
  };
  for (const { field, message } of validation.problems) add('problems', field, withoutPath(message, field));
  for (const advice of validation.advice) add('advice', advice.field, advice.message);
  for (const note of validation.tally.notes) add('notes', note.field, note.text);
  return gathered;
}

function takesStates(field: Field): boolean {
  if (field.kind === 'rows') return field.columns.some(takesStates);
  if (field.kind === 'choice') return field.hasStates === true;
  return field.kind === 'state' || (field.kind === 'ranking' && field.of === 'state');
}

function fieldView(field: Field, source: Source): FieldView {
  if (field.kind === 'rows' && field.given) return givenView(field, field.given, source);
  if (field.kind === 'rows')
    return field.ranked ? rankedView(field, field.ranked, source) : rowsView(field, source);
  if (field.kind === 'ranking') return rankingView(field, source);
  if (field.kind === 'texts') return textsView(field, source);
  return { kind: 'single', control: control(field, field.name, '', source) };
}

function rowsView(field: RowsField, source: Source): RowsView {
  const columns = field.columns.map((column) => {
    const { label, hint, kind } = control(column, column.name, '', source);
    return { label, hint, hintId: `${controlId(`${field.name}.${column.name}`)}-hint`, kind };
  });
  const rows = Array.from({ length: field.max }, (_, i) => {
    const path = `${field.name}[${i}]`;
    const controls = field.columns.map((column, at) => {
      const place = { path: `${path}.${column.name}`, context: `${field.label}, row ${i + 1}` };
      return cell(column, place, source, columns[at]?.hintId ?? '');
    });
    return { path, id: controlId(path), number: i + 1, controls, remarks: source.remarksAt(path) };
  });
  return { kind: 'rows', ...listView(field, source), columns, rows };
}

/** Each row has a block of its own: its controls have labels and hints like those of single fields. */
function givenView(field: RowsField, given: readonly GivenRow[], source: Source): GivenRowsView {
  const rows = given.map(({ label, note = '', words = [] }, i) => {
    const path = `${field.name}[${i}]`;
    const columns = columnsOf(field, i);
    const controlOf = (column: SimpleField) =>
      control(column, `${path}.${column.name}`, `${field.label}, ${label}`, source);
    const controls = columns.filter(({ rare }) => !rare).map(controlOf);
    const rare = columns.filter((column) => column.rare).map(controlOf);
    const remarks = source.remarksAt(path);
    const about = { path, id: controlId(path), number: i + 1, label, note, words };
    return { ...about, controls, rare, folded: !rare.some(needsSight), remarks };
  });
  return { kind: 'given', ...listView(field, source), rareTitle: field.rareTitle ?? 'More', rows };
}

/** Whether something is filled in or remarked on. */
function needsSight({ kind, checked, value, remarks }: ControlView): boolean {
  const isFilled = kind === 'flag' ? checked : value.trim() !== '';
  return isFilled || Object.values(remarks).some((texts) => texts.length > 0);
}

function textsView(field: TextsField, source: Source): TextsView {
  const controls = field.entries.map((label, i) => {
    const entry: SimpleField = { kind: 'text', name: `${field.name}[${i}]`, label, max: field.max };
    return control(entry, entry.name, '', source);
  });
  return { kind: 'texts', ...listView(field, source), controls };
}

function rankedView(field: RowsField, { usual, repeats }: Ranked, source: Source): RankedRowsView {
  const isRare = (at: number) => field.columns[at]?.rare === true;
  const { columns, rows, ...list } = rowsView(field, source);
  return {
    ...list,
    ...{ kind: 'ranked', usual, repeats },
    columns: columns.filter((_, at) => !isRare(at)),
    rows: rows.map((row) => {
      // The hints of folded columns are not in the heading: each control has its own.
      const rare = field.columns.flatMap((column, at) => {
        const path = `${row.path}.${column.name}`;
        return isRare(at) ? [control(column, path, row.controls[at]?.context ?? '', source)] : [];
      });
      const controls = row.controls.filter((_, at) => !isRare(at));
      return { ...row, controls, rare, summary: summaryOf(rare) };
    }),
  };
}

/** What is filled in of the columns that are folded away: `Before 1, Hold`. The script of the page writes the same. */
function summaryOf(rare: readonly ControlView[]): string {
  return rare
    .flatMap(({ kind, label, value, checked }) => {
      if (kind === 'flag') return checked ? [label] : [];
      return value.trim() === '' ? [] : [`${label} ${value.trim()}`];
    })
    .join(', ');
}

/** A control in a table. Its hint is shown once, in the heading of the column. */
function cell(
  column: SimpleField,
  place: { path: string; context: string },
  source: Source,
  hintId: string,
): ControlView {
  const view = control(column, place.path, place.context, source);
  const described = view.hint === '' ? view.describedBy : `${hintId} ${describedBy(view.id, undefined)}`;
  return { ...view, hint: '', describedBy: described };
}

function rankingView(field: RankingField, source: Source): RankingView | ChecksView {
  if (field.unordered) return checksView(field, source);
  const controls = Array.from({ length: field.max }, (_, i) => {
    const entry: SimpleField = {
      kind: field.of,
      name: `${field.name}[${i}]`,
      label: `${field.each} ${i + 1}`,
      choices: field.choices,
      blank: '—',
    };
    return control(entry, entry.name, field.label, source);
  });
  return { kind: 'ranking', ...listView(field, source), controls };
}

/** A check box for each choice. What is checked is sent as the value of the choice. */
function checksView(field: RankingField, source: Source): ChecksView {
  const controls = field.choices.map(({ value, label, note }, i): ControlView => {
    const path = `${field.name}[${i}]`;
    const flag: SimpleField = {
      kind: 'flag',
      name: path,
      label: note === undefined ? label : `${label} ${note}`,
    };
    return { ...control(flag, path, field.label, source), value, checked: source.values[path] === value };
  });
  return { kind: 'checks', ...listView(field, source), controls };
}

function listView(field: RowsField | RankingField | TextsField, source: Source) {
  const id = controlId(field.name);
  return {
    path: field.name,
    id,
    label: field.label,
    hint: field.hint ?? '',
    describedBy: describedBy(id, field.hint),
    remarks: source.remarksAt(field.name),
  };
}

function control(field: SimpleField, path: string, context: string, source: Source): ControlView {
  const value = Object.hasOwn(source.values, path) ? (source.values[path] ?? '') : '';
  return controlView(field, { path, context, value, remarks: source.remarksAt(path) });
}

/** A message that begins with the path of its field, which means nothing to players; its label is printed before it. */
function withoutPath(message: string, field: string): string {
  return message.startsWith(`${field} `) ? `It${message.slice(field.length)}` : message;
}
