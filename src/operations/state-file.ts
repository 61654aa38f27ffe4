import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { z } from 'zod';

/*
 * Small files in the data folder in which the server remembers things about itself that must survive a restart, also
 * while the database does not answer.
 */

/**
 * Reads a file.
 * @returns null if there is none, or it was damaged by a power cut or a person
 */
export async function readStateFile<T>(file: string, schema: z.ZodType<T>): Promise<T | null> {
  try {
    const parsed = schema.safeParse(JSON.parse(await readFile(file, 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Writes a file, so that readers find the old content or the new one. @throws if it cannot be written */
export async function writeStateFile(file: string, content: unknown): Promise<void> {
  // Several processes may write the file at the same moment.
  const temporary = `${file}.${randomUUID()}.new`;
  try {
    await writeFile(temporary, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}
