import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount } from '../../src/accounts/accounts.ts';
import { authenticate, setSecurityCode } from '../../src/accounts/security-codes.ts';
import type { Account } from '../../src/database/generated/client.ts';
import { granted } from '../games/game/play.ts';
import { type TestContext, testContext } from '../helpers/database.ts';

/** Which security codes are too easy to guess. */

let own: TestContext;
let ann: Account;

beforeAll(async () => {
  own = await testContext();
  own.ctx.mailDomain = 'games.example.org';
  ann = granted(await createAccount(own.ctx, { name: 'Annabel Baker', email: 'abaker@post.test' }));
});
afterAll(() => own.close());

test.each([
  ...['passw0rd', 'superman', 'qwerty123', 'trustno1', 'baseball', '1q2w3e4r', 'PASSWORD', 'pass word'],
  ...['superman2024!', '2024superman', '!!superman!!', '$uperm4n', 'P@$$w0rd!', 'f00tba11', 'm1che!!e'],
  ...['passwordpassword', 'monkeymonkey', 'Dragon1Dragon1', 'abcabcabc', '19481948'],
  ...['whistlestop', 'Whist1estop 1', 'whistle-stop', 'gamesexampleorg', 'games.example.org', 'Example2027'],
  ...['annabel1', '4nnabelB4ker', 'Annabel Baker', 'abaker2027', 'security code 1'],
])('the weak code %j is refused with a message that says what would be right', async (code) => {
  const result = await setSecurityCode(own.ctx, ann.id, code);
  expect(result).toMatchObject({ ok: false, problems: [{ field: 'code', code: 'code-too-easy' }] });
  expect(result.ok ? '' : result.problems[0]?.message).toContain('Choose a longer one, such as four words');
});

test.each([
  ...['the password of my superman', 'superman eats purple soup', 'dragon monkey football lamp'],
  ...['lantern tower nine', 'qwerty lanterns at noon', '83kd02mx', 'tr4in tracks in fog', 'Zoë im Café!'],
  ...['whistle at every stop', 'whistle-stop 1948: “yes”', '7f3a-91be-04cd', 'x9$Lq2!vTz'],
])('the code %j is accepted, even if it contains a common word', async (code) => {
  expect(await setSecurityCode(own.ctx, ann.id, code)).toMatchObject({ ok: true });
});

test('an account that has a weak code from before can still sign in with it', async () => {
  const codeHash = await hash('superman');
  const where = { accountId: ann.id };
  await own.ctx.db.prisma.securityCode.upsert({
    where,
    create: { ...where, codeHash },
    update: { codeHash },
  });
  const given = { account: String(ann.id), code: 'superman' };
  expect(await authenticate(own.ctx, given)).toMatchObject({ ok: true, value: { id: ann.id } });
});
