import type { Logger } from 'pino';
import type { Database } from './database/client.ts';

/** What nearly everything needs: where things are kept, what time it is, where to report. */
export interface AppContext {
  db: Database;
  /** The present moment (UTC); handed in, so that tests can set it. */
  now: () => Date;
  log: Logger;
  /** The right side of Message-IDs: `games.example.org`. */
  mailDomain: string;
  /** The right side of the addresses at which mail to the games comes in; null or missing where none does. */
  inbound?: { domain: string } | null;
}
