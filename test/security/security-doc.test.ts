import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ASVS_LEVELS } from './asvs-numbers.ts';

/* docs/security.md says what protects the server. What it names must exist, and no requirement may be missing. */

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const page = read('docs/security.md');

/** The rows of the requirements: number, level, subject, and how it is met. */
const rows = page
  .split('\n')
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')))
  .filter(([number]) => /^V\d+\.\d+\.\d+$/.test(number ?? '')) as [string, string, string, string][];

/** Every file that is named in code marks: `test/web/visitor.ts`, `package-lock.json`. */
const files = [...page.matchAll(/`([\w.-]+(?:\/[\w.-]+)+\.\w+|[\w.-]+\.(?:json|md)|\.dockerignore)`/g)]
  .map(([, file = '']) => file)
  .filter((file) => !/^(last-seen|alerts)\.json$/.test(file));

/** Every test that is named with its file: `test/web/a.test.ts`: "says so". */
const tests = [...page.matchAll(/`(test\/[\w./-]+)`: "([^"]+)"/g)].map(([, file = '', title = '']) => ({
  file,
  title,
}));

/** The id that a heading gets on the usual pages for Markdown. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
}

/** The anchors of a Markdown file. */
function anchorsOf(file: string): string[] {
  return [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));
}

describe('docs/security.md', () => {
  test('has each requirement of ASVS levels 1 and 2 exactly once, with its level', () => {
    expect(ASVS_LEVELS.size).toBe(253);
    expect(rows.map(([number, level]) => [number, Number(level)])).toEqual(
      [...ASVS_LEVELS].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true })),
    );
  });

  test('says of each requirement what holds it, why it does not apply, or that it is not met', () => {
    const unexplained = rows.filter(
      ([, , , how]) => !/`[\w./-]+\.\w+`|\]\([^)]+\)|Does not apply: \S+|\*\*Not met:\*\* \S+/.test(how),
    );
    expect(unexplained).toEqual([]);
  });

  test('names only files that exist', () => {
    expect(files.length).toBeGreaterThan(100);
    const missing = files.filter(
      (file) => !existsSync(path.join(root, file)) && !existsSync(path.join(root, 'docs', file)),
    );
    expect([...new Set(missing)]).toEqual([]);
  });

  test('names only tests that are in their file', () => {
    expect(tests.length).toBeGreaterThan(100);
    const missing = tests.filter(({ file, title }) => {
      const text = existsSync(path.join(root, file)) ? read(file) : '';
      return !["'", '"', '`'].some((quote) => text.includes(`${quote}${title}${quote}`));
    });
    expect(missing).toEqual([]);
  });

  test('links only pages and headings that exist', () => {
    const links = [...page.matchAll(/\]\(([^)#]*)(?:#([^)]+))?\)/g)];
    expect(links.length).toBeGreaterThan(10);
    const broken = links.filter(([, target = '', anchor]) => {
      const file = target === '' ? 'docs/security.md' : path.posix.join('docs', target);
      return (
        !existsSync(path.join(root, file)) || (anchor !== undefined && !anchorsOf(file).includes(anchor))
      );
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });

  test.each(['README.md', 'docs/operators-guide.md'])('is linked from %s', (file) => {
    expect(read(file)).toMatch(/\]\((docs\/)?security\.md/);
  });
});
