import fastify from 'fastify';
import { expect, test } from 'vitest';
import type { Account } from '../../../src/database/generated/client.ts';
import { registerUploads, type UploadBody } from '../../../src/web/access/uploads.ts';

/** The answer of a route to the upload of a file: how many bytes of it are in memory when the route begins. */
async function upload(account: Pick<Account, 'id'> | null) {
  const app = fastify();
  app.decorateRequest('account', null);
  app.addHook('onRequest', async (request) => {
    request.account = account as Account | null;
  });
  await registerUploads(app);
  app.post('/file', { config: { upload: true } }, async (request) => ({
    kept: (request.body as UploadBody).file?.length ?? 0,
  }));
  const form = new FormData();
  form.append('_csrf', 'token');
  form.append('file', new Blob([Buffer.alloc(3_000_000, 1)]), 'sheet.pdf');
  const body = new Response(form);
  const answer = await app.inject({
    method: 'POST',
    url: '/file',
    headers: { 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  await app.close();
  return answer;
}

test('the file of someone who is not signed in is not read, and the connection is closed', async () => {
  const { statusCode, headers } = await upload(null);
  expect([statusCode, headers.connection]).toEqual([401, 'close']);
  expect((await upload({ id: 1 })).json()).toEqual({ kept: 3_000_000 });
});
