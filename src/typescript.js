// Lets Node understand TypeScript: node --import ./src/typescript.js FILE
//
// tsx does this. It keeps what it has compiled, and at the next start it runs what it finds there, no matter who wrote it. Its own choice
// is a folder with a known name among the temporary files, so any user of the machine could put code there first. Here it gets a folder
// beside the packages, where only people can write who could change the program anyway. A user who cannot write there, such as that of
// a service, compiles at every start, which takes about a second more.
import { accessSync, constants, lstatSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/** Files that only this user can write are in a folder below this one. */
const CACHE = path.resolve(import.meta.dirname, '../node_modules/.cache/whistlestop');

/** Makes the folder that tsx will use, and those above it. Returns false if it cannot be used, or others can write to it. */
function prepareCache() {
  // Windows, where others can be kept out by other means only.
  if (process.geteuid === undefined) return false;
  const user = process.geteuid();
  const folder = path.join(CACHE, `tsx-${user}`);
  try {
    mkdirSync(path.dirname(CACHE), { recursive: true });
    for (const own of [CACHE, folder]) makeOwn(own, user);
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Makes a folder that only this user can use. @throws if there is one that others can write to, or none can be made */
function makeOwn(folder, user) {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== user || (found.mode & 0o022) !== 0) {
    throw new Error(`Others can write to ${folder}.`);
  }
}

const { TMPDIR } = process.env;
if (prepareCache()) process.env.TMPDIR = CACHE;
else process.env.TSX_DISABLE_CACHE = '1';
try {
  // It looks for its folder only while it is loaded.
  await import('tsx');
  // So that a program knows that it was started like this: see src/server/start-command.ts.
  globalThis[Symbol.for('whistlestop.typescript')] = true;
} finally {
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
}
