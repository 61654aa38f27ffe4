import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { vi } from 'vitest';

/** A port of 127.0.0.1 where another program listens. */
export interface OccupiedPort {
  port: number;
  /** Frees the port. Safe to call twice. */
  release(): Promise<void>;
}

/**
 * Listens at a port and answers nothing. Waits up to ten seconds until the port is free.
 * @param port 0 for any free port
 */
export async function occupyPort(port = 0): Promise<OccupiedPort> {
  const sockets = new Set<Socket>();
  const server = await vi.waitFor(() => listen(port), { timeout: 10_000 });
  server.on('connection', (socket) => sockets.add(socket.on('error', () => {})));
  return {
    port: (server.address() as AddressInfo).port,
    release: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function listen(port: number): Promise<Server> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
