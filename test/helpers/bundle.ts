import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { isAlive } from '../../src/database/embedded/postmaster.ts';

/*
 * Tests that kill a program dozens of times start it dozens of times. As a start with src/typescript.js hands each of up to 1,500
 * modules to the thread of tsx, it takes four seconds of computing. A bundle of the same modules takes about one.
 *
 * It is for programs whose start is not what is tested. The packages are not in it, so that they are loaded as ever.
 */

/** A program that is ready to be started. */
export interface Bundle {
  /** What Node.js gets to run it, before the program's own arguments. */
  args: string[];
  remove(): Promise<void>;
}

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Here the bundles find the packages. */
const FOLDER = path.join(ROOT, 'node_modules/.cache/whistlestop-tests');

/** A program of the project, as `node --import ./src/typescript.js FILE` would run it. Its own children are started as ever. */
export async function bundleProgram(file: string): Promise<Bundle> {
  await mkdir(FOLDER, { recursive: true });
  await removeLeftovers();
  const outdir = await mkdtemp(path.join(FOLDER, `${process.pid}-`));
  await build({
    ...{ absWorkingDir: ROOT, entryPoints: { program: file }, outdir, outExtension: { '.js': '.mjs' } },
    ...{ bundle: true, packages: 'external', plugins: [ownPlaces] },
    // With its parts apart, what is imported later is also loaded later.
    ...{ splitting: true, format: 'esm', platform: 'node', target: 'node20', logLevel: 'warning' },
  });
  return {
    args: [path.join(outdir, 'program.mjs')],
    remove: () => rm(outdir, { recursive: true, force: true }),
  };
}

/** Removes the bundles of test runs that were killed. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(FOLDER)) {
    const isLeft = !isAlive(Number.parseInt(name, 10));
    if (isLeft) await rm(path.join(FOLDER, name), { recursive: true, force: true });
  }
}

/** Lets every module find the files beside it: templates, fonts, migrations and the programs of child processes. */
const ownPlaces: Plugin = {
  name: 'own-places',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
      const text = await readFile(file, 'utf8');
      const contents = text
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href))
        .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(file)))
        .replaceAll('import.meta.filename', JSON.stringify(file));
      return { contents, loader: 'ts' };
    });
  },
};
