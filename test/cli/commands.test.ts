import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bundle, bundleProgram } from '../helpers/bundle.ts';
import { shortOrLong } from '../helpers/long.ts';

const root = path.resolve(import.meta.dirname, '../..');
let bundle: Bundle;
let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-cli-'));
  bundle = await bundleProgram(path.join(root, 'src/cli.ts'));
});
afterAll(async () => {
  await bundle.remove();
  await rm(dir, { recursive: true, force: true });
});

interface Finished {
  status: number | null;
  out: string;
  err: string;
}

const AS_PEOPLE_DO = ['--import', './src/typescript.js', 'src/cli.ts'];

/** Runs the command line as people do. */
const whistlestop = (args: string[], input = '', environment: Record<string, string> = {}) =>
  run([...AS_PEOPLE_DO, ...args], input, environment);

/** Runs the same command line from a bundle, which starts sooner. */
const bundled = (args: string[], environment: Record<string, string> = {}) =>
  run([...bundle.args, ...args], '', environment);

/** Runs a program without the settings of the person who runs the tests. */
function run(args: string[], input: string, environment: Record<string, string> = {}): Promise<Finished> {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, ...environment };
  const child = spawn(process.execPath, args, { cwd: root, env });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  child.stdin.end(input);
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, out, err })));
}

const CASES = 'test/conformance/election-year';

