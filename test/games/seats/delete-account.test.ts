import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkPerson, emailSchema, parseInput } from '../../../src/accounts/account-details.ts';
import { findOrCreateAccount } from '../../../src/accounts/accounts.ts';
import { newPaperAddress } from '../../../src/accounts/paper-address.ts';
import { setSecurityCode } from '../../../src/accounts/security-codes.ts';
import { readSession } from '../../../src/accounts/sessions.ts';
import { mailOldAddress, moveToAddress } from '../../../src/accounts/update-account.ts';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
import { migrationsFolder } from '../../../src/database/schema-engine.ts';
import { replayGame } from '../../../src/games/archive/replay-game.ts';
import { abandonGame, reviveGame } from '../../../src/games/game/abandon-game.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { lockGamesOf } from '../../../src/games/game/new-game-right.ts';
import { publicGame } from '../../../src/games/game/public-view.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { deleteAccount } from '../../../src/games/seats/delete-account.ts';
import { joinGame } from '../../../src/games/seats/join-game.ts';
import { setJoiningPolicy } from '../../../src/games/seats/joining-policy.ts';
import { addSeat, removeSeat } from '../../../src/games/seats/manage-seats.ts';
import { offerSeat } from '../../../src/games/seats/offer-seat.ts';
import { takeOverSeat } from '../../../src/games/seats/takeover.ts';
import { writeState } from '../../../src/mail/delivery/delivery-row.ts';
import { beside } from '../../helpers/beside.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { aSession } from '../../helpers/session.ts';
import { anAccount, codesOf, formingGame, granted, runningGame, send } from '../game/play.ts';

let own: TestContext;
beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());

const of = (game: { prefix: string; serial: number }) => `${game.prefix}-${game.serial}`;

