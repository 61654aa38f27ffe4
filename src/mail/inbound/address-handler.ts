import type { AppContext } from '../../context.ts';
import type { Result } from '../../rules/result.ts';
import type { InboundMail } from './parse-inbound-mail.ts';

/** Whose address it is. */
export interface AddressOwner {
  /** The account of those who got the address by mail; null if it is not known. */
  accountId: number | null;
}

/** A mail, and when it was sent: see `sentAt`. */
export interface DatedMail extends InboundMail {
  sentAt: Date;
}

/** Handles the mail to one kind of address: `<prefix>-<key>@<our domain>`. */
export interface InboundAddressHandler {
  prefix: string;
  /**
   * Whose address it is; null if there is no such address.
   * @param key the part after the prefix, in lower case because some mail servers change the case
   * @throws if the database fails
   */
  find(ctx: AppContext, key: string): Promise<AddressOwner | null>;
  /**
   * Whose address it was once; null if it never was anyone's, or that is no longer known.
   * @param senders the e-mail addresses of the sender, one of which may be a former one of the owner
   * @throws if the database fails
   */
  findEnded?(ctx: AppContext, key: string, senders: readonly string[]): Promise<AddressOwner | null>;
  /**
   * Counts a mail that was parsed, whatever it was, for addresses that take only a few.
   * @throws if the database fails
   */
  count?(ctx: AppContext, key: string): Promise<void>;
  /**
   * Does what a mail to the address asks for. Everything is committed when it resolves. The sender's own server returns
   * the messages of problems to the sender.
   * @param to.sender from whom the server's own mail is: `Whistlestop <post@example.org>`
   * @throws if the database fails
   */
  handle(ctx: AppContext, to: { key: string; sender: string }, mail: DatedMail): Promise<Result<void>>;
  /**
   * Whether it takes mail that a mailing list passed on, because it answers the owner of the address and never the sender.
   * Other mail of this kind is dropped.
   */
  takesListMail?: true;
  /**
   * Takes a mail that a program wrote, such as a bounce; without this, such mail is dropped. It is never answered.
   * @throws if the database fails
   */
  handleAutomatic?(ctx: AppContext, key: string, raw: Buffer): Promise<void>;
}
