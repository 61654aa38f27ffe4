import type { InboundAddressHandler } from './inbound-address-handler.ts';
import { letterReplyHandler } from './letter-reply-handler.ts';

/** A door, and the key with which it is knocked at. */
export interface Recipient {
  door: InboundAddressHandler;
  key: string;
}

/** All kinds of addresses. */
const DOORS: readonly InboundAddressHandler[] = [letterReplyHandler];

/** For what an address of ours stands, whether it exists or not; null for other domains and other words. */
export function recipientOf(address: string, domain: string): Recipient | null {
  const at = address.lastIndexOf('@');
  if (address.slice(at + 1).toLowerCase() !== domain.toLowerCase()) return null;
  const local = address.slice(0, at).toLowerCase();
  const door = DOORS.find(({ prefix }) => local.startsWith(`${prefix}-`));
  return door === undefined ? null : { door, key: local.slice(door.prefix.length + 1) };
}