describe('rules', () => {
  test('prints the rules of a game as text', async () => {
    const { status, out, err } = await whistlestop(['rules', 'election-year']);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).toMatch(/^ELECTION YEAR: THE RULES\n/);
    expect(out).toContain('\nEY-6.11  ');
  });

  test('writes them to a PDF', async () => {
    const file = path.join(dir, 'rules.pdf');
    const { status, out } = await whistlestop(['rules', 'margin-of-error', '--pdf', file, '--paper', 'a4']);
    expect({ status, out }).toEqual({ status: 0, out: `The rules of Margin of Error are in ${file}.\n` });
    expect((await readFile(file)).subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('exits with 2 if there is no such game or the file cannot be written', async () => {
    const unknown = await whistlestop(['rules', 'chess']);
    expect([unknown.status, unknown.err]).toEqual([2, expect.stringContaining('election-year')]);
    const nowhere = await whistlestop(['rules', 'election-year', '--pdf', path.join(dir, 'none', 'x.pdf')]);
    expect([nowhere.status, nowhere.err]).toEqual([2, expect.stringContaining('ENOENT')]);
  });
});

describe('play', () => {
  test('prints the document of a scenario and exits with 0', async () => {
    const names = (await readdir(path.join(root, CASES))).sort();
    const name = names.find((one) => one.startsWith('ey-6.1')) ?? '';
    const { status, out, err } = await whistlestop(['play', path.join(CASES, name)]);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(JSON.parse(out)).toMatchObject({ ruleset: 'election-year', turns: [{ turn: 1 }] });
  });

  test('exits with 1 if an expectation is not met and names the first difference', async () => {
    const players = ['AB', 'CD', 'EF', 'GH'].map((id, i) => ({
      id,
      party: 'DR'[i % 2],
      home: ['NY', 'TX', 'CA', 'FL'][i],
      ability: 3,
      cash: 400,
      income: 90,
      popularity: {},
    }));
    const scenario = {
      ruleset: 'election-year',
      setup: { players },
      dice: [],
      turns: [{ expect: { state: { turn: 2 } } }],
    };
    const { status, err } = await whistlestop(['play', '-'], `${JSON.stringify(scenario)}\n`);
    expect(status).toBe(1);
    expect(err).toContain('state.turn');
  });

  test('exits with 2 if a line is not a scenario and names the field without a stack trace', async () => {
    const { status, out, err } = await whistlestop(
      ['play', '-'],
      '{"ruleset":"election-year","setup":{},"turns":[]}\nnot json\n',
    );
    expect(status).toBe(2);
    expect(out.trim().split('\n')).toHaveLength(2);
    expect(err).toContain('setup.players');
    expect(err).not.toMatch(/\n\s+at /);
  });
});

test.each(['stdout', 'stderr'] as const)(
  'a reader of %s who closes the pipe causes no error message',
  async (closed) => {
    const { PATH = '', HOME = '' } = process.env;
    const env = { PATH, HOME };
    const child = spawn(process.execPath, [...AS_PEOPLE_DO, 'play', '-'], { cwd: root, env });
    child[closed].destroy();
    let output = '';
    child[closed === 'stdout' ? 'stderr' : 'stdout'].on('data', (chunk) => {
      output += chunk;
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end('{}\n'.repeat(5_000));
    const status = await new Promise((resolve) => child.on('close', resolve));
    expect(status).toBe(2);
    expect(output).not.toMatch(/\n\s+at /);
  },
);

test('every command has help with an example', async () => {
  const { status, out } = await whistlestop(['--help']);
  expect(status).toBe(0);
  const commands = [...out.matchAll(/^ {2}([a-z][a-z-]+)/gm)].map((match) => match[1] as string);
  expect(commands).toEqual(
    expect.arrayContaining([
      ...['play', 'replay', 'export', 'verify', 'transfer-out', 'transfer-in', 'demo', 'migrate'],
      ...[
        'sign-in-link',
        'remove-passkeys',
        'operator',
        'delete-game',
        'send-mail',
        'start',
        'held',
        'release',
        'backup',
        'restore',
        'upgrade-database',
      ],
    ]),
  );
  for (const command of commands.filter((one) => one !== 'help')) {
    const help = await bundled([command, '--help']);
    expect(help.status, command).toBe(0);
    expect(help.out, command).toContain(`Usage: whistlestop ${command}`);
    expect(help.out, command).toContain(`whistlestop -- ${command}`);
  }
}, 120_000);

test('a setting that is not valid is named without a stack trace', async () => {
  const { status, err } = await run([...AS_PEOPLE_DO, 'replay', 'EY-1'], '', {
    DATABASE_URL: 'mysql://nowhere',
  });
  expect(status).toBe(1);
  expect(err).toMatch(/^DATABASE_URL should be an address that begins with postgresql:\/\//);
});

describe('the demo', () => {
  test('empties no folder that it did not create', async () => {
    const precious = path.join(dir, 'precious');
    await mkdir(precious);
    await writeFile(path.join(precious, 'letter.txt'), 'dear');
    const { status, out } = await bundled(['demo', '--all', '--port', '0', '--dir', precious]);
    expect(status).toBe(2);
    expect(out).toContain('--dir');
    expect(await readFile(path.join(precious, 'letter.txt'), 'utf8')).toBe('dear');
  });

  test.each<[string, string, number]>([
    ['election-year', 'EY-1', 7],
    ...shortOrLong<[string, string, number][]>([], [['margin-of-error', 'MOE-1', 10]]),
  ])(
    'plays %s to its end; its games can be replayed, exported and verified',
    async (ruleset, number, printouts) => {
      const own = path.join(dir, ruleset);
      const played = await bundled(['demo', '--all', '--game', ruleset, '--port', '0', '--dir', own]);
      expect(played.out).toContain(`${number} is over.`);
      expect(played.status).toBe(0);
      const pdfs = await readdir(path.join(own, 'printouts'));
      expect(pdfs.length).toBeGreaterThanOrEqual(printouts);
      for (const pdf of pdfs)
        expect((await readFile(path.join(own, 'printouts', pdf))).subarray(0, 5).toString()).toBe('%PDF-');
      const stored = { DATA_DIR: own };
      expect(await whistlestop(['replay', number], '', stored)).toMatchObject({ status: 0 });
      const exported = await whistlestop(['export', number], '', stored);
      expect(exported.status).toBe(0);
      const file = path.join(dir, `${number}.json`);
      await writeFile(file, exported.out);
      expect(await whistlestop(['verify', file])).toMatchObject({ status: 0, err: '' });
      await writeFile(file, exported.out.replace(/"value": 3/, '"value": 2'));
      expect(await bundled(['verify', file])).toMatchObject({ status: 1 });
      expect(await bundled(['replay', `${number}9`], stored)).toMatchObject({ status: 2 });
    },
    240_000,
  );
});
