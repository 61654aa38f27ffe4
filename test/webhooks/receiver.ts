import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a receiver got. */
export interface Received {
  path: string;
  headers: http.IncomingHttpHeaders;
  body: string;
}

/** An HTTP server on loopback that takes what a webhook is sent. */
export interface Receiver {
  url: string;
  got: Received[];
  /** The status of the next answers; 204 at first. */
  answer(status: number): void;
  /** What is done before each answer, such as waiting; null: nothing. */
  whenCalled(work: (() => Promise<void>) | null): void;
  close(): void;
}

/** Starts a receiver on a free port. */
export async function startReceiver(): Promise<Receiver> {
  const got: Received[] = [];
  let status = 204;
  let work: (() => Promise<void>) | null = null;
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      got.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() });
      await work?.();
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    got,
    answer(next) {
      status = next;
    },
    whenCalled(next) {
      work = next;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
