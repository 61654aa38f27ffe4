import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { OnProgress } from './progress.ts';
import type { ReplayedGames } from './replay-games.ts';

/** What the process that replays says. */
export type ReplayMessage = { done: number; total: number } | { result: ReplayedGames } | { failed: string };

/**
 * Replays all games of a database, whose tables must be those of this version. Another process does it: replaying is
 * nothing but computing, and would make a server's pages wait.
 * @param url the address of the database
 * @throws if the database cannot be opened, or the other process was killed
 */
export async function replayDatabase(url: string, onProgress: OnProgress): Promise<ReplayedGames> {
  const child = fork(fileURLToPath(new URL('replay-process.ts', import.meta.url)), {
    execArgv: ['--import', new URL('../../typescript.js', import.meta.url).href],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    child.on('message', (message: ReplayMessage) => {
      if ('result' in message) resolve(message.result);
      else if ('failed' in message) reject(new Error(message.failed));
      else onProgress('replay', message.done, message.total);
    });
    child.on('error', reject);
    // After all messages. If the result has come, this changes nothing.
    child.on('disconnect', () => reject(new Error('The process that replays the games ended too soon.')));
    child.send(url);
  });
}
