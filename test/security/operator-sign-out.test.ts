import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anAccount } from '../games/game/play.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { anOperator } from '../web/operator/an-operator.ts';
import { aWeb, signedIn } from '../web/visitor.ts';

let own: TestContext;
let app: FastifyInstance;

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx);
});
afterAll(async () => {
  await app.close();
  await own.close();
});

test('the operator signs an account out everywhere, and no one else is signed out', async () => {
  const operator = await signedIn(app, own.ctx, await anOperator(own.ctx));
  const ann = await anAccount(own.ctx, 'Ann Baker');
  const carl = await signedIn(app, own.ctx, await anAccount(own.ctx, 'Carl Cole'));
  const browsers = [await signedIn(app, own.ctx, ann), await signedIn(app, own.ctx, ann)];
  expect((await operator.get('/operator')).body).toContain(`action="/operator/accounts/${ann.id}/sign-out"`);
  const done = await operator.post(`/operator/accounts/${ann.id}/sign-out`);
  expect(done.headers.location).toBe('/operator?done=account-signed-out');
  for (const browser of browsers) expect((await browser.get('/account')).statusCode).toBe(303);
  expect((await carl.get('/account')).statusCode).toBe(200);
  expect((await operator.get('/operator')).statusCode).toBe(200);
  expect((await operator.post('/operator/accounts/77777/sign-out')).statusCode).toBe(404);
});

test('no one but the operator signs others out', async () => {
  const ann = await anAccount(own.ctx, 'Nell North', true);
  const herself = await signedIn(app, own.ctx, ann);
  expect((await herself.post(`/operator/accounts/${ann.id}/sign-out`)).statusCode).toBe(403);
  expect((await herself.get('/account')).statusCode).toBe(200);
});
