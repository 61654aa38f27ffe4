import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { RULESETS } from '../../src/rules/catalog.ts';
import { findCircles } from './circles.ts';
import { type Module, readModule, readModules } from './modules.ts';
import { findViolations, ROUTES_THAT_SHARE, targetOf } from './rooms.ts';

const SRC = path.resolve(import.meta.dirname, '../../src');
const modules = readModules(SRC);

/** Modules that are not in src, as if they were. */
const planted = (files: Record<string, string>): Module[] =>
  Object.entries(files).map(([file, source]) => readModule(file, source));

describe('The directions of imports', () => {
  test('are kept everywhere in src', () => {
    expect(findViolations(modules)).toEqual([]);
  });

  test('leave no circle of files that import each other', () => {
    expect(findCircles(modules).map((files) => files.join(' ↔ '))).toEqual([]);
  });

  test('have no exception that nothing needs', () => {
    const unused = Object.entries(ROUTES_THAT_SHARE).flatMap(([file, targets]) => {
      const imports = modules.find((module) => module.file === file)?.imports ?? [];
      const used = imports.map((name) => targetOf(file, name));
      return targets.filter((target) => !used.includes(target)).map((target) => `${file} → ${target}`);
    });
    expect(unused).toEqual([]);
  });
});

describe('A planted import against the directions is found', () => {
  test.each<[why: string, file: string, source: string]>([
    ['rules may not import database', 'rules/a/x.ts', "import type { Tx } from '../../database/client.ts';"],
    ['rules may not import text', 'rules/x.ts', "export * from '../text/dates.ts';"],
    ['no package but zod', 'rules/a/x.ts', "import { readFileSync } from 'node:fs';"],
    ['no package but zod', 'rules/dice.ts', "import 'node:fs';"],
    ['only the catalog imports a ruleset', 'rules/a/x.ts', "export { y } from '../b/y.ts';"],
    ['only the catalog imports a ruleset', 'rules/sheet.ts', "import type { Y } from './b/y.ts';"],
    ['database may not import accounts', 'database/x.ts', "import('../accounts/accounts.ts');"],
    ['context may not import accounts', 'context.ts', "export type A = import('./accounts/a.ts').A;"],
    ['accounts may not import games', 'accounts/x.ts', "import '../games/game/begin-game.ts';"],
    ['games may not import mail', 'games/game/x.ts', "import { a } from '../../mail/outbound/a.ts';"],
    ['games may not import web', 'games/game/x.ts', "import { buildApp } from '../../web/app.ts';"],
    ['games/notices may not import games/seats', 'games/notices/x.ts', "import '../seats/a.ts';"],
    ['games/lobby has no place', 'games/lobby/x.ts', "import '../game/a.ts';"],
    [
      'printouts may not import database',
      'printouts/x.ts',
      "import type { A } from '../database/client.ts';",
    ],
    ['mail may not import jobs', 'mail/outbound/x.ts', "await import('../../jobs/worker.ts');"],
    ['mail may not import jobs', 'mail/outbound/x.ts', 'await import(`../../jobs/worker.ts`);'],
    ['mail/outbound may not import mail/inbound', 'mail/outbound/x.ts', "import '../inbound/a.ts';"],
    ['jobs may not import web', 'jobs/x.ts', "import x = require('../web/app.ts');"],
    ['jobs may not import web', 'jobs/x.ts', "createRequire(import.meta.url)('../web/app.ts');"],
    ['web may not import jobs', 'web/forms/x.ts', "const { a } = require('../../jobs/worker.ts');"],
    ['web may not import server', 'web/app.ts', "import type { Server } from '../server.ts';"],
    ['web/forms may not import web/turn-sheet', 'web/forms/x.ts', "import '../turn-sheet/paths.ts';"],
    ['web/turn-sheet may not import web/routes', 'web/turn-sheet/x.ts', "import '../routes/gm/game.ts';"],
    ['web/routes may not import web/app', 'web/routes/gm/x.ts', "import type { App } from '../../app.ts';"],
    ['belongs to another room of web', 'web/routes/gm/x.ts', "import { a } from '../player/helper.ts';"],
    ['server may not import cli', 'server.ts', "import './cli/demo.ts';"],
    ['main may not import web', 'main.ts', "import './web/app.ts';"],
    ['attic has no place', 'attic/x.ts', "import '../rules/sheet.ts';"],
    ['must be written out', 'games/game/x.ts', 'await import(name);'],
    ['must be written out', 'games/game/x.ts', 'await import("../" + name);'],
  ])('%s: %s', (why, file, source) => {
    const found = findViolations(planted({ [file]: source }));
    expect(found).toEqual([{ file, uses: expect.any(String), why: expect.stringContaining(why) }]);
  });

  test('a file of routes that imports another one', () => {
    const files = {
      'web/routes/gm/x.ts': "import { a } from './y.ts';\nimport { b } from './z.ts';",
      'web/routes/gm/y.ts': 'export default function routes() {}\nexport const a = 1;',
      'web/routes/gm/z.ts': 'export const b = 1;',
    };
    expect(findViolations(planted(files)).map(({ file, uses }) => [file, uses])).toEqual([
      ['web/routes/gm/x.ts', 'web/routes/gm/y.ts'],
    ]);
  });

  test.each([
    ['process.env.PORT'],
    ["process['env'].PORT"],
    ['process.env'],
    ['globalThis.process.env.PORT'],
    ['process?.env'],
    ['(() => { const { env } = process; return env; })()'],
    ['(() => { const { env: settings, ...others } = process; return settings; })()'],
    ['(() => { const { pid, ...others } = process; return others; })()'],
  ])('a read of the environment: %s', (expression) => {
    const source = `export const x = ${expression};`;
    const why = expect.stringContaining('read the environment');
    expect(findViolations(planted({ 'web/app.ts': source }))).toEqual([
      { file: 'web/app.ts', uses: 'process.env', why },
    ]);
    expect(findViolations(planted({ 'config.ts': source }))).toEqual([]);
  });

  test('a read of the environment through an import', () => {
    const [found] = findViolations(planted({ 'jobs/x.ts': "import { env as e } from 'node:process';" }));
    expect(found?.uses).toBe('process.env');
  });

  test('but not the word in a comment, in a string, or on something else', () => {
    const source = "// process.env\nexport const x = 'process.env', y = settings.env, z = process.pid;";
    expect(findViolations(planted({ 'web/app.ts': source }))).toEqual([]);
  });
});

