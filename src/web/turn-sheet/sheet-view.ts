import {
  type Field,
  type FormValues,
  fieldsOf,
  type Problem,
  type RankingField,
  type RowsField,
  type SheetForm,
  type SimpleField,
} from '../../rules/sheet.ts';
import { controlView, describedBy } from './control.ts';
import { type FieldAnchor, fieldAnchors, nearestPath } from './field-labels.ts';
import { controlId } from './paths.ts';
import { totalView } from './units.ts';
import type {
  ControlView,
  FieldView,
  LinkedRemark,
  RankingView,
  Remarks,
  RowsView,
  SheetView,
  Validation,
} from './view-model.ts';

/** A sheet of which nothing has been said yet. */
export const NOT_VALIDATED: Validation = { problems: [], advice: [], tally: { totals: [], notes: [] } };

/** A list of more columns than this does not fit beside the map. */
const WIDEST_BESIDE_MAP = 3;

/** What the builders of fields draw from. */
interface Source {
  values: FormValues;
  remarksAt(path: string): Remarks;
}

/**
 * Makes the page of a sheet. Nothing is dropped: values stay as they were typed, and a remark that fits no
 * field is said at the head.
 */
export function sheetView(form: SheetForm, values: FormValues, judgement: Validation): SheetView {
  const places = fieldAnchors(form);
  const remarks = gatherRemarks(places, judgement);
  const source: Source = { values, remarksAt: (path) => remarks.get(path) ?? NOTHING_SAID };
  return {
    turn: form.turn,
    phase: form.phase,
    facts: form.facts,
    sections: form.sections.map((section) => ({
      title: section.title,
      hint: section.hint ?? '',
      fields: section.fields.map((field) => fieldView(field, source)),
    })),
    totals: judgement.tally.totals.map(totalView),
    problems: linkedRemarks(places, judgement.problems),
    advice: linkedRemarks(places, judgement.advice),
    notes: source.remarksAt('').notes,
    wide: fieldsOf(form).some((field) => field.kind === 'rows' && field.columns.length > WIDEST_BESIDE_MAP),
    takesStates: fieldsOf(form).some(takesStates),
  };
}

const NOTHING_SAID: Remarks = { problems: [], advice: [], notes: [] };

/** Every remark beside the nearest place that the page has for it; '' gathers those that have none. */
function gatherRemarks(
  places: ReadonlyMap<string, FieldAnchor>,
  judgement: Validation,
): Map<string, Remarks> {
  const gathered = new Map<string, Remarks>();
  const add = (kind: keyof Remarks, field: string, text: string) => {
    const path = nearestPath(places, field);
    const remarks = gathered.get(path) ?? { problems: [], advice: [], notes: [] };
    gathered.set(path, remarks);
    if (!remarks[kind].includes(text)) remarks[kind].push(text);
  };
  for (const problem of judgement.problems) add('problems', problem.field, problem.message);
  for (const advice of judgement.advice) add('advice', advice.field, advice.message);
  for (const note of judgement.tally.notes) add('notes', note.field, note.text);
  return gathered;
}

/** Remarks as links to the places of the page that they are about. */
export function linkedRemarks(
  places: ReadonlyMap<string, FieldAnchor>,
  remarks: readonly Problem[],
): LinkedRemark[] {
  return remarks.map(({ field, message }) => {
    const place = places.get(nearestPath(places, field));
    return { place: place?.words ?? '', target: place?.target ?? '', message };
  });
}

function takesStates(field: Field): boolean {
  if (field.kind === 'rows') return field.columns.some((column) => column.kind === 'state');
  return field.kind === 'state' || (field.kind === 'ranking' && field.of === 'state');
}

function fieldView(field: Field, source: Source): FieldView {
  if (field.kind === 'rows') return rowsView(field, source);
  if (field.kind === 'ranking') return rankingView(field, source);
  return { kind: 'single', control: control(field, field.name, '', source) };
}

function rowsView(field: RowsField, source: Source): RowsView {
  const columns = field.columns.map((column) => {
    const { label, hint, kind } = control(column, column.name, '', source);
    return { label, hint, hintId: `${controlId(`${field.name}.${column.name}`)}-hint`, kind };
  });
  const rows = Array.from({ length: field.max }, (_, i) => {
    const path = `${field.name}[${i}]`;
    const controls = field.columns.map((column, at) =>
      cell(
        column,
        `${path}.${column.name}`,
        `${field.label}, row ${i + 1}`,
        source,
        columns[at]?.hintId ?? '',
      ),
    );
    return { path, id: controlId(path), number: i + 1, controls, remarks: source.remarksAt(path) };
  });
  return { kind: 'rows', ...listView(field, source), columns, rows };
}

/** A control in a table: its hint stands once, in the column's heading. */
function cell(
  column: SimpleField,
  path: string,
  context: string,
  source: Source,
  hintId: string,
): ControlView {
  const view = control(column, path, context, source);
  const described = view.hint === '' ? view.describedBy : `${hintId} ${describedBy(view.id, undefined)}`;
  return { ...view, hint: '', describedBy: described };
}

function rankingView(field: RankingField, source: Source): RankingView {
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

function listView(field: RowsField | RankingField, source: Source) {
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
