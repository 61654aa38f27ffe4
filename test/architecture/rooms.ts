import path from 'node:path';
import type { Module } from './modules.ts';

/** Something in a file of src that the architecture forbids. */
export interface Violation {
  file: string;
  /** What it imports or uses. */
  uses: string;
  why: string;
}

/** Which parts of src each part may import, besides itself and packages. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  rules: [],
  text: [],
  'crowded-out': [],
  'fair-turns': ['crowded-out'],
  'in-turn': [],
  isolation: [],
  context: ['database'],
  database: ['rules'],
  accounts: ['rules', 'text', 'database', 'context'],
  outgoing: [],
  webhooks: ['text', 'database', 'context', 'outgoing', 'games', 'mail'],
  games: ['rules', 'text', 'database', 'context', 'accounts', 'outgoing'],
  printouts: ['rules', 'text', 'fair-turns', 'isolation'],
  mail: [
    ...['rules', 'text', 'database', 'context', 'crowded-out', 'in-turn', 'isolation'],
    ...['outgoing', 'accounts', 'games', 'printouts'],
  ],
  operations: ['rules', 'text', 'database', 'context', 'accounts', 'games', 'printouts', 'mail'],
  jobs: [
    ...['rules', 'text', 'database', 'context', 'accounts', 'games', 'printouts', 'mail', 'operations'],
    'webhooks',
  ],
  web: [
    ...['rules', 'text', 'database', 'context', 'crowded-out', 'fair-turns', 'in-turn', 'accounts'],
    ...['games', 'printouts', 'mail', 'operations'],
  ],
  config: [],
  server: [
    ...[
      'rules',
      'text',
      'database',
      'context',
      'accounts',
      'games',
      'printouts',
      'mail',
      'operations',
      'jobs',
      'web',
    ],
    'config',
  ],
  main: ['config', 'server'],
  cli: [
    ...[
      'rules',
      'text',
      'database',
      'context',
      'accounts',
      'games',
      'printouts',
      'mail',
      'operations',
      'jobs',
      'web',
    ],
    ...['config', 'server'],
  ],
};

/** Parts that are divided into rooms: which other rooms of the same part each room may import. */
const MAY_IMPORT_WITHIN: Record<string, Record<string, readonly string[]>> = {
  games: {
    // Every room may use these two, and they may use every room.
    archive: [
      ...['game', 'inspections', 'letters', 'messages', 'notices'],
      ...['press', 'processing', 'schedule', 'seats', 'sheets'],
    ],
    game: [
      ...[
        'archive',
        'webhooks',
        'inspections',
        'letters',
        'messages',
        'notices',
        'press',
        'processing',
        'questions',
        'schedule',
        'seats',
        'sheets',
      ],
    ],
    notices: ['archive', 'game'],
    webhooks: ['game'],
    inspections: ['archive', 'game'],
    letters: ['archive', 'game', 'notices'],
    'mailed-sheets': ['game', 'notices', 'sheets'],
    notes: ['archive', 'game'],
    practice: ['archive', 'game', 'notes', 'questions', 'seats', 'sheets', 'processing'],
    questions: ['archive', 'game', 'notices'],
    messages: ['archive', 'game', 'notices', 'letters'],
    post: ['game', 'inspections', 'processing', 'seats', 'sheets'],
    press: ['archive', 'game', 'notices', 'inspections', 'sheets'],
    sheets: ['archive', 'game', 'notices', 'inspections', 'schedule', 'processing'],
    schedule: ['archive', 'game', 'notices', 'seats', 'sheets', 'processing', 'webhooks'],
    seats: [
      ...['archive', 'game', 'notices', 'inspections', 'letters', 'messages'],
      ...['schedule', 'sheets', 'processing'],
    ],
    processing: [
      'archive',
      'game',
      'notices',
      'inspections',
      'press',
      'schedule',
      'seats',
      'sheets',
      'webhooks',
    ],
  },
  mail: {
    delivery: ['outbound'],
    inbound: ['outbound', 'delivery', 'smtp', 'letterhead'],
    letterhead: [],
    fetching: ['inbound', 'outbound', 'delivery', 'smtp'],
    mailbox: ['smtp'],
    outbound: ['delivery', 'letterhead'],
    smtp: [],
  },
  web: {
    'web-context': [],
    rendering: ['web-context', 'access'],
    access: ['web-context', 'rendering'],
    forms: ['web-context', 'access', 'rendering'],
    'turn-sheet': ['web-context', 'access', 'rendering', 'forms'],
    routes: ['web-context', 'access', 'rendering', 'forms', 'turn-sheet'],
    app: ['web-context', 'access', 'rendering', 'forms', 'turn-sheet', 'routes'],
  },
};

