import { expect, test } from 'vitest';
import type { Delivery } from '../../../src/database/generated/client.ts';
import { fileName, mailHeaders } from '../../../src/mail/outbound/mail-headers.ts';

test('file names contain only letters, digits and hyphens', () => {
  expect(fileName(['EY-12', 'turn-3', 'AB'], 'pdf')).toBe('EY-12-turn-3-AB.pdf');
  expect(fileName(['../../etc', 'a\r\nb"c', 3], 'pdf')).toBe('-etc-a-b-c-3.pdf');
});

test('letters, printouts, receipts, sheets and confidential notices are private; what an operator hands to people is not', () => {
  const settings = { from: 'Whistlestop <post@example.org>', publicUrl: 'https://example.org' };
  const headers = (mail: Pick<Delivery, 'kind'> & { detail?: object }) => {
    const id = {
      messageId: '<1@example.org>',
      toAddress: 'ann@players.test',
      createdAt: new Date(0),
      gameId: null,
    };
    const delivery = { detail: {}, ...id, ...mail } as Delivery;
    return mailHeaders(delivery, settings, { game: null, toName: 'Ann' }).headers;
  };
  const isPrivate = { Sensitivity: 'Private' };
  for (const kind of ['letter', 'printout', 'receipt'] as const)
    expect(headers({ kind })).toMatchObject(isPrivate);
  for (const detail of [{ confidential: true }, { missingSheet: 3, reminder: true }])
    expect(headers({ kind: 'notice', detail })).toMatchObject(isPrivate);
  for (const kind of ['invitation', 'signInLink', 'confirmation', 'notice'] as const) {
    expect(headers({ kind })).not.toHaveProperty('Sensitivity');
  }
});
