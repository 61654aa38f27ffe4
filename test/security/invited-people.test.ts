import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { moveToAddress } from '../../src/accounts/update-account.ts';
import type { Account, Seat } from '../../src/database/generated/client.ts';
import { beginGame } from '../../src/games/game/begin-game.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { gmGamePage } from '../../src/games/game/gm-view.ts';
import { loadPlayerSeat } from '../../src/games/game/player-seat.ts';
import { publicGamePage } from '../../src/games/game/public-page-view.ts';
import { publicGame } from '../../src/games/game/public-view.ts';
import { conversationOfGm } from '../../src/games/messages/messages-view.ts';
import { gmReplyAddress } from '../../src/games/messages/reply-addresses.ts';
import { writeToGm, writeToGmByMail } from '../../src/games/messages/write-message.ts';
import { previewTurn } from '../../src/games/processing/preview-turn.ts';
import { processTurn } from '../../src/games/processing/process-turn.ts';
import { announceAbsence } from '../../src/games/schedule/absences.ts';
import { correctAddress } from '../../src/games/seats/correct-address.ts';
import { giveUpSeat } from '../../src/games/seats/give-up-seat.ts';
import { joinGame, leaveGame } from '../../src/games/seats/join-game.ts';
import { setJoiningPolicy } from '../../src/games/seats/joining-policy.ts';
import { joiningPage } from '../../src/games/seats/joining-view.ts';
import { addSeat, removeSeat } from '../../src/games/seats/manage-seats.ts';
import { offerSeat } from '../../src/games/seats/offer-seat.ts';
import { playersPage } from '../../src/games/seats/players-view.ts';
import { handSeatToComputer, replacePlayer } from '../../src/games/seats/replace-player.ts';
import { createPdfCache } from '../../src/jobs/pdf-cache.ts';
import { markFailed, resend } from '../../src/mail/delivery/resend.ts';
import { composeDelivery } from '../../src/mail/outbound/compose-delivery.ts';
import {
  anAccount,
  firstDue,
  formingGame,
  granted,
  runningGame,
  send,
  type TestGame,
} from '../games/game/play.ts';
import { useContext } from '../helpers/use-context.ts';

const own = useContext();

const REAL_NAME = 'Wilhelmina Realname';
const STREET = '7 Hidden Street';

/** Someone with an account, a record, an absence and a published postal address. */
async function someone(): Promise<Account> {
  const { id } = await anAccount(own.ctx, REAL_NAME);
  await own.ctx.db.prisma.account.update({ where: { id }, data: { address: STREET, publishAddress: true } });
  granted(await announceAbsence(own.ctx, { accountId: id, firstDay: '2027-04-10', lastDay: '2027-04-12' }));
  const other = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  const record = { seatId: other.seats[0]?.id ?? '', turn: 9, gameId: other.game.id, accountId: id };
  await own.ctx.db.prisma.attendance.create({
    data: { ...record, processedAt: own.ctx.now(), missed: false },
  });
  return own.ctx.db.prisma.account.findUniqueOrThrow({ where: { id } });
}

/** Everything that the GM and the public can see of a game, as one text. */
async function everythingShown(g: TestGame): Promise<string> {
  const number = gameNumber(g.game);
  const notices = await own.ctx.db.prisma.delivery.findMany({
    where: { gameId: g.game.id, accountId: g.gm.id },
    select: { detail: true },
  });
  const printout = await own.ctx.db.prisma.printout.findMany({
    where: { gameId: g.game.id, seatId: null },
    select: { report: true },
  });
  const [{ openTurn = 0 } = {}] = [(await gmGamePage(own.ctx, g.gm, number)) ?? {}];
  return JSON.stringify([
    await gmGamePage(own.ctx, g.gm, number),
    await playersPage(own.ctx, g.gm, number),
    await joiningPage(own.ctx, null, number),
    await publicGame(own.ctx, number),
    await previewTurn(own.ctx, { gameId: g.game.id, by: g.gm.id, turn: openTurn }),
    notices,
    printout,
  ]);
}

