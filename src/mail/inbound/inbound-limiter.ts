import { isIPv6 } from 'node:net';

/** How much inbound mail one network may send and one address may get. */
export interface InboundLimits {
  /** Connections opened by a network within a minute. */
  connectionsPerMinute: number;
  /** Connections of a network at the same time. */
  openConnections: number;
  /** Recipients named on one connection. */
  recipientsPerConnection: number;
  /** Addresses that do not exist, named by a network within a minute. */
  unknownPerMinute: number;
  /** Connections of all front servers together at the same time. */
  openFrontConnections: number;
  /** Mails to one address within a minute, wherever they come from. */
  mailsPerAddressPerMinute: number;
}

/** Counts connections, recipients and mails. Each method counts what it is asked about. */
export interface InboundLimiter {
  /** Whether this connection may be opened. Call `closeConnection` for it in either case. */
  allowConnection(id: string, remoteAddress: string): boolean;
  /** Whether this connection may name one more recipient. */
  allowRecipient(id: string): boolean;
  /** Counts a recipient of this connection that does not exist. */
  countUnknown(id: string): void;
  /** Whether this existing address may get one more mail now. */
  allowMail(address: string): boolean;
  closeConnection(id: string): void;
}

/** An open connection. All front servers are one network. */
interface Connection {
  network: string;
  recipients: number;
}

const MINUTE = 60_000;

const FRONT = 'front';

/**
 * Creates a limiter. Connections are counted by network: see `networkOf`. Front servers have the mail of everyone, and what a
 * stranger sends through them must not keep others out: they have a limit of open connections only, and wait if they have
 * reached it.
 * @param isFront whether this IP address is that of a front server
 */
export function createInboundLimiter(
  limits: InboundLimits,
  { now, isFront }: { now: () => Date; isFront: (address: string) => boolean },
): InboundLimiter {
  const connections = new Map<string, Connection>();
  const countConnection = countPerMinute(now);
  const countUnknown = countPerMinute(now);
  const countMail = countPerMinute(now);
  const hasGuessed = (network: string) => countUnknown(network, 0) >= limits.unknownPerMinute;
  return {
    allowConnection(id, remoteAddress) {
      const network = isFront(remoteAddress) ? FRONT : networkOf(remoteAddress);
      const open = [...connections.values()].filter((one) => one.network === network).length;
      connections.set(id, { network, recipients: 0 });
      if (network === FRONT) return open < limits.openFrontConnections;
      const count = countConnection(network);
      return count <= limits.connectionsPerMinute && open < limits.openConnections && !hasGuessed(network);
    },
    allowRecipient(id) {
      const connection = connections.get(id);
      if (connection === undefined) return false;
      if (connection.network === FRONT) return true;
      connection.recipients += 1;
      return connection.recipients <= limits.recipientsPerConnection && !hasGuessed(connection.network);
    },
    countUnknown(id) {
      const network = connections.get(id)?.network ?? FRONT;
      if (network !== FRONT) countUnknown(network);
    },
    allowMail: (address) => countMail(address) <= limits.mailsPerAddressPerMinute,
    closeConnection(id) {
      connections.delete(id);
    },
  };
}

/**
 * Returns a function that counts a key and returns its count within the current minute of the clock. It counts it once, or
 * as many times as it is told: 0 only returns the count.
 */
export function countPerMinute(now: () => Date): (key: string, times?: number) => number {
  let counts = new Map<string, number>();
  let minute = 0;
  return (key, times = 1) => {
    const current = Math.floor(now().getTime() / MINUTE);
    if (current !== minute) counts = new Map();
    minute = current;
    const count = (counts.get(key) ?? 0) + times;
    if (times > 0) counts.set(key, count);
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
