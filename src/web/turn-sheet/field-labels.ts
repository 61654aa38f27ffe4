import { type Field, fieldsOf, type SheetForm } from '../../rules/sheet.ts';
import { controlId, parentPath } from './paths.ts';

/** A place on the page of a sheet, for remarks to point to. */
export interface FieldAnchor {
  /** In words: `Campaign, row 3, Amount`. */
  words: string;
  /** The id of the control to go to. */
  target: string;
}

/** Every place of a form by its path: fields, rows, entries and single cells. */
export function fieldAnchors(form: SheetForm): Map<string, FieldAnchor> {
  return new Map(fieldsOf(form).flatMap(anchorsOfField));
}

function anchorsOfField(field: Field): [string, FieldAnchor][] {
  if (field.kind === 'ranking') {
    const entries = indices(field.max).map((i): [string, FieldAnchor] => {
      const path = `${field.name}[${i}]`;
      return [path, { words: `${field.label}, ${field.each} ${i + 1}`, target: controlId(path) }];
    });
    return [[field.name, { words: field.label, target: controlId(`${field.name}[0]`) }], ...entries];
  }
  if (field.kind === 'rows') {
    const first = field.columns[0]?.name ?? '';
    const rows = indices(field.max).flatMap((i): [string, FieldAnchor][] => {
      const path = `${field.name}[${i}]`;
      const words = `${field.label}, row ${i + 1}`;
      const cells = field.columns.map((column): [string, FieldAnchor] => {
        const cell = `${path}.${column.name}`;
        return [cell, { words: `${words}, ${column.label}`, target: controlId(cell) }];
      });
      return [[path, { words, target: controlId(`${path}.${first}`) }], ...cells];
    });
    return [[field.name, { words: field.label, target: controlId(`${field.name}[0].${first}`) }], ...rows];
  }
  return [[field.name, { words: field.label, target: controlId(field.name) }]];
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
