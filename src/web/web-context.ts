import type { AppContext } from '../context.ts';
import type { Mailbox } from '../mail/mailbox/mailbox.ts';
import type { ProxyWatch } from '../operations/checks/proxies.ts';
import type { ConnectionLimits } from '../operations/connection-limits.ts';
import type { Health } from '../operations/health.ts';
import type { HeldWatch } from '../operations/held/held-state.ts';
import type { MetricsAccess } from '../operations/metrics/metrics-route.ts';
import type { SystemSettings } from '../operations/system/system-view.ts';

/** How many requests of each kind are let through. "Person" means the account, or the network address if signed out. */
export interface RateLimits {
  /** Requests of any kind, per person and minute. */
  pages: number;
  /** Sent forms, per person and minute. */
  forms: number;
  /** Public pages of games with their printouts, per person and minute. */
  games: number;
  /** Checks of a sheet that is being filled in, per person and minute. */
  checks: number;
  /** PDFs, per person and minute. */
  pdfs: number;
  /** Exports of finished games and the pages about them, per person and minute. */
  exports: number;
  /** Failed attempts to sign in, per network address and quarter of an hour. */
  signInByAddress: number;
  /** Failed attempts to sign in to one account from one network, per hour. */
  signInByAccount: number;
  /** Failed attempts to sign in to one account from all networks together that are not known for it, per hour. */
  signInByAccountAnywhere: number;
  /** Sign-ins with the right code of an account on pages, per hour. */
  signInsOfAccount: number;
  /** Requests for a mail (sign-in links), per network address and hour. */
  linksByAddress: number;
  /** Practice games started, per network address and hour. */
  practiceByAddress: number;
  /**
   * For how many accounts with a security code wrong codes are counted at the same time. The same number applies to
   * accounts without one.
   */
  accountsCounted: number;
  /**
   * How many people share a network: the limits of one IPv4 address, or of one IPv6 /48, are so many times those of a
   * person. The limits for each network of those who are signed out are so many times higher for one IPv6 /48.
   */
  peoplePerNetwork: number;
}

/** Everything that the web part is given. It reads no configuration of its own. */
export interface WebContext {
  ctx: AppContext;
  /** The address of the server without a trailing slash: `https://games.example.org`. */
  publicUrl: string;
  /** The built-in mailbox if mail goes there. Its pages exist only then. */
  mailbox: Mailbox | null;
  /** Whether, or from which proxies, forwarded addresses are trusted. A number is how many proxies there are. */
  trustProxy?: boolean | number | string | string[];
  /** Notices proxies that are not trusted; missing if some are. */
  proxyWatch?: Pick<ProxyWatch, 'note'>;
  /** Limits that differ from the defaults. */
  limits?: Partial<RateLimits>;
  /** Limits of connections that differ from the defaults. */
  connections?: Partial<ConnectionLimits>;
  /** The condition of the server; if it is missing, only the database is checked. */
  health?: Health;
  /** What /metrics answers; if it is missing, there is no such page. */
  metrics?: MetricsAccess;
  /** Where the server keeps its files; if it is missing, the System page shows none. */
  system?: SystemSettings;
  /** Whether the server is held; if it is missing, it is not. */
  held?: Pick<HeldWatch, 'held' | 'check'>;
  /** Milliseconds after which a request that was not answered gets a 503; 55,000 by default. */
  timeout?: number;
  /** For how many minutes a mailed sign-in link is valid; 10 by default. */
  signInLinkMinutes?: number;
  /** The `mailto:` or `https:` address of security.txt; if it is null or missing, there is no such page. */
  securityContact?: string | null;
  /** The operator’s address on the contact page; if it is missing, the page shows none. */
  contact?: string;
  /** For how many days records of mail are kept, for the page about privacy; if it is missing, the page does not say. */
  keepMailDays?: number;
  /** For how many days practice games are kept that are not played; if it is missing, pages do not say. */
  keepPracticeDays?: number;
  /** Whether anyone may create an account; true by default. */
  signUp?: boolean;
}
