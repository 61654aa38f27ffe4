import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import { blockOf } from './network-blocks.ts';
import { type ConnectionState, limitPipelinedRequests } from './pipelined-requests.ts';

/** How long and how many connections an HTTP server keeps open. Times are in milliseconds. */
export interface ConnectionLimits {
  /** For the headers of a request, from the opening of the connection. */
  headers: number;
  /** For a whole request, so that no one sends it one byte at a time. */
  request: number;
  /** How long a connection may be silent, also while the server works on a request or someone reads its answer. */
  silence: number;
  /** How long a connection without a request is kept for the next one. */
  keepAlive: number;
  /** How often late requests are looked for. */
  interval: number;
  /** Connections of the whole process. */
  connections: number;
  /**
   * Connections of one network: an IPv4 address, or the /64 of an IPv6 address. A block of networks, an IPv4 /24 or an IPv6
   * /48, may have four times as many. null if all connections come from a reverse proxy, which must limit them itself.
   */
  connectionsPerNetwork: number | null;
}

/** How many times the connections of one network a block of networks may have. */
const NETWORKS_PER_BLOCK = 4;

/** The options of fastify that set these times. Call `limitConnections` for the numbers. */
export function timesOf(limits: ConnectionLimits) {
  return {
    requestTimeout: limits.request,
    connectionTimeout: limits.silence,
    keepAliveTimeout: limits.keepAlive,
    http: { headersTimeout: limits.headers, connectionsCheckingInterval: limits.interval },
  };
}

/** Connections beyond the limit that are open for a moment, until another one is closed. */
const MORE_CONNECTIONS = 100;

/**
 * Limits the open connections of a server: in all, for each network, and for each block of networks; and the requests of
 * one connection that are waiting. A connection over the limit of its network is closed before anything is read from it. If
 * there are too many in all, the oldest idle one is closed to make room, or else the oldest one whose request has not come
 * whole: someone with many networks can hold connections, but cannot keep others out.
 */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  const stateOf = limitPipelinedRequests(server);
  server.maxConnections = limits.connections + MORE_CONNECTIONS;
  const most = limits.connectionsPerNetwork;
  const open = new Set<Socket>();
  const admit = (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    if (open.size <= limits.connections) return;
    const oldest = (state: ConnectionState) =>
      firstOf(open, (one) => one !== socket && stateOf(one) === state);
    const closed = oldest('idle') ?? oldest('receiving') ?? socket;
    open.delete(closed);
    closed.destroy();
  };
  if (most === null) {
    server.on('connection', admit);
    return;
  }
  const networks = countOpen(most);
  const blocks = countOpen(NETWORKS_PER_BLOCK * most);
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    // The address is missing if the connection is closed already.
    if (remoteAddress === undefined) return;
    // What one network has too many does not count for its block.
    const isTaken =
      networks(socket, normalizeIP(remoteAddress, 64)) && blocks(socket, blockOf(remoteAddress, 48));
    if (isTaken) admit(socket);
    else socket.destroy();
  });
}

function firstOf<T>(all: Iterable<T>, is: (one: T) => boolean): T | undefined {
  for (const one of all) if (is(one)) return one;
  return undefined;
}

/** Counts the open connections of each key. The function it returns says whether one more of a key may be open. */
function countOpen(most: number): (socket: Socket, key: string) => boolean {
  const open = new Map<string, number>();
  return (socket, key) => {
    const count = (open.get(key) ?? 0) + 1;
    open.set(key, count);
    socket.once('close', () => {
      const left = (open.get(key) ?? 1) - 1;
      if (left === 0) open.delete(key);
      else open.set(key, left);
    });
    return count <= most;
  };
}
