import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { registerRequestIps } from '../../../src/web/access/request-ip.ts';
import { networksOf } from '../../../src/web/access/request-keys.ts';

/** Ends the connection of a request, and waits until it is gone. */
async function close({ socket }: FastifyRequest): Promise<void> {
  socket.destroy();
  await once(socket, 'close');
}

async function sendTo(app: FastifyInstance): Promise<void> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => {});
  client.write('GET / HTTP/1.1\r\nhost: whistlestop.test\r\n\r\n');
}

test('a request counts for its network, also if its connection closes meanwhile', async () => {
  const app = fastify();
  registerRequestIps(app);
  const counted = new Promise((resolve, reject) => {
    app.get('/', (request) =>
      close(request)
        .then(() => networksOf(request))
        .then(resolve, reject),
    );
  });
  await sendTo(app);
  expect(await counted).toEqual({ network: '127.0.0.1', wideNetwork: '127.0.0.1', block: '127.0.0' });
  await app.close();
});

test('a request whose connection is gone already is refused, which is no fault of the server', async () => {
  const app = fastify();
  app.addHook('onRequest', close);
  registerRequestIps(app);
  app.get('/', networksOf);
  const refused = new Promise((resolve) => {
    app.addHook('onError', async (_request, _reply, error) => resolve(error));
  });
  await sendTo(app);
  expect(await refused).toMatchObject({ statusCode: 400, message: 'The connection was closed.' });
  await app.close();
});
