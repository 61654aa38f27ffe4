import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { RULESETS } from '../../src/rules/catalog.ts';
import { violations } from './imports.ts';

const SRC = path.resolve(import.meta.dirname, '../../src');
const planted: string[] = [];

function plant(files: Record<string, string>): string {
  const root = mkdtempSync(path.join(os.tmpdir(), 'whistlestop-imports-'));
  planted.push(root);
  for (const [file, source] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), source);
  }
  return root;
}

afterEach(() => {
  for (const root of planted.splice(0)) rmSync(root, { recursive: true });
});

describe('the directions of imports', () => {
  test('are kept everywhere in src', () => {
    expect(violations(SRC)).toEqual([]);
  });

  test.each([
    ['a rule that reads the database', 'rules/a/x.ts', "import type { Tx } from '../../database/client.ts';"],
    ['a rule that reads a file', 'rules/a/x.ts', "import { readFileSync } from 'node:fs';"],
    ['a ruleset that uses another', 'rules/a/x.ts', "export { y } from '../b/y.ts';"],
    [
      'a database that knows the context',
      'database/x.ts',
      "import type { AppContext } from '../context.ts';",
    ],
    ['games that know the web', 'games/x.ts', "import { buildApp } from '../web/app.ts';"],
    ['a dynamic import upwards', 'mail/x.ts', "await import('../jobs/worker.ts');"],
    ['the web reading the environment', 'web/x.ts', 'export const port = process.env.PORT;'],
  ])('a planted violation is found: %s', (_title, file, source) => {
    const found = violations(plant({ [file]: source }));
    expect(found.map((one) => one.file)).toEqual([file]);
  });
});

describe('rulesets', () => {
  test('are named by nothing outside src/rules: the contract is enough', () => {
    const named = Object.keys(RULESETS);
    expect(named.length).toBeGreaterThan(0);
    const offenders = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.startsWith('rules') && !file.startsWith('cli'))
      .filter((file) => {
        const source = readFileSync(path.join(SRC, file), 'utf8');
        return named.some((id) => source.includes(id)) || /ruleset(Id|\.id)?\s*[!=]==\s*['"`]/.test(source);
      });
    expect(offenders).toEqual([]);
  });
});
