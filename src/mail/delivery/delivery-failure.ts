import type { NodemailerError } from 'nodemailer';
import type { DeliveryObstacle } from '../../database/generated/enums.ts';

/** Why a mail was not sent, and whether another attempt can succeed. */
export interface Failure {
  permanent: boolean;
  /** One line for the GM. */
  reason: string;
  /** What stood in the way; null if it was something within this server. */
  obstacle: DeliveryObstacle | null;
  /**
   * Whether it may have been the mail server as a whole instead: it fell silent or hung up, which it also does if only
   * this mail is the trouble. Someone has to ask it.
   */
  ambiguous: boolean;
  /**
   * Whether the mail server refused the mail, or its sender, without saying that its address or its content is the reason: it may refuse
   * all mail, because a quota is used up or the account is not allowed to send. See `refused-addresses.ts`.
   */
  maybeAll: boolean;
}

/** The mail itself cannot be sent, so that no later attempt can succeed. */
export class UnsendableError extends Error {
  override name = 'UnsendableError';
}

/** The server is stopping and has closed its connections. */
export class InterruptedError extends Error {
  override name = 'InterruptedError';

  constructor() {
    super('Whistlestop was stopped while it was sending this e-mail.');
  }
}

/** The commands whose refusal concerns the mail. A refusal of any other concerns the connection or the setup. */
const MAIL_COMMANDS = new Set(['RCPT TO', 'DATA']);

/** The reply code for a mail that is too large, which a server can send before DATA (RFC 1870). */
const TOO_LARGE = 552;

/**
 * The first two digits of enhanced status codes (RFC 3463) of refusals that concern one address or one mail: the address, the
 * mailbox, the content, and a mail that is too large for the system.
 */
const ABOUT_THIS_MAIL = /^5\.(?:1\.(?![78]\b)\d+|[26]\.\d+|3\.4)\b/;

/**
 * Those of refusals that concern the mail server, the network or permissions, such as a quota that is used up (5.4.5) or a relay
 * that takes no mail from here (5.7.1).
 */
const ABOUT_THE_SERVER = /^5\.(?:[347]\.\d+|1\.[78])\b/;

/**
 * Words of such refusals, for mail servers that send no status code, or one that says nothing (5.0.0). Where each third mail is still
 * accepted, only the words tell a limit from a wrong address.
 */
const LIMIT =
  /\b(?:limit|quota|rate|too (?:many|much)|exceed\w*|suspended|paused|relay\w*|not (?:allowed|permitted) to send)\b/i;

/** Words that say that the mailbox, not the sender, is at a limit. */
const MAILBOX = /\b(?:mailbox|inbox|over ?quota)\b/i;

/** Enhanced status codes and words of refusals that concern the sender's address: those of Postfix, Exim, and Microsoft 365. */
const ABOUT_SENDER = /^5\.(?:1\.[78]|7\.60)\b|\b(?:sender address|return[- ]path|send as|as this sender)\b/i;

/** The reply code of a server that takes no mail at the moment and closes the connection (RFC 5321, 3.8). */
const CLOSING = 421;

/** Codes of nodemailer for a server that cannot be found, or lets nobody in. */
const NO_ENTRY = new Set(['EDNS', 'ETLS', 'EAUTH', 'ENOAUTH', 'EOAUTH2', 'EPROXY']);

/** Codes of the system for a server that cannot be reached. */
const UNREACHABLE = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN']);

/** Codes of nodemailer for a connection that the server ended, or on which it said something strange. */
const CONNECTION_LOST = new Set(['ECONNECTION', 'ESOCKET', 'EPROTOCOL']);

/**
 * Classifies the failure of an attempt (RFC 5321, 4.2.1: 5yz replies are permanent, 4yz replies temporary). If the
 * connection, the password or the sender's address is refused, the setup is wrong and not the mail: the operator can
 * correct it, so the mail is tried again. So it is after timeouts, dropped connections and bugs, and if a mail is refused with a
 * status code that concerns the mail server.
 */
export function classifyFailure(error: unknown): Failure {
  const within = { obstacle: null, ambiguous: false, maybeAll: false };
  if (error instanceof UnsendableError) return { permanent: true, reason: oneLine(error.message), ...within };
  if (error instanceof InterruptedError) return { permanent: false, reason: error.message, ...within };
  if (!(error instanceof Error)) return { permanent: false, reason: oneLine(String(error)), ...within };
  const failure = error as NodemailerError;
  const isAboutThisMail = failure.responseCode === TOO_LARGE || ABOUT_THIS_MAIL.test(statusOf(failure));
  const maybeAll = (isRefusedMail(failure) || isRefusedSender(failure)) && !isAboutThisMail;
  return { permanent: isPermanent(failure), reason: reasonOf(failure), ...obstacleOf(failure), maybeAll };
}

/** What the operator can do about a mail server that cannot encrypt. */
const NOT_ENCRYPTED =
  'The mail server does not offer encryption (STARTTLS), so nothing was sent to it. Use one that does, or an address that begins with smtps://. For a relay in your own network, add ?tls=optional to SMTP_URL.';

