import { spawn } from 'node:child_process';
import { chown, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Binaries } from './binaries.ts';

/** How PostgreSQL's programs are run: as ourselves or, because PostgreSQL refuses root, as someone else. */
export interface Launcher {
  /**
   * Runs a program to its end and gives back what it wrote.
   * @throws when it cannot be started or does not end with 0; the message holds its output.
   */
  run(program: string, args: string[]): Promise<string>;
  /** Makes a file or folder belong to whoever PostgreSQL runs as. */
  give(file: string): Promise<void>;
}

interface Person {
  uid: number;
  gid: number;
  name: string;
}

type Command = [program: string, args: string[], as?: { uid: number; gid: number }];
type Wrap = (program: string, args: string[]) => Command;

/** Accounts that PostgreSQL may run as where we are root, in this order; a cluster that exists keeps its owner. */
const servants = ['whistlestop', 'postgres', 'nobody'];

/**
 * Chooses how to run PostgreSQL for the cluster that is, or will be, in `home`.
 * Tried out, not guessed: the way chosen has run a program and entered the folder.
 * @param home the folder of the cluster; `base`, above it, exists
 * @throws when no way works; the message says what to do.
 */
export async function chooseLauncher(binaries: Binaries, base: string, home: string): Promise<Launcher> {
  const owner = await ownerOf(home);
  const self = process.getuid?.();
  if (self !== 0) {
    if (self !== undefined && owner && owner.uid !== self) {
      throw new Error(
        `The database in ${home} belongs to the user ${owner.name}: start as that user or as root, or choose another data folder.`,
      );
    }
    return launcher((program, args) => [program, args], null);
  }
  const person = owner && owner.uid !== 0 ? owner : await findServant();
  for (const wrap of [asPerson(person), withCapability(person)]) {
    if (await works(wrap, binaries, base)) return launcher(wrap, person);
  }
  throw new Error(
    `PostgreSQL does not run as root, and the user ${person.name} can reach neither ${path.dirname(binaries.postgres)} nor ${base}. ` +
      'Start as an ordinary user, or move the project and its data to a folder that every user may enter (not /root), ' +
      'or install util-linux (setpriv), or set DATABASE_URL to a PostgreSQL server.',
  );
}

function launcher(wrap: Wrap, person: Person | null): Launcher {
  return {
    run: (program, args) => run(wrap(program, args)),
    give: async (file) => {
      if (person) await chown(file, person.uid, person.gid);
    },
  };
}

function asPerson({ uid, gid }: Person): Wrap {
  return (program, args) => [program, args, { uid, gid }];
}

/**
 * For folders that only root may enter, such as those under /root: the capability to pass folder
 * permissions is kept while everything else of root is dropped. `no_setuid_fixup` makes it count for access(2)
 * too, by which PostgreSQL's programs find themselves.
 */
function withCapability({ uid, gid }: Person): Wrap {
  const options = [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--securebits=+no_setuid_fixup',
  ];
  return (program, args) => ['setpriv', [...options, program, ...args]];
}

/** pg_ctl finds its neighbour `postgres` (and says so) only where both can be reached; `ls` needs the folder. */
async function works(wrap: Wrap, binaries: Binaries, base: string): Promise<boolean> {
  try {
    await run(wrap(binaries.initdb, ['--version']));
    await run(wrap(binaries.postgres, ['--version']));
    await run(wrap('/bin/sh', ['-c', 'cd "$0" && test -r "$1" && test -x "$1"', base, binaries.postgres]));
    return true;
  } catch {
    return false;
  }
}

async function findServant(): Promise<Person> {
  const people = await readPeople();
  for (const name of servants) {
    const found = people.find((person) => person.name === name && person.uid !== 0);
    if (found) return found;
  }
  throw new Error(
    'PostgreSQL does not run as root, and this system has no user "nobody" to run it: start as an ordinary user, or set DATABASE_URL to a PostgreSQL server.',
  );
}

async function readPeople(): Promise<Person[]> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n');
  return lines.map((line) => {
    const [name = '', , uid = '0', gid = '0'] = line.split(':');
    return { name, uid: Number(uid), gid: Number(gid) };
  });
}

async function ownerOf(folder: string): Promise<Person | null> {
  try {
    const { uid, gid } = await stat(folder);
    const people = await readPeople().catch(() => []);
    return { uid, gid, name: people.find((person) => person.uid === uid)?.name ?? `number ${uid}` };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function run([program, args, as]: Command): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...as,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Our own folder may be closed to the other user; and PG* variables of the operator are not for this cluster.
      cwd: path.parse(program).root || '/',
      ...(process.platform === 'win32' ? {} : { env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' } }),
      windowsHide: true,
    });
    let output = '';
    const collect = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-10_000);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (cause) => {
      reject(new Error(`${path.basename(program)} could not be started: ${cause.message}`, { cause }));
    });
    // Not 'close': on some systems the database inherits the pipe and holds it open.
    child.on('exit', (code, signal) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${path.basename(program)} ended with ${code ?? signal}:\n${output.trim()}`));
    });
  });
}
