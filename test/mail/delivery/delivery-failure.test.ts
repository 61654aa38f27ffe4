import { describe, expect, test } from 'vitest';
import { classifyFailure, UnsendableError } from '../../../src/mail/delivery/delivery-failure.ts';

function answer(command: string, responseCode: number, code = 'EENVELOPE') {
  const permanent = responseCode >= 500 && responseCode !== 503;
  const response = `${responseCode} 5.0.0 words of the server`;
  return Object.assign(new Error('refused'), { command, responseCode, code, permanent, response });
}

describe('what a failure means', () => {
  test.each([
    ['no such mailbox', answer('RCPT TO', 550), true],
    ['content refused', answer('DATA', 554, 'EMESSAGE'), true],
    ['too large, said at the door', answer('MAIL FROM', 552), true],
    ['greylisted', answer('RCPT TO', 451), false],
    ['disk full there', answer('DATA', 452, 'EMESSAGE'), false],
    ['our password is wrong', answer('AUTH PLAIN', 535, 'EAUTH'), false],
    ['our own address is refused', answer('MAIL FROM', 553), false],
    ['the server wants nothing at all', answer('CONN', 554, 'EPROTOCOL'), false],
    ['bad sequence', answer('RCPT TO', 503), false],
    ['timeout', Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT', command: 'CONN' }), false],
    ['a fault of our own', new TypeError('x is not a function'), false],
    ['something that is no error', 'oops', false],
    ['an address that no server takes', Object.assign(new Error('no'), { code: 'EENVELOPE' }), true],
    ['a mail about what is gone', new UnsendableError('The game is gone.'), true],
  ])('%s', (_name, error, permanent) => {
    expect(classifyFailure(error).permanent).toBe(permanent);
  });

  test('keeps the server’s words on one line, short, and without control characters', () => {
    const error = Object.assign(answer('RCPT TO', 550), {
      response: `550\u001b[31m no\r\nX: ${'y'.repeat(900)}`,
    });
    const { reason } = classifyFailure(error);
    expect(reason).toMatch(/^550 \[31m no X: y+$/);
    expect(reason.length).toBe(300);
  });
});
