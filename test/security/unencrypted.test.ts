import { describe, expect, test } from 'vitest';
import { warningOfHttp } from '../../src/server/run-server.ts';

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
