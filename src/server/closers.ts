import type { Logger } from 'pino';

/** Closes the parts of a server in the reverse order of their start. */
export interface Closers {
  add(close: () => Promise<unknown>): void;
  /** Closes everything and logs what fails. Safe to call twice. */
  closeAll(): Promise<void>;
}

export function createClosers(log: Logger): Closers {
  const closers: (() => Promise<unknown>)[] = [];
  let closing: Promise<void> | null = null;
  const closeAll = async () => {
    for (const close of closers.reverse()) {
      await close().catch((error: unknown) => log.error({ err: error }, 'could not close cleanly'));
    }
  };
  return {
    add: (close) => closers.push(close),
    closeAll() {
      closing ??= closeAll();
      return closing;
    },
  };
}
