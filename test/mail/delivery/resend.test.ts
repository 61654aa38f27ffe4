import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readInvitationLink } from '../../../src/accounts/sign-in-links.ts';
import { correctEmail } from '../../../src/accounts/update-account.ts';
import type { Delivery, Seat } from '../../../src/database/generated/client.ts';
import { enqueueDelivery } from '../../../src/database/outbox.ts';
import { writeToSeat } from '../../../src/games/messages/write-message.ts';
import { broadcast } from '../../../src/games/notices/broadcast.ts';
import { removeSeat } from '../../../src/games/seats/manage-seats.ts';
import { attemptDelivery } from '../../../src/mail/delivery/deliver.ts';
import { markFailed, resend } from '../../../src/mail/delivery/resend.ts';
import { resendFailed } from '../../../src/mail/delivery/resend-failed.ts';
import { openTransport, type Transport } from '../../../src/mail/delivery/transport.ts';
import { codesOf, formingGame, granted, runningGame, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext, testNow } from '../../helpers/database.ts';
import { type MailServer, startMailServer } from '../../helpers/mail-server.ts';
import { deliverDeps } from '../deliver-deps.ts';

/** How the GM sends mail again or ends its attempts. */

let base: TestContext;
let server: MailServer;
let transport: Transport;
let play: TestGame;

beforeAll(async () => {
  base = await testContext();
});
afterAll(() => base.close());
beforeEach(async () => {
  server = await startMailServer({ lateBy: 1_000 });
  transport = openTransport({ url: server.url });
  play = await runningGame(base.ctx, { humans: 1, opponents: 3 });
});
afterEach(async () => {
  transport.close();
  await server.close();
});

const deps = () => deliverDeps(base.ctx, transport);

const deliveryOf = (kind: 'printout' | 'invitation') =>
  base.ctx.db.prisma.delivery.findFirstOrThrow({ where: { kind, seatId: (play.seats[0] as Seat).id } });

const tokenIn = (text: string | null | undefined) =>
  /\/invitation\/EY-\d+\/([\w-]+)/.exec(text ?? '')?.[1] ?? '';

const rowOf = (delivery: Delivery) =>
  base.ctx.db.prisma.delivery.findUniqueOrThrow({ where: { id: delivery.id } });

async function dueJobs(delivery: Delivery): Promise<number> {
  const { rows } = await base.ctx.db.pool.query(
    'select count(*)::int as jobs from graphile_worker.jobs where key = $1 and run_at <= now()',
    [`deliver:${delivery.id}`],
  );
  return rows[0].jobs;
}

