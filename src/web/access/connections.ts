import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { ConnectionLimits } from '../../operations/connection-limits.ts';
import type { WebContext } from '../web-context.ts';

/**
 * A browser opens six connections, so this is enough for a school or an office behind one address. The times are longer
 * than slow networks need, and a request may be silent for longer than its handler may take (`TIMEOUT` in app.ts).
 */
const LIMITS: ConnectionLimits = {
  headers: 15_000,
  request: 30_000,
  silence: 70_000,
  keepAlive: 10_000,
  interval: 2_000,
  connections: 2_000,
  connectionsPerNetwork: 100,
};

/**
 * Reverse proxies reuse idle connections, and show an error if one is closed at that moment, so these are kept for
 * longer. All connections come from their address.
 */
const BEHIND_PROXY: Partial<ConnectionLimits> = { keepAlive: 72_000, connectionsPerNetwork: null };

/** The limits in force. */
export function connectionLimits(deps: Pick<WebContext, 'connections' | 'trustProxy'>): ConnectionLimits {
  return { ...LIMITS, ...(deps.trustProxy && BEHIND_PROXY), ...deps.connections };
}

/** What to answer to a request that was never read, by the code of its error. */
const ANSWERS: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/** Answers a request that is not HTTP or comes too slowly, and logs why. What was sent is not logged. */
export function refuseConnection(
  this: FastifyInstance,
  error: Error & { code?: string },
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  this.log.debug({ reason: error.code }, 'request not readable');
  const status = ANSWERS[error.code ?? ''] ?? '400 Bad Request';
  if (socket.writable)
    socket.write(
      `HTTP/1.1 ${status}\r\ncontent-length: 0\r\ncache-control: no-store\r\nconnection: close\r\n\r\n`,
    );
  socket.destroy();
}
