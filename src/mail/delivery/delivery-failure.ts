import type { NodemailerError } from 'nodemailer';

/** Why a mail was not sent, and whether another attempt can succeed. `reason` is one line for the GM. */
export interface Failure {
  permanent: boolean;
  reason: string;
}

/** The mail itself cannot be sent, so that no later attempt can succeed. */
export class UnsendableError extends Error {
  override name = 'UnsendableError';
}

/** The commands whose refusal concerns the mail. A refusal of any other concerns the connection or the setup. */
const MAIL_COMMANDS = new Set(['RCPT TO', 'DATA']);

/** The reply code for a mail that is too large, which a server can send before DATA (RFC 1870). */
const TOO_LARGE = 552;

/**
 * Classifies the failure of an attempt (RFC 5321, 4.2.1: 5yz replies are permanent, 4yz replies temporary). If the
 * connection, the password or the sender's address is refused, the setup is wrong and not the mail: the operator can
 * correct it, so the mail is tried again. So it is after timeouts, dropped connections and bugs.
 */
export function classifyFailure(error: unknown): Failure {
  if (error instanceof UnsendableError) return { permanent: true, reason: oneLine(error.message) };
  if (!(error instanceof Error)) return { permanent: false, reason: oneLine(String(error)) };
  const failure = error as NodemailerError;
  return { permanent: isPermanent(failure), reason: oneLine(failure.response ?? failure.message) };
}

function isPermanent(failure: NodemailerError): boolean {
  // Without a reply from the server: nodemailer itself refuses only what no server would accept.
  if (failure.responseCode === undefined) return failure.code === 'EENVELOPE' || failure.code === 'EMESSAGE';
  if (failure.permanent !== true) return false;
  return MAIL_COMMANDS.has(failure.command ?? '') || failure.responseCode === TOO_LARGE;
}

/** Makes another server's words fit for a page and a log: one line, no control characters, not too long. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 300);
}
