import type { AppContext } from '../../context.ts';
import { ownPart } from '../outbound/inbound-address.ts';
import type { InboundAddressHandler } from './address-handler.ts';
import { bounceHandler } from './bounce-handler.ts';
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
  bounceHandler,
];

/**
 * Finds the handler of an address, without checking whether the address exists. Returns null for other domains and for
 * addresses that no handler is for.
 */
export function findRecipient(
  address: string,
  inbound: NonNullable<AppContext['inbound']>,
): Recipient | null {
  const local = ownPart(inbound, address);
  if (local === null) return null;
  const handler = HANDLERS.find(({ prefix }) => local.startsWith(`${prefix}-`));
  return handler === undefined ? null : { handler, key: local.slice(handler.prefix.length + 1) };
}
