import { expect, test } from 'vitest';
import { signInLink } from '../../../src/mail/outbound/links.ts';

test('links encode the parts they are made of', () => {
  expect(signInLink('https://x.test', 'a/b?c', '/my/games/EY-1')).toBe(
    'https://x.test/sign-in/link/a%2Fb%3Fc?next=%2Fmy%2Fgames%2FEY-1',
  );
});