describe('sending again', () => {
  test('a failed mail creates a new one, to the account’s present address', async () => {
    const failed = await deliveryOf('printout');
    server.behave(failed.toAddress, 'refuse');
    expect(await attemptDelivery(deps(), failed.id)).toBe('failed');
    const email = `mended.${failed.toAddress}`;
    await base.ctx.db.prisma.account.update({ where: { id: failed.accountId as number }, data: { email } });
    const fresh = granted(await resend(base.ctx, failed.id));
    expect(fresh.id).not.toBe(failed.id);
    expect(fresh).toMatchObject({ toAddress: email, status: 'queued', printoutId: failed.printoutId });
    expect(await dueJobs(fresh)).toBe(1);
    expect(await attemptDelivery(deps(), fresh.id)).toBe('sent');
    expect(server.taken.map((mail) => mail.messageId)).toEqual([fresh.messageId]);
    expect((await rowOf(failed)).status).toBe('failed');
  });

  test('a sent mail gives it a new Message-ID, so that no mail program hides it', async () => {
    const sent = await deliveryOf('printout');
    expect(await attemptDelivery(deps(), sent.id)).toBe('sent');
    const fresh = granted(await resend(base.ctx, sent.id));
    expect(await attemptDelivery(deps(), fresh.id)).toBe('sent');
    expect(new Set(server.taken.map((mail) => mail.messageId)).size).toBe(2);
  });

  test('an answer to a mail keeps its words', async () => {
    const seat = play.seats[0] as Seat;
    const account = play.players[0];
    if (account === undefined) throw new Error('The game has no player.');
    const detail = { subject: 'status', paragraphs: ['Turn 1 is open.'] };
    const answer = { kind: 'answer' as const, account, gameId: play.game.id, seatId: seat.id, detail };
    const sent = await base.ctx.db.prisma.$transaction((tx) => enqueueDelivery(tx, answer, base.ctx));
    server.behave(sent.toAddress, 'refuse');
    expect(await attemptDelivery(deps(), sent.id)).toBe('failed');
    const email = `mended.${sent.toAddress}`;
    await base.ctx.db.prisma.account.update({ where: { id: account.id }, data: { email } });
    const fresh = granted(await resend(base.ctx, sent.id, play.gm.id));
    expect(await attemptDelivery(deps(), fresh.id)).toBe('sent');
    expect(server.taken.at(-1)?.text).toContain('Turn 1 is open.');
    base.setNow(new Date(testNow.getTime() + 3_600_000));
    expect(codesOf(await resend(base.ctx, fresh.id, play.gm.id))).toEqual(['not-kept']);
    // It comes back later.
    await base.ctx.db.prisma.delivery.update({
      where: { id: fresh.id },
      data: { status: 'failed', sentAt: null },
    });
    expect(codesOf(await resend(base.ctx, fresh.id, play.gm.id))).toEqual(['not-kept']);
    base.setNow(testNow);
  });

  test('an invitation carries a new link that works', async () => {
    const sent = await deliveryOf('invitation');
    expect(await attemptDelivery(deps(), sent.id)).toBe('sent');
    const fresh = granted(await resend(base.ctx, sent.id));
    expect(await attemptDelivery(deps(), fresh.id)).toBe('sent');
    const tokens = server.taken.map((mail) => tokenIn(mail.text));
    expect(new Set(tokens).size).toBe(2);
    expect((await readInvitationLink(base.ctx, tokens[1] as string))?.id).toBe(sent.accountId);
  });

  test('a waiting mail makes its next attempt due now', async () => {
    const waiting = await deliveryOf('printout');
    server.behave(waiting.toAddress, 'postpone', 'accept');
    expect(await attemptDelivery(deps(), waiting.id)).toBe('retrying');
    expect(await dueJobs(waiting)).toBe(0);
    const same = granted(await resend(base.ctx, waiting.id));
    expect(same).toMatchObject({ id: waiting.id, nextAttempt: base.ctx.now() });
    expect(await dueJobs(waiting)).toBe(1);
    expect(await attemptDelivery(deps(), waiting.id)).toBe('sent');
  });

  test('a waiting invitation to an address that was corrected sends a new link to the new address', async () => {
    const waiting = await deliveryOf('invitation');
    server.behave(waiting.toAddress, 'postpone');
    expect(await attemptDelivery(deps(), waiting.id)).toBe('retrying');
    const email = `right.${waiting.toAddress}`;
    granted(await correctEmail(base.ctx, waiting.accountId as number, email));
    const fresh = granted(await resend(base.ctx, waiting.id));
    expect(fresh).toMatchObject({ toAddress: email, status: 'queued' });
    expect((await rowOf(waiting)).status).toBe('failed');
    expect(await attemptDelivery(deps(), fresh.id)).toBe('sent');
    const token = tokenIn(server.taken[0]?.text);
    expect((await readInvitationLink(base.ctx, token))?.id).toBe(waiting.accountId);
  });

  test('is refused while the mail is being sent, and for unknown mails', async () => {
    const busy = await deliveryOf('printout');
    server.behave(busy.toAddress, 'late');
    const attempt = attemptDelivery(deps(), busy.id);
    await expect
      .poll(async () => (await rowOf(busy)).status, { timeout: 15_000, interval: 20 })
      .toBe('sending');
    expect(codesOf(await resend(base.ctx, busy.id))).toEqual(['sending']);
    expect(codesOf(await markFailed(base.ctx, busy.id))).toEqual(['sending']);
    expect(await attempt).toBe('sent');
    const nowhere = '00000000-0000-4000-8000-000000000000';
    expect(codesOf(await resend(base.ctx, nowhere))).toEqual(['unknown-delivery']);
    expect(codesOf(await markFailed(base.ctx, nowhere))).toEqual(['unknown-delivery']);
  });
});

test('a corrected address gets each message that failed', async () => {
  const seat = play.seats[0] as Seat;
  const request = { gameId: play.game.id, by: play.gm.id, seatId: seat.id };
  for (const text of ['One', 'Two']) granted(await writeToSeat(base.ctx, { ...request, text }));
  const where = { kind: 'message' as const, gameId: play.game.id, accountId: seat.accountId };
  const [first, second] = await base.ctx.db.prisma.delivery.findMany({ where, orderBy: { id: 'asc' } });
  server.behave(first?.toAddress ?? '', 'refuse');
  for (const mail of [first, second]) expect(await attemptDelivery(deps(), mail?.id ?? '')).toBe('failed');
  const email = 'right@players.test';
  await base.ctx.db.prisma.account.update({ where: { id: seat.accountId ?? 0 }, data: { email } });
  await resendFailed(base.ctx, seat.accountId ?? 0, { gameId: play.game.id, by: play.gm.id });
  const copies = await base.ctx.db.prisma.delivery.findMany({ where: { ...where, toAddress: email } });
  expect(new Set(copies.map(({ gmMessageId }) => gmMessageId))).toEqual(
    new Set([first, second].map((mail) => mail?.gmMessageId)),
  );
});

