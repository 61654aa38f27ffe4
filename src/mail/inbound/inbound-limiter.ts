import { isIPv6 } from 'node:net';
import { crowdedOut } from '../../crowded-out.ts';

/** How much inbound mail one network may send and one address may get. */
export interface InboundLimits {
  /** Connections opened by a network within a minute. */
  connectionsPerMinute: number;
  /** Connections of a network at the same time. */
  openConnections: number;
  /** Mails of a network within a minute. */
  mailsPerMinute: number;
  /** Addresses that do not exist, named by a network within a minute. */
  unknownPerMinute: number;
  /** How many times as much as one network all networks of a wide network together may do. */
  wideFactor: number;
  /** Recipients named on one connection. */
  recipientsPerConnection: number;
  /** Connections of all front servers together at the same time. */
  openFrontConnections: number;
  /** Connections of all others together at the same time. */
  openStrangers: number;
  /** Mails to one address within a minute, wherever they come from. */
  mailsPerAddressPerMinute: number;
}

/** Counts connections, recipients and mails. Each method counts what it is asked about. */
export interface InboundLimiter {
  /** The network, the wide network and the provider of this connection, for other limits; null for that of a front server. */
  networksOf(id: string): { own: string; wide: string; provider: string } | null;
  /** Whether this connection may be opened. Call `closeConnection` for it in either case. */
  allowConnection(id: string, remoteAddress: string): boolean;
  /** Whether this connection may name one more recipient. */
  allowRecipient(id: string): boolean;
  /** Counts a recipient of this connection that does not exist. */
  countUnknown(id: string): void;
  /** Whether this existing address may get one more mail now, on this connection. */
  allowMail(id: string, address: string): boolean;
  /** The sender of this connection begins a mail, or has ended one. */
  beginStep(id: string): void;
  /**
   * The connection that must be closed now because there are too many; null if there are not. None of a front server, and
   * none that is busy with what has arrived: that does not depend on the sender. Of the others it is the one that has waited
   * for its sender longest, to begin a mail or to end one, if that is more than LATE; otherwise, the one that has waited
   * longest of the provider with the most, and there in the wide network and network with the most. So someone with many networks can hold connections, but not keep others out.
   */
  crowdedOut(isBusy: (id: string) => boolean): string | null;
  closeConnection(id: string): void;
}

type Counter = (key: string, times?: number) => number;

/** An open connection. All front servers are one network. */
interface Connection {
  network: string;
  wideNetwork: string;
  provider: string;
  recipients: number;
  isRefused: boolean;
  /** When its sender began, or ended, a mail, or opened it. */
  since: number;
}

const MINUTE = 60_000;

/** Milliseconds within which a mail server names the recipients of a mail, and within which it sends most mails. */
const LATE = 30_000;

const FRONT = 'front';

