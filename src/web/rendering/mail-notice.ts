import type { WebContext } from '../web-context.ts';

const MAIL_STAYS = 'Mail stays in the built-in mailbox; the operator hands you the link.';

/** What people must know before they wait for an e-mail: null if the server sends mail, as it should. */
export function mailNotice({ mailbox }: Pick<WebContext, 'mailbox'>): string | null {
  return mailbox === null ? null : MAIL_STAYS;
}
