import net, { type AddressInfo, type Socket } from 'node:net';

/** A network between the server and something else, which can be stopped. */
export interface TcpProxy {
  port: number;
  /** How many connections are open. */
  open(): number;
  /** Resets every connection and refuses new ones. */
  cut(): void;
  /** Lets nothing pass any longer, without ending any connection; new ones are accepted and get no answer either. */
  silence(): void;
  /**
   * Lets everything pass again.
   * @param reset whether the connections that were silent are reset; otherwise they go on where they stopped
   */
  restore(reset: boolean): Promise<void>;
  close(): Promise<void>;
}

/** One connection with both of its ends. */
interface Pair {
  near: Socket;
  /** Null while the far end has not been called: the connection came during a silence. */
  far: Socket | null;
}

/** Starts a proxy on 127.0.0.1 in front of another port. */
export async function startProxy(target: number): Promise<TcpProxy> {
  const pairs = new Set<Pair>();
  let silent = false;

  const drop = (pair: Pair) => {
    pairs.delete(pair);
    pair.near.resetAndDestroy();
    pair.far?.resetAndDestroy();
  };
  const connectFar = (pair: Pair) => {
    const { near } = pair;
    const far = net.connect({ port: target, host: '127.0.0.1', noDelay: true });
    pair.far = far;
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      // During a silence the other end does not hear of it; `resume` tells it.
      one.on('error', () => {
        if (!silent) drop(pair);
      });
      one.on('close', () => {
        if (silent) return;
        other.end();
        if (other.destroyed) pairs.delete(pair);
      });
      one.pipe(other);
    }
    if (silent) far.pause();
  };
  const server = net.createServer({ noDelay: true }, (near) => {
    const pair: Pair = { near, far: null };
    pairs.add(pair);
    near.on('error', () => {
      if (pair.far === null) drop(pair);
    });
    near.on('close', () => {
      if (pair.far === null) pairs.delete(pair);
    });
    if (silent) near.pause();
    else connectFar(pair);
  });
  server.on('error', () => {});
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject);
        resolve();
      });
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;

  const dropAll = () => {
    for (const pair of pairs) drop(pair);
  };
  const resume = (pair: Pair) => {
    const { near, far } = pair;
    if (near.destroyed || far?.destroyed) drop(pair);
    else if (far === null) connectFar(pair);
    else {
      near.pipe(far);
      far.pipe(near);
    }
  };
  return {
    port,
    open: () => pairs.size,
    cut() {
      // Not awaited: a connection that has ended on one side only may take longer.
      server.close();
      dropAll();
    },
    silence() {
      silent = true;
      for (const { near, far } of pairs) {
        for (const end of [near, far]) {
          end?.unpipe();
          end?.pause();
        }
      }
    },
    async restore(reset) {
      const wasSilent = silent;
      silent = false;
      if (reset) dropAll();
      else if (wasSilent) for (const pair of pairs) resume(pair);
      if (!server.listening) await listen(port);
    },
    async close() {
      if (server.listening) server.close();
      dropAll();
    },
  };
}