/**
 * Creates a limiter. Connections and mails are counted by network and by wide network (see `networkOf` and
 * `wideNetworkOf`), because a person with many addresses can have many networks. Front servers have the mail of everyone, and what a
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
  const countSent = countPerMinute(now);
  const countMail = countPerMinute(now);
  const isWithin = (max: number, [own, wide]: readonly [number, number]) =>
    own <= max && wide <= max * limits.wideFactor;
  const count = (counter: Counter, { network, wideNetwork }: Connection, times = 1) =>
    [counter(network, times), counter(wideNetwork, times)] as const;
  // Asked about one more, without counting it.
  const mayGuess = (connection: Connection) => {
    const [own, wide] = count(countUnknown, connection, 0);
    return isWithin(limits.unknownPerMinute, [own + 1, wide + 1]);
  };
  return {
    allowConnection(id, remoteAddress) {
      const isOfFront = isFront(remoteAddress);
      const network = isOfFront ? FRONT : networkOf(remoteAddress);
      const wideNetwork = isOfFront ? FRONT : wideNetworkOf(remoteAddress);
      const provider = isOfFront ? FRONT : providerOf(remoteAddress);
      const since = now().getTime();
      const connection = { network, wideNetwork, provider, recipients: 0, isRefused: false, since };
      connections.set(id, connection);
      const all = [...connections.values()];
      const open = all.filter((one) => one.network === network).length;
      if (isOfFront) return open <= limits.openFrontConnections;
      // What is too much for one network does not count for the wide one: others in it are served meanwhile.
      const openWide = all.filter((one) => one.wideNetwork === wideNetwork && !one.isRefused).length;
      const isAllowed =
        isWithin(limits.connectionsPerMinute, count(countConnection, connection)) &&
        isWithin(limits.openConnections, [open, openWide]) &&
        mayGuess(connection);
      connection.isRefused = !isAllowed;
      return isAllowed;
    },
    beginStep(id) {
      const connection = connections.get(id);
      if (connection !== undefined) connection.since = now().getTime();
    },
    crowdedOut(isBusy) {
      const strangers = [...connections].filter(
        ([, { network, isRefused }]) => network !== FRONT && !isRefused,
      );
      if (strangers.length <= limits.openStrangers) return null;
      const keepers = strangers.map(([id, connection]) => {
        const { provider, wideNetwork, network, since } = connection;
        return { id, connection, blocks: [provider, wideNetwork, network], since };
      });
      const waiting = keepers.filter(({ id }) => !isBusy(id));
      const closed = crowdedOut(waiting, { now: now().getTime(), late: LATE }) ?? keepers.at(-1);
      if (closed === undefined) return null;
      // It takes a moment to close, and counts no more.
      closed.connection.isRefused = true;
      return closed.id;
    },
    networksOf(id) {
      const connection = connections.get(id);
      if (connection === undefined || connection.network === FRONT) return null;
      const { network: own, wideNetwork: wide, provider } = connection;
      return { own, wide, provider };
    },
    allowRecipient(id) {
      const connection = connections.get(id);
      if (connection === undefined) return false;
      if (connection.network === FRONT) return true;
      connection.recipients += 1;
      return connection.recipients <= limits.recipientsPerConnection && mayGuess(connection);
    },
    countUnknown(id) {
      const connection = connections.get(id);
      if (connection !== undefined && connection.network !== FRONT) count(countUnknown, connection);
    },
    allowMail(id, address) {
      const connection = connections.get(id);
      if (connection === undefined) return false;
      const isAllowed =
        connection.network === FRONT || isWithin(limits.mailsPerMinute, count(countSent, connection));
      // What a network may no longer send does not count for the address.
      return isAllowed && countMail(address) <= limits.mailsPerAddressPerMinute;
    },
    closeConnection(id) {
      connections.delete(id);
    },
  };
}

/**
 * Returns a function that counts a key and returns its count within the current minute of the clock. It counts it once, or
 * as many times as it is told: 0 only returns the count.
 */
export function countPerMinute(now: () => Date): Counter {
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

/** The network of an IP address: an IPv4 address itself, or the first 64 bits of an IPv6 address, as a provider gives to a home. */
export function networkOf(address: string): string {
  return isIPv6(address) ? groupsOf(address).slice(0, 4).join(':') : address;
}

/** What one customer of a provider can have: the first 24 bits of an IPv4 address, or 48 of an IPv6 address. */
export function wideNetworkOf(address: string): string {
  return isIPv6(address)
    ? `${groupsOf(address).slice(0, 3).join(':')}/48`
    : `${address.split('.').slice(0, 3).join('.')}/24`;
}

/** What one provider can have: the first 32 bits of an IPv6 address. For IPv4 the same as `wideNetworkOf`. */
export function providerOf(address: string): string {
  return isIPv6(address) ? `${groupsOf(address).slice(0, 2).join(':')}/32` : wideNetworkOf(address);
}

/** The groups of an IPv6 address, those of zeros as well. */
function groupsOf(address: string): string[] {
  const [start = '', end] = address.toLowerCase().split('::');
  const groups = start.split(':').filter((group) => group !== '');
  const after = (end ?? '').split(':').filter((group) => group !== '');
  const zeros = end === undefined ? 0 : 8 - groups.length - after.length;
  return [...groups, ...Array.from({ length: Math.max(zeros, 0) }, () => '0'), ...after];
}
