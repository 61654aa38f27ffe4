import { randomBytes } from 'node:crypto';
import { chmod, readdir, realpath, rm } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';

/*
 * Containers that share a volume do not see each other's processes and ports, so neither postmaster.pid nor PostgreSQL's own checks
 * show that another one uses the cluster. A second PostgreSQL on the same files destroys what the first one has confirmed. But a Unix
 * socket beside the cluster can be reached from every container of the machine.
 */

/** A PostgreSQL that is not among the processes of this container uses the cluster. */
export class UsedElsewhere extends Error {
  override name = 'UsedElsewhere';

  constructor(home: string) {
    super(
      `The database in ${home} is in use by another container. Run commands in that container ` +
        '(docker exec, docker compose exec), or stop it first.',
    );
  }
}

/** How the name of each socket, and of the lock file that PostgreSQL puts beside it, begins. */
const PREFIX = '.s.PGSQL.';
/** The longest path of a socket, in bytes, on every system that has them. */
const LONGEST_PATH = 103;
/** How long an answer of the socket is waited for, in milliseconds. */
const ANSWER_TIMEOUT = 5_000;

/**
 * Makes sure that no PostgreSQL uses the cluster.
 * @param home the folder with the sockets
 * @returns the sockets that a killed one has left, with their lock files
 * @throws UsedElsewhere if one does
 */
export async function requireUnused(home: string): Promise<string[]> {
  if (!fitsSockets(home)) return [];
  const files = (await readdir(home)).filter((name) => name.startsWith(PREFIX));
  for (const name of files.filter((file) => !file.endsWith('.lock'))) {
    if (await answers(path.join(home, name))) throw new UsedElsewhere(home);
  }
  return files.map((name) => path.join(home, name));
}

/**
 * Removes what `requireUnused` has found: PostgreSQL would take the process that has the process ID in a lock file now for another
 * PostgreSQL. If that fails, PostgreSQL says whether it is in the way.
 */
export async function removeStaleSockets(files: readonly string[]): Promise<void> {
  for (const file of files) await rm(file, { force: true }).catch(() => {});
}

/**
 * Whether PostgreSQL can have its socket beside its data folder. Windows has none, some folders that are shared with virtual machines take
 * none or do not let their rights be set, and if the data folder is a link, `..` is somewhere else.
 */
export async function takesSockets({ home, data }: { home: string; data: string }): Promise<boolean> {
  if (!fitsSockets(home) || (await realpath(data)) !== data) return false;
  const trial = path.join(home, `.trial-${randomBytes(3).toString('hex')}`);
  const server = net.createServer();
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(trial, resolve));
    await chmod(trial, 0o700);
    const isAnswered = await answers(trial);
    await rm(trial, { force: true });
    return isAnswered;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

function fitsSockets(home: string): boolean {
  const longest = path.join(home, `${PREFIX}65535`);
  return process.platform !== 'win32' && Buffer.byteLength(longest) <= LONGEST_PATH;
}

/** What connecting to a socket fails with although a process listens there: this user may not, or it has too much to do. */
const LISTENING: ReadonlySet<string | undefined> = new Set(['EACCES', 'EPERM', 'EAGAIN']);

/** Whether a process listens at a socket. */
function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = net.connect(socket);
    const settle = (isAnswer: boolean) => {
      connection.destroy();
      resolve(isAnswer);
    };
    connection.setTimeout(ANSWER_TIMEOUT, () => settle(true));
    connection.once('connect', () => settle(true));
    connection.once('error', ({ code }: NodeJS.ErrnoException) => settle(LISTENING.has(code)));
  });
}