describe('A planted circle is found', () => {
  test.each<[how: string, files: Record<string, string>, circle: string[]]>([
    [
      'of values',
      { 'jobs/a.ts': "import { b } from './b.ts';", 'jobs/b.ts': "import { a } from './a.ts';" },
      ['jobs/a.ts', 'jobs/b.ts'],
    ],
    [
      'of types alone',
      { 'jobs/a.ts': "import type { B } from './b.ts';", 'jobs/b.ts': "export type A = import('./a.ts').A;" },
      ['jobs/a.ts', 'jobs/b.ts'],
    ],
    [
      'through a third file, beside one that is not in it',
      {
        'jobs/a.ts': "export * from './b.ts';",
        'jobs/b.ts': "await import('./c.ts'); import './d.ts';",
        'jobs/c.ts': "import './a.ts'; import './d.ts';",
        'jobs/d.ts': '',
        'jobs/e.ts': "import './a.ts';",
      },
      ['jobs/a.ts', 'jobs/b.ts', 'jobs/c.ts'],
    ],
    ['of a file with itself', { 'jobs/a.ts': "import './a.ts';" }, ['jobs/a.ts']],
  ])('%s', (_how, files, circle) => {
    expect(findCircles(planted(files))).toEqual([circle]);
  });

  test('but not two ways to the same file', () => {
    const files = {
      'jobs/a.ts': "import './b.ts'; import './c.ts';",
      'jobs/b.ts': "import './d.ts';",
      'jobs/c.ts': "import './d.ts'; import './b.ts';",
      'jobs/d.ts': '',
    };
    expect(findCircles(planted(files))).toEqual([]);
  });
});

/** Where modules outside of the rules and the commands name a ruleset, or ask which one a game is played by. */
function namesOfRulesets(found: Module[]): string[] {
  const ids = Object.keys(RULESETS);
  return found
    .filter(({ file }) => !/^(rules|cli)\b/.test(file))
    .flatMap(({ file, strings, rulesetComparisons }) => [
      ...strings.filter((text) => ids.some((id) => text.includes(id))).map((text) => `${file}: ${text}`),
      ...rulesetComparisons.map((text) => `${file}: ${text}`),
    ]);
}

describe('Rulesets', () => {
  test('are named by nothing outside of src/rules and the commands', () => {
    expect(Object.keys(RULESETS).length).toBeGreaterThan(1);
    expect(namesOfRulesets(modules)).toEqual([]);
  });

  test.each([
    ["export const x = 'election-year';"],
    ['export const x = `/rules/margin-of-error/`;'],
    ["export const labels = { 'election-year': 'Election Year' };"],
    ["import { electionYear } from '../../rules/election-year/index.ts';"],
    ["export const x = (game) => game.ruleset === 'ey';"],
    ["export const x = (ruleset) => 'ey' !== ruleset?.id;"],
    ["export function x(game) { switch (game.rulesetId) { case 'ey': return 1; } }"],
  ])('a planted name is found: %s', (source) => {
    expect(namesOfRulesets(planted({ 'games/game/x.ts': source }))).toHaveLength(1);
  });

  test('a name in a comment counts for nothing', () => {
    expect(namesOfRulesets(planted({ 'games/game/x.ts': '/** Such as election-year. */' }))).toEqual([]);
  });
});
