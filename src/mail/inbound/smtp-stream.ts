import type { AddressInfo } from 'node:net';
import type { SMTPServer, SMTPServerDataStream } from 'smtp-server';

/*
 * What both of our SMTP servers do: the built-in mailbox, and the door at which mail to the games comes in.
 */

/** A refusal in SMTP's words: 4yz is for now, 5yz for good (RFC 5321, 4.2.1). Fit for every `on…` of smtp-server. */
export class SmtpRefusal extends Error {
  override name = 'SmtpRefusal';
  readonly responseCode: number;

  constructor(responseCode: number, words: string) {
    super(words);
    this.responseCode = responseCode;
  }
}

/**
 * The whole mail, read to its end even when it is too large: only then does the sender listen to the refusal.
 * @throws SmtpRefusal 552 when it is too large; whatever ended the stream when the sender hung up
 */
export async function takeMail(stream: SMTPServerDataStream, mostBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of stream) {
    bytes += (part as Buffer).length;
    if (bytes <= mostBytes) parts.push(part as Buffer);
  }
  if (stream.sizeExceeded || bytes > mostBytes) {
    throw new SmtpRefusal(552, `a mail may have ${mostBytes} bytes at most`);
  }
  return Buffer.concat(parts);
}

/**
 * Has the server listen; resolves with the port, which port 0 leaves to the system.
 * @throws when the port is taken or not allowed
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
