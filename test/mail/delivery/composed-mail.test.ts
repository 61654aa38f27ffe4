import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { correctEmail } from '../../../src/accounts/update-account.ts';
import type { Delivery, DeliveryKind, Seat } from '../../../src/database/generated/client.ts';
import { broadcast } from '../../../src/games/notices/broadcast.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { rollBack } from '../../../src/games/processing/roll-back.ts';
import { attemptDelivery } from '../../../src/mail/delivery/deliver.ts';
import { markFailed, resend } from '../../../src/mail/delivery/resend.ts';
import { openTransport, type Transport } from '../../../src/mail/delivery/transport.ts';
import { composeMessage } from '../../../src/mail/outbound/compose-delivery.ts';
import { goodSheet, granted, runningGame, send, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext, testNow } from '../../helpers/database.ts';
import { type MailServer, startMailServer } from '../../helpers/mail-server.ts';
import { deliverDeps } from '../deliver-deps.ts';

/** A mail is composed once, by its first attempt, and every attempt sends the same bytes. */

let own: TestContext;
let server: MailServer;
let transport: Transport;
let play: TestGame;
let ann: Seat;

beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());
beforeEach(async () => {
  own.setNow(testNow);
  server = await startMailServer();
  transport = openTransport({ url: server.url });
  play = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  ann = play.seats[0] as Seat;
  const sheet = await goodSheet(own.ctx, play.game.id, ann);
  expect((await send(own.ctx, ann, 1, sheet)).kind).toBe('standing');
  const of = { gameId: play.game.id, by: play.gm.id, turn: 1 };
  granted(await broadcast(own.ctx, { ...of, text: 'Good luck.' }));
});
afterEach(async () => {
  await transport.stop();
  await server.close();
});

const attempt = ({ id }: Delivery) => attemptDelivery(deliverDeps(own.ctx, transport), id);

const mailOf = (kind: DeliveryKind) =>
  own.ctx.db.prisma.delivery.findFirstOrThrow({ where: { kind, seatId: ann.id } });

const isComposed = async ({ id }: Delivery) =>
  (await own.ctx.db.prisma.composedMail.count({ where: { deliveryId: id } })) === 1;

/** Changes everything about the game and its people that a mail mentions. */
async function changeEverything(): Promise<void> {
  const { prisma } = own.ctx.db;
  const where = { gameId: play.game.id };
  const due = new Date('2027-03-20T22:00:00Z');
  await prisma.gameSchedule.update({ where, data: { due, pausedAt: testNow } });
  await prisma.game.update({ where: { id: play.game.id }, data: { title: 'Another title' } });
  await prisma.account.update({ where: { id: play.gm.id }, data: { name: 'Another GM' } });
  await prisma.account.update({
    where: { id: ann.accountId as number },
    data: { name: 'Another Ann', paper: 'a4' },
  });
  await prisma.seat.updateMany({ where, data: { name: 'Another name' } });
}

