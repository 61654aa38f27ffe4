import { createServer, type Server } from 'node:net';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { redeemSignInLink } from '../src/accounts/sign-in-links.ts';
import { configFrom } from '../src/config.ts';
import { FirstStartError, startServer } from '../src/server.ts';
import { testContext } from './helpers/database.ts';

test('a first start that finds its port taken still tells the operator the way in', async () => {
  const own = await testContext();
  const taken = await listening();
  const { port } = taken.address() as { port: number };
  const config = configFrom({ DATABASE_URL: own.url, SMTP_URL: 'smtp://127.0.0.1:9', PORT: String(port) });
  const start = () => startServer(config, pino({ level: 'silent' })).catch((error: unknown) => error);
  try {
    const first = await start();
    expect(first).toBeInstanceOf(FirstStartError);
    const { operatorLink, cause } = first as FirstStartError;
    expect(cause).toMatchObject({ code: 'EADDRINUSE' });
    expect(await start()).toMatchObject({ code: 'EADDRINUSE' });
    own.setNow(new Date());
    const token = operatorLink.split('/').at(-1) as string;
    expect(await redeemSignInLink(own.ctx, token)).toMatchObject({ id: 10001, operator: true });
  } finally {
    await new Promise((done) => taken.close(done));
    await own.close();
  }
});

async function listening(): Promise<Server> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return server;
}
