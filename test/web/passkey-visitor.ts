import { expect } from 'vitest';
import type { Account } from '../../src/database/generated/client.ts';
import type { Authenticator, Lies } from '../helpers/authenticator.ts';
import { aVisitor, testCode, type Visited, type Visitor } from './visitor.ts';

/* What the script of the pages does with passkeys, for visitors without a browser. */

const JSON_ONLY = { accept: 'application/json' };

/** Adds a passkey on the page of the account that the visitor is signed in to. */
export async function addPasskeyTo(
  visitor: Visitor,
  device: Authenticator,
  name = 'My phone',
): Promise<void> {
  const options = await visitor.post('/account/passkeys/options', { name, addCode: testCode }, JSON_ONLY);
  expect(options.statusCode, options.body).toBe(200);
  const response = JSON.stringify(device.create(options.json()));
  const added = await visitor.post('/account/passkeys', { name, _passkey: response });
  expect(added.headers.location, added.body).toBe('/account/passkeys?done=passkey-added');
}

/** Enters number and code: the session then waits for a passkey. */
export async function pendingVisitor(app: Visited, account: Account): Promise<Visitor> {
  const visitor = aVisitor(app);
  const response = await visitor.post('/sign-in', { account: String(account.id), code: testCode });
  expect(response.headers.location).toBe('/sign-in/passkey?next=%2Fmy%2Fgames');
  return visitor;
}

/** What the device signs for the visitor's pending session. */
export async function signedBy(visitor: Visitor, device: Authenticator, lies: Lies = {}): Promise<string> {
  const options = await visitor.post('/sign-in/passkey/options', {}, JSON_ONLY);
  expect(options.statusCode, options.body).toBe(200);
  return JSON.stringify(device.use(options.json(), lies));
}

/** Confirms the visitor's pending session. */
export async function confirm(visitor: Visitor, device: Authenticator, lies: Lies = {}) {
  return visitor.post('/sign-in/passkey', { _passkey: await signedBy(visitor, device, lies) });
}
