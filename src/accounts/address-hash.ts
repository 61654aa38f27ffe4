import { createHash } from 'node:crypto';

/** The form in which the database keeps an e-mail address while it counts the mail to it. */
export function addressHash(address: string): string {
  return createHash('sha256').update(address.trim().toLowerCase()).digest('hex');
}
