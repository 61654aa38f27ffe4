import type { AppContext } from '../../context.ts';

/** Where the server receives mail. */
type Inbound = NonNullable<AppContext['inbound']>;

/** What stands between the name of the mailbox and our own part of an address (RFC 5233 calls the rest a detail). */
const SEPARATOR = '+';

/**
 * One of our addresses: `letter-…@games.example.org`, or `games+letter-…@example.org` if all mail arrives in one mailbox.
 * @param local our own part of it, such as `letter-…`
 */
export function inboundAddress({ domain, mailbox }: Inbound, local: string): string {
  return mailbox ? `${mailbox}${SEPARATOR}${local}@${domain}` : `${local}@${domain}`;
}

/** Our own part of an address, in lower case; null if the address is not one of ours. */
export function ownPart({ domain, mailbox }: Inbound, address: string): string | null {
  const at = address.lastIndexOf('@');
  if (address.slice(at + 1).toLowerCase() !== domain.toLowerCase()) return null;
  const local = address.slice(0, at).toLowerCase();
  if (!mailbox) return local;
  const start = `${mailbox.toLowerCase()}${SEPARATOR}`;
  return local.startsWith(start) ? local.slice(start.length) : null;
}
