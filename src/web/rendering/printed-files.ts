import type { FastifyRequest } from 'fastify';
import { createInTurn } from '../../in-turn.ts';
import { createGameQueue } from '../access/game-queue.ts';
import { createShares } from '../access/shares.ts';
import { createSizedCache } from './sized-cache.ts';
import { UnavailableError } from './unavailable.ts';

/** The bytes of finished files that are kept: about 60 of the largest PDFs. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * How many PDFs are laid out at the same time, how many requests wait for that, and for how long in milliseconds: a practice
 * turn may take its turn between two PDFs, and takes some seconds.
 */
const TURNS = { perGame: 1, together: 1, waiting: 20, patience: 30_000, hold: 60_000 };

/**
 * How many PDFs one person, and all people on one network or in one block of networks, may wait for at the same time: many
 * people have two networks.
 */
const SHARES = { perPerson: 5, perNetwork: 6, perBlock: 10 };

/** Finished PDFs, or finished pictures. */
export interface PrintedFiles {
  /**
   * The file of a key for the sender of a request. It is laid out only if it is not kept and not being laid out.
   * @throws UnavailableError if too many others wait, too many of the same person or network, or the wait is too long
   */
  get(request: FastifyRequest, key: string, layOut: () => Promise<Buffer>): Promise<Buffer>;
}

/**
 * Creates an empty cache of finished files. Laying one out keeps the process from everything else for a moment, so they
 * are laid out one at a time, with as much time left in between as the last one took.
 */
export function createPrintedFiles(): PrintedFiles {
  const files = createSizedCache<Buffer>(MAX_BYTES);
  const queue = createGameQueue(TURNS);
  const busy = () => new UnavailableError('busy');
  const inTurn = createInTurn({ waiting: TURNS.waiting, busy });
  const shares = createShares({ ...SHARES, busy });
  return {
    get: (request, key, layOut) =>
      shares(request, () =>
        files.get(key, async () => {
          const leave = await queue.enter('pdf');
          try {
            return await inTurn(layOut);
          } finally {
            leave();
          }
        }),
      ),
  };
}
