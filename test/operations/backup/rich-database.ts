import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { renewCalendarFeed } from '../../../src/accounts/calendar-feed.ts';
import type { AppContext } from '../../../src/context.ts';
import type { Seat } from '../../../src/database/generated/client.ts';
import { beginGame } from '../../../src/games/game/begin-game.ts';
import { createGame } from '../../../src/games/game/create-game.ts';
import { deleteGame } from '../../../src/games/game/delete-game.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { setLettersPolicy } from '../../../src/games/letters/letters-policy.ts';
import { writeLetter } from '../../../src/games/letters/write-letter.ts';
import { broadcast } from '../../../src/games/notices/broadcast.ts';
import { savePracticeNotes } from '../../../src/games/practice/practice-notes.ts';
import { ensurePracticePlayer } from '../../../src/games/practice/practice-player.ts';
import { startPractice } from '../../../src/games/practice/start-practice.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { rollBack } from '../../../src/games/processing/roll-back.ts';
import { announceAbsence } from '../../../src/games/schedule/absences.ts';
import { addSeat } from '../../../src/games/seats/manage-seats.ts';
import { STANDING_ORDERS, sendAdvanceOrders } from '../../../src/games/sheets/advance-orders.ts';
import {
  anAccount,
  formingGame,
  gameNow,
  goodSheet,
  granted,
  runningGame,
  send,
  type TestGame,
} from '../../games/game/play.ts';
import { aSession } from '../../helpers/session.ts';

/** Text with everything that a line-based format has to escape. */
export const ODD_TEXT =
  'one\ntwo\r\nthree\tfour \\N \\. \\\\ \u0001\u000b\u2028 "five" \'six\' é 🚂 \ufeff\n\\.\n';

/** JSON whose bytes are not those that any program would write. */
export const ODD_JSON = '{ "b" : 1.50,  "a":"\\u00e9 \\n" , "a" :\t[ ]}';

/**
 * Fills an empty database: at least one row in every table. There is a running game of each ruleset, one with a turn
 * that was rolled back, and a forming game.
 * @returns the running game of Election Year, on turn 3
 */
export async function fillDatabase(ctx: AppContext): Promise<TestGame> {
  const game = await playElectionYear(ctx);
  await playMarginOfError(ctx);
  await formingGame(ctx, { humans: 1, opponents: 0 });
  const deleted = await formingGame(ctx, { humans: 1, opponents: 0 });
  granted(await deleteGame(ctx, gameNumber(deleted.game)));
  await addRest(ctx, game);
  return game;
}

async function playElectionYear(ctx: AppContext): Promise<TestGame> {
  const play = await runningGame(ctx, { humans: 2, opponents: 2 });
  const { game, gm, seats, players } = play;
  const [ann, carl] = seats as [Seat, Seat];
  const [annId, carlId] = players.map(({ id }) => id) as [number, number];
  const asked = { gameId: game.id, by: gm.id };
  granted(await setLettersPolicy(ctx, { ...asked, letters: 'open', lettersBefore: null }));
  granted(
    await writeLetter(ctx, { gameId: game.id, by: carlId, to: [ann.id], text: 'Dear Ann 🚂', via: 'web' }),
  );
  const absence = { accountId: annId, firstDay: '2027-03-20', lastDay: '2027-03-25' };
  granted(await announceAbsence(ctx, absence));
  await send(ctx, ann, 1, await goodSheet(ctx, game.id, ann));
  await send(ctx, carl, 1, { press: 'Bullshit 🚂' });
  await processTurn(ctx, { ...asked, turn: 1 });
  await processTurn(ctx, { ...asked, turn: 2 });
  granted(await rollBack(ctx, { ...asked, turn: 3, due: null }));
  await send(ctx, ann, 2, { fundraising: 'nonsense' });
  await processTurn(ctx, { ...asked, turn: 2 });
  const standing = { gameId: game.id, seatId: ann.id, turn: STANDING_ORDERS, sentById: annId };
  granted(await sendAdvanceOrders(ctx, { ...standing, raw: { press: 'Vote for me' } }));
  granted(await broadcast(ctx, { ...asked, turn: 3, text: ODD_TEXT }));
  return { ...play, game: await gameNow(ctx, game.id) };
}

