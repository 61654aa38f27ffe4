import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { LONGEST } from '../helpers/longest-first.ts';
import { readModules } from './modules.ts';

const root = path.resolve(import.meta.dirname, '../..');
const MAX_LINES = 400;

/** Every file of a folder, with its path from the root of the project. */
function filesIn(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
}

/** Lower-case words with hyphens between them, and what kind of file it is after dots; or a README. */
function isKebabCase(file: string): boolean {
  return file
    .replace(/\/README\.md$/, '')
    .split('/')
    .every((name) => /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/.test(name));
}

describe('File names', () => {
  test.each(['src', 'test', 'templates', 'docs', 'prisma'])('are kebab-case in %s', (folder) => {
    const files = filesIn(folder).filter(
      // The names of these are given by Prisma.
      (file) => !/^(src\/database\/generated|prisma\/migrations)\//.test(file),
    );
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => !isKebabCase(file))).toEqual([]);
  });

  test.each([
    'src/gameStore.ts',
    'src/Games/game.ts',
    'src/game_store.ts',
    'src/-game.ts',
    'src/game--store.ts',
  ])('are not kebab-case if they are like %s', (file) => expect(isKebabCase(file)).toBe(false));
});

test(`No file in src is longer than ${MAX_LINES} lines`, () => {
  const long = readModules(path.join(root, 'src')).filter(({ lines }) => lines > MAX_LINES);
  expect(long.map(({ file, lines }) => `${file}: ${lines}`)).toEqual([]);
});

test('The test files that are started first exist', () => {
  const files = new Set(filesIn('test'));
  expect(LONGEST.filter((file) => !files.has(file))).toEqual([]);
});
