import { readdir, rm } from 'node:fs/promises';
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
 * Makes sure that no PostgreSQL uses the cluster, and removes the sockets that a killed one has left: it would take the process that
 * has their process ID now for another PostgreSQL.
 * @param home the folder with the sockets
 * @throws UsedElsewhere if one does
 */
export async function requireUnused(home: string): Promise<void> {
  const files = (await readdir(home)).filter((name) => name.startsWith(PREFIX));
  for (const name of files.filter((file) => !file.endsWith('.lock'))) {
    if (await answers(path.join(home, name))) throw new UsedElsewhere(home);
  }
  for (const name of files) await rm(path.join(home, name), { force: true });
}

/** Whether PostgreSQL can have its socket in this folder. Some shared folders and all of Windows have no sockets. */
export async function takesSockets(home: string): Promise<boolean> {
  const trial = path.join(home, `.trial-${process.pid}`);
  const longest = path.join(home, `${PREFIX}65535`);
  if (process.platform === 'win32' || Buffer.byteLength(longest) > LONGEST_PATH) return false;
  const server = net.createServer();
  try {
    await rm(trial, { force: true });
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(trial, resolve));
    return await answers(trial);
  } catch {
    return false;
  } finally {
    server.close();
    await rm(trial, { force: true });
  }
}

/** Whether a process listens at a socket. One that this user may not reach does. */
function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = net.connect(socket);
    const settle = (isAnswer: boolean) => {
      connection.destroy();
      resolve(isAnswer);
    };
    connection.setTimeout(ANSWER_TIMEOUT, () => settle(true));
    connection.once('connect', () => settle(true));
    connection.once('error', ({ code }: NodeJS.ErrnoException) =>
      settle(code !== 'ECONNREFUSED' && code !== 'ENOENT'),
    );
  });
}
