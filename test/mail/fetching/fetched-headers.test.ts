import { expect, test } from 'vitest';
import { readFetchedHeaders } from '../../../src/mail/fetching/fetched-headers.ts';

/* Which of our addresses a fetched mail is for. */

const DOMAIN = 'mail.whistlestop.test';

test('one of our addresses is found behind those of seventy friends', async () => {
  const friends = Array.from({ length: 70 }, (_, i) => `"Friend Number ${i}" <friend${i}@players.test>`);
  const own = `sheet-ey-1@${DOMAIN}`;
  const head = ['From: ann@players.test', `To: ${[...friends, own].join(',\r\n ')}`, '', ''];
  const read = await readFetchedHeaders(Buffer.from(head.join('\r\n')), { domain: DOMAIN });
  expect(read?.recipients.map(({ address }) => address)).toEqual([own]);
});
