import { fork } from 'node:child_process';
import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';

/** A mail server on loopback that takes everything, counts it and keeps nothing. It is a process of its own. */
export interface MailSink {
  url: string;
  /** How many mails it has taken. */
  count(): Promise<number>;
  close(): void;
}

type Message = { port: number } | { count: number };

/** Starts a mail sink. */
export async function startSink(): Promise<MailSink> {
  const child = fork(import.meta.filename, ['sink'], { execArgv: ['--import', './src/typescript.js'] });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    url: `smtp://127.0.0.1:${port}`,
    async count() {
      child.send('count');
      const [message] = (await once(child, 'message')) as [{ count: number }];
      return message.count;
    },
    close: () => {
      child.kill();
    },
  };
}

if (process.argv[2] === 'sink') {
  let count = 0;
  const tell = (message: Message) => process.send?.(message);
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onData(stream, _session, reply) {
      stream.resume();
      stream.on('end', () => {
        count += 1;
        reply();
      });
    },
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.server.address();
    if (address === null || typeof address === 'string') throw new Error('The mail sink has no port.');
    tell({ port: address.port });
  });
  process.on('message', () => tell({ count }));
}
