import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { enqueueDelivery } from '../../../src/database/outbox.ts';
import { attemptDelivery } from '../../../src/mail/delivery/deliver.ts';
import { openTransport, type Transport } from '../../../src/mail/delivery/transport.ts';
import { type TestContext, testContext, testNow } from '../../helpers/database.ts';
import { deliverDeps, SENDER } from '../deliver-deps.ts';

/** A mail service that accepts no empty sender and none but the account's own. */

let base: TestContext;
let server: SMTPServer;
let transport: Transport;
/** The envelope senders that were offered, and the mails that were taken. */
let senders: string[];
let taken: { sender: string; text: string }[];
/** What the service says to a sender or recipient, by the step; if there is nothing, it is accepted. */
let refusal: {
  sender?: (address: string) => number | null;
  recipient?: number;
  data?: number;
  /** What it says of a sender that it refuses only with the recipient or the mail. */
  words?: string;
};
let serial = 0;

const refused = (responseCode: number, words = '5.7.1 refused') =>
  Object.assign(new Error(words), { responseCode });

/** What the service says unless a test says otherwise. */
function onlyOwn(address: string): number | null {
  if (address === '') return 501;
  return address === SENDER ? null : 553;
}

const senderIn = ({ mailFrom }: SMTPServerSession['envelope']) => (mailFrom ? mailFrom.address : '');

/** With words of its own, it refuses only senders that are not the account's own. */
const isRefused = (code: number | undefined, envelope: SMTPServerSession['envelope']): code is number =>
  code !== undefined && (refusal.words === undefined || senderIn(envelope) !== SENDER);

beforeAll(async () => {
  base = await testContext();
});
afterAll(() => base.close());
beforeEach(async () => {
  [senders, taken, refusal] = [[], [], { sender: onlyOwn }];
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onMailFrom({ address }, _session, done) {
      const sender = address || '';
      senders.push(sender);
      const code = refusal.sender?.(sender) ?? null;
      done(code === null ? null : refused(code));
    },
    onRcptTo: (_address, { envelope }, done) =>
      done(isRefused(refusal.recipient, envelope) ? refused(refusal.recipient, refusal.words) : null),
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        if (isRefused(refusal.data, envelope)) return done(refused(refusal.data, refusal.words));
        const sender = senderIn(envelope);
        taken.push({ sender, text: Buffer.concat(parts).toString() });
        done(null);
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  transport = openTransport({ url: `smtp://127.0.0.1:${port}?tls=optional` });
});
afterEach(async () => {
  transport.close();
  await new Promise<void>((resolve) => server.close(resolve));
});

/** Makes one attempt at a mail, on a server that receives replies. */
async function attempt(kind: 'refusal' | 'signInLink') {
  serial += 1;
  const email = `sender${serial}@example.org`;
  const { prisma } = base.ctx.db;
  const ctx = { ...base.ctx, inbound: { domain: 'example.org', mailbox: 'games' } };
  const account = await prisma.account.create({ data: { name: 'Ann', email, createdAt: testNow } });
  const delivery = await prisma.$transaction((tx) =>
    kind === 'refusal'
      ? enqueueDelivery(
          tx,
          { kind, address: email, name: '', detail: { messages: ['No.'], inReplyTo: null, accountId: null } },
          ctx,
        )
      : enqueueDelivery(tx, { kind, account, detail: { token: `token${serial}` } }, ctx),
  );
  return await attemptDelivery(deliverDeps(ctx, transport), delivery.id);
}

test.each([
  ['refusal', 'auto-replied', /^$/],
  ['signInLink', 'auto-generated', /^games\+bounce-/],
] as const)('a %s goes out from the plain address, marked as automatic', async (kind, mark, first) => {
  expect(await attempt(kind)).toBe('sent');
  expect(senders).toEqual([expect.stringMatching(first), SENDER]);
  expect(taken).toEqual([{ sender: SENDER, text: expect.stringContaining(`Auto-Submitted: ${mark}`) }]);
});

test.each([
  ['RCPT TO', { recipient: 553 }, '5.7.1 <bounce@x.test>: Sender address rejected: not owned by user games'],
  ['DATA', { data: 550 }, '5.7.60 SMTP; Client does not have permissions to send as this sender'],
] as const)('a sender that is refused only after %s is replaced, too', async (_step, answers, words) => {
  refusal = { ...answers, words };
  expect(await attempt('signInLink')).toBe('sent');
  expect(senders).toEqual([expect.stringMatching(/^games\+bounce-/), SENDER]);
  expect(taken).toMatchObject([{ sender: SENDER }]);
});

test('a service that also refuses the plain address is asked twice, and the mail waits', async () => {
  refusal = { sender: () => 550 };
  expect(await attempt('refusal')).toBe('retrying');
  expect(senders).toEqual(['', SENDER]);
});

test.each([
  ['a sender that is refused for now', { sender: () => 451 }, 'retrying'],
  ['a refused recipient', { recipient: 550 }, null],
  ['a refused content', { data: 554 }, null],
] as const)('%s is not tried with the plain address', async (_name, answers, outcome) => {
  refusal = answers;
  const result = await attempt('refusal');
  if (outcome !== null) expect(result).toBe(outcome);
  expect(result).not.toBe('sent');
  expect(senders).toEqual(['']);
});
