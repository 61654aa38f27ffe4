import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How many requests of one connection may wait. Browsers and reverse proxies send one at a time. */
const MAX_WAITING = 8;

/**
 * What a connection is doing: `idle`, no request has come; `receiving`, the body of a request has not come whole; `answering`,
 * the server is at work or its answer is being read.
 */
export type ConnectionState = 'idle' | 'receiving' | 'answering';

/** The requests of one connection. */
interface Line {
  /** The request that is being received or answered; null if there is none. */
  current: IncomingMessage | null;
  waiting: [IncomingMessage, ServerResponse][];
}

/**
 * Answers the requests of a connection one after the other, if more come before their answers are done (RFC 9112, 9.3.2), and
 * closes a connection with too many. Node begins all requests of a received chunk at once, more than a thousand of the
 * shortest; each holds its answer, and perhaps a file, until its turn comes, and is not told if the connection closes.
 *
 * Call it once the server has its request listeners; those that are added later get every request at once.
 * @returns what a connection is doing
 */
export function limitPipelinedRequests(server: Server): (socket: Socket) => ConnectionState {
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  const lines = new WeakMap<Socket, Line>();
  server.on('request', (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const line = lines.get(socket) ?? { current: null, waiting: [] };
    lines.set(socket, line);
    if (line.current && line.waiting.length >= MAX_WAITING) {
      line.waiting.length = 0;
      socket.destroy();
    } else if (line.current) {
      line.waiting.push([request, response]);
    } else {
      begin(line, request, response);
    }
  });

  return (socket) => {
    const current = lines.get(socket)?.current;
    if (!current) return 'idle';
    return current.complete ? 'answering' : 'receiving';
  };

  function begin(line: Line, request: IncomingMessage, response: ServerResponse): void {
    line.current = request;
    response.once('close', () => {
      line.current = null;
      const next = request.socket.destroyed ? undefined : line.waiting.shift();
      if (next !== undefined) begin(line, ...next);
    });
    for (const listener of listeners) listener.call(server, request, response as never);
  }
}
