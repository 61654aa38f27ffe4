import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';

/** Runs PostgreSQL's programs: as the current user or, because PostgreSQL refuses to run as root, as another one. */
export interface ProgramRunner {
  /**
   * Runs a program and returns its output.
   * @throws if it cannot be started or its exit status is not 0; the message contains its output
   */
  run(program: string, args: string[]): Promise<string>;
  /** Makes the user that PostgreSQL runs as the owner of a file or folder. */
  takeOwnership(file: string): Promise<void>;
}

/** Milliseconds within which the last output of a program that has ended arrives. */
const LAST_OUTPUT = 200;

interface SystemUser {
  uid: number;
  gid: number;
  name: string;
}

type Command = [program: string, args: string[], as?: { uid: number; gid: number }];
/** Turns a program and its arguments into the command that runs it as a certain user. */
type Wrap = (program: string, args: string[]) => Command;

/**
 * The users that PostgreSQL can run as if this process is root, in this order (`_postgres`: macOS). An existing cluster
 * keeps its owner.
 */
const POSTGRES_USERS = ['whistlestop', 'postgres', '_postgres', 'nobody'];

/**
 * Chooses how to run PostgreSQL for the cluster in `home`, which need not exist yet. Each way is tried: the chosen one
 * has run a program and accessed the folder.
 * @param base the existing folder that contains `home`
 * @throws if no way works; the message says what to do
 */
export async function chooseRunner(binaries: Binaries, base: string, home: string): Promise<ProgramRunner> {
  const owner = await ownerOf(home);
  const self = process.getuid?.();
  if (self !== 0) {
    if (self !== undefined && owner && owner.uid !== self) {
      throw new Error(
        `The database in ${home} belongs to the user ${owner.name}. Start the server as that user or as root, or set DATA_DIR to another folder.`,
      );
    }
    return createRunner((program, args) => [program, args], null);
  }
  const user = owner && owner.uid !== 0 ? owner : await findPostgresUser();
  for (const wrap of [asUser(user), withCapability(user)]) {
    if (await works(wrap, binaries, base)) return createRunner(wrap, user);
  }
  throw new Error(
    `PostgreSQL does not run as root, and the user ${user.name} cannot access ${path.dirname(binaries.postgres)} or ${base}. ` +
      'Do one of these: start the server as an ordinary user; move the project and its data to a folder that every user ' +
      'can access (not /root); install util-linux (setpriv); or set DATABASE_URL to a PostgreSQL server.',
  );
}

function createRunner(wrap: Wrap, user: SystemUser | null): ProgramRunner {
  return {
    run: (program, args) => run(wrap(program, args)),
    takeOwnership: async (file) => {
      if (user) await chown(file, user.uid, user.gid);
    },
  };
}

function asUser({ uid, gid }: SystemUser): Wrap {
  return (program, args) => [program, args, { uid, gid }];
}

/**
 * For folders that only root can access, such as those under /root: drops all of root's rights except the capability to
 * bypass file permissions. `no_setuid_fixup` makes it apply to access(2) too, with which PostgreSQL's programs find
 * themselves.
 */
function withCapability({ uid, gid }: SystemUser): Wrap {
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

/** Whether programs run this way can be executed and can access the folder. pg_ctl must find `postgres` beside it. */
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

async function findPostgresUser(): Promise<SystemUser> {
  const users = await readUsers();
  for (const name of POSTGRES_USERS) {
    // On macOS, nobody has the user ID -2, with which Node cannot start programs and change owners alike.
    const found = users.find((user) => user.name === name && user.uid > 0);
    if (found) return found;
  }
  throw new Error(
    'PostgreSQL does not run as root, and this system has no user "nobody" to run it. Start the server as an ordinary user, or set DATABASE_URL to a PostgreSQL server.',
  );
}

async function readUsers(): Promise<SystemUser[]> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n');
  return lines.map((line) => {
    const [name = '', , uid = '0', gid = '0'] = line.split(':');
    return { name, uid: Number(uid), gid: Number(gid) };
  });
}

async function ownerOf(folder: string): Promise<SystemUser | null> {
  try {
    const { uid, gid } = await stat(folder);
    const users = await readUsers().catch(() => []);
    return { uid, gid, name: users.find((user) => user.uid === uid)?.name ?? `with uid ${uid}` };
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
      // The other user may have no access to the working folder, and the operator's PG* variables are not for this cluster.
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
    // On some systems the database inherits the pipes and keeps them open, so 'close' may not come.
    child.on('exit', async (code, signal) => {
      await Promise.race([once(child, 'close'), wait(LAST_OUTPUT)]);
      child.stdout.destroy();
      child.stderr.destroy();
      if (code === 0) resolve(output);
      else reject(new Error(`${path.basename(program)} ended with ${code ?? signal}:\n${output.trim()}`));
    });
  });
}
