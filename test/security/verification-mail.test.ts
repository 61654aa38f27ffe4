import { expect, test } from 'vitest';
import { confirmEmailChange, confirmSignUp } from '../../src/accounts/email-verification.ts';
import { requestEmailChange, requestSignUp } from '../../src/accounts/requested-mail.ts';
import { authenticate, setSecurityCode } from '../../src/accounts/security-codes.ts';
import { openSession } from '../../src/accounts/sessions.ts';
import { correctEmail } from '../../src/accounts/update-account.ts';
import { deleteAccount } from '../../src/games/seats/delete-account.ts';
import { composeDelivery } from '../../src/mail/outbound/compose-delivery.ts';
import { mailCheck } from '../../src/operations/checks/mail.ts';
import { renderPdf } from '../../src/printouts/pdf/render-pdf.ts';
import { anAccount, granted } from '../games/game/play.ts';
import { answerRequests } from '../helpers/requested-mail.ts';
import { useContext } from '../helpers/use-context.ts';

/* Links that prove an address go to people who may be strangers. */

const own = useContext();

const HOUR = 3_600_000;

const sentTo = (toAddress: string) => own.ctx.db.prisma.delivery.findMany({ where: { toAddress } });
const tokenIn = (detail: unknown) => String((detail as { token?: string }).token);

/** Asks as a page of the account does, which has just been opened. */
async function askFor({ id }: { id: number }, email: string): Promise<void> {
  const account = await own.ctx.db.prisma.account.findUniqueOrThrow({ where: { id } });
  granted(await requestEmailChange(own.ctx, account, email));
  await answerRequests(own.ctx);
}

async function signUp(name: string, email: string): Promise<void> {
  granted(await requestSignUp(own.ctx, { name, email, next: '', minutes: 10 }));
  await answerRequests(own.ctx);
}

test('an account cannot have more of them mailed to an address by ending its own links', async () => {
  const ann = await anAccount(own.ctx, 'Ann Asks');
  const stranger = 'stranger@elsewhere.test';
  for (let i = 0; i < 8; i += 1) {
    await askFor(ann, stranger);
    granted(await setSecurityCode(own.ctx, ann.id, `lantern tower nine ${i}`));
  }
  expect(await sentTo(stranger)).toHaveLength(4);
  own.setNow(new Date(own.ctx.now().getTime() + 61 * 60_000));
  await askFor(ann, stranger);
  expect(await sentTo(stranger)).toHaveLength(5);
});

test('an address that has an account already is told so instead, as often as it would get a link, and nothing says who asked', async () => {
  const [ann, bob] = [await anAccount(own.ctx, 'Ann Asks'), await anAccount(own.ctx, 'Bob Has')];
  for (let i = 0; i < 6; i += 1) await askFor(ann, bob.email);
  const mails = await sentTo(bob.email);
  expect(mails).toHaveLength(4);
  const [mail] = mails;
  expect(mail).toMatchObject({ kind: 'confirmation', detail: { what: 'taken', account: bob.id } });
  const deps = { ctx: own.ctx, publicUrl: 'https://w.test', from: 'Whistlestop <post@w.test>', renderPdf };
  const composed = await composeDelivery(deps, mail?.id ?? '');
  expect(composed.text).toContain(`Account #${bob.id} has it already, so nothing was changed.`);
  for (const secret of [ann.name, ann.email, `#${ann.id}`, bob.name]) {
    expect(`${composed.subject} ${composed.text} ${composed.html}`).not.toContain(secret);
  }
});

test('all people together cannot have more than 20 an hour mailed to an address', async () => {
  const stranger = 'another@elsewhere.test';
  for (let i = 0; i < 6; i += 1) {
    const account = await anAccount(own.ctx, `Person ${i}`);
    for (let j = 0; j < 4; j += 1) await askFor(account, stranger);
    granted(await deleteAccount(own.ctx, account.id));
  }
  expect(await sentTo(stranger)).toHaveLength(20);
});

test('an account can have twelve mailed in a day, to whichever addresses', async () => {
  const dan = await anAccount(own.ctx, 'Dan Doubts');
  const addresses = Array.from({ length: 14 }, (_, i) => `dan.${i}@elsewhere.test`);
  for (const address of addresses) await askFor(dan, address);
  const toAddress = { in: addresses };
  expect(await own.ctx.db.prisma.delivery.count({ where: { toAddress } })).toBe(12);
});

test('an address gets only some of them a day, from one account and from all together', async () => {
  const start = own.ctx.now().getTime();
  const asked = async (address: string, count: number) => {
    const people = await Promise.all(Array.from({ length: count }, (_, i) => anAccount(own.ctx, `Day ${i}`)));
    for (let hour = 0; hour < 24; hour += 3) {
      own.setNow(new Date(start + hour * HOUR));
      for (const person of people) {
        for (let i = 0; i < 3; i += 1) await askFor(person, address);
      }
    }
    return (await sentTo(address)).length;
  };
  expect(await asked('one@elsewhere.test', 1)).toBe(12);
  expect(await asked('all@elsewhere.test', 6)).toBe(60);
  own.setNow(new Date(start + 48 * HOUR));
  await signUp('Someone', 'all@elsewhere.test');
  expect(await sentTo('all@elsewhere.test')).toHaveLength(61);
});

