import type { Problem } from './sheet.ts';

/** A value, or the problems that people made and can fix. Bugs and failing systems throw instead. */
export type Result<T> = { ok: true; value: T } | Failure;

/** The problems for which something was refused; there is at least one. */
export interface Failure {
  ok: false;
  problems: Problem[];
}

/** Success with a value. */
export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

/** Failure with one problem. */
export function fail(field: string, code: string, message: string): Failure {
  return { ok: false, problems: [{ field, code, message }] };
}

/** The messages of all problems in one text, for places without a form that could show each at its field. */
export function problemsInWords(problems: readonly Problem[]): string {
  return problems.map(({ message }) => message).join(' ');
}
