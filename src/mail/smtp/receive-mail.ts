// What both SMTP servers have in common: the built-in mailbox and the server for inbound mail.
import type { AddressInfo } from 'node:net';
import type { SMTPServer, SMTPServerDataStream } from 'smtp-server';

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

/**
 * Reads a whole mail, to its end even if it is too large: the sender only reads the refusal after that.
 * @throws SmtpRefusal 552 if the mail is too large, or the stream's error if the sender closes the connection
 */
export async function readMail(stream: SMTPServerDataStream, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of stream) {
    bytes += (part as Buffer).length;
    if (bytes <= maxBytes) parts.push(part as Buffer);
  }
  if (stream.sizeExceeded || bytes > maxBytes) {
    throw new SmtpRefusal(552, `The message is too large. The limit is ${maxBytes} bytes.`);
  }
  return Buffer.concat(parts);
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