/** What of an account shows in a text. */
function shownOf(text: string, { id, name }: Account): string[] {
  const traces = {
    number: String(id),
    name,
    street: STREET,
    absence: 'Apr 10, 2027',
    record: '"percent":100',
  };
  return Object.entries(traces).flatMap(([what, trace]) => (text.includes(trace) ? [what] : []));
}

async function gameWithInvited(person: Account): Promise<TestGame & { invited: Seat }> {
  const g = await formingGame(own.ctx, { humans: 1, opponents: 2 });
  const wanted = { gameId: g.game.id, by: g.gm.id, name: 'Typed Name', email: person.email };
  return { ...g, invited: granted(await addSeat(own.ctx, wanted)) };
}

describe('a GM who adds a seat for an address learns nothing of the account behind it', () => {
  test('not in a forming game and not in a running one, until its owner opens the game', async () => {
    const person = await someone();
    const g = await gameWithInvited(person);
    expect(shownOf(await everythingShown(g), person)).toEqual([]);
    granted(await beginGame(own.ctx, { gameId: g.game.id, by: g.gm.id, due: firstDue }));
    const shown = await everythingShown(g);
    expect(shownOf(shown, person)).toEqual([]);
    expect(shown).toContain('Typed Name');
    expect(shown).toContain(person.email);
    // Anyone can lead a person who is signed in to the public page.
    const page = await publicGamePage(own.ctx, person, gameNumber(g.game));
    expect(page?.isSeated).toBe(true);
    expect(shownOf(await everythingShown(g), person)).toEqual([]);

    expect(await loadPlayerSeat(own.ctx, person, gameNumber(g.game))).not.toBeNull();
    const after = shownOf(await everythingShown(g), person);
    expect(after).toEqual(['number', 'name', 'absence', 'record']);
    const log = (await gmGamePage(own.ctx, g.gm, gameNumber(g.game)))?.log ?? [];
    expect(log.filter(({ type, account }) => type === 'playerJoined' && account === person.id)).toHaveLength(
      1,
    );
  });

  test('nor a new address of that account, also if the invitation is sent again', async () => {
    const person = await someone();
    const g = await gameWithInvited(person);
    const email = `new.${person.email}`;
    await own.ctx.db.prisma.account.update({ where: { id: person.id }, data: { email } });
    const invitation = await own.ctx.db.prisma.delivery.findFirstOrThrow({
      where: { gameId: g.game.id, kind: 'invitation', accountId: person.id },
    });
    granted(await markFailed(own.ctx, invitation.id));
    own.setNow(new Date(own.ctx.now().getTime() + 60_000));
    expect(granted(await resend(own.ctx, invitation.id, g.gm.id)).toAddress).toBe(email);
    granted(await beginGame(own.ctx, { gameId: g.game.id, by: g.gm.id, due: firstDue }));
    const shown = await everythingShown(g);
    expect(shown).toContain(person.email);
    expect(shown).not.toContain(email);
  });

  test('nor by redirecting the invitation, or once the mail to them is deleted', async () => {
    const person = await someone();
    const { prisma } = own.ctx.db;
    const g = await gameWithInvited(person);
    const number = gameNumber(g.game);
    const email = `new.${person.email}`;
    await prisma.$transaction((tx) => moveToAddress(tx, person, email, null));
    const where = { gameId: g.game.id, kind: 'invitation' as const, accountId: person.id };
    expect((await prisma.delivery.findFirstOrThrow({ where })).toAddress).toBe(email);
    granted(await beginGame(own.ctx, { gameId: g.game.id, by: g.gm.id, due: firstDue }));
    const seatShown = async () =>
      (await gmGamePage(own.ctx, g.gm, number))?.seats.find(({ id }) => id === g.invited.id)?.account;
    for (const deleted of [[], ['invitation' as const], undefined]) {
      await prisma.delivery.deleteMany({ where: { gameId: g.game.id, kind: deleted && { in: deleted } } });
      expect(await everythingShown(g)).not.toContain(email);
      expect(await seatShown()).toEqual({ id: null, name: 'Typed Name', email: person.email });
    }
    // Where it is not known what the GM typed, as in games of older versions, no address is shown.
    await prisma.seat.update({ where: { id: g.invited.id }, data: { invitedAs: null } });
    expect(await seatShown()).toEqual({ id: null, name: 'Typed Name', email: null });
    expect(await everythingShown(g)).not.toContain(email);
    expect(await loadPlayerSeat(own.ctx, person, number)).not.toBeNull();
    expect(await seatShown()).toEqual({ id: person.id, name: REAL_NAME, email });
  });

  test('nor by correcting the address after the invitation was sent again to a new one', async () => {
    const person = await someone();
    const { prisma } = own.ctx.db;
    const g = await gameWithInvited(person);
    const email = `new.${person.email}`;
    await prisma.$transaction((tx) => moveToAddress(tx, person, email, null));
    const where = { gameId: g.game.id, kind: 'invitation' as const, accountId: person.id };
    granted(await markFailed(own.ctx, (await prisma.delivery.findFirstOrThrow({ where })).id));
    const right = `right.${person.email}`;
    const wanted = { gameId: g.game.id, by: g.gm.id, turn: 0, seatId: g.invited.id, email: right };
    granted(await correctAddress(own.ctx, wanted));
    const shown = await everythingShown(g);
    expect(shown).toContain(right);
    expect(shown).not.toContain(email);
  });

  test('until its owner sends a sheet', async () => {
    const person = await someone();
    const g = await gameWithInvited(person);
    granted(await beginGame(own.ctx, { gameId: g.game.id, by: g.gm.id, due: firstDue }));
    await send(own.ctx, g.invited, 1, {});
    expect(shownOf(await everythingShown(g), person)).toContain('number');
  });

  test('nor by replacing a player, handing the seat to the computer, and replacing them again', async () => {
    const person = await someone();
    const g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    const seat = { gameId: g.game.id, by: g.gm.id, turn: 1, seatId: g.seats[0]?.id ?? '' };
    const { email } = person;
    granted(await replacePlayer(own.ctx, { ...seat, name: 'Typed Name', email }));
    expect(shownOf(await everythingShown(g), person)).toEqual([]);
    granted(await handSeatToComputer(own.ctx, seat));
    expect(shownOf(await everythingShown(g), person)).toEqual([]);
    const other = `other.${g.game.serial}@players.test`;
    granted(await replacePlayer(own.ctx, { ...seat, name: 'Third Name', email: other }));
    expect(shownOf(await everythingShown(g), person)).toEqual([]);
  });

  test('nor by the list of mail and of missed turns if its owner waits for a seat, or has left the game before', async () => {
    const g = await formingGame(own.ctx, { humans: 1, opponents: 3 });
    const about = { gameId: g.game.id, by: g.gm.id };
    const open = (seatsWanted: number) =>
      setJoiningPolicy(own.ctx, { ...about, joining: 'open', seatsWanted, beginWhenFull: false });
    const [left, waits] = [await someone(), await someone()];
    const join = ({ id: by }: Account) =>
      joinGame(own.ctx, { gameId: g.game.id, by, link: null, wish: {} }).then(granted);
    granted(await open(5));
    await join(left);
    granted(await leaveGame(own.ctx, { gameId: g.game.id, by: left.id }));
    granted(await open(4));
    expect((await join(waits)).kind).toBe('waiting');
    for (const person of [left, waits]) {
      const name = person === left ? 'First Typed' : 'Second Typed';
      granted(await addSeat(own.ctx, { ...about, name, email: person.email }));
      const email = `new.${person.email}`;
      await own.ctx.db.prisma.$transaction((tx) => moveToAddress(tx, person, email, null));
    }
    const number = gameNumber(g.game);
    const shown = async () => {
      const page = await gmGamePage(own.ctx, g.gm, number);
      const { misses } = (await playersPage(own.ctx, g.gm, number)) ?? {};
      const mail = page?.deliveries.map(({ toName, toAddress }) => [toName, toAddress]);
      const text = JSON.stringify([mail, misses]);
      const traces = [REAL_NAME, 'new.', String(left.id), String(waits.id)];
      return [text.includes('Second Typed'), ...traces.map((trace) => text.includes(trace))];
    };
    expect(await shown()).toEqual([true, false, false, false, false]);
    granted(await beginGame(own.ctx, { ...about, due: firstDue }));
    expect((await processTurn(own.ctx, { ...about, turn: 1 })).kind).toBe('processed');
    expect((await playersPage(own.ctx, g.gm, number))?.misses.length).toBe(3);
    expect(await shown()).toEqual([true, false, false, false, false]);
    expect(await loadPlayerSeat(own.ctx, waits, number)).not.toBeNull();
    expect(await shown()).toEqual([false, true, true, false, true]);
  });

  test('nor by an absence that its owner announces or withdraws later', async () => {
    const person = await someone();
    const g = await gameWithInvited(person);
    granted(await beginGame(own.ctx, { gameId: g.game.id, by: g.gm.id, due: firstDue }));
    const days = { firstDay: '2027-05-10', lastDay: '2027-05-12' };
    granted(await announceAbsence(own.ctx, { accountId: person.id, ...days }));
    const shown = await everythingShown(g);
    expect(shown).not.toContain('May 10');
    expect(shownOf(shown, person)).toEqual([]);
  });
});

