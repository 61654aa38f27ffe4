import { shortOrLong } from '../../helpers/long.ts';
import type { ComputerSheet } from '../../rules/computer-games.ts';

/** One sheet of each kind: the first one whose form has these fields; in a long run, one of each kind on each turn. */
export function kindsOf(sheets: Iterable<ComputerSheet>): ComputerSheet[] {
  const kinds = new Map<string, ComputerSheet>();
  for (const sheet of sheets) {
    const fields = sheet.form.sections.flatMap((section) =>
      section.fields.map(({ name, kind }) => `${kind} ${name}`),
    );
    const key = shortOrLong(fields.join(), `${sheet.form.turn} ${fields.join()}`);
    if (!kinds.has(key)) kinds.set(key, sheet);
  }
  return [...kinds.values()];
}
