import net from 'node:net';

/** An SMTP session, command by command. */
export interface Talk {
  /** The next reply of the server with all its lines; '' if it has closed the connection. */
  hear(): Promise<string>;
  /** Sends a line and returns the reply to it. */
  say(line: string): Promise<string>;
  /** Sends something without waiting for a reply. */
  mutter(words: string | Buffer): void;
  /** Sends a mail after DATA, with the dot at its end, and returns the reply to it. */
  mail(source: string): Promise<string>;
  hangUp(): void;
}

/**
 * Connects to a mail server on loopback.
 * @param localAddress the address from which it connects, such as 127.0.0.9
 */
export function call(port: number, localAddress?: string): Talk {
  const socket = net.connect({ port, host: '127.0.0.1', ...(localAddress && { localAddress }) });
  let heard = '';
  let ended = false;
  let wake = () => {};
  socket.on('data', (data) => {
    heard += data.toString();
    wake();
  });
  for (const event of ['close', 'error'] as const) {
    socket.on(event, () => {
      ended = true;
      wake();
    });
  }
  const hear = async (): Promise<string> => {
    for (;;) {
      const whole = /^(?:\d{3}-.*\r\n)*\d{3} .*\r\n/.exec(heard)?.[0];
      if (whole !== undefined) {
        heard = heard.slice(whole.length);
        return whole.trimEnd();
      }
      if (ended) return '';
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  const say = (line: string) => {
    socket.write(`${line}\r\n`);
    return hear();
  };
  return {
    hear,
    say,
    mutter: (words) => socket.write(words),
    mail: (source) => say(`${source.replace(/\r?\n/g, '\r\n').replace(/^\./gm, '..')}\r\n.`),
    hangUp: () => socket.destroy(),
  };
}

/** Sends one mail in a session of its own; returns the reply to each recipient and to the mail. */
export async function deliver(
  port: number,
  envelope: { from: string; to: string[] },
  source: string,
): Promise<{ recipients: string[]; data: string }> {
  const talk = call(port);
  await talk.hear();
  await talk.say('EHLO sender.test');
  await talk.say(`MAIL FROM:<${envelope.from}>`);
  const recipients: string[] = [];
  for (const to of envelope.to) recipients.push(await talk.say(`RCPT TO:<${to}>`));
  const begun = await talk.say('DATA');
  const data = begun.startsWith('354') ? await talk.mail(source) : begun;
  talk.hangUp();
  return { recipients, data };
}
