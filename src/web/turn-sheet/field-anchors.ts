import { fieldLabel } from '../../rules/field-label.ts';
import { entryCount, type Field, fieldsOf, type Problem, type SheetForm } from '../../rules/sheet.ts';
import { columnsOf, rowCount } from '../../rules/sheet-rows.ts';
import { controlId, parentPath } from './field-paths.ts';
import type { LinkedRemark } from './view-model.ts';

/** Where on the page of a sheet a remark can point to. */
export interface FieldAnchor {
  /** The field in words: `Campaign money 3, Amount`. */
  label: string;
  /** The id of the control. */
  target: string;
}

/** The anchors of a form by path: fields, rows, entries and single cells. */
export function fieldAnchors(form: SheetForm): Map<string, FieldAnchor> {
  const targets = fieldsOf(form).flatMap(targetsOfField);
  return new Map(targets.map(([path, target]) => [path, { label: fieldLabel(form, path, true), target }]));
}

function targetsOfField(field: Field): [string, string][] {
  if (field.kind === 'ranking' || field.kind === 'texts') {
    const count = field.kind === 'texts' ? field.entries.length : entryCount(field);
    const entries = indexes(count).map((i): [string, string] => {
      const path = `${field.name}[${i}]`;
      return [path, controlId(path)];
    });
    return [[field.name, controlId(`${field.name}[0]`)], ...entries];
  }
  if (field.kind === 'rows') {
    const rows = indexes(rowCount(field)).flatMap((i): [string, string][] => {
      const row = `${field.name}[${i}]`;
      const columns = columnsOf(field, i);
      const cells = columns.map((column): [string, string] => {
        const cell = `${row}.${column.name}`;
        return [cell, controlId(cell)];
      });
      const [first] = columns;
      return [[row, controlId(first === undefined ? row : `${row}.${first.name}`)], ...cells];
    });
    return [[field.name, rows[0]?.[1] ?? controlId(field.name)], ...rows];
  }
  return [[field.name, controlId(field.name)]];
}

/** The path itself if the page has an anchor for it, else the nearest path above it that has one; '' if none has. */
export function nearestPath(anchors: ReadonlyMap<string, FieldAnchor>, path: string): string {
  let nearest = path;
  while (nearest !== '' && !anchors.has(nearest)) nearest = parentPath(nearest);
  return nearest;
}

/** Remarks with a link to the nearest field of the page. */
export function linkedRemarks(
  anchors: ReadonlyMap<string, FieldAnchor>,
  remarks: readonly Problem[],
): LinkedRemark[] {
  return remarks.map(({ field, message }) => {
    const anchor = anchors.get(nearestPath(anchors, field));
    return { label: anchor?.label ?? '', target: anchor?.target ?? '', message };
  });
}

function indexes(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}
