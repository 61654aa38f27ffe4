import type { AppContext } from '../context.ts';
import type { Account } from '../database/generated/client.ts';
import type { Mailbox } from '../mail/mailbox/mailbox.ts';

/** Who may pass a door. Rights in one game (its GM, its seats) are checked by the route itself. */
export type Who = 'anyone' | 'account' | 'gm' | 'operator';

/** How many requests each kind of door lets through. */
export interface Limits {
  /** Pages of any kind, per address and minute. */
  pages: number;
  /** Forms sent, per address and minute. */
  forms: number;
  /** Attempts to sign in, per address and quarter of an hour. */
  signInByAddress: number;
  /** Failed attempts to sign in to one account, from anywhere, per hour. */
  signInByAccount: number;
  /** Mails asked for (sign-in links), per address and hour. */
  linksByAddress: number;
  /** Mails asked for, per account, per hour. */
  linksByAccount: number;
}

export const LIMITS: Limits = {
  pages: 600,
  forms: 60,
  signInByAddress: 30,
  signInByAccount: 10,
  linksByAddress: 10,
  linksByAccount: 4,
};

/** Everything the web is handed; it reads no configuration of its own. */
export interface WebDeps {
  ctx: AppContext;
  /** Where people reach the server, without a slash at its end: `https://games.example.org`. */
  publicUrl: string;
  /** The built-in mailbox, if mail goes there; its pages exist only then. */
  mailbox: Mailbox | null;
  /** Whether, or from which proxies, forwarded addresses are believed (Fastify's `trustProxy`). */
  trustProxy?: boolean | number | string | string[];
  limits?: Partial<Limits>;
  /** May anybody make an account? Yes unless told. */
  signUp?: boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may pass; every route must say. */
    who?: Who;
    /** false: this door does not go by the cookie, so no form token is asked for. */
    csrf?: false;
    /** true: the page holds nothing private and may be kept by caches for a short while. */
    cacheable?: boolean;
  }
  interface FastifyRequest {
    /** The account that is signed in, or null. */
    account: Account | null;
    /** Whether that account has a security code. */
    hasCode: boolean;
    /** The token in the session's cookie, whether good or not. */
    sessionToken: string | null;
  }
}