test('one that waits is not sent anymore once its link has ended', async () => {
  const bob = await anAccount(own.ctx, 'Bob Begins');
  const [wanted, other] = ['bob.new@elsewhere.test', 'someone.new@elsewhere.test'];
  await askFor(bob, wanted);
  await signUp('Someone', other);
  const [mail] = await sentTo(wanted);
  granted(await setSecurityCode(own.ctx, bob.id, 'lantern tower nine'));
  expect(await sentTo(wanted)).toMatchObject([{ status: 'failed', nextAttempt: null, detail: {} }]);
  const used = { token: tokenIn(mail?.detail), keepSession: null };
  expect(await confirmEmailChange(own.ctx, bob.id, used)).toBe(false);
  const [theirs] = await sentTo(other);
  expect(theirs).toMatchObject({ status: 'queued' });
  expect(await confirmSignUp(own.ctx, tokenIn(theirs?.detail))).not.toBeNull();
});

test('one to an address that another account got meanwhile is not sent anymore', async () => {
  const carl = await anAccount(own.ctx, 'Carl Changes');
  const right = 'carl.right@elsewhere.test';
  await signUp('Carl', right);
  granted(await correctEmail(own.ctx, carl.id, right));
  expect((await sentTo(right)).map(({ status }) => status)).toEqual(['failed']);
});

test('the server sends 120 in an hour and then warns the operator; the answer is the same for everyone', async () => {
  own.setNow(new Date(own.ctx.now().getTime() + 25 * 3_600_000));
  const mail = mailCheck(own.ctx, null);
  const mailed = () => own.ctx.db.prisma.delivery.count({ where: { kind: 'confirmation' } });
  const before = await mailed();
  for (let i = 0; i < 121; i += 1) await signUp('New Here', `new.${i}@elsewhere.test`);
  expect(await mailed()).toBe(before + 120);
  expect(await sentTo('new.120@elsewhere.test')).toHaveLength(0);
  expect(await mail.run()).toMatchObject({ level: 'warning', message: expect.stringMatching(/SIGN_UP=off/) });
  own.setNow(new Date(own.ctx.now().getTime() + 61 * 60_000));
  await signUp('New Here', 'new.120@elsewhere.test');
  expect(await sentTo('new.120@elsewhere.test')).toHaveLength(1);
  expect((await mail.run()).message).not.toMatch(/SIGN_UP/);
});

test('people who have an account can still change their address then; they have 60 in an hour of their own', async () => {
  own.setNow(new Date(own.ctx.now().getTime() + 25 * HOUR));
  for (let i = 0; i < 121; i += 1) await signUp('New Here', `many.${i}@elsewhere.test`);
  expect(await sentTo('many.120@elsewhere.test')).toHaveLength(0);
  let mailed = 0;
  for (let i = 0; i < 61; i += 1) {
    const email = `eve.${i}@elsewhere.test`;
    await askFor(await anAccount(own.ctx, 'Eve Elsewhere'), email);
    mailed += (await sentTo(email)).length;
  }
  expect(mailed).toBe(60);
  own.setNow(new Date(own.ctx.now().getTime() + 61 * 60_000));
  for (let i = 0; i < 60; i += 1)
    await askFor(await anAccount(own.ctx, 'Fay Farrow'), `fay.${i}@elsewhere.test`);
  await signUp('New Here', 'late.sign.up@elsewhere.test');
  expect(await sentTo('late.sign.up@elsewhere.test')).toHaveLength(1);
  const { message } = await mailCheck(own.ctx, null).run();
  expect(message).toMatch(/\b60 links to new addresses of accounts/);
});

/** Signs up in a network, which is in a block of its own unless given. Returns how many mails the address has got. */
async function signUpFrom(email: string, network: string, block = network): Promise<number> {
  const networks = { network, wideNetwork: network, block };
  granted(await requestSignUp(own.ctx, { name: 'New Here', email, next: '', minutes: 10, networks }));
  await answerRequests(own.ctx);
  return (await sentTo(email)).length;
}

test('256 addresses side by side cannot use up the 120, nor the third that is kept for others', async () => {
  own.setNow(new Date(own.ctx.now().getTime() + 25 * HOUR));
  let mailed = 0;
  for (let i = 0; i < 60; i += 1)
    mailed += await signUpFrom(`side.${i}@elsewhere.test`, `203.0.113.${i}`, '203.0.113');
  expect(mailed).toBe(40);
  // Two more blocks use up the part that is for all.
  for (let i = 0; i < 40; i += 1)
    await signUpFrom(`other.${i}@elsewhere.test`, `198.51.100.${i}`, '198.51.100');
  expect(await signUpFrom('late@elsewhere.test', '203.0.113.200', '203.0.113')).toBe(0);
  own.setNow(new Date(own.ctx.now().getTime() + 30 * 60_000));
  expect(await signUpFrom('next@players.test', '192.0.2.1', '192.0.2')).toBe(1);
  // Its block may be one person's, but not everyone in it need wait.
  expect(await signUpFrom('again@players.test', '192.0.2.1', '192.0.2')).toBe(0);
  expect(await signUpFrom('second@players.test', '192.0.2.2', '192.0.2')).toBe(1);
  expect(await signUpFrom('third@players.test', '192.0.2.3', '192.0.2')).toBe(1);
  expect(await signUpFrom('fourth@players.test', '192.0.2.4', '192.0.2')).toBe(0);
});

