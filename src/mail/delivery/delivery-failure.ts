import type { NodemailerError } from 'nodemailer';

/** Why a mail was not taken, and whether trying again may help. `reason` is one line, for the GM to read. */
export interface Failure {
  permanent: boolean;
  reason: string;
}

/** Nothing we could send again would do better: the mail itself cannot be sent. */
export class UnsendableError extends Error {
  override name = 'UnsendableError';
}

/** What is said to the mail itself. All else concerns the connection: a fault there is the server's or the operator's. */
const OF_THE_MAIL = new Set(['RCPT TO', 'DATA']);

/** The size of this very mail was refused, as early as the server could tell (RFC 1870). */
const TOO_LARGE = 552;

/**
 * Judges what went wrong with an attempt (RFC 5321, 4.2.1: 5yz is for good, 4yz is for now). A refusal of
 * the connection, of our password or of our own address speaks of the set-up, not of the mail, and is tried
 * again: the operator can mend it. So are timeouts, dropped connections and faults of our own.
 */
export function classifyFailure(error: unknown): Failure {
  if (error instanceof UnsendableError) return { permanent: true, reason: oneLine(error.message) };
  if (!(error instanceof Error)) return { permanent: false, reason: oneLine(String(error)) };
  const fault = error as NodemailerError;
  return { permanent: isPermanent(fault), reason: oneLine(fault.response ?? fault.message) };
}

function isPermanent(fault: NodemailerError): boolean {
  // Without an answer from the server, nodemailer refuses by itself only what no server could take.
  if (fault.responseCode === undefined) return fault.code === 'EENVELOPE' || fault.code === 'EMESSAGE';
  if (fault.permanent !== true) return false;
  return OF_THE_MAIL.has(fault.command ?? '') || fault.responseCode === TOO_LARGE;
}

/** What a stranger's server wrote, made fit for a page and a log: one line, no control characters, not long. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 300);
}