test('the GM does not learn from earlier messages or from offers whose address they invited', async () => {
  const { ctx } = own;
  const shownIf = async (isTheirs: boolean, isHandedOver: boolean) => {
    const g = await formingGame(ctx, { humans: 1, opponents: 3 });
    const about = { gameId: g.game.id, by: g.gm.id };
    const joining = { joining: 'open' as const, seatsWanted: 4, beginWhenFull: false };
    granted(await setJoiningPolicy(ctx, { ...about, ...joining }));
    const waiting = await anAccount(ctx, REAL_NAME);
    granted(await joinGame(ctx, { gameId: g.game.id, by: waiting.id, link: null, wish: {} }));
    granted(await writeToGm(ctx, { gameId: g.game.id, by: waiting.id, text: 'A seat, please.', via: 'web' }));
    granted(await beginGame(ctx, { ...about, due: firstDue }));
    const [first, second] = g.seats.filter(({ opponent }) => opponent) as [Seat, Seat];
    const email = isTheirs ? waiting.email : `else.${waiting.email}`;
    granted(await replacePlayer(ctx, { ...about, turn: 1, seatId: first.id, name: 'Typed Name', email }));
    if (isHandedOver) granted(await handSeatToComputer(ctx, { ...about, turn: 1, seatId: first.id }));
    granted(await offerSeat(ctx, { ...about, turn: 1, seatId: second.id }));
    const page = await gmGamePage(ctx, g.gm, gameNumber(g.game));
    const strangers = page?.deliveries.filter(({ seat }) => seat === null).map(({ subject }) => subject);
    return { conversations: page?.messages.map((one) => one.with), strangers };
  };
  for (const isHandedOver of [false, true]) {
    const shown = await shownIf(true, isHandedOver);
    expect(shown.conversations).toEqual([REAL_NAME]);
    expect(await shownIf(false, isHandedOver)).toEqual(shown);
  }
});

