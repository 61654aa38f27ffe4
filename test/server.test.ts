import { rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { redeemSignInLink } from '../src/accounts/sign-in-links.ts';
import { configFrom } from '../src/config.ts';
import { FirstStartError, startServer } from '../src/server.ts';
import { testContext } from './helpers/database.ts';

test('a first start that fails because its port is in use still gives the operator a sign-in link', async () => {
  const own = await testContext();
  const blocker = await listenSomewhere();
  const { port } = blocker.address() as { port: number };
  const config = configFrom({
    ...{ DATABASE_URL: own.url, SMTP_URL: 'smtp://127.0.0.1:9', PORT: String(port) },
    DATA_DIR: path.join(tmpdir(), 'whistlestop-server-test'),
  });
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
    await new Promise((done) => blocker.close(done));
    await own.close();
    await rm(config.dataDir, { recursive: true, force: true });
  }
});

async function listenSomewhere(): Promise<Server> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return server;
}
