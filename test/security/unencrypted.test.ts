import { describe, expect, test } from 'vitest';
import { warningOfHttp, warningOfProxy } from '../../src/server/run-server.ts';

describe('an operator is warned of a public address without https', () => {
  test.each(['http://games.example.org', 'http://192.168.1.7:8080', 'http://localhost.example.org'])(
    'such as %s',
    (publicUrl) => {
      expect(warningOfHttp(publicUrl)).toMatch(/^PUBLIC_URL begins with http:\/\/.*unencrypted/);
    },
  );

  test.each([
    'https://games.example.org',
    'http://localhost:8080',
    'http://demo.localhost',
    'http://127.0.0.1:8080',
    'http://[::1]:8080',
  ])('but not of %s', (publicUrl) => {
    expect(warningOfHttp(publicUrl)).toBeNull();
  });
});

test('an operator is warned of a reverse proxy that is not trusted', () => {
  const publicUrl = 'https://games.example.org';
  expect(warningOfProxy({ publicUrl, proxies: 0 })).toContain('TRUSTED_PROXIES is 0');
  expect(warningOfProxy({ publicUrl, proxies: 1 })).toBeNull();
  expect(warningOfProxy({ publicUrl: 'http://localhost:8080', proxies: 0 })).toBeNull();
});
