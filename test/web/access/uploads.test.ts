import fastify from 'fastify';
import { expect, test } from 'vitest';
import type { Account } from '../../../src/database/generated/client.ts';
import { registerUploads, type UploadBody } from '../../../src/web/access/uploads.ts';

/** How many bytes of an uploaded file are in memory when its route begins. */
async function keptOf(account: Pick<Account, 'id'> | null): Promise<number> {
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
  expect(answer.statusCode).toBe(200);
  return answer.json<{ kept: number }>().kept;
}

test('the file of someone who is not signed in is not kept in memory', async () => {
  expect(await keptOf(null)).toBe(0);
  expect(await keptOf({ id: 1 })).toBe(3_000_000);
});
