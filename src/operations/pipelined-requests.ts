import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How many requests of one connection may wait. Browsers and reverse proxies send one at a time. */
const MAX_WAITING = 8;

/** The requests of one connection. */
interface Line {
  /** Whether a request is being answered. */
  busy: boolean;
  waiting: [IncomingMessage, ServerResponse][];
}

/**
 * Answers the requests of a connection one after the other, if more come before their answers are done (RFC 9112, 9.3.2), and
 * closes a connection with too many. Node begins all requests of a received chunk at once, more than a thousand of the
 * shortest; each holds its answer, and perhaps a file, until its turn comes, and is not told if the connection closes.
 *
 * Call it once the server has its request listeners; those that are added later get every request at once.
 * @returns whether a request of a connection is being answered
 */
export function limitPipelinedRequests(server: Server): (socket: Socket) => boolean {
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  const lines = new WeakMap<Socket, Line>();
  server.on('request', (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const line = lines.get(socket) ?? { busy: false, waiting: [] };
    lines.set(socket, line);
    if (line.busy && line.waiting.length >= MAX_WAITING) {
      line.waiting.length = 0;
      socket.destroy();
    } else if (line.busy) {
      line.waiting.push([request, response]);
    } else {
      begin(line, request, response);
    }
  });

  return (socket) => lines.get(socket)?.busy === true;

  function begin(line: Line, request: IncomingMessage, response: ServerResponse): void {
    line.busy = true;
    response.once('close', () => {
      line.busy = false;
      const next = request.socket.destroyed ? undefined : line.waiting.shift();
      if (next !== undefined) begin(line, ...next);
    });
    for (const listener of listeners) listener.call(server, request, response as never);
  }
}