async function playMarginOfError(ctx: AppContext): Promise<void> {
  const gm = await anAccount(ctx, 'Mo Margin', true);
  const game = granted(
    await createGame(ctx, {
      ...{ ruleset: 'margin-of-error', title: 'A close race', gmId: gm.id, options: {} },
      ...{ daysPerTurn: 7, timeZone: 'UTC', processWhenComplete: false },
    }),
  );
  const seat = { gameId: game.id, by: gm.id };
  granted(await addSeat(ctx, { ...seat, name: 'Mo Margin', email: gm.email }));
  granted(await addSeat(ctx, { ...seat, name: 'Computer', opponent: true }));
  granted(await beginGame(ctx, { ...seat, due: null }));
  for (const turn of [1, 2]) await processTurn(ctx, { ...seat, turn });
}

/** Rows of the tables that playing has left empty. */
async function addRest(ctx: AppContext, { game, players, seats }: TestGame): Promise<void> {
  const { prisma, pool } = ctx.db;
  const accountId = players[0]?.id as number;
  const [seatId, gameId] = [seats[0]?.id as string, game.id];
  const [at, token] = [ctx.now(), randomBytes(32).toString('hex')];
  await prisma.account.update({ where: { id: accountId }, data: { address: ODD_TEXT } });
  await prisma.securityCode.create({ data: { accountId, codeHash: '$argon2id$' } });
  const session = await aSession(ctx, { accountId, method: 'code' });
  granted(await renewCalendarFeed(ctx, { accountId, token: session }));
  const program = { name: ODD_TEXT, tokenHash: token, scopes: ['read', 'sheets'] };
  await prisma.accessToken.create({ data: { accountId, ...program, createdAt: at, endsAt: at, usedAt: at } });
  const mark = {
    email: 'old@players.test',
    reason: ODD_TEXT,
    days: 1,
    lastAt: at,
    markedAt: at,
    provedAt: at,
  };
  await prisma.addressMark.create({ data: { accountId, ...mark } });
  await prisma.session.create({
    data: { id: token, accountId, method: 'code', createdAt: at, seenAt: at, expiresAt: at },
  });
  await prisma.signInLink.create({ data: { id: token, accountId, createdAt: at, expiresAt: at } });
  const proof = { name: 'New', email: 'new@players.test', createdAt: at, expiresAt: at };
  await prisma.addressProof.create({ data: { id: token, ...proof } });
  await prisma.passkey.create({
    data: {
      id: token,
      accountId,
      name: ODD_TEXT,
      publicKey: Uint8Array.of(0, 255),
      transports: ['usb'],
      createdAt: at,
    },
  });
  await prisma.knownNetwork.create({ data: { accountId, network: token, seenAt: at } });
  await prisma.attemptCount.create({
    data: { key: 'a keyed hash', count: 3, endsAt: new Date('2030-01-01T00:00:00Z') },
  });
  await prisma.mailRequest.create({
    data: { accountId, addressHash: token, kind: 'notice', network: token, at },
  });
  await prisma.inspection.create({
    data: { gameId, accountId: game.gmId, turn: 1, kind: 'paperSheet', seatId, at },
  });
  await prisma.seatChange.create({ data: { gameId, seatId, accountId, turn: 1, kind: 'replaced', at } });
  await prisma.disputedQuestion.create({
    data: {
      ...{ ruleset: 'politics', bank: 'house-1', question: 'house-g-001', gameId, accountId },
      ...{ reason: ODD_TEXT, note: ODD_TEXT, at, decidedAt: at },
    },
  });
  await prisma.gmMessage.create({
    data: {
      gameId,
      turn: 1,
      gmId: game.gmId,
      accountId,
      fromGm: false,
      text: ODD_TEXT,
      via: 'web',
      sentAt: at,
    },
  });
  await prisma.privateNotes.create({ data: { gameId, accountId, text: ODD_TEXT, savedAt: at } });
  await prisma.mutedGame.create({ data: { gameId, accountId, at } });
  await prisma.movedAccount.create({ data: { gameId, accountId, addressHash: token } });
  const rolledBack = { gameId, seatId, accountId, turn: 1, processedAt: at };
  await prisma.rolledBackAttendance.create({
    data: { ...rolledBack, missed: true, excused: true, counts: true },
  });
  const printout = await prisma.printout.findFirstOrThrow({ where: { gameId, seatId: { not: null } } });
  await prisma.printoutReader.create({ data: { gameId, printoutId: printout.id, accountId } });
  const { player } = granted(await ensurePracticePlayer(ctx, { accountId, guestToken: null }));
  const practice = granted(
    await startPractice(ctx, { player, name: 'Ann Baker' }, { ruleset: 'election-year' }),
  );
  granted(await savePracticeNotes(ctx, { playerId: player.id, gameId: practice, text: ODD_TEXT }));
  await prisma.reminder.create({ data: { seatId, turn: 1, kind: 'lastCall', at } });
  await prisma.extensionVote.create({ data: { seatId, turn: 3, due: at, at } });
  const waiting = await anAccount(ctx, 'Wanda Wait');
  await prisma.waitlistEntry.create({ data: { gameId, accountId: waiting.id, since: at } });
  await prisma.takenMail.create({
    data: { id: token, state: 'refused', at },
  });
  await prisma.mailboxPosition.create({ data: { mailbox: token, uidValidity: 2n ** 40n, next: 1n } });
  const webhook = { kind: 'program', accountId, gameId, seatId, url: 'https://bot.example.org/' } as const;
  const { id: webhookId } = await prisma.webhook.create({
    data: { ...webhook, secret: Uint8Array.of(0, 255), createdAt: at },
  });
  const chat = { kind: 'discord', accountId, gameId, url: 'https://chat.example.org/' } as const;
  await prisma.webhook.create({ data: { ...chat, createdAt: at } });
  await prisma.webhookCall.create({ data: { webhookId, event: 'turn.open', turn: 1, createdAt: at } });
  await prisma.digestLine.create({
    data: { accountId, gameId, subject: ODD_TEXT, paragraphs: [ODD_TEXT, ''], words: [], at },
  });
  await prisma.downtime.create({ data: { from: at, until: at } });
  const seen = { startedAt: at, seenAt: at };
  await prisma.serverProcess.create({
    data: { name: ODD_TEXT, role: 'worker', host: 'one', level: 'ok', ...seen },
  });
  await prisma.serverState.update({
    where: { id: 1 },
    data: { seenAt: at, portSeenAt: at, mailboxSeenAt: at },
  });
  const delivery = await prisma.delivery.findFirstOrThrow();
  const message = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  await prisma.composedMail.create({ data: { deliveryId: delivery.id, message } });
  await pool.query('UPDATE "Delivery" SET detail = $1::json WHERE id = $2', [ODD_JSON, delivery.id]);
}

