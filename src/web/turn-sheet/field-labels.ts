import { fieldLabel } from '../../rules/field-label.ts';
import { type Field, fieldsOf, type SheetForm } from '../../rules/sheet.ts';
import { controlId, parentPath } from './paths.ts';

/** A place on the page of a sheet, for remarks to point to. */
export interface FieldAnchor {
  /** In words, as `fieldLabel` gives them: `Campaign money 3, Amount`. */
  words: string;
  /** The id of the control to go to. */
  target: string;
}

/** Every place of a form by its path: fields, rows, entries and single cells. */
export function fieldAnchors(form: SheetForm): Map<string, FieldAnchor> {
  return new Map(
    fieldsOf(form)
      .flatMap(controlsOfField)
      .map(([path, control]) => [path, { words: fieldLabel(form, path), target: controlId(control) }]),
  );
}

/** Every path of a field, with the path of the control to go to: for a list or a row, its first control. */
function controlsOfField(field: Field): [path: string, control: string][] {
  if (field.kind === 'ranking') {
    const entries = indices(field.max).map((i) => `${field.name}[${i}]`);
    return [[field.name, `${field.name}[0]`], ...entries.map((path): [string, string] => [path, path])];
  }
  if (field.kind === 'rows') {
    const first = field.columns[0]?.name ?? '';
    const rows = indices(field.max).flatMap((i): [string, string][] => {
      const path = `${field.name}[${i}]`;
      const cells = field.columns.map(({ name }): [string, string] => [`${path}.${name}`, `${path}.${name}`]);
      return [[path, `${path}.${first}`], ...cells];
    });
    return [[field.name, `${field.name}[0].${first}`], ...rows];
  }
  return [[field.name, field.name]];
}

/** The path itself if the page has it, else the nearest one above it; '' if there is none. */
export function nearestPath(places: ReadonlyMap<string, FieldAnchor>, path: string): string {
  let at = path;
  while (at !== '' && !places.has(at)) at = parentPath(at);
  return at;
}

function indices(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}