describe('a mail that is attempted twice', () => {
  test.each(['printout', 'receipt', 'invitation', 'notice'] as const)(
    'is the same byte for byte, whatever has changed meanwhile: %s',
    async (kind) => {
      const mail = await mailOf(kind);
      // Taken, and then the connection is lost: the server has the first mail, and we do not know it.
      server.behave(mail.toAddress, 'takeAndDrop', 'accept');
      expect(await attempt(mail)).toBe('retrying');
      await changeEverything();
      expect(await attempt(mail)).toBe('sent');
      const [first, second, ...others] = server.sources;
      expect(others).toEqual([]);
      expect(first?.toString()).toContain(mail.messageId);
      expect(second?.equals(first as Buffer)).toBe(true);
    },
  );

  test.each(['printout', 'receipt', 'invitation', 'notice'] as const)(
    'is composed the same from the same rows: %s',
    async (kind) => {
      const mail = await mailOf(kind);
      const deps = deliverDeps(own.ctx, transport);
      const [first, second] = [await composeMessage(deps, mail), await composeMessage(deps, mail)];
      expect(second.equals(first)).toBe(true);
      expect(first.toString('latin1').replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    },
  );

  test('is stored until it is sent, and then erased with its secrets', async () => {
    const mail = await mailOf('invitation');
    server.behave(mail.toAddress, 'postpone', 'accept');
    expect(await isComposed(mail)).toBe(false);
    expect(await attempt(mail)).toBe('retrying');
    expect(await isComposed(mail)).toBe(true);
    granted(await resend(own.ctx, mail.id));
    expect(await isComposed(mail)).toBe(true);
    expect(await attempt(mail)).toBe('sent');
    expect(await isComposed(mail)).toBe(false);
  });

  test('is erased if it fails or is canceled', async () => {
    const [printout, receipt] = [await mailOf('printout'), await mailOf('receipt')];
    server.behave(printout.toAddress, 'postpone', 'postpone', 'refuse');
    expect(await attempt(printout)).toBe('retrying');
    expect(await attempt(receipt)).toBe('retrying');
    expect(await attempt(printout)).toBe('failed');
    granted(await markFailed(own.ctx, receipt.id));
    expect(await own.ctx.db.prisma.composedMail.count({ where: { delivery: { seatId: ann.id } } })).toBe(0);
  });

  test('is not sent if its turn was rolled back meanwhile', async () => {
    const of = { gameId: play.game.id, turn: 1, by: play.gm.id };
    await processTurn(own.ctx, of);
    const where = { kind: 'printout' as const, seatId: ann.id, printout: { turn: 2 } };
    const mail = await own.ctx.db.prisma.delivery.findFirstOrThrow({ where });
    server.behave(mail.toAddress, 'postpone', 'accept');
    expect(await attempt(mail)).toBe('retrying');
    granted(await rollBack(own.ctx, { ...of, turn: 2, due: null }));
    expect(await attempt(mail)).toBe('failed');
    expect(server.taken).toEqual([]);
    expect(await isComposed(mail)).toBe(false);
  });
});

describe('a mail whose recipient has another address now', () => {
  const EMAIL = 'corrected@players.test';
  const account = () => ann.accountId as number;

  test('is composed again, for the new address', async () => {
    const mail = await mailOf('notice');
    server.behave(mail.toAddress, 'postpone');
    expect(await attempt(mail)).toBe('retrying');
    granted(await correctEmail(own.ctx, account(), EMAIL));
    expect(await isComposed(mail)).toBe(false);
    expect(await attempt(mail)).toBe('sent');
    expect(server.taken.map(({ to }) => to?.map(({ address }) => address))).toEqual([[EMAIL]]);
    expect([...server.asked.keys()]).toContain(EMAIL);
  });

  test('goes to the new address even if it was being sent to the old one', async () => {
    const mail = await mailOf('printout');
    server.behave(mail.toAddress, 'late', 'accept');
    // The attempt before was cut off with its server, and its lease has expired.
    const cutOff = { status: 'sending' as const, attempts: 1, nextAttempt: testNow };
    await own.ctx.db.prisma.delivery.update({ where: { id: mail.id }, data: cutOff });
    const message = new Uint8Array(Buffer.from('To: the wrong address\r\n\r\n'));
    await own.ctx.db.prisma.composedMail.create({ data: { deliveryId: mail.id, message } });
    granted(await correctEmail(own.ctx, account(), `2.${EMAIL}`));
    expect(await attempt(mail)).toBe('sent');
    expect(server.taken.map(({ to }) => to?.map(({ address }) => address))).toEqual([[`2.${EMAIL}`]]);
    expect(server.asked.has(mail.toAddress)).toBe(false);
  });
});

test('an attempt that another one has replaced composes its mail for nothing and sends none', async () => {
  const mail = await mailOf('printout');
  const deps = deliverDeps(own.ctx, transport);
  const slow = attemptDelivery(
    {
      ...deps,
      renderPdf: async (...report) => {
        // The lease expires while the mail is being composed, and another attempt claims it.
        const taken = { attempts: 2 };
        await own.ctx.db.prisma.delivery.update({ where: { id: mail.id }, data: taken });
        return await deps.renderPdf(...report);
      },
    },
    mail.id,
  );
  expect(await slow).toBe('gone');
  expect(server.taken).toEqual([]);
  expect(await isComposed(mail)).toBe(false);
});
