import net from 'node:net';

/** An SMTP conversation by hand. */
export interface Talk {
  /** What the server says next, all lines of one answer; '' when it has hung up. */
  hear(): Promise<string>;
  /** Says a line and hears the answer. */
  say(line: string): Promise<string>;
  /** Says something without waiting for an answer. */
  mutter(words: string): void;
  /** Says a whole mail behind DATA's 354, with the point at its end. */
  mail(source: string): Promise<string>;
  hangUp(): void;
}

/** Calls a mail server on loopback. */
export function call(port: number): Talk {
  const socket = net.connect(port, '127.0.0.1');
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

/** Calls, greets, and names sender and recipients; what the server said to each. */
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
