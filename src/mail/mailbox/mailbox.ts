import { mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { SMTPServer } from 'smtp-server';
import { listen, readMail } from '../smtp/receive-mail.ts';
import { removeUnfinished, writeDurably } from './durable-files.ts';
import {
  isMailId,
  listMailIds,
  type MailSummary,
  newMailId,
  parseMail,
  parseSummary,
  type StoredMail,
} from './eml.ts';

export type { MailSummary, StoredAttachment, StoredMail } from './eml.ts';

/** The built-in mailbox: a mail server for this machine only that stores every mail as a file. */
export interface Mailbox {
  /** The address to send to: `smtp://127.0.0.1:40123`. The port changes at every start. */
  smtpUrl: string;
  /** Returns the latest mails, newest first: those to one bare address, or all. */
  list(options?: { limit?: number; recipient?: string }): Promise<MailSummary[]>;
  /** Returns a mail, or null if there is none with this id. The id may be any text. */
  read(id: string): Promise<StoredMail | null>;
  /** Returns the source of a mail, or null if there is none with this id. */
  raw(id: string): Promise<Buffer | null>;
  close(): Promise<void>;
}

export interface MailboxOptions {
  /** The folder of the .eml files. It is created if it is missing. */
  dir: string;
  log: Logger;
  now?: () => Date;
  /** The maximum size of a mail in bytes. */
  maxBytes?: number;
}

const MAX_BYTES = 25 * 1024 * 1024;

/** The number of bytes at the beginning of a mail in which its headers are expected. */
const MAX_HEADER_BYTES = 64 * 1024;

/** Opens the mailbox. It listens on the loopback address only and requires no password. */
export async function openMailbox(options: MailboxOptions): Promise<Mailbox> {
  const { dir, log, now = () => new Date(), maxBytes = MAX_BYTES } = options;
  await mkdir(dir, { recursive: true, mode: 0o700 });
  await removeUnfinished(dir);
  const server = createServer(maxBytes, async (mail) => {
    const id = newMailId(now());
    await writeDurably(dir, `${id}.eml`, mail);
    log.debug({ mail: id, bytes: mail.length }, 'mail stored in the built-in mailbox');
  });
  server.on('error', (error) => log.info({ err: error }, 'the built-in mailbox lost a connection'));
  const port = await listen(server, 0, '127.0.0.1');
  // The files never change, so their summaries can be cached.
  const summaries = new Map<string, MailSummary>();
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    list: ({ limit = 200, recipient } = {}) => list(dir, { limit, recipient }, summaries),
    async read(id) {
      const mail = await raw(dir, id);
      return mail === null ? null : await parseMail(id, mail);
    },
    raw: (id) => raw(dir, id),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function createServer(maxBytes: number, store: (mail: Buffer) => Promise<void>): SMTPServer {
  return new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: maxBytes,
    maxClients: 50,
    closeTimeout: 1000,
    onData(stream, _session, callback) {
      readMail(stream, maxBytes)
        .then(store)
        .then(
          () => callback(),
          (error: Error) => callback(error),
        );
    },
  });
}

async function list(
  dir: string,
  wanted: { limit: number; recipient: string | undefined },
  summaries: Map<string, MailSummary>,
): Promise<MailSummary[]> {
  const { limit, recipient } = wanted;
  const found: MailSummary[] = [];
  for (const id of await listMailIds(dir)) {
    if (found.length >= limit) break;
    const summary = summaries.get(id) ?? (await readSummary(dir, id));
    if (summary === null) continue;
    summaries.set(id, summary);
    if (recipient === undefined || isFor(summary, recipient)) found.push(summary);
  }
  return found;
}

/** Whether the mail is addressed to this address, in upper or lower case. */
export function isFor(mail: MailSummary, address: string): boolean {
  return mail.recipients.includes(address.toLowerCase());
}

/** Reads only the beginning of the file, so that a list does not wait for attachments. */
async function readSummary(dir: string, id: string): Promise<MailSummary | null> {
  return await nullIfMissing(async () => {
    const file = await open(path.join(dir, `${id}.eml`));
    try {
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(MAX_HEADER_BYTES) });
      return await parseSummary(id, buffer.subarray(0, bytesRead), (await file.stat()).size);
    } finally {
      await file.close();
    }
  });
}

/** The id becomes part of a path, so it must have the form of an id that this server created. */
async function raw(dir: string, id: string): Promise<Buffer | null> {
  if (!isMailId(id)) return null;
  return await nullIfMissing(() => readFile(path.join(dir, `${id}.eml`)));
}

async function nullIfMissing<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