/** The tables without a row. */
export async function emptyTables(pool: pg.Pool): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    "SELECT format('%I', tablename) AS name FROM pg_tables WHERE schemaname = 'public'",
  );
  const empty: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await pool.query(`SELECT FROM ${name} LIMIT 1`);
    if (!rowCount) empty.push(name);
  }
  return empty;
}

/** A new database without tables. */
export interface EmptyDatabase {
  url: string;
  drop(): Promise<void>;
}

/** Creates an empty database, on the cluster of the tests. */
export async function emptyDatabase(owner?: string): Promise<EmptyDatabase> {
  const name = `test_empty_${randomBytes(6).toString('hex')}`;
  await onCluster(`create database ${name} ${owner ? `owner ${owner}` : ''}`);
  const address = new URL(inject('clusterUrl'));
  address.pathname = `/${name}`;
  return { url: address.href, drop: () => onCluster(`drop database if exists ${name} with (force)`) };
}

/** Runs a statement on the cluster of the tests. */
export async function onCluster(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('clusterUrl') });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** The scratch databases of a database that are left on the cluster of the tests. */
export async function scratchDatabases(databaseId: string | null): Promise<string[]> {
  const client = new pg.Client({ connectionString: inject('clusterUrl') });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)',
      [`whistlestop_scratch_${databaseId?.replaceAll('-', '')}`],
    );
    return rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
}
