import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigError, configFrom } from '../../src/config.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { aVisitor, aWeb } from '../web/visitor.ts';

let own: TestContext;

beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());

describe('security.txt', () => {
  test('names the contact for reports in the form of RFC 9116, and how long that is valid', async () => {
    const { securityContact } = configFrom({ SECURITY_CONTACT: 'security@games.example.org' });
    const publicUrl = 'https://games.example.org';
    const app = await aWeb(own.ctx, { publicUrl, securityContact });
    const response = await aVisitor(app).get('/.well-known/security.txt');
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
    const fields = Object.fromEntries(
      response.body
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/: (.*)/s).slice(0, 2)),
    );
    expect(fields).toMatchObject({
      Contact: 'mailto:security@games.example.org',
      Canonical: 'https://games.example.org/.well-known/security.txt',
    });
    const days = (new Date(fields.Expires).getTime() - own.ctx.now().getTime()) / 86_400_000;
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThan(365);
    await app.close();
  });

  test('does not exist unless the operator names a contact: an address is not published by itself', async () => {
    const { securityContact } = configFrom({ OPERATOR_EMAIL: 'olive@games.example.org' });
    expect(securityContact).toBeNull();
    const app = await aWeb(own.ctx, { securityContact });
    expect((await aVisitor(app).get('/.well-known/security.txt')).statusCode).toBe(404);
    await app.close();
  });

  test.each(['nobody', 'http://example.org/report', 'javascript:alert(1)', 'a@b.test\nExpires: never'])(
    'refuses %j as a contact',
    (SECURITY_CONTACT) => {
      expect(() => configFrom({ SECURITY_CONTACT })).toThrow(ConfigError);
    },
  );

  test('also takes the address of a page', () => {
    const SECURITY_CONTACT = 'https://example.org/report';
    expect(configFrom({ SECURITY_CONTACT }).securityContact).toBe(SECURITY_CONTACT);
  });
});
