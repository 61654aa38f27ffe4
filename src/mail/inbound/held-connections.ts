import type { SMTPServer, SMTPServerDataStream } from 'smtp-server';
import { createByteBudget } from '../smtp/byte-budget.ts';
import { readMail, type SmtpRefusal } from '../smtp/receive-mail.ts';
import type { InboundLimiter } from './inbound-limiter.ts';
import { CROWDED_OUT, SENDER_GONE, TOO_SLOW } from './smtp-refusals.ts';
import { MAX_BYTES } from './take-inbound-mail.ts';

/*
 * Connections whose senders let the server wait, and mails that do not come whole. If there are too many, or if they take too
 * much memory, some of them are ended: their senders try again, and others are served meanwhile.
 */

/** Each connection may be sending a mail of MAX_BYTES, and few people send one of more than some kB at the same time. */
const MAX_HELD_BYTES = 96 * 1024 * 1024;

/** How much of that mail from one network, and from one wide network, may take. */
const SHARE_OF_NETWORK = 1 / 4;

/** The connections of one server, and what has arrived on them. */
export interface HeldConnections {
  /** Makes room for a connection that was opened. Returns false if it cannot be kept. */
  makeRoom(id: string): boolean;
  /**
   * Receives a mail on a connection. Its memory is counted until `done` is called.
   * @throws as `readMail`
   */
  receive(id: string, stream: SMTPServerDataStream): Promise<{ raw: Buffer; done(): void }>;
}

/** @param maxHeldBytes bytes that the mails of all connections may take in memory together */
export function holdConnections(
  server: () => SMTPServer,
  limiter: InboundLimiter,
  maxHeldBytes = MAX_HELD_BYTES,
): HeldConnections {
  const budget = createByteBudget(maxHeldBytes, maxHeldBytes * SHARE_OF_NETWORK);
  const arriving = new Map<string, SMTPServerDataStream>();
  /** Those whose mail is here as a whole. */
  const handled = new Set<string>();
  const close = (id: string, refusal: SmtpRefusal) => {
    closeConnection(server(), id, refusal);
    // The connection lasts until its sender has closed it, too. The mail must not take memory until then.
    arriving.get(id)?.destroy(SENDER_GONE);
  };
  return {
    makeRoom(id) {
      const crowded = limiter.crowdedOut((one) => handled.has(one));
      if (crowded === id) return false;
      if (crowded !== null) close(crowded, CROWDED_OUT);
      return true;
    },
    async receive(id, stream) {
      const networks = limiter.networksOf(id);
      const from = networks === null ? [] : [...new Set([networks.own, networks.wide])];
      const held = budget.begin({ from, provider: networks?.provider ?? '', end: () => close(id, TOO_SLOW) });
      limiter.beginStep(id);
      arriving.set(id, stream);
      const raw = await readMail(stream, MAX_BYTES, held).finally(() => {
        arriving.delete(id);
        limiter.beginStep(id);
      });
      handled.add(id);
      return {
        raw,
        done() {
          held.give();
          handled.delete(id);
          limiter.beginStep(id);
        },
      };
    },
  };
}

function closeConnection({ connections }: SMTPServer, id: string, refusal: SmtpRefusal): void {
  // The types of the package do not have its own connections.
  for (const connection of connections as Set<{ id: string; send(code: number, text: string): void }>) {
    // With 421 it closes the connection.
    if (connection.id === id) connection.send(refusal.responseCode, refusal.message);
  }
}