/** All database rows, as text, that contain any of the words. */
async function rowsWith(words: string): Promise<string[]> {
  const tables = await own.ctx.db.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like '\\_%'`,
  );
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const rows = await own.ctx.db.pool.query(`select 1 from "${name}" t where t::text like $1`, [
      `%${words}%`,
    ]);
    if ((rows.rowCount ?? 0) > 0) found.push(name);
  }
  return found.sort();
}

test('a deleted account leaves its number, the identifiers of its seats, and its printouts', async () => {
  const running = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const [ann] = running.players as [Account];
  const [seat] = running.seats as [Seat];
  granted(await setSecurityCode(own.ctx, ann.id, 'lantern tower nine'));
  await own.ctx.db.prisma.account.update({ where: { id: ann.id }, data: { address: 'Mill Lane 1' } });
  const session = await aSession(own.ctx, { accountId: ann.id, method: 'code' });
  await send(own.ctx, seat, 1, {});
  await processTurn(own.ctx, { gameId: running.game.id, turn: 1, by: null });

  const forming = await formingGame(own.ctx, { humans: 0, opponents: 3 });
  // Its first opponent happens to have Ann's name.
  const inForming = { gameId: forming.game.id };
  await own.ctx.db.prisma.seat.updateMany({ where: inForming, data: { name: 'The Computer' } });
  await own.ctx.db.prisma.gameEvent.deleteMany({ where: inForming });
  const rules = { gameId: forming.game.id, by: forming.gm.id };
  granted(
    await setJoiningPolicy(own.ctx, { ...rules, joining: 'open', seatsWanted: 4, beginWhenFull: false }),
  );
  const join = (by: number) =>
    joinGame(own.ctx, { gameId: forming.game.id, by, link: null, wish: {} }).then(granted);
  await join(ann.id);
  const waits = await anAccount(own.ctx, 'Fay First');
  expect((await join(waits.id)).kind).toBe('waiting');

  granted(await deleteAccount(own.ctx, ann.id));
  expect(await readSession(own.ctx, session)).toBeNull();
  const left = await own.ctx.db.prisma.account.findUniqueOrThrow({ where: { id: ann.id } });
  expect(left).toMatchObject({ name: 'Former player', address: null });
  expect(await own.ctx.db.prisma.securityCode.count({ where: { accountId: left.id } })).toBe(0);
  expect(await rowsWith(ann.email)).toEqual([]);
  expect(await rowsWith('Mill Lane 1')).toEqual([]);
  // What was printed, and the record of each turn, stay as they were; so does the mail to the GM.
  expect(await rowsWith('Ann Baker')).toEqual(['Delivery', 'GameState', 'Printout', 'Turn']);
  const now = await own.ctx.db.prisma.seat.findUniqueOrThrow({ where: { id: seat.id } });
  expect(now).toMatchObject({ name: 'AB', opponent: true, accountId: null, reclaimableById: null });
  expect((await publicGame(own.ctx, of(running.game)))?.seats[0]).toMatchObject({ name: 'AB' });
  const seats = await own.ctx.db.prisma.seat.findMany({ where: { gameId: forming.game.id } });
  expect(seats.map((one) => one.accountId)).toContain(waits.id);

  await processTurn(own.ctx, { gameId: running.game.id, turn: 2, by: null });
  expect(await replayGame(own.ctx, of(running.game))).toMatchObject({
    ok: true,
    value: { turns: 2, printoutsOfOtherVersions: 0 },
  });
  const again = await own.ctx.db.prisma.$transaction((tx) =>
    findOrCreateAccount(tx, own.ctx, { name: 'Ann Baker', email: ann.email }),
  );
  expect(again.id).not.toBe(ann.id);
});

test('someone who waits for a seat and was invited to one can delete the account, and does not get the seat again', async () => {
  const { game, gm } = await formingGame(own.ctx, { humans: 0, opponents: 4 });
  const gameId = game.id;
  const want = (seatsWanted: number) =>
    setJoiningPolicy(own.ctx, { gameId, by: gm.id, joining: 'open', seatsWanted, beginWhenFull: false });
  granted(await want(4));
  const [ann, fay] = [await anAccount(own.ctx, 'Ann Invited'), await anAccount(own.ctx, 'Fay Waits')];
  for (const { id: by } of [ann, fay]) granted(await joinGame(own.ctx, { gameId, by, link: null, wish: {} }));
  granted(await addSeat(own.ctx, { gameId, by: gm.id, name: 'Friend', email: ann.email }));
  // As many as are taken, so that the seat of the account becomes free.
  granted(await want(5));
  granted(await deleteAccount(own.ctx, ann.id));
  const { seat, waitlistEntry } = own.ctx.db.prisma;
  expect(await seat.count({ where: { gameId, accountId: ann.id } })).toBe(0);
  expect(await seat.count({ where: { gameId, accountId: fay.id } })).toBe(1);
  expect(await waitlistEntry.count({ where: { gameId } })).toBe(0);
});

test('mail to an earlier address of the account is deleted once it was sent; one that waits still warns its reader', async () => {
  const ann = await anAccount(own.ctx, 'Ann Moved');
  const { prisma } = own.ctx.db;
  for (const [was, status] of [
    ['first', 'sent'],
    ['second', 'queued'],
  ] as const) {
    const earlier = { id: ann.id, email: `${was}.${ann.email}`, name: ann.name };
    await prisma.$transaction((tx) => mailOldAddress(tx, own.ctx, earlier, 'owner'));
    if (status !== 'sent') continue;
    const mail = await prisma.delivery.findFirstOrThrow({ where: { toAddress: earlier.email } });
    const sent = { ...mail, status, nextAttempt: null, sentAt: own.ctx.now() };
    await prisma.$transaction((tx) => writeState(tx, mail, sent));
  }
  granted(await deleteAccount(own.ctx, ann.id));
  expect(await rowsWith(`first.${ann.email}`)).toEqual([]);
  expect(await prisma.delivery.count({ where: { toAddress: `second.${ann.email}` } })).toBe(1);
});

test('mail to another account that had the address before stays, without the address', async () => {
  const { players, game } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  const [ann] = players as [Account];
  await processTurn(own.ctx, { gameId: game.id, turn: 1, by: null });
  const { email: old } = ann;
  const mailed = () =>
    own.ctx.db.prisma.delivery.findMany({
      ...{ where: { accountId: ann.id }, select: { id: true }, orderBy: { id: 'asc' } },
    });
  const before = await mailed();
  const sent = { status: 'sent' as const, sentAt: own.ctx.now(), nextAttempt: null };
  await own.ctx.db.prisma.delivery.updateMany({ where: { accountId: ann.id }, data: sent });
  const refused = { status: 'failed' as const, sentAt: null, lastError: `550 no such user: ${old}` };
  await own.ctx.db.prisma.delivery.update({ where: { id: before[0]?.id ?? '' }, data: refused });
  await own.ctx.db.prisma.$transaction((tx) => moveToAddress(tx, ann, `moved.${old}`, null));
  const bob = await own.ctx.db.prisma.$transaction((tx) =>
    findOrCreateAccount(tx, own.ctx, { name: 'Bob Later', email: old }),
  );
  granted(await deleteAccount(own.ctx, bob.id));
  expect((await mailed()).length).toBeGreaterThan(1);
  expect(await mailed()).toEqual(before);
  const to = { toAddress: old };
  expect(await own.ctx.db.prisma.delivery.count({ where: to })).toBe(0);
  expect(await own.ctx.db.prisma.delivery.count({ where: { lastError: { contains: `: ${old}` } } })).toBe(0);
});

test('no name of a person is in the log of a game, also if someone else has had the seat since', async () => {
  const forming = await formingGame(own.ctx, { humans: 0, opponents: 3 });
  const by = { gameId: forming.game.id, by: forming.gm.id };
  const add = (identifier: string, name: string) =>
    addSeat(own.ctx, { ...by, identifier, name, email: `${identifier}.${by.gameId}@players.test` });
  const logged = async () => {
    const where = { gameId: by.gameId, type: { in: ['seatAdded' as const, 'seatRemoved' as const] } };
    const events = await own.ctx.db.prisma.gameEvent.findMany({ where, orderBy: { id: 'asc' } });
    return events.map(({ detail }) => detail);
  };
  const computers = await logged();
  granted(await add('QA', 'Quentin, Alias'));
  const gone = granted(await add('QB', 'Quinn Before'));
  granted(await removeSeat(own.ctx, { ...by, seatId: gone.id }));
  const now = ['[QA], an invited person', '[QB], an invited person', '[QB], an invited person'];
  expect(await logged()).toEqual([...computers, ...now]);
  expect(computers[0]).toMatch(/^\[[A-Z]+\] .+, computer candidate$/);
  // What was logged before is corrected when the server is updated.
  const at = { gameId: by.gameId, at: own.ctx.now(), type: 'seatRemoved' as const };
  for (const detail of [
    '[QC] Quint, an invited person, #7, #10468',
    '[QD] Quirin, no player yet',
    '[QE] Quiet, nobody yet',
  ]) {
    await own.ctx.db.prisma.gameEvent.create({ data: { ...at, detail } });
  }
  const file = path.join(migrationsFolder, '20261128203000_no_names_in_logs', 'migration.sql');
  await own.ctx.db.pool.query(await readFile(file, 'utf8'));
  expect(await logged()).toEqual([
    ...computers,
    ...now,
    '[QC], #10468',
    '[QD], no player yet',
    '[QE], nobody yet',
  ]);
});

test('GMs of forming or running games and operators cannot delete their accounts', async () => {
  const { gm, game } = await runningGame(own.ctx, { humans: 0, opponents: 4 });
  expect(codesOf(await deleteAccount(own.ctx, gm.id))).toEqual(['runs-games']);
  await own.ctx.db.prisma.game.update({ where: { id: game.id }, data: { status: 'abandoned' } });
  granted(await deleteAccount(own.ctx, gm.id));
  const made = await anAccount(own.ctx, 'Olive Operator');
  await own.ctx.db.prisma.account.update({ where: { id: made.id }, data: { operator: true } });
  expect(codesOf(await deleteAccount(own.ctx, made.id))).toEqual(['operator']);
});

test('printouts and receipts are mailed to players who want them; receipts of what the GM enters always are', async () => {
  const table = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  const [ann] = table.players as [Account];
  const [seat] = table.seats as [Seat];
  const mails = (kind: 'printout' | 'receipt') =>
    own.ctx.db.prisma.delivery.count({ where: { accountId: ann.id, kind } });
  await send(own.ctx, seat, 1, {});
  expect([await mails('printout'), await mails('receipt')]).toEqual([1, 1]);
  const data = { mailPrintouts: false, mailReceipts: false };
  await own.ctx.db.prisma.account.update({ where: { id: ann.id }, data });
  await send(own.ctx, seat, 1, {});
  await processTurn(own.ctx, { gameId: table.game.id, turn: 1, by: null });
  expect([await mails('printout'), await mails('receipt')]).toEqual([1, 1]);
});

test('an account gets no seat while it is being deleted, whichever transaction comes first', {
  timeout: 60_000,
}, async () => {
  for (let round = 0; round < 6; round += 1) {
    const running = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    const forming = await formingGame(own.ctx, { humans: 0, opponents: 2 });
    const rules = { gameId: forming.game.id, by: forming.gm.id };
    granted(
      await setJoiningPolicy(own.ctx, { ...rules, joining: 'open', seatsWanted: 4, beginWhenFull: false }),
    );
    const seat = { gameId: running.game.id, turn: 1, seatId: (running.seats[1] as Seat).id };
    granted(await offerSeat(own.ctx, { ...seat, by: running.gm.id }));
    const hasty = await anAccount(own.ctx, 'Hetty Hasty');
    const [deleted] = await Promise.all([
      sleep(round * 5).then(() => deleteAccount(own.ctx, hasty.id)),
      takeOverSeat(own.ctx, { ...seat, by: hasty.id }),
      joinGame(own.ctx, { gameId: forming.game.id, by: hasty.id, link: null, wish: {} }),
    ]);
    granted(deleted);
    const of = { accountId: hasty.id };
    const { seat: seats, waitlistEntry } = own.ctx.db.prisma;
    expect([await seats.count({ where: of }), await waitlistEntry.count({ where: of })]).toEqual([0, 0]);
    expect(codesOf(await takeOverSeat(own.ctx, { ...seat, by: hasty.id }))).not.toEqual([]);
  }
});

test('no one can keep an account from being deleted by taking the address that it would get', async () => {
  const victim = await anAccount(own.ctx, 'Vera Victim');
  const [former, other] = [`former-${victim.id}@deleted.invalid`, 'Anyone@Deleted.INVALID'];
  for (const email of [former, other]) {
    expect(codesOf(checkPerson({ name: 'Mallory', email }))).toEqual(['email-invalid']);
  }
  // As an older version would have accepted it.
  const now = own.ctx.now();
  await own.ctx.db.prisma.account.create({ data: { name: 'Mallory', email: former, createdAt: now } });
  granted(await deleteAccount(own.ctx, victim.id));
  const { email } = await own.ctx.db.prisma.account.findUniqueOrThrow({ where: { id: victim.id } });
  expect(email).toMatch(/^former-[0-9a-f]{24}@deleted\.invalid$/);
});

test('no one can enter an address that stands for a player without e-mail', () => {
  for (const email of ['ann@paper.invalid', 'Anyone@Paper.INVALID', newPaperAddress()]) {
    expect(codesOf(checkPerson({ name: 'Mallory', email }))).toEqual(['email-invalid']);
    expect(codesOf(parseInput(emailSchema, { email }))).toEqual(['email-invalid']);
  }
});

test('an account that gets a game while it is being deleted stays as it was', async () => {
  const { gm, game } = await formingGame(own.ctx, { humans: 0, opponents: 2 });
  const seated = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  await own.ctx.db.prisma.seat.update({
    where: { id: (seated.seats[0] as Seat).id },
    data: { accountId: gm.id },
  });
  const asked = { gameId: game.id, by: gm.id, turn: 0 };
  granted(await abandonGame(own.ctx, { ...asked, confirm: gameNumber(game) }));
  const deleted = await beside(
    own.ctx,
    (tx) => lockGamesOf(tx, gm.id),
    () => deleteAccount(own.ctx, gm.id),
    (tx) => tx.game.update({ where: { id: game.id }, data: { status: 'forming', endedAt: null } }),
  );
  expect(codesOf(deleted)).toEqual(['runs-games']);
  const seat = await own.ctx.db.prisma.seat.findFirst({ where: { accountId: gm.id } });
  expect(seat).toMatchObject({ gameId: seated.game.id, opponent: false });
});

test('a game is not revived for a GM who is being deleted', async () => {
  const { gm, game } = await formingGame(own.ctx, { humans: 0, opponents: 2 });
  const asked = { gameId: game.id, by: gm.id, turn: 0 };
  granted(await abandonGame(own.ctx, { ...asked, confirm: gameNumber(game) }));
  const revived = await beside(
    own.ctx,
    (tx) => lockGamesOf(tx, gm.id),
    () => reviveGame(own.ctx, asked),
    (tx) => tx.account.update({ where: { id: gm.id }, data: { deletedAt: own.ctx.now() } }),
  );
  expect(codesOf(revived)).toEqual(['not-allowed']);
});
