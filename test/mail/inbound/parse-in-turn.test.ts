import { expect, test } from 'vitest';
import { createParseInTurn } from '../../../src/mail/inbound/parse-in-turn.ts';
import type { InboundMailResult } from '../../../src/mail/inbound/parse-inbound-mail.ts';
import { parseInboundMail } from '../../../src/mail/inbound/parse-inbound-mail.ts';

const DROPPED: InboundMailResult = { kind: 'automatic', reason: 'test' };
const RAW = Buffer.from('From: ann@example.org\r\n\r\nHello');

/** Keeps the process busy. */
function work(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test('mails are parsed one at a time, and as much time is left between them as they took', async () => {
  const times: { begun: number; ended: number }[] = [];
  const parse = createParseInTurn(async () => {
    const begun = performance.now();
    work(40);
    times.push({ begun, ended: performance.now() });
    return DROPPED;
  });
  await Promise.all(Array.from({ length: 4 }, () => parse(RAW, 'ann@example.org')));
  expect(times).toHaveLength(4);
  for (const [i, { begun }] of times.slice(1).entries()) {
    // Timers are exact to a millisecond.
    expect(begun - (times[i]?.ended ?? 0)).toBeGreaterThanOrEqual(38);
  }
});

test('senders are told to come back if more than 50 mails wait, and a failure does not stop the others', async () => {
  let calls = 0;
  const parse = createParseInTurn(async (raw, from) => {
    calls += 1;
    if (calls === 1) throw new Error('broken');
    return parseInboundMail(raw, from);
  });
  const results = await Promise.allSettled(Array.from({ length: 60 }, () => parse(RAW, 'ann@example.org')));
  const refused = results.filter((one) => one.status === 'rejected').map(({ reason }) => reason);
  expect(refused).toHaveLength(10);
  expect(refused[0]).toMatchObject({ message: 'broken' });
  expect(refused[1]).toMatchObject({ responseCode: 451 });
  expect((await parse(RAW, 'ann@example.org')).kind).toBe('mail');
});
