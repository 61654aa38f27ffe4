import nodemailer, { type SendMailOptions } from 'nodemailer';

/** A pool of connections to one mail server. */
export interface Transport {
  /**
   * Sends one mail. Resolves with the server's response when it has accepted the mail.
   * @throws an error that `classifyFailure` understands
   */
  send(mail: SendMailOptions): Promise<string>;
  /** Closes all connections. Mail that is being sent is dropped and tried again later. */
  close(): void;
}

/** All times in milliseconds. */
export interface TransportOptions {
  /** `smtp://host:port`, `smtps://user:password@host`. */
  url: string;
  /** The maximum number of connections, and so of mails sent at the same time. */
  connections?: number;
  /** How long to wait for a connection. */
  connectTimeout?: number;
  /** How long to wait for the server's greeting. */
  greetingTimeout?: number;
  /** How long to wait for a response on an idle connection. */
  idleTimeout?: number;
  /** How long a whole mail may take: a server that responds very slowly never lets the connection idle. */
  sendTimeout?: number;
}

/** The default for `sendTimeout`. Leases on deliveries are longer. */
export const SEND_TIMEOUT = 120_000;

/** Creates the transport to a mail server. It connects when the first mail is sent. */
export function openTransport(options: TransportOptions): Transport {
  const { url, connections = 4, sendTimeout = SEND_TIMEOUT } = options;
  const pool = nodemailer.createTransport(
    {
      url,
      pool: true,
      maxConnections: connections,
      connectionTimeout: options.connectTimeout ?? 20_000,
      greetingTimeout: options.greetingTimeout ?? 20_000,
      dnsTimeout: 20_000,
      socketTimeout: options.idleTimeout ?? 60_000,
      // The delivery's own rules count attempts and wait between them.
      maxRequeues: 0,
      // All content is passed in: text in a mail must never make the server read a file or fetch a URL.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    {},
  );
  return {
    async send(mail) {
      const { response } = await pool.sendMail({ ...mail, signal: AbortSignal.timeout(sendTimeout) });
      return response;
    },
    close() {
      pool.close({ force: true });
    },
  };
}
