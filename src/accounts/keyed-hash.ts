import { createHmac } from 'node:crypto';
import type { AppContext } from '../context.ts';
import type { Database } from '../database/client.ts';

/** What is hashed. The same text gives different hashes for different kinds. */
type HashedKind =
  | 'account'
  | 'bounce'
  | 'correspondent'
  | 'known browser'
  | 'moved account'
  | 'network'
  | 'paper sheet'
  | 'proof of a known browser'
  | 'replyAddress'
  | 'sheet mark'
  | 'unsubscribe'
  | 'wrong codes';

const keys = new WeakMap<Database, Promise<Uint8Array>>();

/**
 * A hash that no one without the database's own key can make or undo, in hex. The
 * same text has the same hash as long as the database lives.
 */
export async function keyedHash(
  { db }: Pick<AppContext, 'db'>,
  kind: HashedKind,
  text: string,
): Promise<string> {
  return createHmac('sha256', await keyOf(db))
    .update(`${kind} ${text}`)
    .digest('hex');
}

/** The key of a database, which never changes and is read once. */
async function keyOf(db: Database): Promise<Uint8Array> {
  let key = keys.get(db);
  if (key === undefined) {
    key = db.prisma.serverState.findUniqueOrThrow({ where: { id: 1 } }).then(({ hashKey }) => hashKey);
    keys.set(db, key);
    key.catch(() => keys.delete(db));
  }
  return key;
}
