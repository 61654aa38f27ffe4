import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findBinaries, makeReady } from '../../src/database/embedded/binaries.ts';
import { openCluster } from '../../src/database/embedded/cluster.ts';
import { chooseLauncher } from '../../src/database/embedded/launcher.ts';
import { isPostmasterOf, readPostmaster } from '../../src/database/embedded/postmaster.ts';
import { type Embedded, startEmbedded } from '../../src/database/embedded.ts';

const script = fileURLToPath(new URL('embedded-process.ts', import.meta.url));
const log = pino({ level: 'silent' });
const root = process.getuid?.() === 0;
const execute = promisify(execFile);

let scratch: string;
/** A data folder with a cluster that was stopped in order, to be copied. */
let ready: string;
/** The data folder of the test. */
let dataDir: string;
let opened: Embedded[] = [];
let processes: ChildProcess[] = [];

beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'whistlestop-embedded-'));
  await chmod(scratch, 0o755);
  ready = path.join(scratch, 'ready');
  await (await startEmbedded({ dataDir: ready, log, durable: false })).stop();
});
beforeEach(async () => {
  dataDir = path.join(scratch, `data-${Math.random().toString(36).slice(2)}`);
  await execute('cp', ['-a', ready, dataDir]);
});
afterEach(async () => {
  for (const one of opened) await one.stop();
  for (const one of processes) await leave(one);
  opened = [];
  processes = [];
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

async function start(folder = dataDir): Promise<Embedded> {
  const embedded = await startEmbedded({ dataDir: folder, log });
  opened.push(embedded);
  return embedded;
}

interface Answer {
  child: ChildProcess;
  url?: string;
  error?: string;
}

/** Starts another process on a data folder, as another user if told, and waits for what it says. */
async function startProcess(folder = dataDir, user?: { uid: number; gid: number }): Promise<Answer> {
  const child = spawn(process.execPath, ['--import', 'tsx', script, folder], {
    ...user,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  processes.push(child);
  let said = '';
  child.stdout?.on('data', (chunk) => {
    said += chunk;
  });
  while (!said.includes('\n') && child.exitCode === null && child.signalCode === null) await wait(20);
  return { child, ...(JSON.parse(said) as { url?: string; error?: string }) };
}

async function leave(child: ChildProcess): Promise<void> {
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

/** Does this PostgreSQL end within a second or so? Its pid file goes a little before its process. */
async function ends(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 50; tries += 1) {
    if (!(await isPostmasterOf(pid, clusterOf(dataDir)))) return true;
    await wait(20);
  }
  return false;
}

describe('a start', () => {
  test('gives a PostgreSQL 18 that listens on this machine only and keeps its password to itself', async () => {
    const { url } = await start();
    const [row] = await query<Record<string, string>>(
      url,
      "select current_setting('server_version_num')::int / 10000 as version, current_setting('listen_addresses') as listen, current_setting('unix_socket_directories') as sockets, current_setting('server_encoding') as encoding, current_setting('TimeZone') as zone",
    );
    expect(row).toEqual({ version: 18, listen: '127.0.0.1', sockets: '', encoding: 'UTF8', zone: 'UTC' });
    const wrong = new URL(url);
    wrong.password = 'password';
    await expect(query(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/);
    const { stdout } = await execute('stat', ['-c', '%a', path.join(dataDir, 'postgres', 'password')]);
    expect(stdout.trim()).toBe('600');
  });

  test('is durable unless told otherwise', async () => {
    const embedded = await start();
    const settings = await query(
      embedded.url,
      "select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums') order by name",
    );
    expect(settings.map(({ setting }) => setting)).toEqual(['on', 'on', 'on', 'on']);
  });

  test('finds the data of before at the same address', async () => {
    const first = await start();
    await query(first.url, 'create table kept (n int); insert into kept values (42)');
    await first.stop();
    expect(await postmasterOf()).toBe(0);
    const second = await start();
    expect(second.url).toBe(first.url);
    expect(await query(second.url, 'select n from kept')).toEqual([{ n: 42 }]);
  });

  test('works for two processes that make the cluster at the same moment', async () => {
    const empty = path.join(scratch, 'two at once');
    const [one, two] = await Promise.all([startProcess(empty), startProcess(empty)]);
    expect(one.error ?? two.error).toBeUndefined();
    expect(one.url).toBe(two.url);
    expect(await readdir(empty)).toEqual(['postgres']);
  });

  test('is not held up by one that was killed while it made the cluster', async () => {
    const empty = path.join(scratch, 'killed');
    const starting = startProcess(empty).catch(() => null);
    const unfinished = async () =>
      (await readdir(empty).catch(() => [])).filter((name) => name.includes('.new-'));
    while ((await unfinished()).length === 0) await wait(10);
    processes.at(-1)?.kill('SIGKILL');
    await starting;
    const [left = ''] = await unfinished();
    expect(left).not.toBe('');
    const longAgo = new Date(Date.now() - 3_600_000);
    await utimes(path.join(empty, left), longAgo, longAgo);
    expect(await query((await start(empty)).url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await readdir(empty)).toEqual(['postgres']);
  });

  test('says why it failed', async () => {
    await writeFile(path.join(clusterOf(dataDir), 'PG_VERSION'), '12\n');
    await expect(start()).rejects.toThrow(/initialized by PostgreSQL version 12/);
  });
});

describe('several processes', () => {
  test('share one PostgreSQL; whoever leaves last shuts it down', async () => {
    const first = await startProcess();
    const second = await start();
    const third = await startProcess();
    const pid = await postmasterOf();
    expect([second.url, third.url]).toEqual([first.url, first.url]);
    await leave(third.child);
    expect(await postmasterOf()).toBe(pid);
    await leave(first.child);
    expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await second.stop();
    await second.stop();
    expect(await ends(pid)).toBe(true);
  });

  test('may come while another is shutting it down', async () => {
    for (let round = 0; round < 4; round += 1) {
      const leaving = await start();
      const [, coming] = await Promise.all([leaving.stop(), wait(round * 15).then(() => start())]);
      expect(await query(coming.url, 'select 1 as one')).toEqual([{ one: 1 }]);
      await coming.stop();
    }
  });
});

describe('after kill -9', () => {
  test('of the process that started it, the PostgreSQL that still runs is used again', async () => {
    const first = await startProcess();
    await query(first.url ?? '', 'create table kept (n int); insert into kept values (42)');
    const pid = await postmasterOf();
    await kill(first.child);
    const next = await start();
    expect(await postmasterOf()).toBe(pid);
    expect(await query(next.url, 'select n from kept')).toEqual([{ n: 42 }]);
    await next.stop();
    expect(await ends(pid)).toBe(true);
  });

  test('of PostgreSQL, it is started again at the same address', async () => {
    const { url } = await start();
    await query(url, 'create table kept (n int); insert into kept values (42)');
    const pid = await postmasterOf();
    process.kill(pid, 'SIGKILL');
    let rows: unknown[] = [];
    for (let tries = 0; tries < 200 && rows.length === 0; tries += 1) {
      await wait(50);
      rows = await query(url, 'select n from kept').catch(() => []);
    }
    expect(rows).toEqual([{ n: 42 }]);
    expect(await postmasterOf()).not.toBe(pid);
  });

  test('of both, the next start recovers what was committed', async () => {
    const first = await startProcess();
    await query(
      first.url ?? '',
      'create table kept (n int); insert into kept select generate_series(1, 1000)',
    );
    await kill(first.child);
    process.kill(await postmasterOf(), 'SIGKILL');
    const next = await start();
    expect(await query(next.url, 'select count(*)::int as n from kept')).toEqual([{ n: 1000 }]);
  });
});

describe('a pid file', () => {
  test('that names a stranger is taken away, and the stranger left alone', async () => {
    const stranger = spawn('sleep', ['60']);
    const file = path.join(clusterOf(dataDir), 'postmaster.pid');
    await writeFile(
      file,
      `${stranger.pid}\n${clusterOf(dataDir)}\n1700000000\n5432\n\n127.0.0.1\n 1 1\nready   \n`,
    );
    try {
      const { url } = await start();
      expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
      expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
    } finally {
      stranger.kill('SIGKILL');
    }
  });

  test('of a copied data folder does not lead to the folder it was copied from', async () => {
    const original = await start();
    await query(original.url, 'create table originals (n int)');
    const copy = `${dataDir}-copy`;
    await execute('cp', ['-a', ready, copy]);
    for (const name of ['cluster/postmaster.pid', 'port', 'password']) {
      await cp(path.join(dataDir, 'postgres', name), path.join(copy, 'postgres', name));
    }
    const copied = await start(copy);
    expect(new URL(copied.url).port).not.toBe(new URL(original.url).port);
    const found = await query(copied.url, "select to_regclass('originals') as found");
    expect(found).toEqual([{ found: null }]);
  });

  test('that is torn counts for nothing', async () => {
    await writeFile(path.join(clusterOf(dataDir), 'postmaster.pid'), '');
    await expect(readPostmaster(clusterOf(dataDir))).resolves.toEqual({ pid: 0, port: null });
    const { url } = await start();
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('the programs', () => {
  test('are given the links that the install script would have made', async () => {
    const copy = path.join(scratch, 'package');
    const native = path.dirname(path.dirname((await findBinaries()).postgres));
    await execute('cp', ['-a', path.dirname(native), copy]);
    await execute('find', [path.join(copy, 'native', 'lib'), '-type', 'l', '-delete']);
    const program = (name: string) => path.join(copy, 'native', 'bin', name);
    const binaries = { initdb: program('initdb'), pgCtl: program('pg_ctl'), postgres: program('postgres') };
    await chmod(binaries.postgres, 0o644);
    await Promise.all([makeReady(binaries), makeReady(binaries)]);
    await makeReady(binaries);
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
  test('has PostgreSQL run as somebody else', async () => {
    await start();
    const { stdout } = await execute('stat', ['-c', '%U', `/proc/${await postmasterOf()}`]);
    expect(stdout.trim()).not.toBe('root');
  });

  test('may keep data and programs where only root may enter', async () => {
    const closed = path.join(scratch, 'closed');
    await mkdir(closed, { mode: 0o700 });
    const native = path.dirname(path.dirname((await findBinaries()).postgres));
    await execute('cp', ['-a', native, closed]);
    const program = (name: string) => path.join(closed, 'native', 'bin', name);
    const binaries = { initdb: program('initdb'), pgCtl: program('pg_ctl'), postgres: program('postgres') };
    const home = path.join(closed, 'postgres');
    const launcher = await chooseLauncher(binaries, closed, home);
    await openCluster(home, binaries, launcher, false);
    await rm(home, { recursive: true });
    const { url } = await start(closed);
    await query(url, 'create table kept as select n from generate_series(1, 10000) n');
    await query(url, 'vacuum analyze kept');
    const sums = await Promise.all(
      Array.from({ length: 4 }, () => query(url, 'select sum(n)::int as sum from kept')),
    );
    for (const sum of sums) expect(sum).toEqual([{ sum: 50005000 }]);
  });

  test.runIf(reachable)('is not needed: an ordinary user starts, and shares with root', async () => {
    const own = path.join(scratch, 'ordinary');
    await mkdir(own);
    await chown(own, nobody, nobody);
    const user = { uid: nobody, gid: nobody };
    const first = await startProcess(own, user);
    expect(first.error).toBeUndefined();
    const second = await start(own);
    expect(second.url).toBe(first.url);
    await leave(first.child);
    await second.stop();
    expect((await startProcess(own, user)).url).toBe(first.url);
  });

  test.runIf(reachable)('may leave a cluster that another user is told not to touch', async () => {
    const stranger = Number(spawnSync('id', ['-u', 'daemon']).stdout);
    await chmod(dataDir, 0o777);
    const { error } = await startProcess(dataDir, { uid: stranger, gid: stranger });
    expect(error).toMatch(/belongs to the user .+: start as that user or as root/);
  });
});