test('a GM who sends a mail again does not learn the new address of a player who has given up the seat', async () => {
  const g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const [{ id: seatId = '' } = {}] = g.seats;
  const [person] = g.players as [Account];
  const { prisma } = own.ctx.db;
  expect(await loadPlayerSeat(own.ctx, person, gameNumber(g.game))).not.toBeNull();
  const about = { gameId: g.game.id, accountId: person.id };
  const printout = await prisma.delivery.findFirstOrThrow({ where: { ...about, kind: 'printout' } });
  const data = { status: 'sent' as const, sentAt: own.ctx.now(), nextAttempt: null };
  await prisma.delivery.updateMany({ where: about, data });
  const shown = async () =>
    (await gmGamePage(own.ctx, g.gm, gameNumber(g.game)))?.deliveries
      .filter(({ kind, seat }) => kind === 'printout' && seat === g.seats[0]?.identifier)
      .map(({ toName, toAddress }) => [toName, toAddress]);
  expect(await shown()).toEqual([[person.name, person.email]]);
  granted(await giveUpSeat(own.ctx, { gameId: g.game.id, seatId, by: person.id }));
  const email = `new.${person.email}`;
  await prisma.$transaction((tx) => moveToAddress(tx, person, email, null));
  own.setNow(new Date(own.ctx.now().getTime() + 3_600_000));
  expect(granted(await resend(own.ctx, printout.id, g.gm.id)).toAddress).toBe(email);
  expect(await shown()).toEqual([
    [person.name, ''],
    [person.name, ''],
  ]);
});

