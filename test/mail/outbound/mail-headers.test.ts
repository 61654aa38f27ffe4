import { expect, test } from 'vitest';
import { fileName } from '../../../src/mail/outbound/mail-headers.ts';

test('file names contain only letters, digits and hyphens', () => {
  expect(fileName(['EY-12', 'turn-3', 'AB'], 'pdf')).toBe('EY-12-turn-3-AB.pdf');
  expect(fileName(['../../etc', 'a\r\nb"c', 3], 'pdf')).toBe('-etc-a-b-c-3.pdf');
});
