import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

/* Code that someone else has put where compiled TypeScript is kept must not run. */

const root = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

/** Ends when what was compiled has been written, too. */
const MAIN = `const said: string = 'own code';
console.log(said);
await new Promise((resolve) => setTimeout(resolve, 500));
`;

describe.skipIf(process.geteuid === undefined)('Compiled code', () => {
  const user = process.geteuid?.() ?? 0;
  let dir: string;
  /** The folder for temporary files, which all users of a machine share. */
  let shared: string;

  beforeEach(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-typescript-'));
    shared = path.join(dir, 'tmp');
    for (const name of ['tmp', 'app/src', 'app/node_modules']) {
      await mkdir(path.join(dir, name), { recursive: true });
    }
    await cp(path.join(root, 'src/typescript.js'), inApp('src/typescript.js'));
    // Modules are loaded from where links lead to, and tsx needs esbuild beside it.
    for (const name of ['tsx', 'esbuild']) {
      await symlink(path.join(root, 'node_modules', name), inApp('node_modules', name));
    }
    await writeFile(inApp('package.json'), '{ "type": "module" }');
    await writeFile(inApp('src/main.ts'), MAIN);
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  const inApp = (...names: string[]) => path.join(dir, 'app', ...names);
  const ownCache = () => inApp('node_modules/.cache/whistlestop', `tsx-${user}`);

  async function start(loader: string): Promise<string> {
    const env = { PATH: process.env.PATH, TMPDIR: shared };
    const { stdout } = await run(process.execPath, ['--import', loader, 'src/main.ts'], {
      cwd: inApp(),
      env,
    });
    return stdout.trim();
  }

  /** Changes the code that is kept in a folder. */
  async function plant(folder: string): Promise<void> {
    const names = await readdir(folder);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      const kept = await readFile(path.join(folder, name), 'utf8');
      expect(kept).toContain('own code');
      await writeFile(path.join(folder, name), kept.replace('own code', 'planted code'));
    }
  }

  test('in the folder for temporary files is not run, as tsx alone would', async () => {
    const plain = ['t', 's', 'x'].join('');
    expect(await start(plain)).toBe('own code');
    await plant(path.join(shared, `tsx-${user}`));
    expect(await start(plain)).toBe('planted code');
    expect(await start('./src/typescript.js')).toBe('own code');
    // Nothing else is used there either, and what was compiled is kept elsewhere.
    expect(await readdir(shared)).toEqual([`tsx-${user}`]);
    expect(await readdir(ownCache())).toHaveLength(1);
    expect(await start('./src/typescript.js')).toBe('own code');
  });

  test('is kept where only this user can write', async () => {
    await start('./src/typescript.js');
    await plant(ownCache());
    // The folder is used.
    expect(await start('./src/typescript.js')).toBe('planted code');
    await chmod(ownCache(), 0o777);
    expect(await start('./src/typescript.js')).toBe('own code');
  });

  test.skipIf(user !== 0)('of another user is not run', async () => {
    await start('./src/typescript.js');
    await plant(ownCache());
    await chown(path.dirname(ownCache()), 65_534, 65_534);
    expect(await start('./src/typescript.js')).toBe('own code');
  });

  test('is not kept if there is no place for it', async () => {
    await writeFile(inApp('node_modules/.cache'), '');
    expect(await start('./src/typescript.js')).toBe('own code');
    expect(await readdir(shared)).toEqual([]);
  });
});

describe('TypeScript is never run by tsx itself', () => {
  const name = 'tsx';
  const starts = [
    new RegExp(`--import[='",\\s]+${name}\\b`),
    new RegExp(`(?:from|import|import\\(|require\\(|resolve\\()\\s*['"]${name}(?:/[\\w/]+)?['"]`),
    new RegExp(`(?:npx|\\.bin/|&&|["'\`])\\s*${name}\\s+(?:watch\\s+)?\\S+\\.[mc]?[jt]s\\b`),
    new RegExp(`--(?:loader|require|import)[='",\\s]+${name}/`),
  ];
  const isStart = (text: string) => starts.some((start) => start.test(text));

  test.each([
    `node --import ${name} src/main.ts`,
    `["node", "--import", "${name}", "src/main.ts"]`,
    `node --import=${name} src/main.ts`,
    `node --import ${name}/esm src/main.ts`,
    `import { register } from '${name}/esm/api';`,
    `await import('${name}');`,
    `import.meta.resolve('${name}')`,
    `npx ${name} src/main.ts`,
    `"start": "${name} src/main.ts"`,
  ])('%s is such a start', (text) => expect(isStart(text)).toBe(true));

  test('but in the one file that chooses where compiled code is kept', () => {
    const files = [
      ...['package.json', 'Dockerfile', 'docker-compose.yml', '.ci/run', '.env.example'],
      ...['README.md', 'CONTRIBUTING.md', 'vitest.config.ts', 'prisma.config.ts'],
      ...['src', 'test', 'docs', 'prisma', 'templates'].flatMap(textsIn),
    ];
    const found = files.filter((file) => isStart(readFileSync(path.join(root, file), 'utf8')));
    expect(found).toEqual(['src/typescript.js']);
  });

  test('and every start names this file as it is called', () => {
    const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    const named = Object.values<string>(scripts).flatMap(
      (script) => script.match(/(?<=--import )\S+/g) ?? [],
    );
    expect(new Set(named)).toEqual(new Set(['./src/typescript.js']));
    expect(existsSync(path.join(root, 'src/typescript.js'))).toBe(true);
  });
});

/** The texts of a folder, without those that programs have written. */
function textsIn(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(folder, file).split(path.sep).join('/'))
    .filter((file) => /\.(?:[mc]?[jt]s|md|eta|sh|json)$/.test(file))
    .filter((file) => !/^src\/database\/generated\/|^test\/(?:replays|conformance)\//.test(file));
}
