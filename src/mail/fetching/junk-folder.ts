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
   * Moves mail to existing addresses of ours to the folder that is fetched, which is selected afterwards. Does nothing if the mailbox has
   * no junk folder, or if its mail server refused something a few minutes ago.
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
}

/** Milliseconds without a look after the mail server has refused something. */
const PAUSE = 300_000;

/** Milliseconds after which it is looked for the folder again. */
const KNOWN_FOR = 3_600_000;

/** As many days as `fetchNewMail` looks back. */
const OLDEST_DAYS = 30;

const DAY = 24 * 3_600_000;

/** At most so many mails are looked at in one look, because others wait. The latest ones are first, as they are in time. */
const MOST = 100;

/** The most milliseconds for that. The rest comes with the next look. */
const MAX_TIME = 5_000;

const HEADER_PART = { key: 'header', start: 0, maxLength: MAX_HEADER_BYTES };

export function createJunkFolder(options: JunkFolderOptions): JunkFolder {
  const { ctx, folder, isStopped, uptime } = options;
  let nextLook = 0;
  let known: { path: string | null; until: number } = { path: null, until: 0 };
  let uidValidity = -1n;
  /** The mails that were looked at, also those with which the connection broke: it must not break again and again. */
  const seen = new Set<number>();

  async function lookThrough(client: ImapFlow): Promise<void> {
    const since = new Date(ctx.now().getTime() - OLDEST_DAYS * DAY);
    const found = await client.search({ since }, { uid: true });
    const uids = new Set(found || []);
    for (const uid of seen) if (!uids.has(uid)) seen.delete(uid);
    const fresh = [...uids].filter((uid) => !seen.has(uid)).sort((a, b) => b - a);
    const until = uptime() + MAX_TIME;
    for (const uid of fresh.slice(0, MOST)) {
      if (isStopped() || uptime() > until) return;
      seen.add(uid);
      const isDone = await rescueOne(client, uid, options).catch((error) => {
        // The database may be away for a moment.
        if (client.usable && !isRefusal(error)) seen.delete(uid);
        throw error;
      });
      if (isDone) continue;
      seen.delete(uid);
      nextLook = uptime() + PAUSE;
      ctx.log.warn(
        { uid },
        'the mail server does not let a mail be moved from the junk folder; trying again later',
      );
      return;
    }
  }

  async function pathOf(client: ImapFlow): Promise<string | null> {
    if (uptime() >= known.until)
      known = { path: await junkFolderOf(client, folder), until: uptime() + KNOWN_FOR };
    return known.path;
  }

  return {
    async rescue(client) {
      if (uptime() < nextLook) return;
      let isElsewhere = false;
      try {
        const path = await pathOf(client);
        if (path === null) return;
        isElsewhere = true;
        const opened = await client.mailboxOpen(path);
        if (opened.uidValidity !== uidValidity) seen.clear();
        uidValidity = opened.uidValidity;
        if (opened.exists > 0) await lookThrough(client);
      } catch (error) {
        // Also if the connection broke: the next one must get to the folder that is fetched.
        if (isRefusal(error) || !client.usable) {
          nextLook = uptime() + PAUSE;
          known.until = 0;
        }
        if (!client.usable || !isRefusal(error)) throw error;
        ctx.log.warn({ err: error }, 'the mail server does not let the junk folder be looked through');
      } finally {
        if (isElsewhere && client.usable) await client.mailboxOpen(folder);
      }
    },
  };
}

/** The junk folder, by its special use (RFC 6154) or its name; null if there is none, or if it is the one that is fetched. */
async function junkFolderOf(client: ImapFlow, folder: string): Promise<string | null> {
  const junk = (await client.list()).find(({ specialUse }) => specialUse === '\\Junk');
  return junk === undefined || junk.path === folder ? null : junk.path;
}

/** Moves a mail if it is for us. Returns false if the mail server does not let it be moved. */
async function rescueOne(
  client: ImapFlow,
  uid: number,
  { ctx, inbound, folder }: JunkFolderOptions,
): Promise<boolean> {
  const fetched = await client.fetchOne(uid, { bodyParts: [HEADER_PART] }, { uid: true });
  const headers = fetched && (await readFetchedHeaders(fetched.headers ?? Buffer.alloc(0), inbound));
  for (const { handler, key } of (headers || null)?.recipients ?? []) {
    if ((await handler.find(ctx, key)) === null) continue;
    if ((await client.messageMove(uid, folder, { uid: true })) === false) return false;
    ctx.log.info({ handler: handler.prefix }, 'mail for us was in the junk folder');
    return true;
  }
  return true;
}
