import type { Logger } from 'pino';
import type { Database } from './database/client.ts';

/** What nearly every function needs: the database, the clock, the log, the mail domains. */
export interface AppContext {
  db: Database;
  /** The current time (UTC). A parameter, so that tests can set it. */
  now: () => Date;
  log: Logger;
  /**
   * While a mail is handled: the context for work that may be done again from the beginning, if the server dies after
   * it, because it is not yet what the mail asks for. Missing otherwise.
   */
  beforeEffects?: AppContext;
  /** The right side of Message-IDs: `games.example.org`. */
  mailDomain: string;
  /**
   * The right side of the addresses for inbound mail, and the mailbox whose name they begin with, if there is one; null or
   * missing if the server receives none.
   */
  inbound?: { domain: string; mailbox?: string | null } | null;
  /** By how many hours at least a date is put off that passed while the server was down; 0: not at all. Default: 12. */
  downtimeHours?: number;
  /** How many games for friends an account without the right to run games may run at a time; 0: none. Default: 3. */
  friendGames?: number;
  /** What people may make the server call, besides the public internet. Default: nothing. */
  webhooks?: {
    /** Networks that may be called although they are not public, also without encryption: `127.0.0.0/8`. */
    privateNetworks: readonly string[];
    /** Hosts of chat services besides those of Discord and Slack. */
    otherChatHosts: readonly string[];
  };
  /** How many mails strangers in one network may cause in an hour (`countNetworkMail`). Default: 20. */
  networkMails?: number;
  /** How many practice games all guests together may have. Default: 2000. */
  guestPracticeGames?: number;
  /** How many practice games all accounts together may have. Default: 5000. */
  accountPracticeGames?: number;
}
