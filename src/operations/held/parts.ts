import type { AppContext } from '../../context.ts';

/** Closes a part of the server that works only while the server is not held. */
export type StopPart = () => Promise<void>;

interface Part {
  start: () => Promise<StopPart>;
  /** Null while it is stopped. */
  stop: StopPart | null;
}

/** The parts of a server that work only while it is not held. */
export interface Parts {
  /** Adds a part, and starts it if it should work now. @throws if it cannot start */
  add(start: () => Promise<StopPart>, now: boolean): Promise<void>;
  /** Starts what is stopped. What cannot start is logged, and started by the next call. */
  start(): Promise<void>;
  /** Stops what is started, the last one first. */
  stop(): Promise<void>;
}

/** Creates a list without parts. `start` and `stop` must not be called at the same time. */
export function createParts({ log }: Pick<AppContext, 'log'>): Parts {
  const parts: Part[] = [];
  return {
    async add(start, now) {
      parts.push({ start, stop: now ? await start() : null });
    },
    async start() {
      for (const part of parts) {
        try {
          part.stop ??= await part.start();
        } catch (error) {
          log.error({ err: error }, 'the server is released, but a part of it could not start');
        }
      }
    },
    async stop() {
      for (const part of parts.toReversed()) {
        const { stop } = part;
        part.stop = null;
        await stop?.().catch((error: unknown) => log.error({ err: error }, 'could not stop cleanly'));
      }
    },
  };
}
