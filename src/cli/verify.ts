import { readFile } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { verifyExport } from '../games/archive/verify-export.ts';

/**
 * `whistlestop verify FILE`: computes every roll and turn of an exported game again. No database is asked.
 * @returns the exit status: 0 all the same, 1 a difference (named), 2 no export (the field named)
 */
export async function verify(file: string, io: { stdout: Writable; stderr: Writable }): Promise<number> {
  let json: unknown;
  try {
    json = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    io.stderr.write(`${file}: ${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
  const result = verifyExport(json);
  if (!result.ok) {
    for (const { field, message } of result.problems) {
      io.stderr.write(`${file} is not an export: ${field || 'the file'} ${message}\n`);
    }
    return 2;
  }
  const { turns, rolls, difference } = result.value;
  if (difference !== null) {
    io.stderr.write(`${file}: ${difference}\n`);
    return 1;
  }
  io.stdout.write(
    `${file}: the dice fit their fingerprint; ${rolls} rolls and ${turns} turns computed again, all as the file says.\n`,
  );
  return 0;
}
