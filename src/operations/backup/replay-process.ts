// A process of its own that replays the games of a database, started by replay-database.ts. It gets the address of the
// database as its first message, sends messages about its progress and the result, and ends.
import { setPriority } from 'node:os';
import { pino } from 'pino';
import { openDatabase } from '../../database/client.ts';
import type { ReplayMessage } from './replay-database.ts';
import { type ReplayedGames, replayGames } from './replay-games.ts';

/** Pages and turns come first. */
const LOW_PRIORITY = 10;

const send = (message: ReplayMessage, then = () => {}) => process.send?.(message, then);
const end = (message: ReplayMessage) => send(message, () => process.disconnect());

process.once('message', (url) => {
  replay(String(url)).then(
    (result) => end({ result }),
    (error: Error) => end({ failed: error.message }),
  );
});
// The process that started this one was killed.
process.once('disconnect', () => process.exit());

async function replay(url: string): Promise<ReplayedGames> {
  setPriority(LOW_PRIORITY);
  const db = await openDatabase(url, { connections: 2 });
  const log = pino({ level: 'silent' });
  const ctx = { db, now: () => new Date(), log, mailDomain: 'localhost.localdomain' };
  try {
    return await replayGames(ctx, (_, done, total) => send({ done, total }));
  } finally {
    await db.close();
  }
}
