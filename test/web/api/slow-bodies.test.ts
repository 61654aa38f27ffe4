import net, { type AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Account } from '../../../src/database/generated/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { runningGame } from '../../games/game/play.ts';
import { useContext } from '../../helpers/use-context.ts';
import { aWeb, signedIn, testCode } from '../visitor.ts';

/* Programs whose requests arrive slowly. */

const own = useContext();
const ORDERS = { fundraising: ['CA'] };

/** Sends a sheet, but not its last byte before `end` is called. */
async function slowly({ port }: AddressInfo, sheet: string, token: string) {
  const socket = net.connect(port, '127.0.0.1');
  const body = JSON.stringify(ORDERS);
  const headers = ['Host: x', 'Content-Type: application/json', `Content-Length: ${body.length}`];
  headers.push(`Authorization: Bearer ${token}`);
  socket.write(`POST ${sheet}?turn=1 HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body.slice(0, -1)}`);
  const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())));
  // The server has begun with the request.
  await setTimeout(200);
  return { answer, end: () => socket.write(body.slice(-1)) };
}

test('a program signs in before the body has arrived, and again after that', async () => {
  const app = await aWeb(own.ctx);
  const game = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  const visitor = await signedIn(app, own.ctx, game.players[0] as Account);
  const page = await visitor.post('/account/tokens', {
    ...{ name: 'My bot', days: '30', addCode: testCode, sheets: 'yes' },
  });
  const token = /value="(whistlestop_[\w-]+)"/.exec(page.body)?.[1] ?? '';
  const sheet = `/api/games/${gameNumber(game.game)}/sheet`;
  await app.listen({ port: 0, host: '127.0.0.1' });
  const at = app.server.address() as AddressInfo;
  const unknown = await slowly(at, sheet, `whistlestop_${'x'.repeat(43)}`);
  expect(await unknown.answer).toMatch(/^HTTP\/1.1 401 /);
  const patient = await slowly(at, sheet, token);
  patient.end();
  expect(await patient.answer).toMatch(/^HTTP\/1.1 200 /);
  const revoked = await slowly(at, sheet, token);
  await own.ctx.db.prisma.accessToken.deleteMany();
  revoked.end();
  expect(await revoked.answer).toMatch(/^HTTP\/1.1 401 /);
  expect(await own.ctx.db.prisma.sheet.count({ where: { channel: 'api' } })).toBe(1);
  await app.close();
});
