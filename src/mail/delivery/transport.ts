import nodemailer, { type SendMailOptions } from 'nodemailer';

/** The way out: a pool of connections to one mail server. */
export interface Transport {
  /**
   * Hands one mail over. Resolves when the server has taken it, with what it said.
   * @throws what `judgeFailure` judges
   */
  send(mail: SendMailOptions): Promise<string>;
  /** Closes all connections; mails under way are dropped and tried again later. */
  close(): void;
}

/** All times in milliseconds. */
export interface TransportOptions {
  /** `smtp://host:port`, `smtps://user:password@host`. */
  url: string;
  /** Connections, and so mails under way, at most. */
  connections?: number;
  /** How long to wait for the connection. */
  connectTimeout?: number;
  /** … for the server's greeting. */
  greetingTimeout?: number;
  /** … for an answer while the line is silent. */
  silenceTimeout?: number;
  /** … for a mail as a whole: a server that trickles its answers is never silent. */
  sendTimeout?: number;
}

/** How long one mail may take at most, if nothing else is asked for; leases on deliveries are longer. */
export const SEND_TIMEOUT = 120_000;

/** Opens the way to a mail server. No connection is made before the first mail. */
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
      socketTimeout: options.silenceTimeout ?? 60_000,
      // Every attempt is to be counted and waited for by the delivery's own rules.
      maxRequeues: 0,
      // What a mail holds is handed in: a text in it must never make us read a file or fetch an address.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    {},
  );
  return {
    async send(mail) {
      const answer = await pool.sendMail({ ...mail, signal: AbortSignal.timeout(sendTimeout) });
      return answer.response;
    },
    close() {
      pool.close({ force: true });
    },
  };
}
