// What both SMTP servers have in common: the built-in mailbox and the server for inbound mail.
import type { AddressInfo } from 'node:net';
import type { SMTPServer, SMTPServerDataStream } from 'smtp-server';
import type { HeldBytes } from './byte-budget.ts';

/**
 * A refusal with its SMTP reply code: 4yz is temporary, 5yz permanent (RFC 5321, 4.2.1). Every callback of smtp-server
 * accepts it.
 */
export class SmtpRefusal extends Error {
  override name = 'SmtpRefusal';
  readonly responseCode: number;

  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

/** 4.3.1: system full (RFC 3463). The sending server tries again. */
const TOO_MUCH_MAIL = new SmtpRefusal(452, '4.3.1 This server is busy with other mail. Try again later.');

/**
 * Reads a whole mail, to its end even if it is too large: the sender only reads the refusal after that.
 * @param held takes the bytes of the mail from a budget. The caller gives them back once it needs the mail no longer
 * @throws SmtpRefusal 552 if the mail is too large, 452 if the budget is used up, or the stream's error if the sender closes
 * the connection
 */
export async function readMail(
  stream: SMTPServerDataStream,
  maxBytes: number,
  held?: HeldBytes,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  let [bytes, kept] = [0, 0];
  let isWhole = false;
  try {
    for await (const part of stream as AsyncIterable<Buffer>) {
      bytes += part.length;
      const fits = bytes <= maxBytes && kept + part.length === bytes;
      if (!fits || held?.take(part.length) === false) continue;
      parts.push(part);
      kept += part.length;
    }
    if (stream.sizeExceeded || bytes > maxBytes) {
      throw new SmtpRefusal(552, `The message is too large. The limit is ${maxBytes} bytes.`);
    }
    if (kept < bytes) throw TOO_MUCH_MAIL;
    held?.finish();
    isWhole = true;
    return Buffer.concat(parts);
  } finally {
    if (!isWhole) held?.give();
  }
}

/**
 * Starts listening.
 * @param port 0 for any free port
 * @returns the port
 * @throws if the port is in use or not allowed
 */
export function listen(server: SMTPServer, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, host, () => {
      server.server.removeListener('error', reject);
      resolve((server.server.address() as AddressInfo).port);
    });
  });
}
