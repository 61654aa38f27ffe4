import type { Problem } from './sheet.ts';

/** A value, or the problems that people made and can mend. Exceptions are for our own bugs and the world's faults. */
export type Result<T> = { ok: true; value: T } | { ok: false; problems: Problem[] };

/** A good result. */
export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

/** A refusal with one problem. */
export function fail(field: string, code: string, message: string): { ok: false; problems: Problem[] } {
  return { ok: false, problems: [{ field, code, message }] };
}

/** What a refusal says, in one go: where there is no form beside whose fields each problem could stand. */
export function problemsInWords(problems: readonly Problem[]): string {
  return problems.map(({ message }) => message).join(' ');
}
