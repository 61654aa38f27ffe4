import { mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { SMTPServer } from 'smtp-server';
import { listen, takeMail } from '../inbound/smtp-stream.ts';
import { sweepUnfinished, writeDurably } from './durable-files.ts';
import {
  isMailId,
  listIds,
  type MailSummary,
  nameMail,
  parseMail,
  parseSummary,
  type StoredMail,
} from './eml.ts';

export type { MailSummary, StoredAttachment, StoredMail } from './eml.ts';

/** The built-in mailbox: a mail server for this machine alone that keeps every mail as a file. */
export interface Mailbox {
  /** Where to send: `smtp://127.0.0.1:40123`. Another port at every start. */
  smtpUrl: string;
  /** The latest mails, newest first; those to one bare address, or to anybody. */
  list(options?: { limit?: number; recipient?: string }): Promise<MailSummary[]>;
  /** One mail; null if there is none of this id, whatever the id holds. */
  read(id: string): Promise<StoredMail | null>;
  /** The mail as it came. */
  raw(id: string): Promise<Buffer | null>;
  close(): Promise<void>;
}

export interface MailboxOptions {
  /** The folder of the .eml files; made if missing. */
  dir: string;
  log: Logger;
  now?: () => Date;
  /** The largest mail that is taken, in bytes. */
  mostBytes?: number;
}

const MAX_BYTES = 25 * 1024 * 1024;

/** Bytes of a mail in which its headers are looked for. */
const MAX_HEAD = 64 * 1024;

/** Opens the mailbox. It listens on this machine's own address only and asks nobody for a password. */
export async function openMailbox(options: MailboxOptions): Promise<Mailbox> {
  const { dir, log, now = () => new Date(), mostBytes = MAX_BYTES } = options;
  await mkdir(dir, { recursive: true, mode: 0o700 });
  await sweepUnfinished(dir);
  const server = serverOf(mostBytes, async (mail) => {
    const id = nameMail(now());
    await writeDurably(dir, `${id}.eml`, mail);
    log.debug({ mail: id, bytes: mail.length }, 'mail came to the built-in mailbox');
  });
  server.on('error', (error) => log.info({ err: error }, 'the mailbox lost a connection'));
  const port = await listen(server, 0, '127.0.0.1');
  // The files never change, so what was read of one may be kept.
  const heads = new Map<string, MailSummary>();
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    list: ({ limit = 200, recipient } = {}) => list(dir, { limit, recipient }, heads),
    async read(id) {
      const mail = await raw(dir, id);
      return mail === null ? null : await parseMail(id, mail);
    },
    raw: (id) => raw(dir, id),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function serverOf(mostBytes: number, keep: (mail: Buffer) => Promise<void>): SMTPServer {
  return new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: mostBytes,
    maxClients: 50,
    closeTimeout: 1000,
    onData(stream, _session, answer) {
      takeMail(stream, mostBytes)
        .then(keep)
        .then(
          () => answer(),
          (error: Error) => answer(error),
        );
    },
  });
}

async function list(
  dir: string,
  wanted: { limit: number; recipient: string | undefined },
  heads: Map<string, MailSummary>,
): Promise<MailSummary[]> {
  const { limit, recipient } = wanted;
  const found: MailSummary[] = [];
  for (const id of await listIds(dir)) {
    if (found.length >= limit) break;
    const head = heads.get(id) ?? (await headOf(dir, id));
    if (head === null) continue;
    heads.set(id, head);
    if (recipient === undefined || isFor(head, recipient)) found.push(head);
  }
  return found;
}

/** Is this mail for the address, however it is spelt? */
export function isFor(mail: MailSummary, address: string): boolean {
  return mail.recipients.includes(address.toLowerCase());
}

/** Only the beginning of the file is read: a list need not wait for attachments. */
async function headOf(dir: string, id: string): Promise<MailSummary | null> {
  return await unlessGone(async () => {
    const file = await open(path.join(dir, `${id}.eml`));
    try {
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(MAX_HEAD) });
      return await parseSummary(id, buffer.subarray(0, bytesRead), (await file.stat()).size);
    } finally {
      await file.close();
    }
  });
}

/** An id is the only thing that becomes part of a path, and only if it is one that we gave. */
async function raw(dir: string, id: string): Promise<Buffer | null> {
  if (!isMailId(id)) return null;
  return await unlessGone(() => readFile(path.join(dir, `${id}.eml`)));
}

async function unlessGone<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
