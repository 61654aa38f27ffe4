import { createHash } from 'node:crypto';
import { fieldsOf, type SheetForm } from '../../../rules/sheet.ts';

/**
 * What tells the form of a sheet from every other: a PDF that was filled in for another form must not become orders. (That its
 * printout was not rolled back is told by its token.) Words and limits of the form do not count, what its rows are about does.
 */
export function formMark(form: SheetForm): string {
  const fields = fieldsOf(form).map((field) => {
    if (field.kind === 'rows') {
      const about = (field.given ?? []).map(({ label, words, fixed, columns, choices }) => {
        const own = Object.entries(choices ?? {}).map(([name, list]) => [name, list.map(nameOf)]);
        return [label, words ?? [], fixed ?? {}, columns ?? null, own];
      });
      return [field.name, field.kind, field.columns.map(({ name, kind }) => [name, kind]), about];
    }
    return [field.name, field.kind, field.kind === 'texts' ? field.entries : []];
  });
  const content = JSON.stringify([form.turn, fields]);
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}

function nameOf({ value, label }: { value: string; label: string }): string[] {
  return [value, label];
}