describe('a double-click', () => {
  const copies = (kind: 'printout' | 'invitation' | 'notice') =>
    base.ctx.db.prisma.delivery.count({ where: { kind, seatId: (play.seats[0] as Seat).id } });

  test('sends a mail again once; later it can be sent again', async () => {
    const sent = await deliveryOf('printout');
    expect(await attemptDelivery(deps(), sent.id)).toBe('sent');
    const clicks = await Promise.all([1, 2, 3, 4].map(() => resend(base.ctx, sent.id, play.gm.id)));
    expect(new Set(clicks.map((one) => granted(one).id)).size).toBe(1);
    expect(await copies('printout')).toBe(2);
    const where = { gameId: play.game.id, type: 'mailResent' as const };
    expect(await base.ctx.db.prisma.gameEvent.findMany({ where })).toMatchObject([
      { accountId: play.gm.id, detail: 'printout [AB]' },
    ]);
    const [fresh] = clicks.map(granted);
    expect(await attemptDelivery(deps(), fresh?.id ?? '')).toBe('sent');
    expect(granted(await resend(base.ctx, sent.id)).id).toBe(fresh?.id);
    base.setNow(new Date(testNow.getTime() + 61_000));
    const later = granted(await resend(base.ctx, sent.id));
    expect(later.id).not.toBe(fresh?.id);
    expect(await copies('printout')).toBe(3);
    // The second click may hit the copy, which is now listed in place of the mail.
    expect(await attemptDelivery(deps(), later.id)).toBe('sent');
    expect(granted(await resend(base.ctx, later.id)).id).toBe(later.id);
    base.setNow(new Date(testNow.getTime() + 130_000));
    expect(granted(await resend(base.ctx, later.id)).id).not.toBe(later.id);
    expect(await copies('printout')).toBe(4);
    base.setNow(testNow);
  });

  test('keeps different broadcasts apart, and uses an address that was corrected meanwhile', async () => {
    for (const text of ['One', 'Two']) {
      granted(await broadcast(base.ctx, { gameId: play.game.id, by: play.gm.id, turn: 1, text }));
    }
    const where = { kind: 'notice' as const, seatId: (play.seats[0] as Seat).id };
    const letters = await base.ctx.db.prisma.delivery.findMany({ where });
    for (const letter of letters) expect(await attemptDelivery(deps(), letter.id)).toBe('sent');
    for (const letter of letters) granted(await resend(base.ctx, letter.id));
    expect(await copies('notice')).toBe(4);
    const { accountId } = play.seats[0] as Seat;
    const email = 'corrected@players.test';
    await base.ctx.db.prisma.account.update({ where: { id: accountId ?? 0 }, data: { email } });
    expect(granted(await resend(base.ctx, letters[0]?.id ?? '')).toAddress).toBe(email);
  });
});

test('removing a seat while its mail is sent again never deadlocks', async () => {
  const { prisma } = base.ctx.db;
  for (let round = 0; round < 15; round += 1) {
    const forming = await formingGame(base.ctx, { humans: 2, opponents: 2 });
    const mails = await prisma.delivery.findMany({
      where: { gameId: forming.game.id, kind: 'invitation' },
    });
    const done = { status: 'failed' as const, nextAttempt: null, lastError: '550 no such user' };
    await prisma.delivery.updateMany({ where: { gameId: forming.game.id }, data: done });
    const of = { gameId: forming.game.id, by: forming.gm.id };
    const both = await Promise.all([
      ...mails.map((mail) => resend(base.ctx, mail.id)),
      ...forming.seats.slice(0, 2).map((seat) => removeSeat(base.ctx, { ...of, seatId: seat.id })),
    ]);
    expect(both.slice(mails.length).every((removed) => removed.ok)).toBe(true);
    for (const again of both.slice(0, mails.length)) {
      if (!again.ok) expect(codesOf(again)).toEqual(['unknown-delivery']);
    }
  }
}, 120_000);

describe('marking as failed', () => {
  test('ends the attempts: no job is left, and it cannot be marked twice', async () => {
    const waiting = await deliveryOf('printout');
    server.behave(waiting.toAddress, 'postpone');
    expect(await attemptDelivery(deps(), waiting.id)).toBe('retrying');
    granted(await markFailed(base.ctx, waiting.id));
    expect(await rowOf(waiting)).toMatchObject({ status: 'failed', nextAttempt: null });
    const { rows } = await base.ctx.db.pool.query('select from graphile_worker.jobs where key = $1', [
      `deliver:${waiting.id}`,
    ]);
    expect(rows).toHaveLength(0);
    expect(await attemptDelivery(deps(), waiting.id)).toBe('gone');
    expect(codesOf(await markFailed(base.ctx, waiting.id))).toEqual(['done']);
  });
});