/**
 * The routes are divided by who uses them; a file of theirs imports helpers of its own folder, and another file that
 * has routes (a default export) only if it stands here.
 */
export const ROUTES_THAT_SHARE: Record<string, readonly string[]> = {};

/** The packages that the rules may use besides zod: a hash, for the dice. */
const PACKAGES_OF_RULES: Record<string, readonly string[]> = { 'rules/dice.ts': ['node:crypto'] };

/** Files that import a package whose name they put together, as it depends on the platform. */
const COMPUTED_IMPORTS = ['database/embedded/binaries.ts'];

/** Everything in these modules that goes against the directions, but for circles. */
export function findViolations(modules: Module[]): Violation[] {
  const byFile = new Map(modules.map((module) => [module.file, module]));
  return modules
    .filter((module) => module.file.endsWith('.ts'))
    .flatMap((module) => [
      ...module.imports.map((name) => checkImport(module.file, name, byFile)),
      ...(COMPUTED_IMPORTS.includes(module.file) ? [] : module.computedImports).map((uses) => ({
        file: module.file,
        uses,
        why: 'what is imported must be written out',
      })),
      checkEnvironment(module),
    ])
    .filter((found) => found !== null);
}

/** The file that a relative import means; null for a package or a file outside of src. */
export function targetOf(file: string, name: string): string | null {
  if (!name.startsWith('.')) return null;
  const target = path.posix.normalize(path.posix.join(path.posix.dirname(file), name));
  return target.startsWith('..') ? null : target;
}

function checkImport(file: string, name: string, byFile: Map<string, Module>): Violation | null {
  const [part, room] = placeOf(file);
  const target = targetOf(file, name);
  if (target === null) {
    if (part !== 'rules' || name === 'zod' || PACKAGES_OF_RULES[file]?.includes(name)) return null;
    return { file, uses: name, why: 'the rules are pure and import no package but zod' };
  }
  const forbidden = (why: string): Violation => ({ file, uses: target, why });
  const allowed = MAY_IMPORT[part];
  if (allowed === undefined) return forbidden(`${part} has no place in test/architecture/rooms.ts`);
  const [otherPart, otherRoom] = placeOf(target);
  if (otherPart !== part) {
    return allowed.includes(otherPart) ? null : forbidden(`${part} may not import ${otherPart}`);
  }
  if (part === 'rules')
    return betweenRulesets(file, target) ? forbidden('only the catalog imports a ruleset') : null;
  const rooms = MAY_IMPORT_WITHIN[part];
  if (rooms === undefined) return null;
  if (rooms[room] === undefined)
    return forbidden(`${part}/${room} has no place in test/architecture/rooms.ts`);
  if (otherRoom !== room) {
    return rooms[room].includes(otherRoom)
      ? null
      : forbidden(`${part}/${room} may not import ${part}/${otherRoom}`);
  }
  return `${part}/${room}` === 'web/routes' ? betweenRoutes(file, target, byFile) : null;
}

function betweenRoutes(file: string, target: string, byFile: Map<string, Module>): Violation | null {
  if (ROUTES_THAT_SHARE[file]?.includes(target)) return null;
  if (path.posix.dirname(file) !== path.posix.dirname(target)) {
    return { file, uses: target, why: 'what the routes of two folders share belongs to another room of web' };
  }
  if (!byFile.get(target)?.hasDefaultExport) return null;
  return { file, uses: target, why: 'a file of routes may not import another one' };
}

function betweenRulesets(file: string, target: string): boolean {
  const [from, to] = [rulesetOf(file), rulesetOf(target)];
  return to !== null && from !== to && file !== 'rules/catalog.ts';
}

function checkEnvironment({ file, readsEnvironment }: Module): Violation | null {
  if (!readsEnvironment || ['config', 'main', 'cli'].includes(placeOf(file)[0])) return null;
  return { file, uses: 'process.env', why: 'only src/config.ts and the commands read the environment' };
}

/** The part of src and the room within it: `games` and `letters` for `games/letters/write-letter.ts`. */
function placeOf(file: string): [part: string, room: string] {
  const [part = '', room = ''] = file.split('/').map((name) => name.replace(/\.[jt]s$/, ''));
  return [part, room];
}

/** Folders of the rules that are no rulesets: what all of them have in common. */
const SHARED_BY_RULESETS = ['sheet-text'];

function rulesetOf(file: string): string | null {
  const parts = file.split('/');
  if (SHARED_BY_RULESETS.includes(parts[1] ?? '')) return null;
  return parts[0] === 'rules' && parts.length > 2 ? (parts[1] ?? null) : null;
}