/** The words of a failure: the server's own if it replied. One line for a page or a log. */
export function reasonOf(failure: NodemailerError): string {
  if (isWithoutEncryption(failure)) return NOT_ENCRYPTED;
  if (isEncryptionFailure(failure)) {
    return oneLine(
      `The connection to the mail server could not be encrypted, so nothing was sent to it: ${failure.message}`,
    );
  }
  if (failure.response !== undefined) return oneLine(failure.response);
  if (isTimeout(failure)) return 'The mail server did not answer in time.';
  if (failure.code === 'ECONNECTION') return 'The mail server closed the connection.';
  return oneLine(failure.message);
}

/** Codes of the system for a certificate that is not good, or for a connection that could not be encrypted. */
const ENCRYPTION = /^(CERT|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|ERR_TLS|ERR_SSL)_/;

function isEncryptionFailure({ code, originalCode = '', response }: NodemailerError): boolean {
  return response === undefined && (code === 'ETLS' || ENCRYPTION.test(originalCode));
}

/** Whether the server refused STARTTLS, or does not know EHLO, which comes before it. */
function isWithoutEncryption({ code, command, response, message }: NodemailerError): boolean {
  if (response === undefined) return false;
  return (code === 'ETLS' && command === 'STARTTLS') || /does not support required STARTTLS/.test(message);
}

function isPermanent(failure: NodemailerError): boolean {
  if (failure.responseCode === undefined) return isRefusedByNodemailer(failure);
  if (failure.responseCode === TOO_LARGE) return failure.permanent === true;
  if (!isRefusedMail(failure)) return false;
  const status = statusOf(failure);
  if (ABOUT_THIS_MAIL.test(status)) return true;
  return !ABOUT_THE_SERVER.test(status) && (!LIMIT.test(status) || MAILBOX.test(status));
}

/**
 * Whether the server refused the envelope sender for good. Some servers say so only when they have the recipient, or the mail. The
 * size is named with the sender.
 */
export function isRefusedSender(failure: NodemailerError): boolean {
  const { permanent, command, responseCode } = failure;
  if (permanent !== true || responseCode === TOO_LARGE) return false;
  return command === 'MAIL FROM' || (isRefusedMail(failure) && ABOUT_SENDER.test(statusOf(failure)));
}

/** Whether the server refused the recipient or the mail for good. */
function isRefusedMail({ permanent, command = '' }: NodemailerError): boolean {
  return permanent === true && MAIL_COMMANDS.has(command);
}

/** The enhanced status code and the words of a reply: what comes after the reply code. */
function statusOf({ response = '' }: NodemailerError): string {
  return response.replace(/^\d{3}[ -]/, '');
}

/**
 * Whether nodemailer itself refused the mail, as it does only with what no server would accept. It has the same codes for a
 * reply of the server that it cannot read.
 */
function isRefusedByNodemailer({ code, response }: NodemailerError): boolean {
  return response === undefined && (code === 'EENVELOPE' || code === 'EMESSAGE');
}

function obstacleOf(failure: NodemailerError): Pick<Failure, 'obstacle' | 'ambiguous'> {
  const { code = '', originalCode = '', responseCode, command = '' } = failure;
  if (responseCode === CLOSING) return obstacleOfClosing(failure);
  if (responseCode !== undefined) {
    const isAnswer = responseCode === TOO_LARGE || command === 'MAIL FROM' || MAIL_COMMANDS.has(command);
    return { obstacle: isAnswer ? 'answer' : 'relay', ambiguous: false };
  }
  if (isTimeout(failure)) return { obstacle: 'slow', ambiguous: true };
  const noEntry = NO_ENTRY.has(code) || UNREACHABLE.has(originalCode) || isEncryptionFailure(failure);
  if (code === 'ETIMEDOUT' || noEntry) {
    return { obstacle: 'relay', ambiguous: false };
  }
  const isUnreadable = failure.response !== undefined;
  return CONNECTION_LOST.has(code) || isUnreadable
    ? { obstacle: 'answer', ambiguous: true }
    : { obstacle: null, ambiguous: false };
}

/**
 * After 421. Once the server has taken MAIL FROM, it may mean this mail only: some services refuse a mailbox that gets too
 * much mail like this. If the commands were sent together, nodemailer reports the connection that was closed in the middle.
 */
function obstacleOfClosing({ code, command = '' }: NodemailerError): Pick<Failure, 'obstacle' | 'ambiguous'> {
  const inMail = MAIL_COMMANDS.has(command) || (code === 'ECONNECTION' && command === 'CONN');
  return inMail ? { obstacle: 'answer', ambiguous: true } : { obstacle: 'relay', ambiguous: false };
}

/** Whether the server fell silent in the middle of a mail, or took too long for the whole of it. */
function isTimeout({ code, timeoutType }: NodemailerError): boolean {
  return code === 'EABORT' || (code === 'ETIMEDOUT' && timeoutType === 'SOCKET_TIMEOUT');
}

/** Makes another server's words fit for a page and a log: one line, no control characters, not too long. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 300);
}
