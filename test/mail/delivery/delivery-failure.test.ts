import { describe, expect, test } from 'vitest';
import {
  classifyFailure,
  InterruptedError,
  UnsendableError,
} from '../../../src/mail/delivery/delivery-failure.ts';

/** An error of nodemailer after a command was refused. */
function refusal(
  command: string,
  responseCode: number,
  code = 'EENVELOPE',
  words = '5.0.0 message of the server',
) {
  const permanent = responseCode >= 500 && responseCode !== 503;
  const response = `${responseCode} ${words}`;
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

  const refused = (words: string, command = 'RCPT TO', responseCode = 550) =>
    refusal(command, responseCode, 'EENVELOPE', words);

  test.each([
    ['no such address', refused('5.1.1 user unknown'), true, false],
    ['a mailbox that is disabled', refused('5.2.1 mailbox disabled'), true, false],
    ['content that cannot be converted', refused('5.6.1 not supported', 'DATA', 554), true, false],
    ['a mail that is too large', refused('too large', 'DATA', 552), true, false],
    ['a mail that is too large for the system', refused('5.3.4 too big', 'DATA', 550), true, false],
    ['a sender that it does not know', refused('5.1.8 sender address rejected'), false, true],
    ['no reason that has a code', refused('no thanks'), true, true],
    ['a limit without a code', refused('Hourly sending limit exceeded'), false, true],
    ['a limit of the account', refused('Daily user sending limit exceeded'), false, true],
    ['a limit with a code that says nothing', refused('5.0.0 Too many messages, slow down'), false, true],
    ['a relay that is closed, without a code', refused('relaying denied'), false, true],
    ['a full mailbox without a code', refused('recipient mailbox exceeded its quota'), true, true],
    ['a reason without a subject', refused('5.0.0 no thanks'), true, true],
    ['a protocol that it does not like', refused('5.5.4 no thanks'), true, true],
    ['a quota that is used up', refused('5.4.5 daily sending limit exceeded'), false, true],
    ['an account that may not send', refused('5.7.1 sending paused', 'DATA', 554), false, true],
    ['a system that takes no mail', refused('5.3.2 not accepting', 'DATA', 554), false, true],
    ['greylisting', refused('4.7.1 come back', 'RCPT TO', 451), false, false],
    ['a refused sender', refused('5.7.1 not yours', 'MAIL FROM'), false, true],
  ])(
    'because of %s says whether it is final, and whether all mail may be refused',
    (_name, error, permanent, maybeAll) => {
      expect(classifyFailure(error)).toMatchObject({ permanent, maybeAll });
    },
  );

  test('has the server’s message on one short line without control characters', () => {
    const error = Object.assign(refusal('RCPT TO', 550), {
      response: `550\u001b[31m no\r\nX: ${'y'.repeat(900)}`,
    });
    const { reason } = classifyFailure(error);
    expect(reason).toMatch(/^550 \[31m no X: y+$/);
    expect(reason.length).toBe(300);
  });
});
