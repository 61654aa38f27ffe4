import net, { type AddressInfo, type Socket } from 'node:net';

/** A connection to the database that a test can break, as if the database were stopped or the network failed. */
export interface DatabaseLink {
  /** The address of the database through this link. */
  url: string;
  /** Breaks all connections and refuses new ones. */
  cut(): Promise<void>;
  /** Accepts connections again, on the same port. */
  restore(): Promise<void>;
  /** Passes on what is sent to the database, but none of its answers, until the link is cut. */
  swallowAnswers(): void;
  close(): Promise<void>;
}

/** Opens a link to a database on this machine. */
export async function databaseLink(databaseUrl: string): Promise<DatabaseLink> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const outgoing = new Set<Socket>();
  let swallowing = false;
  const server = net.createServer((incoming) => {
    const out = net.connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [incoming, out],
      [out, incoming],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        outgoing.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
    if (swallowing) out.unpipe().resume();
    outgoing.add(out);
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const url = new URL(databaseUrl);
  url.port = String(port);
  const cut = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets) socket.resetAndDestroy();
    await closed;
    swallowing = false;
  };
  return {
    url: url.href,
    cut,
    restore: () => listen(port),
    swallowAnswers: () => {
      swallowing = true;
      for (const out of outgoing) out.unpipe().resume();
    },
    close: async () => {
      if (server.listening) await cut();
    },
  };
}
