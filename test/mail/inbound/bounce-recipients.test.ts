import { describe, expect, test } from 'vitest';
import { type Bounce, bounceOf, readBounce } from '../../../src/mail/inbound/read-bounce.ts';

/** Of which address a bounce is, as mail servers write them. */

const ANN = 'ann+games@players.test';

async function read(...report: string[]): Promise<Bounce | null> {
  const lines = [
    'From: MAILER-DAEMON@relay.test',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    ...['--b', 'Content-Type: message/delivery-status', '', ...report, '--b--', ''],
  ];
  const recipients = await readBounce(Buffer.from(lines.join('\r\n')));
  return recipients === null ? null : bounceOf(recipients, ANN);
}

const MTA = ['Reporting-MTA: dns; relay.test', 'Arrival-Date: Mon, 1 Mar 2027 12:00:00 +0000', ''];
const block = (final: string, action = 'failed', status = '5.1.1') => [
  ...[`Final-Recipient: ${final}`, `Action: ${action}`, `Status: ${status}`, ''],
];

describe('a bounce of the address itself', () => {
  test.each([
    ['as it was written', `rfc822; ${ANN}`],
    ['in capitals', `RFC822;${ANN.toUpperCase()}`],
    ['in angle brackets', `rfc822; <${ANN}>`],
    ['with a comment', `rfc822;${ANN} (Ann)`],
    ['without a type', ANN],
    ['on a line of its own', `rfc822;\r\n   ${ANN}`],
    ['in Unicode mail', `utf-8; ${ANN}`],
  ])('%s', async (_, final) => {
    expect(await read(...MTA, ...block(final))).toMatchObject({ failedAt: 'address', isHard: true });
  });

  test.each<[string, string[]]>([
    ['first', ['Action: failed', `Final-Recipient: rfc822;${ANN}`, 'Status: 5.1.1']],
    ['last', ['Status: 5.1.1', 'Action: failed', `Final-Recipient: rfc822;${ANN}`]],
  ])('that names it after what became of the mail, with others %s', async (_, fields) => {
    const other = ['Action: delayed', 'Final-Recipient: rfc822;bob@players.test', 'Status: 4.4.1'];
    const hard = { failedAt: 'address', isHard: true };
    expect(await read(...MTA, ...fields)).toMatchObject(hard);
    expect(await read(...MTA, ...fields, '', ...other)).toMatchObject(hard);
    expect(await read(...MTA, ...other, '', ...fields)).toMatchObject(hard);
    expect(await read(...MTA, ...other, ...fields)).toMatchObject(hard);
  });

  test('that names no address, or none of e-mail, is of the only one to which the mail was sent', async () => {
    const hard = { failedAt: 'address', isHard: true };
    expect(await read(...MTA, 'Action: failed', 'Status: 5.1.1')).toMatchObject(hard);
    expect(await read(...MTA, ...block('x400; /C=US/S=Ann'))).toMatchObject(hard);
  });

  test('that names only the address to which the mail was sent first', async () => {
    const original = `Original-Recipient: rfc822;${ANN}`;
    expect(await read(...MTA, original, ...block('x400; /C=US/S=Ann'))).toMatchObject({
      failedAt: 'address',
    });
  });

  test('with empty lines where none should be', async () => {
    const lines = block(`rfc822; ${ANN}`).flatMap((line) => [line, '']);
    expect(await read(...MTA, ...lines)).toMatchObject({ failedAt: 'address', isHard: true });
  });

  test('among other recipients: only what is said about the address counts', async () => {
    const [own, other] = [`rfc822; ${ANN}`, 'rfc822; other@elsewhere.test'];
    expect(await read(...MTA, ...block(other), ...block(own, 'delivered', '2.0.0'))).toBeNull();
    expect(await read(...MTA, ...block(other), ...block(own, 'delayed', '4.4.1'))).toBeNull();
    expect(await read(...MTA, ...block(own, 'expanded', '2.0.0'), ...block(other))).toBeNull();
    expect(
      await read(...MTA, ...block(other, 'delivered', '2.0.0'), ...block(own, 'failed', '5.2.2')),
    ).toMatchObject({ failedAt: 'address', status: '5.2.2', isHard: false, isAboutAddress: true });
  });
});

describe('a bounce of another address', () => {
  test.each([
    ['Postfix, with an alias', `rfc822;${ANN}`],
    ['a mail server that leaves the address encoded', 'rfc822;ann+2Bgames@players.test'],
  ])('to which this one passed the mail on, by %s, is none of a missing mailbox', async (_, original) => {
    const report = [`Original-Recipient: ${original}`, ...block('rfc822; ann@elsewhere.test')];
    expect(await read(...MTA, ...report)).toMatchObject({
      ...{ failedAt: 'passedOn', isHard: false, isAboutAddress: true, status: '5.1.1' },
    });
  });

  test('to which this one passed the mail on is known by the last field of its recipient, too', async () => {
    const last = (final: string, status: string, original: string) => [
      ...[...block(final, 'failed', status).slice(0, -1), `Original-Recipient: rfc822;${original}`, ''],
    ];
    const own = last('rfc822; ann@elsewhere.test', '5.2.2', ANN);
    const other = last('rfc822; bob@elsewhere.test', '5.1.1', 'bob@players.test');
    for (const report of [own, [...own, ...other], [...other, ...own]]) {
      expect(await read(...MTA, ...report)).toMatchObject({ failedAt: 'passedOn', status: '5.2.2' });
    }
    const next = [
      `Original-Recipient: rfc822;${ANN}`,
      ...block('rfc822; ann@elsewhere.test', 'failed', '5.2.2'),
    ];
    const above = block('rfc822; bob@elsewhere.test').slice(0, -1);
    expect(await read(...MTA, ...above, ...next)).toMatchObject({ failedAt: 'passedOn', status: '5.2.2' });
  });

  test('does not count if the mail reached one of several to which it was passed on', async () => {
    const original = `Original-Recipient: rfc822;${ANN}`;
    const lost = [original, ...block('rfc822; a@elsewhere.test')];
    const taken = [original, ...block('rfc822; b@elsewhere.test', 'delivered', '2.0.0')];
    expect(await read(...MTA, ...lost, ...taken)).toBeNull();
  });

  test.each([
    ['alone', []],
    ['as the first one, too', ['Original-Recipient: rfc822;ann@elsewhere.test']],
    ['that only looks like it', ['Original-Recipient: rfc822;ann+games@players.test.elsewhere.test']],
  ])('that is named %s says nothing about this one', async (_, original) => {
    const report = [...original, ...block('rfc822; ann@elsewhere.test')];
    expect(await read(...MTA, ...report)).toMatchObject({
      ...{ failedAt: 'elsewhere', isHard: false, isAboutAddress: false },
    });
  });
});
