import { createServer } from 'node:net';

/**
 * Returns the preferred port of 127.0.0.1 if it is free, or else any free port.
 * @throws if there is none
 */
export async function findFreePort(preferred: number): Promise<number> {
  for (const port of [preferred, 0]) {
    const free = await tryPort(port);
    if (free !== null) return free;
  }
  throw new Error('There is no free port on 127.0.0.1. Stop other programs and try again.');
}

function tryPort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : null));
    });
  });
}
