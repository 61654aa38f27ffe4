import { createServer } from 'node:net';

/** The port that PostgreSQL must use is in use by another program. */
export class PortTaken extends Error {
  override name = 'PortTaken';

  constructor(port: number) {
    super(`The port ${port} of 127.0.0.1, which the embedded PostgreSQL used, is in use by another program.`);
  }
}

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

/** @throws PortTaken if this port of 127.0.0.1 is not free */
export async function requireFreePort(port: number): Promise<void> {
  if ((await tryPort(port)) === null) throw new PortTaken(port);
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
