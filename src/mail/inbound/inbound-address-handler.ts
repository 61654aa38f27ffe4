import type { AppContext } from '../../context.ts';
import type { Result } from '../../rules/result.ts';
import type { InboundMail } from './parse-inbound-mail.ts';

/** A kind of address at which mail to the games comes in: `<prefix>-<key>@<our domain>`. */
export interface InboundAddressHandler {
  prefix: string;
  /**
   * Is there such an address?
   * @param key what stands behind the prefix, in lower case: some mail servers do not keep the case
   * @throws if the database fails
   */
  knows(ctx: AppContext, key: string): Promise<boolean>;
  /**
   * Does with the mail what it is for; what it does is committed when it resolves. Problems are worded for the mail in
   * which the sender's own server returns them.
   * @param sender the bare address from which our own mails come
   * @throws if the database fails
   */
  take(ctx: AppContext, to: { key: string; sender: string }, mail: InboundMail): Promise<Result<void>>;
}
