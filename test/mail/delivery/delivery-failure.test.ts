import { describe, expect, test } from 'vitest';
import {
  classifyFailure,
  InterruptedError,
  UnsendableError,
} from '../../../src/mail/delivery/delivery-failure.ts';

/** An error of nodemailer after a command was refused. */
function refusal(command: string, responseCode: number, code = 'EENVELOPE') {
  const permanent = responseCode >= 500 && responseCode !== 503;
  const response = `${responseCode} 5.0.0 message of the server`;
  return Object.assign(new Error('refused'), { command, responseCode, code, permanent, response });
}

/** An error of nodemailer after a line of the server that is no reply. */
function unreadable(code: string) {
  return Object.assign(new Error('invalid'), { code, command: 'DATA', response: 'ERROR: try later' });
}

describe('a failed attempt', () => {
  test.each([
    ['an unknown mailbox', refusal('RCPT TO', 550), true],
    ['refused content', refusal('DATA', 554, 'EMESSAGE'), true],
    ['a mail that is too large, refused at MAIL FROM', refusal('MAIL FROM', 552), true],
    ['greylisting', refusal('RCPT TO', 451), false],
    ['a full disk', refusal('DATA', 452, 'EMESSAGE'), false],
    ['a wrong password', refusal('AUTH PLAIN', 535, 'EAUTH'), false],
    ['a refused sender', refusal('MAIL FROM', 553), false],
    ['a refused connection', refusal('CONN', 554, 'EPROTOCOL'), false],
    ['a bad sequence of commands', refusal('RCPT TO', 503), false],
    ['a timeout', Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT', command: 'CONN' }), false],
    ['a bug', new TypeError('x is not a function'), false],
    ['a thrown value that is not an error', 'oops', false],
    ['an address that no server accepts', Object.assign(new Error('no'), { code: 'EENVELOPE' }), true],
    ['a reply to MAIL FROM without a code', unreadable('EENVELOPE'), false],
    ['a reply to the mail without a code', unreadable('EMESSAGE'), false],
    ['a mail about something deleted', new UnsendableError('The game is gone.'), true],
  ])('because of %s is classified', (_name, error, permanent) => {
    expect(classifyFailure(error).permanent).toBe(permanent);
  });

  const timeout = (timeoutType: string) =>
    Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT', command: 'CONN', timeoutType });
  const socket = (originalCode: string) =>
    Object.assign(new Error(originalCode), { code: 'ESOCKET', command: 'CONN', originalCode });

  test.each([
    ['greylisting', refusal('RCPT TO', 451), 'answer', false],
    ['a refused sender', refusal('MAIL FROM', 553), 'answer', false],
    ['a mail that is too large', refusal('MAIL FROM', 552), 'answer', false],
    ['a wrong password', refusal('AUTH PLAIN', 535, 'EAUTH'), 'relay', false],
    ['a refused connection', refusal('CONN', 554, 'EPROTOCOL'), 'relay', false],
    ['a server that closes at the greeting', refusal('CONN', 421, 'EPROTOCOL'), 'relay', false],
    ['a server that closes at EHLO', refusal('EHLO', 421, 'ECONNECTION'), 'relay', false],
    ['a server that closes at MAIL FROM', refusal('MAIL FROM', 421), 'relay', false],
    ['a server that closes at the recipient', refusal('RCPT TO', 421), 'answer', true],
    ['a server that closes after the mail', refusal('DATA', 421, 'EMESSAGE'), 'answer', true],
    ['a server that closes in the middle', refusal('CONN', 421, 'ECONNECTION'), 'answer', true],
    ['a server that is not there', socket('ECONNREFUSED'), 'relay', false],
    ['no connection in time', timeout('CONNECT_TIMEOUT'), 'relay', false],
    ['no greeting in time', timeout('GREETING_TIMEOUT'), 'relay', false],
    ['silence in the middle', timeout('SOCKET_TIMEOUT'), 'slow', true],
    ['a mail that took too long', Object.assign(new Error('aborted'), { code: 'EABORT' }), 'slow', true],
    ['a connection that was cut', socket('ECONNRESET'), 'answer', true],
    ['a connection that was closed', Object.assign(new Error('x'), { code: 'ECONNECTION' }), 'answer', true],
    ['a reply without a code', unreadable('EMESSAGE'), 'answer', true],
    ['a bug', new TypeError('x is not a function'), null, false],
    ['a mail about something deleted', new UnsendableError('The game is gone.'), null, false],
    ['a server that stops', new InterruptedError(), null, false],
  ])('because of %s says what stood in the way', (_name, error, obstacle, ambiguous) => {
    expect(classifyFailure(error)).toMatchObject({ obstacle, ambiguous });
  });

  test('has the server’s message on one short line without control characters', () => {
    const error = Object.assign(refusal('RCPT TO', 550), {
      response: `550\u001b[31m no\r\nX: ${'y'.repeat(900)}`,
    });
    const { reason } = classifyFailure(error);
    expect(reason).toMatch(/^550 \[31m no X: y+$/);
    expect(reason.length).toBe(300);
  });
});
