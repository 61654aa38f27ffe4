import type { AppContext } from '../context.ts';
import type { Mailbox } from '../mail/mailbox/mailbox.ts';
import type { RateLimits } from './access/rate-limits.ts';

/** Everything that the web part is given. It reads no configuration of its own. */
export interface WebContext {
  ctx: AppContext;
  /** The address of the server without a trailing slash: `https://games.example.org`. */
  publicUrl: string;
  /** The built-in mailbox if mail goes there. Its pages exist only then. */
  mailbox: Mailbox | null;
  /** Whether, or from which proxies, forwarded addresses are trusted. A number is how many proxies there are. */
  trustProxy?: boolean | number | string | string[];
  /** Limits that differ from the defaults. */
  limits?: Partial<RateLimits>;
  /** Whether anyone may create an account; true by default. */
  signUp?: boolean;
}
