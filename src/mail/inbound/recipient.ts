import type { InboundAddressHandler } from './address-handler.ts';
import { gmMessageHandler, gmReplyHandler } from './gm-message-handlers.ts';
import { letterReplyHandler } from './letter-reply-handler.ts';
import { sheetHandler } from './sheet-handler.ts';

/** What an address in our domain stands for. */
export interface Recipient {
  handler: InboundAddressHandler;
  /** The part of the address after the handler's prefix. */
  key: string;
}

/** The handlers of all kinds of addresses. */
const HANDLERS: readonly InboundAddressHandler[] = [
  sheetHandler,
  letterReplyHandler,
  gmMessageHandler,
  gmReplyHandler,
];

/**
 * Finds the handler of an address, without checking whether the address exists. Returns null for other domains and for
 * addresses that no handler is for.
 */
export function findRecipient(address: string, domain: string): Recipient | null {
  const at = address.lastIndexOf('@');
  if (address.slice(at + 1).toLowerCase() !== domain.toLowerCase()) return null;
  const local = address.slice(0, at).toLowerCase();
  const handler = HANDLERS.find(({ prefix }) => local.startsWith(`${prefix}-`));
  return handler === undefined ? null : { handler, key: local.slice(handler.prefix.length + 1) };
}