test('people whose provider also has a sender of many get links from that third', async () => {
  own.setNow(new Date(own.ctx.now().getTime() + 25 * HOUR));
  const provider = '2003:db8';
  await signUpFrom('early@players.test', `${provider}:1`, provider);
  own.setNow(new Date(own.ctx.now().getTime() + 2 * HOUR));
  for (let i = 0; i < 20; i += 1) await signUpFrom(`one.${i}@elsewhere.test`, `${provider}:666`, provider);
  for (let i = 0; i < 60; i += 1) await signUpFrom(`more.${i}@elsewhere.test`, `198.51.100.${i % 4}`);
  expect(await signUpFrom('spent@elsewhere.test', '198.51.100.1')).toBe(0);
  expect(await signUpFrom('first@players.test', `${provider}:2`, provider)).toBe(1);
  expect(await signUpFrom('next.one@players.test', `${provider}:3`, provider)).toBe(1);
  expect(await signUpFrom('too.many@players.test', `${provider}:4`, provider)).toBe(0);
  own.setNow(new Date(own.ctx.now().getTime() + 61 * 60_000));
  expect(await signUpFrom('later@players.test', `${provider}:4`, provider)).toBe(1);
});

test('a few networks cannot use up the 120: a third is kept for networks that have asked for none within a day', async () => {
  own.setNow(new Date(own.ctx.now().getTime() + 25 * HOUR));
  const few = ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4', '203.0.113.5'] as const;
  let mailed = 0;
  for (let i = 0; i < 100; i += 1) {
    mailed += await signUpFrom(`flood.${i}@elsewhere.test`, few[i % 5] as string);
  }
  expect(mailed).toBe(80);
  const { message } = await mailCheck(own.ctx, null).run();
  expect(message).toMatch(/At least 80 links .* no mail within a day.*SIGN_UP=off/);
  for (let i = 0; i < 40; i += 1) {
    expect(await signUpFrom(`new.${i}@players.test`, `198.51.100.${i}`), String(i)).toBe(1);
  }
  expect(await signUpFrom('last@players.test', '198.51.100.99')).toBe(0);
  expect((await mailCheck(own.ctx, null).run()).message).toMatch(/\b120 links/);
});

test('one network can have four a day mailed to an address, by whatever accounts; others still get theirs', async () => {
  const victim = 'victim@elsewhere.test';
  const from = (network: string) => ({ network, wideNetwork: network, block: network });
  const ask = async (network: string) => {
    const account = await anAccount(own.ctx, 'One Of Many');
    granted(await requestEmailChange(own.ctx, account, victim, from(network)));
    await answerRequests(own.ctx);
  };
  own.setNow(new Date(own.ctx.now().getTime() + 2 * 24 * HOUR));
  for (let i = 0; i < 8; i += 1) await ask('203.0.113.9');
  expect(await sentTo(victim)).toHaveLength(4);
  for (let i = 0; i < 16; i += 1) await ask(`203.0.113.${20 + i}`);
  expect(await sentTo(victim)).toHaveLength(20);
  const wanted = { name: 'Vic Victim', email: victim, next: '', minutes: 10 };
  for (let i = 0; i < 6; i += 1) {
    granted(await requestSignUp(own.ctx, { ...wanted, networks: from('198.51.100.4') }));
  }
  await answerRequests(own.ctx);
  // The first request of a network is let through; after it, the limit of everyone together counts.
  expect(await sentTo(victim)).toHaveLength(21);
});

// One more is possible in a session that has just begun with a mailed link: used-up-changes.test.ts.
test('an account can get ten new codes a day, and the next is refused before anything changes', async () => {
  own.setNow(new Date(own.ctx.now().getTime() + 2 * 24 * HOUR));
  const carl = await anAccount(own.ctx, 'Carl Changes');
  const used = await own.ctx.db.prisma.account.findUniqueOrThrow({ where: { id: carl.id } });
  const token = await openSession(own.ctx, { account: used, method: 'code' });
  const set = (i: number) => setSecurityCode(own.ctx, carl.id, `lantern tower nine ${i}`, token);
  for (let i = 0; i < 10; i += 1) granted(await set(i));
  expect(await set(10)).toMatchObject({ ok: false, problems: [{ field: 'code', code: 'too-often' }] });
  expect(await sentTo(carl.email)).toHaveLength(10);
  granted(await authenticate(own.ctx, { account: String(carl.id), code: 'lantern tower nine 9' }));
});
