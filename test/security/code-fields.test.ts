import { describe, expect, test } from 'vitest';
import { anOperator } from '../web/operator/an-operator.ts';
import { useWeb } from '../web/use-web.ts';
import { aVisitor, signedIn } from '../web/visitor.ts';

/* The fields for security codes: hidden while they are typed, and open to password managers. */

const { own, app } = useWeb();

/** The attributes of each input whose name speaks of a code. */
function codeInputs(page: string): Record<string, string>[] {
  return [...page.matchAll(/<input\b[^>]*>/g)]
    .map(([tag]) =>
      Object.fromEntries([...tag.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map((found) => [found[1], found[2]])),
    )
    .filter(({ name }) => /code|current|again/i.test(name ?? ''));
}

describe('a field for a security code', () => {
  test.each([
    ['/sign-in', { code: 'current-password' }],
    [
      '/account',
      {
        current: 'current-password',
        code: 'new-password',
        again: 'new-password',
        emailCode: 'current-password',
        deleteCode: 'current-password',
      },
    ],
  ])('on %s is hidden, is known to password managers, and takes long codes', async (url, expected) => {
    const visitor =
      url === '/sign-in' ? aVisitor(app) : await signedIn(app, own.ctx, await anOperator(own.ctx));
    const page = await visitor.get(url);
    const inputs = codeInputs(page.body);
    expect(Object.fromEntries(inputs.map(({ name, autocomplete }) => [name, autocomplete]))).toEqual(
      expected,
    );
    for (const { name, type, maxlength } of inputs) {
      expect(type, name).toBe('password');
      expect(Number(maxlength), name).toBeGreaterThanOrEqual(64);
    }
    expect(page.body).not.toMatch(/onpaste|onselectstart|oncopy/i);
  });
});
