import net, { type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy on loopback between a server and its database, so that a test can take the database away. */
export interface TcpProxy {
  /** The address of the database, by way of the proxy. */
  url: string;
  /** Breaks all connections and refuses new ones, as if the database had stopped. */
  cut(): Promise<void>;
  /** Passes nothing on any more, and says so to no one, as if a network cable were pulled. */
  stall(): void;
  /** Passes everything on again; after `cut`, on new connections. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a proxy before the database of a URL. */
export async function startTcpProxy(databaseUrl: string): Promise<TcpProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let stalled = false;
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  };
  const server = net.createServer((near) => {
    const far = net.connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      track(from);
      from.on('data', (data) => to.write(data));
      from.on('close', () => to.destroy());
      if (stalled) from.pause();
    }
  });
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
  const stop = async () => {
    if (!server.listening) return;
    const stopped = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await stopped;
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    cut: stop,
    stall() {
      stalled = true;
      for (const socket of sockets) socket.pause();
    },
    async restore() {
      stalled = false;
      for (const socket of sockets) socket.resume();
      if (!server.listening) await listen(port);
    },
    close: stop,
  };
}
