import type { ImapFlow } from 'imapflow';
import type { AppContext } from '../../context.ts';
import { MAX_HEADER_BYTES, readFetchedHeaders } from './fetched-headers.ts';
import { isRefusal } from './imap-failure.ts';

/*
 * Mail services take some sheets for junk. A secret address of ours proves that a mail is none, so it is moved to the folder from which
 * mail is fetched. All other mail in the junk folder stays there, without an answer.
 */

/** Looks through the junk folder of a mailbox. */
export interface JunkFolder {
  /**
   * Moves mail to existing addresses of ours to the folder that is fetched, which is selected afterwards. Does nothing if the last look
   * was less than a minute ago, or the mailbox has no junk folder.
   * @throws if the connection or the database fails
   */
  rescue(client: ImapFlow): Promise<void>;
}

interface JunkFolderOptions {
  ctx: AppContext;
  inbound: NonNullable<AppContext['inbound']>;
  /** The folder that is fetched. */
  folder: string;
  isStopped: () => boolean;
  /** By a clock that cannot be set, in milliseconds. */
  uptime: () => number;
  /** Milliseconds between two looks. */
  interval?: number;
}

const INTERVAL = 60_000;

/** Milliseconds without a look after the mail server has refused one. */
const PAUSE = 3_600_000;

/** As many days as `fetchNewMail` looks back. */
const OLDEST_DAYS = 30;

const DAY = 24 * 3_600_000;

/** At most so many mails are looked at in one look, because others wait. The latest ones are first, as they are in time. */
const MOST = 100;

const HEADER_PART = { key: 'header', start: 0, maxLength: MAX_HEADER_BYTES };

export function createJunkFolder(options: JunkFolderOptions): JunkFolder {
  const { ctx, folder, isStopped, uptime, interval = INTERVAL } = options;
  let nextLook = 0;
  let uidValidity = -1n;
  /** The mails that were looked at, also those with which the connection broke: it must not break again and again. */
  const seen = new Set<number>();

  async function lookThrough(client: ImapFlow): Promise<void> {
    const since = new Date(ctx.now().getTime() - OLDEST_DAYS * DAY);
    const found = await client.search({ since }, { uid: true });
    const uids = found || [];
    for (const uid of seen) if (!uids.includes(uid)) seen.delete(uid);
    const fresh = uids.filter((uid) => !seen.has(uid)).sort((a, b) => b - a);
    for (const uid of fresh.slice(0, MOST)) {
      if (isStopped()) return;
      seen.add(uid);
      await rescueOne(client, uid, options).catch((error) => {
        // The database may be away for a moment.
        if (client.usable && !isRefusal(error)) seen.delete(uid);
        throw error;
      });
    }
  }

  return {
    async rescue(client) {
      if (uptime() < nextLook) return;
      nextLook = uptime() + interval;
      try {
        const path = await junkFolderOf(client, folder);
        if (path === null) return;
        const opened = await client.mailboxOpen(path);
        if (opened.uidValidity !== uidValidity) seen.clear();
        uidValidity = opened.uidValidity;
        if (opened.exists > 0) await lookThrough(client);
      } catch (error) {
        if (!client.usable || !isRefusal(error)) throw error;
        nextLook = uptime() + PAUSE;
        ctx.log.warn({ err: error }, 'the mail server does not let the junk folder be looked through');
      } finally {
        if (client.usable) await client.mailboxOpen(folder);
      }
    },
  };
}

/** The junk folder, by its special use (RFC 6154) or its name; null if there is none, or if it is the one that is fetched. */
async function junkFolderOf(client: ImapFlow, folder: string): Promise<string | null> {
  const junk = (await client.list()).find(({ specialUse }) => specialUse === '\\Junk');
  return junk === undefined || junk.path === folder ? null : junk.path;
}

async function rescueOne(
  client: ImapFlow,
  uid: number,
  { ctx, inbound, folder }: JunkFolderOptions,
): Promise<void> {
  const fetched = await client.fetchOne(uid, { bodyParts: [HEADER_PART] }, { uid: true });
  const headers = fetched && (await readFetchedHeaders(fetched.headers ?? Buffer.alloc(0), inbound));
  for (const { handler, key } of (headers || null)?.recipients ?? []) {
    if ((await handler.find(ctx, key)) === null) continue;
    const moved = await client.messageMove(uid, folder, { uid: true });
    ctx.log.info({ handler: handler.prefix, moved: moved !== false }, 'mail for us was in the junk folder');
    return;
  }
}