test('someone who was invited and replies by mail is shown to the GM as the GM typed them', async () => {
  const ctx = { ...own.ctx, inbound: { domain: 'mail.whistlestop.test' } };
  const person = await someone();
  const g = await gameWithInvited(person);
  const number = gameNumber(g.game);
  const key = (await gmReplyAddress(ctx, g.game, person)).replace(/^gm-/, '');
  const reply = (text: string) => writeToGmByMail(ctx, { key, from: person.email, text });
  const shown = async () => {
    const page = await gmGamePage(ctx, g.gm, number);
    const [line] = page?.messages ?? [];
    const conversation = await conversationOfGm(ctx, g.gm, number, line?.id ?? '');
    return [line?.with, conversation?.with];
  };
  granted(await reply('Who are you?'));
  const seated = `[${g.invited.identifier}] Typed Name`;
  expect(await shown()).toEqual([seated, seated]);
  granted(await removeSeat(ctx, { gameId: g.game.id, by: g.gm.id, seatId: g.invited.id }));
  granted(await reply('No, thank you.'));
  const unknown = 'Someone who replied by e-mail';
  expect(await shown()).toEqual([unknown, unknown]);
  const mails = await own.ctx.db.prisma.delivery.findMany({ where: { kind: 'message', accountId: g.gm.id } });
  const settings = { publicUrl: 'https://games.test', from: 'Whistlestop <post@games.test>' };
  const deps = { ctx, renderPdf: createPdfCache(), ...settings };
  for (const { id } of mails) {
    const { text, subject } = await composeDelivery(deps, id);
    expect(shownOf(`${subject} ${text}`, person)).toEqual([]);
  }
  // On the pages people write under their own names.
  granted(await writeToGm(ctx, { gameId: g.game.id, by: person.id, text: 'It is me.', via: 'web' }));
  expect(await shown()).toEqual([REAL_NAME, REAL_NAME]);
});

test('the migration that adds typed addresses fills in only those that no one can have redirected', async () => {
  const { prisma } = own.ctx.db;
  const name = '20261123160000_seat_invited_as/migration.sql';
  const script = await readFile(path.resolve(import.meta.dirname, '../../prisma/migrations', name), 'utf8');
  const update = script.slice(script.indexOf('UPDATE "Seat"'));
  const later = (minutes: number) => new Date(own.ctx.now().getTime() + minutes * 60_000);
  const filledIn = async (used: boolean, sentAt: Date | null) => {
    const person = await anAccount(own.ctx, 'Someone Else');
    const { invited } = await gameWithInvited(person);
    const addressProvedAt = used ? own.ctx.now() : null;
    await prisma.account.update({ where: { id: person.id }, data: { addressProvedAt } });
    const status = sentAt ? ('sent' as const) : ('queued' as const);
    await prisma.delivery.updateMany({ where: { seatId: invited.id }, data: { status, sentAt } });
    await prisma.seat.update({ where: { id: invited.id }, data: { invitedAs: null } });
    await prisma.$executeRawUnsafe(update);
    const { invitedAs } = await prisma.seat.findUniqueOrThrow({ where: { id: invited.id } });
    return invitedAs === person.email ? 'filled in' : invitedAs;
  };
  expect(await filledIn(false, null)).toBe('filled in');
  expect(await filledIn(true, later(5))).toBe('filled in');
  expect(await filledIn(true, later(20))).toBeNull();
  expect(await filledIn(true, null)).toBeNull();
});
