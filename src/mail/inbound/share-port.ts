import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  BANNER,
  type InboundMailOptions,
  type InboundMailServer,
  startInboundMailServer,
} from './inbound-mail-server.ts';

/*
 * Several workers on one machine have the same port for inbound mail. One of them listens, and the others wait until it is
 * gone.
 */

/** Milliseconds between two attempts to take the port over. */
const PAUSE = 2_000;

/** How long another server at the port may take to greet, in milliseconds. */
const GREETING_TIMEOUT = 3_000;

/**
 * Starts the server for inbound mail, or waits until another worker of this server no longer listens at the port.
 * @param pause milliseconds between two attempts; for tests
 * @throws if another program listens there, or the port is not allowed
 */
export async function shareInboundPort(
  options: InboundMailOptions,
  pause = PAUSE,
): Promise<InboundMailServer> {
  try {
    return await startInboundMailServer(options);
  } catch (error) {
    if (!isTaken(error) || !(await isOurs(options))) throw error;
  }
  const { host, port, ctx } = options;
  ctx.log.info({ host, port }, 'another worker receives mail at this port; this one takes over when it ends');
  return takeOverLater(options, pause);
}

function takeOverLater(options: InboundMailOptions, pause: number): InboundMailServer {
  const stopping = new AbortController();
  const { signal } = stopping;
  let taken: InboundMailServer | null = null;
  async function wait(): Promise<InboundMailServer | null> {
    while (!signal.aborted) {
      await sleep(pause, undefined, { signal }).catch(() => {});
      if (signal.aborted) return null;
      try {
        taken = await startInboundMailServer(options);
        return taken;
      } catch (error) {
        if (!isTaken(error))
          options.ctx.log.error({ err: error }, 'could not take over the port of inbound mail');
      }
    }
    return null;
  }
  const waiting = wait();
  return {
    port: options.port,
    listens: () => taken?.listens() ?? false,
    async close() {
      stopping.abort();
      await (await waiting)?.close();
    },
  };
}

function isTaken(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
}

/** Whether the server at the port greets as this one would: `220 games.example.org ESMTP Whistlestop`. */
async function isOurs({ host, port, domain, lmtp }: InboundMailOptions): Promise<boolean> {
  const everywhere = host === '0.0.0.0' || host === '::';
  const greeting = await new Promise<string>((resolve) => {
    const socket = net.connect({ port, host: everywhere ? '127.0.0.1' : host });
    const done = (text: string) => {
      socket.destroy();
      resolve(text);
    };
    socket.setTimeout(GREETING_TIMEOUT, () => done(''));
    socket.once('data', (data) => done(data.toString()));
    socket.once('error', () => done(''));
    socket.once('close', () => done(''));
  });
  return greeting.trimEnd() === `220 ${domain} ${lmtp === true ? 'LMTP' : 'ESMTP'} ${BANNER}`;
}
