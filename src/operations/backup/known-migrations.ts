import { createHash } from 'node:crypto';
import { readMigrations } from '../../database/schema-engine.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import type { AppliedMigration } from './backup-format.ts';

/**
 * Whether this version knows exactly these migrations, so that it understands the tables that they made.
 * @param subject what they belong to, for the message: `This database`, `The backup`
 * @returns the names of the migrations of this version that are missing among them
 * Problems: `newer-version`, `other-version`.
 */
export async function compareMigrations(
  subject: string,
  applied: readonly AppliedMigration[],
): Promise<Result<string[]>> {
  const known = await knownMigrations();
  const unknown = applied.filter(({ name }) => !known.has(name));
  if (unknown.length > 0) {
    const names = unknown.map(({ name }) => name).join(', ');
    return fail(
      'migrations',
      'newer-version',
      `${subject} comes from a newer version of Whistlestop, which applied: ${names}. Use that version or a newer one.`,
    );
  }
  const changed = applied.filter(({ name, checksum }) => known.get(name) !== checksum);
  if (changed.length > 0) {
    const names = changed.map(({ name }) => name).join(', ');
    return fail(
      'migrations',
      'other-version',
      `${subject} has migrations that were changed later: ${names}. Use the version of Whistlestop that applied them.`,
    );
  }
  const names = new Set(applied.map(({ name }) => name));
  return ok([...known.keys()].filter((name) => !names.has(name)));
}

/** The SHA-256 of each migration's file, by its name, in order. */
async function knownMigrations(): Promise<Map<string, string>> {
  const { migrationDirectories } = await readMigrations();
  return new Map(
    migrationDirectories.map(({ path: name, migrationFile }) => {
      const { content } = migrationFile;
      const text = content.tag === 'ok' ? content.value : '';
      return [name, createHash('sha256').update(text).digest('hex')];
    }),
  );
}
