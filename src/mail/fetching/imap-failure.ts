import type { RemoteMailbox } from './mailbox-url.ts';

/** What the errors of imapflow say besides their message. */
interface ImapError extends Error {
  code?: string;
  authenticationFailed?: boolean;
  tlsFailed?: boolean;
  responseText?: string;
  responseStatus?: string;
}

/** Whether the mail server answered a command with a refusal (NO or BAD; RFC 3501, 7.1), as when its disk is away. */
export function isRefusal(error: unknown): boolean {
  return (error as ImapError).responseStatus !== undefined;
}

/** Why mail cannot be fetched, for the operator: what to correct, without the password. */
export function reasonOfImap(error: unknown, mailbox: RemoteMailbox): string {
  const { host, port, user, folder } = mailbox;
  const { code, authenticationFailed, tlsFailed, responseText, message } = error as ImapError;
  if (authenticationFailed) {
    return `${host} refuses the user name ${user} or the password. Correct MAIL_IN_URL; signs such as @, / and % in them are written as in a web address (%40, %2F, %25).`;
  }
  if (tlsFailed || /certificate|self-signed|STARTTLS/i.test(`${code} ${message}`)) {
    return `The connection to ${host}, port ${port}, could not be encrypted: ${withoutDot(message)}. Use imaps:// in MAIL_IN_URL if the mail server offers it.`;
  }
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `There is no machine with the name ${host}. Check MAIL_IN_URL and the name servers.`;
    case 'ECONNREFUSED':
      return `No mail server listens at ${host}, port ${port}. Check MAIL_IN_URL and the mail server.`;
    case 'ETIMEDOUT':
    case 'CONNECT_TIMEOUT':
    case 'UPGRADE_TIMEOUT':
    case 'GREETING_TIMEOUT':
    case 'GREEETING_TIMEOUT':
      return `The mail server at ${host}, port ${port}, does not answer. Check MAIL_IN_URL and the mail server.`;
    default:
      return `The mail server at ${host} does not let the server read the folder ${folder}: ${withoutDot(responseText || message)}. Check MAIL_IN_URL and the mail server.`;
  }
}

function withoutDot(text: string): string {
  return text.replace(/\.$/, '').slice(0, 300);
}
