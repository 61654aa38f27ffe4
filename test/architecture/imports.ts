import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';

/** One import that the plan of the house forbids. */
export interface Violation {
  file: string;
  imports: string;
  why: string;
}

/** Which parts of src each part may import, besides itself and packages. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  rules: [],
  text: [],
  database: ['rules'],
  context: ['database'],
  accounts: ['rules', 'text', 'database', 'context'],
  games: ['rules', 'text', 'database', 'context', 'accounts'],
  printouts: ['rules', 'text'],
  mail: ['rules', 'text', 'database', 'context', 'accounts', 'games', 'printouts'],
  jobs: ['rules', 'text', 'database', 'context', 'accounts', 'games', 'printouts', 'mail'],
  web: ['rules', 'text', 'database', 'context', 'accounts', 'games', 'printouts', 'mail'],
  cli: [
    ...['rules', 'text', 'database', 'context', 'accounts', 'games', 'printouts', 'mail', 'jobs', 'web'],
    ...['config', 'server'],
  ],
  server: [
    ...['rules', 'text', 'database', 'context', 'accounts', 'games', 'printouts', 'mail', 'jobs', 'web'],
    'config',
  ],
  main: ['config', 'server'],
  config: [],
};

/** The packages that pure code may use: the schema library, and a hash for the dice. */
const PACKAGES_OF_RULES: Record<string, readonly string[]> = {
  'rules/dice.ts': ['node:crypto'],
};

/** Every import under `root` (a folder laid out like src) that goes against the directions. */
export function violations(root: string): Violation[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => file.endsWith('.ts') && !file.startsWith('database/generated/'))
    .sort()
    .flatMap((file) => {
      const source = readFileSync(path.join(root, file), 'utf8');
      return [...importsOf(file, source), ...environmentOf(file, source)].filter((found) => found !== null);
    });
}

function importsOf(file: string, source: string): (Violation | null)[] {
  const { module } = parseSync(file, source);
  const written = [
    ...module.staticImports.map((one) => one.moduleRequest.value),
    ...module.staticExports.flatMap((one) => one.entries.map((entry) => entry.moduleRequest?.value)),
    ...module.dynamicImports.map((one) =>
      source.slice(one.moduleRequest.start, one.moduleRequest.end).replace(/^['"`]|['"`]$/g, ''),
    ),
  ].filter((name): name is string => name !== undefined);
  return written.map((name) => judge(file, name));
}

function judge(file: string, name: string): Violation | null {
  const part = partOf(file);
  if (!name.startsWith('.')) {
    const allowed = part !== 'rules' || name === 'zod' || PACKAGES_OF_RULES[file]?.includes(name);
    return allowed ? null : { file, imports: name, why: 'the rules are pure and import zod alone' };
  }
  const target = path.posix.normalize(path.posix.join(path.posix.dirname(file), name));
  if (target.startsWith('..')) return null;
  const other = partOf(target);
  if (other === part) return betweenRulesets(file, target);
  const allowed = MAY_IMPORT[part]?.includes(other) ?? false;
  return allowed ? null : { file, imports: target, why: `${part} may not import ${other}` };
}

function betweenRulesets(file: string, target: string): Violation | null {
  const [from, to] = [rulesetOf(file), rulesetOf(target)];
  const catalog = file === 'rules/catalog.ts';
  if (from === to || to === null || catalog) return null;
  return { file, imports: target, why: 'only the catalog imports a ruleset' };
}

/** Nobody but config, main and the command line may read the environment. */
function environmentOf(file: string, source: string): (Violation | null)[] {
  if (['config', 'main', 'cli'].includes(partOf(file))) return [];
  return /\bprocess\.env\b/.test(source)
    ? [{ file, imports: 'process.env', why: 'only src/config.ts reads the environment' }]
    : [];
}

function partOf(file: string): string {
  return (file.split('/')[0] ?? '').replace(/\.ts$/, '');
}

function rulesetOf(file: string): string | null {
  const parts = file.split('/');
  return parts[0] === 'rules' && parts.length > 2 ? (parts[1] ?? null) : null;
}
