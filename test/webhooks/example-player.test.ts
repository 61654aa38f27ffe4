import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createToken } from '../../src/accounts/access-tokens.ts';
import { setSecurityCode } from '../../src/accounts/security-codes.ts';
import type { AppContext } from '../../src/context.ts';
import type { Account } from '../../src/database/generated/client.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { processTurn } from '../../src/games/processing/process-turn.ts';
import { setSeatWebhook } from '../../src/games/webhooks/set-webhook.ts';
import { startWorker, type Worker } from '../../src/jobs/worker.ts';
import { openTransport, type Transport } from '../../src/mail/delivery/transport.ts';
import { granted, runningGame, type TestGame } from '../games/game/play.ts';
import { type MailServer, startMailServer } from '../helpers/mail-server.ts';
import { aSession } from '../helpers/session.ts';
import { useContext } from '../helpers/use-context.ts';
import { aWeb, testCode } from '../web/visitor.ts';

/* The program of docs/examples plays a turn: the real one, in a process of its own, against a server and its worker. */

const EXAMPLE = path.join(import.meta.dirname, '../../docs/examples/player.mjs');

const own = useContext();
let ctx: AppContext;
let app: Awaited<ReturnType<typeof aWeb>>;
let play: TestGame;
let mail: MailServer;
let transport: Transport;
let worker: Worker;
let program: ChildProcess;
let settings: Record<string, string>;

beforeAll(async () => {
  // The program compares the times of messages with its own clock.
  own.setNow(new Date());
  ctx = { ...own.ctx, webhooks: { privateNetworks: ['127.0.0.0/8'], otherChatHosts: [] } };
  app = await aWeb(ctx);
  const server = await app.listen({ host: '127.0.0.1', port: 0 });
  const due = new Date(Date.now() + 14 * 24 * 3_600_000);
  play = await runningGame(ctx, { humans: 1, opponents: 3, due });
  const player = play.players[0] as Account;
  granted(await setSecurityCode(ctx, player.id, testCode));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const token = await aSession(ctx, { accountId: player.id, method: 'code' });
  const program = { gameId: play.game.id, by: player.id, token, url };
  const secret = granted(await setSeatWebhook(ctx, program)) as string;
  settings = { SERVER: server, SECRET: secret, PORT: String(port) };
  await startProgram({ ACCOUNT: String(player.id), CODE: testCode });
  mail = await startMailServer();
  transport = openTransport({ url: mail.url });
  worker = await startWorker({ ctx, transport, from: 'post@whistlestop.test', publicUrl: server });
});
/** Starts the program with these settings besides those that it always needs. */
async function startProgram(more: Record<string, string>): Promise<void> {
  program = spawn(process.execPath, [EXAMPLE], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...settings, ...more },
  });
  await once(program.stdout as NonNullable<typeof program.stdout>, 'data');
}

afterAll(async () => {
  program?.kill();
  await worker?.stop();
  transport?.close();
  await mail?.close();
  await app?.close();
});

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test('the example sends a sheet for the turn that it is told of', async () => {
  const { game, gm, seats } = play;
  await processTurn(ctx, { gameId: game.id, turn: 1, by: gm.id });
  const where = { gameId: game.id, turn: 2, seatId: seats[0]?.id as string };
  const sheets = () => ctx.db.prisma.sheet.findMany({ where });
  await expect.poll(async () => (await sheets()).length, { timeout: 20_000 }).toBe(1);
  const raw = { press: 'Turn 2 will be ours.' };
  expect(await sheets()).toMatchObject([{ outcome: 'standing', channel: 'api', raw }]);
  await worker.idle();
  const told = await ctx.db.prisma.webhookCall.findMany({ orderBy: { id: 'asc' } });
  expect(told.map(({ event, turn, status }) => [event, turn, status])).toEqual([
    ['turn.processed', 1, 'taken'],
    ['turn.open', 2, 'taken'],
  ]);
});

test('the example signs in with a token if it has one', async () => {
  const { game, gm, seats, players } = play;
  const wish = { name: 'My player', scopes: ['read' as const, 'sheets' as const], days: 30 as const };
  const accountId = players[0]?.id as number;
  const session = { accountId, token: await aSession(ctx, { accountId, method: 'code' }) };
  const token = granted(await createToken(ctx, session, wish));
  program.kill();
  await once(program, 'exit');
  await startProgram({ TOKEN: token });
  await processTurn(ctx, { gameId: game.id, turn: 2, by: gm.id });
  const where = { gameId: game.id, turn: 3, seatId: seats[0]?.id as string };
  await expect.poll(() => ctx.db.prisma.sheet.count({ where }), { timeout: 20_000 }).toBe(1);
});

test('the example answers 401 to whoever does not know the secret', async () => {
  const { url } = await ctx.db.prisma.webhook.findFirstOrThrow();
  const forged = { type: 'turn.open', data: { game: gameNumber(play.game), turn: 2 } };
  const headers = { 'webhook-id': 'x', 'webhook-timestamp': String(Math.floor(Date.now() / 1000)) };
  const signed = { ...headers, 'webhook-signature': 'v1,AAAA' };
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(forged), headers: signed });
  expect(answer.status).toBe(401);
});
