import { createHash } from 'node:crypto';

/** What the database keeps of an e-mail address to which mail is counted. */
export function addressHash(address: string): string {
  return createHash('sha256').update(address.trim().toLowerCase()).digest('hex');
}
