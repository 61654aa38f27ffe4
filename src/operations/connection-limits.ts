import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';

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
  /** Connections of one network; null if all come from a reverse proxy, which must limit them itself. */
  connectionsPerNetwork: number | null;
}

/** The options of fastify that set these times. Call `limitConnections` for the numbers. */
export function timesOf(limits: ConnectionLimits) {
  return {
    requestTimeout: limits.request,
    connectionTimeout: limits.silence,
    keepAliveTimeout: limits.keepAlive,
    http: { headersTimeout: limits.headers, connectionsCheckingInterval: limits.interval },
  };
}

/**
 * Limits the open connections of a server, in all and for each network: an IPv4 address, or the /64 of an IPv6 address.
 * A connection too many is closed before anything of it is read.
 */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  server.maxConnections = limits.connections;
  const most = limits.connectionsPerNetwork;
  if (most === null) return;
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    // The address is missing if the connection is closed already.
    if (socket.remoteAddress === undefined) return;
    const network = normalizeIP(socket.remoteAddress, 64);
    const count = (open.get(network) ?? 0) + 1;
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
    if (count > most) socket.destroy();
  });
}
