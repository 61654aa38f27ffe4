import { randomBytes } from 'node:crypto';

/** The domain of the addresses of deleted accounts. No domain under `.invalid` exists (RFC 2606, section 2). */
const DOMAIN = '@deleted.invalid';

/** What a deleted account is called instead of its owner's name. */
export const DELETED_NAME = 'Former player';

/** An address for an account that is being deleted. It is random, so that no one can take it first. */
export function newDeletedAddress(): string {
  return `former-${randomBytes(12).toString('hex')}${DOMAIN}`;
}

/** Whether an address is that of a deleted account. No one can enter such an address. */
export function isDeletedAddress(email: string): boolean {
  return email.toLowerCase().endsWith(DOMAIN);
}
