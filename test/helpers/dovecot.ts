import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  utimes,
  writeFile,
} from 'node:fs/promises';
import net from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Dovecot, a mail server with IMAP, as Debian packages it. Everyone's password is `secret`. */
export interface Dovecot {
  /** The address of a folder of a user's mailbox. */
  url(user: string, folder?: string): string;
  /** Puts a mail into the inbox or a folder, as a mail server does on delivery, or did at another time. */
  put(user: string, mail: string, at?: Date, folder?: string): Promise<void>;
  /** The mails in a folder, by the name of their files. */
  mails(user: string, folder?: string): Promise<string[]>;
  /** Ends the mail server, but keeps its mail. */
  stop(): Promise<void>;
  /** Starts it again at the same port. */
  start(): Promise<void>;
  close(): Promise<void>;
}

const PASSWORD = 'secret';

/** Why Dovecot cannot be had here; null if it can. */
export function dovecotMissing(): string | null {
  if (userInfo().uid !== 0) return 'Dovecot is not tested: it must be started as root';
  try {
    execFileSync('dovecot', ['--version'], { stdio: 'pipe' });
    return null;
  } catch {
    return 'Dovecot is not tested: it is not installed (apt-get install dovecot-imapd)';
  }
}

let serial = 0;

/** Starts Dovecot on loopback. */
export async function startDovecot(): Promise<Dovecot> {
  const dir = await mkdtemp(path.join(tmpdir(), 'dovecot-'));
  await chmod(dir, 0o755);
  const port = await freePort();
  const mail = path.join(dir, 'mail');
  await mkdir(mail);
  await chown(mail, NOBODY, NOBODY);
  const file = path.join(dir, 'dovecot.conf');
  await writeFile(file, configOf(dir, port));
  let child: ChildProcess | null = null;
  const folderOf = (user: string, folder = '') =>
    path.join(mail, user, folder && `.${folder.replaceAll('/', '.')}`);
  const start = async () => {
    child = spawn('dovecot', ['-F', '-c', file], { stdio: 'inherit', detached: true });
    for (let tries = 0; !(await answers(port)); tries += 1) {
      if (tries > 100) throw new Error(await readFile(path.join(dir, 'log'), 'utf8').catch(() => 'no log'));
      await sleep(100);
    }
  };
  const stop = async () => {
    if (child === null || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child?.once('exit', resolve));
    const { pid } = child;
    child.kill('SIGTERM');
    await ended;
    child = null;
    if (pid !== undefined) endGroup(pid);
  };
  await start();
  return {
    url: (user, folder = 'INBOX') =>
      `imap://${user}:${PASSWORD}@127.0.0.1:${port}/${encodeURIComponent(folder)}`,
    async put(user, content, at, folder) {
      for (const made of [
        folderOf(user),
        ...['', 'tmp', 'new', 'cur'].map((part) => path.join(folderOf(user, folder), part)),
      ]) {
        await mkdir(made, { recursive: true });
        await chown(made, NOBODY, NOBODY);
      }
      serial += 1;
      const name = `${Math.floor(Date.now() / 1000)}.M${serial}P${process.pid}.test`;
      // As the rules of the format want it: a mail in `new` is whole, and Dovecot may move it away at once.
      const written = path.join(folderOf(user, folder), 'tmp', name);
      await writeFile(written, content.replace(/\r?\n/g, '\r\n'));
      await chown(written, NOBODY, NOBODY);
      if (at !== undefined) await utimes(written, at, at);
      await rename(written, path.join(folderOf(user, folder), 'new', name));
    },
    async mails(user, folder) {
      const found = await Promise.all(
        ['new', 'cur'].map((part) => readdir(path.join(folderOf(user, folder), part)).catch(() => [])),
      );
      return found.flat();
    },
    start,
    stop,
    async close() {
      await stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Ends the processes with open connections, which outlive the main one for up to half a minute. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The user and group who own all mail. Dovecot does not read mail as root. */
const NOBODY = 65534;

function configOf(dir: string, port: number): string {
  return `
protocols = imap
base_dir = ${dir}/run
state_dir = ${dir}/state
log_path = ${dir}/log
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
auth_mechanisms = plain login
first_valid_uid = 1
mail_location = maildir:${dir}/mail/%u
mailbox_list_index = no
passdb {
  driver = static
  args = password=${PASSWORD}
}
userdb {
  driver = static
  args = uid=${NOBODY} gid=${NOBODY} home=${dir}/mail/%u
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service stats {
  unix_listener stats-writer {
    mode = 0666
  }
}
`;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('data', () => {
      resolve(true);
      socket.destroy();
    });
    socket.once('error', () => resolve(false));
  });
}
