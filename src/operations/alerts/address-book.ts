import type { Logger } from 'pino';

/** The e-mail addresses of the operators, known even while the database does not answer. */
export interface AddressBook {
  /** The addresses that were read last. */
  current(): readonly string[];
  /** From now on, they are read with this function. */
  readFrom(read: () => Promise<string[]>): void;
  /** Reads them again if that is more than five minutes ago, or the clock was set back since. Keeps the old ones if it fails. */
  refresh(now: Date): Promise<void>;
}

/** Milliseconds after which the addresses are read again. */
const MAX_AGE = 5 * 60_000;

/** @param first the addresses until they have been read */
export function createAddressBook(first: readonly string[], log: Logger): AddressBook {
  let latest = first;
  let read: (() => Promise<string[]>) | null = null;
  let readAt = 0;
  let reading: Promise<void> | null = null;

  async function readNow(from: () => Promise<string[]>, now: Date): Promise<void> {
    try {
      const found = await from();
      if (found.length > 0) latest = found;
      readAt = now.getTime();
    } catch (error) {
      log.debug({ err: error }, 'could not read the addresses of the operators');
    } finally {
      reading = null;
    }
  }
  return {
    current: () => latest,
    readFrom(from) {
      read = from;
    },
    async refresh(now) {
      if (read === null || Math.abs(now.getTime() - readAt) < MAX_AGE) return;
      reading ??= readNow(read, now);
      await reading;
    },
  };
}
