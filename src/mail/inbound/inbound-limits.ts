import { isIPv6 } from 'node:net';

/** How much may be asked of the door at which mail comes in: by one network, and of one address. */
export interface InboundLimits {
  /** Connections begun within a minute. */
  aMinute: number;
  /** Connections at a time. */
  atOnce: number;
  /** Recipients named on one connection. */
  recipients: number;
  /** Mails to one address within a minute, wherever they come from. */
  toOne: number;
}

/** Counts who comes in. */
export interface InboundLimiter {
  /** May this connection come in? */
  enter(id: string, address: string): boolean;
  /** May this connection name one more recipient? */
  name(id: string): boolean;
  /** May this address, which exists, be given one more mail now? */
  knock(address: string): boolean;
  leave(id: string): void;
}

const MINUTE = 60_000;

/** Opens a gate. Everything is counted by the network from which it comes: see `networkOf`. */
export function createInboundLimiter(limits: InboundLimits, now: () => Date): InboundLimiter {
  const inside = new Map<string, { network: string; named: number }>();
  const begun = perMinute(now);
  const knocks = perMinute(now);
  return {
    enter(id, address) {
      const network = networkOf(address);
      const count = begun(network);
      const neighbours = [...inside.values()].filter((one) => one.network === network).length;
      inside.set(id, { network, named: 0 });
      return count <= limits.aMinute && neighbours < limits.atOnce;
    },
    name(id) {
      const visitor = inside.get(id);
      if (visitor === undefined) return false;
      visitor.named += 1;
      return visitor.named <= limits.recipients;
    },
    knock: (address) => knocks(address) <= limits.toOne,
    leave(id) {
      inside.delete(id);
    },
  };
}

/** Counts how often each thing has come within the minute of the clock. */
function perMinute(now: () => Date): (what: string) => number {
  let counts = new Map<string, number>();
  let minute = 0;
  return (what) => {
    const present = Math.floor(now().getTime() / MINUTE);
    if (present !== minute) counts = new Map();
    minute = present;
    const count = (counts.get(what) ?? 0) + 1;
    counts.set(what, count);
    return count;
  };
}

/** An IPv4 address, or the 64 bits that one subscriber has of an IPv6 address. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const after = (tail ?? '').split(':').filter((group) => group !== '');
  const zeros = tail === undefined ? 0 : 8 - groups.length - after.length;
  return [...groups, ...Array.from({ length: Math.max(zeros, 0) }, () => '0'), ...after]
    .slice(0, 4)
    .join(':');
}
