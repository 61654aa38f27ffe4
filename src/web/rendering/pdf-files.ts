import { createInTurn } from '../../in-turn.ts';
import { createGameQueue } from '../access/game-queue.ts';
import { createSizedCache, type SizedCache } from './sized-cache.ts';
import { UnavailableError } from './unavailable.ts';

/** The bytes of finished PDFs that are kept: about 60 of the largest. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * How many PDFs are laid out at the same time, how many requests wait for that, and for how long in milliseconds: a practice
 * turn may take its turn between two PDFs, and takes some seconds.
 */
const TURNS = { perGame: 1, together: 1, waiting: 20, patience: 30_000, hold: 60_000 };

/**
 * Creates an empty cache of finished PDFs. Laying one out keeps the process from everything else for a moment, so they
 * are laid out one at a time, with as much time left in between as the last one took.
 * `get` throws an UnavailableError if too many others wait, or the wait is too long.
 */
export function createPdfFiles(): SizedCache<Buffer> {
  const files = createSizedCache<Buffer>(MAX_BYTES);
  const queue = createGameQueue(TURNS);
  const inTurn = createInTurn({ waiting: TURNS.waiting, busy: () => new UnavailableError('busy') });
  return {
    get: (key, layOut) =>
      files.get(key, async () => {
        const leave = await queue.enter('pdf');
        try {
          return await inTurn(layOut);
        } finally {
          leave();
        }
      }),
  };
}
