import { isIPv6 } from 'node:net';

/** How much inbound mail one network may send and one address may get. */
export interface InboundLimits {
  /** Connections opened by a network within a minute. */
  connectionsPerMinute: number;
  /** Connections of a network at the same time. */
  openConnections: number;
  /** Recipients named on one connection. */
  recipientsPerConnection: number;
  /** Mails to one address within a minute, wherever they come from. */
  mailsPerAddressPerMinute: number;
}

/** Counts connections, recipients and mails. Each method counts what it is asked about. */
export interface InboundLimiter {
  /** Whether this connection may be opened. Call `closeConnection` for it in either case. */
  allowConnection(id: string, remoteAddress: string): boolean;
  /** Whether this connection may name one more recipient. */
  allowRecipient(id: string): boolean;
  /** Whether this existing address may get one more mail now. */
  allowMail(address: string): boolean;
  closeConnection(id: string): void;
}

const MINUTE = 60_000;

/** Creates a limiter. Connections are counted by network: see `networkOf`. */
export function createInboundLimiter(limits: InboundLimits, now: () => Date): InboundLimiter {
  const connections = new Map<string, { network: string; recipients: number }>();
  const countConnection = countPerMinute(now);
  const countMail = countPerMinute(now);
  return {
    allowConnection(id, remoteAddress) {
      const network = networkOf(remoteAddress);
      const count = countConnection(network);
      const open = [...connections.values()].filter((one) => one.network === network).length;
      connections.set(id, { network, recipients: 0 });
      return count <= limits.connectionsPerMinute && open < limits.openConnections;
    },
    allowRecipient(id) {
      const connection = connections.get(id);
      if (connection === undefined) return false;
      connection.recipients += 1;
      return connection.recipients <= limits.recipientsPerConnection;
    },
    allowMail: (address) => countMail(address) <= limits.mailsPerAddressPerMinute,
    closeConnection(id) {
      connections.delete(id);
    },
  };
}

/** Returns a function that counts a key and returns its count within the current minute of the clock. */
export function countPerMinute(now: () => Date): (key: string) => number {
  let counts = new Map<string, number>();
  let minute = 0;
  return (key) => {
    const current = Math.floor(now().getTime() / MINUTE);
    if (current !== minute) counts = new Map();
    minute = current;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count;
  };
}

/** The network of an IP address: an IPv4 address itself, or the first 64 bits of an IPv6 address. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [start = '', end] = address.toLowerCase().split('::');
  const groups = start.split(':').filter((group) => group !== '');
  const after = (end ?? '').split(':').filter((group) => group !== '');
  const zeros = end === undefined ? 0 : 8 - groups.length - after.length;
  return [...groups, ...Array.from({ length: Math.max(zeros, 0) }, () => '0'), ...after]
    .slice(0, 4)
    .join(':');
}
