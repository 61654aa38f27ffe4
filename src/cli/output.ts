import { readFile } from 'node:fs/promises';
import { fail, ok, type Result } from '../rules/result.ts';
import type { Problem } from '../rules/sheet.ts';

/** Where a command prints its result and its errors: the process, or a test's own streams. */
export interface Output {
  stdout: { write(text: string, done?: (error?: Error | null) => void): unknown };
  /** A terminal if `isTTY` is set. */
  stderr: { write(text: string): unknown; isTTY?: boolean };
}

/** Prints one line for each problem. */
export function printProblems({ stderr }: Output, problems: readonly Problem[]): void {
  for (const { message } of problems) stderr.write(`${message}\n`);
}

/** Reads a JSON file. Problems: `unreadable`, `not-json`. */
export async function readJsonFile(file: string): Promise<Result<unknown>> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
    return fail('', 'unreadable', `${file} cannot be read (${code}). Check its name and permissions.`);
  }
  try {
    return ok(JSON.parse(text));
  } catch (error) {
    return fail('', 'not-json', `${file} is not valid JSON: ${(error as SyntaxError).message}`);
  }
}
