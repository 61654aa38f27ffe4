import type { AppContext } from '../../context.ts';
import type { Result } from '../../rules/result.ts';
import type { InboundMail } from './parse-inbound-mail.ts';

/** Handles the mail to one kind of address: `<prefix>-<key>@<our domain>`. */
export interface InboundAddressHandler {
  prefix: string;
  /**
   * Whether there is such an address.
   * @param key the part after the prefix, in lower case because some mail servers change the case
   * @throws if the database fails
   */
  exists(ctx: AppContext, key: string): Promise<boolean>;
  /**
   * Does what a mail to the address asks for. Everything is committed when it resolves. The sender's own server returns
   * the messages of problems to the sender.
   * @param to.sender from whom the server's own mail is: `Whistlestop <post@example.org>`
   * @throws if the database fails
   */
  handle(ctx: AppContext, to: { key: string; sender: string }, mail: InboundMail): Promise<Result<void>>;
  /**
   * Takes a mail that a program wrote, such as a bounce; without this, such mail is dropped. It is never answered.
   * @throws if the database fails
   */
  handleAutomatic?(ctx: AppContext, key: string, raw: Buffer): Promise<void>;
}
