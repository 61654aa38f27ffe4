import { z } from 'zod';
import { checkPerson } from '../../accounts/account-details.ts';
import { findOrCreateAccount } from '../../accounts/accounts.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { enqueueJob } from '../../database/outbox.ts';
import { findRulesetVersion } from '../../rules/catalog.ts';
import { fail, ok, problemsInWords, type Result } from '../../rules/result.ts';
import { logGameEvent } from '../game/game-log.ts';
import { gameNumber, parseGameNumber } from '../game/game-number.ts';
import { inTransaction, lockGame, readGame } from '../game/game-store.ts';
import { notifyAllSeats } from '../notices/notices.ts';
import { scheduleJobs } from '../schedule/schedule-jobs.ts';
import { notifyGm } from '../seats/replace-absent-players.ts';
import { replayStored } from './replay-game.ts';
import { readStored } from './stored-game.ts';
import { type GameTable, gameTables, migrationsOf, type Row, readRows, writeRows } from './transfer-rows.ts';

/** Names the kind of file, and its version. */
export const TRANSFER_FORMAT = 'whistlestop-move-1';

const row = z.record(z.string(), z.string().nullable());
const person = z.object({
  id: z.int().positive(),
  name: z.string(),
  email: z.string(),
  timeZone: z.string(),
  paper: z.enum(['letter', 'a4']),
  address: z.string().nullable(),
  publishAddress: z.boolean(),
});

const File = z.object({
  format: z.literal(TRANSFER_FORMAT, {
    error: `${TRANSFER_FORMAT}: this is no file that transfer-out wrote`,
  }),
  game: z.string(),
  /** The migrations of the server that it comes from: the tables must be the same. */
  migrations: z.array(z.string()),
  accounts: z.array(person),
  tables: z.record(z.string(), z.array(row)),
});

/** A whole game with all its secrets, for another server to go on with. For operators only. */
export type GameTransfer = z.infer<typeof File>;

/**
 * A whole game: its people, every sheet, turn and printout, rolled back or not, and the secret of its dice. Mails
 * stay behind. A running game must be paused, so that it does not go on here meanwhile; it stays paused.
 * Problems: `unknown-game`, `not-paused`.
 */
export async function transferOut(ctx: AppContext, number: string): Promise<Result<GameTransfer>> {
  return inTransaction(ctx, async (tx) => {
    const parts = parseGameNumber(number);
    const game =
      parts && (await tx.game.findUnique({ where: { prefix_serial: parts }, select: { id: true } }));
    if (!game) return fail('game', 'unknown-game', `There is no game ${number}.`);
    const now = await lockGame(tx, game.id);
    if (!now) return fail('game', 'unknown-game', `There is no game ${number}.`);
    if (now.status === 'running' && now.pausedAt === null) {
      const message = `${gameNumber(now)} is running: let its GM pause it first, so that it does not go on here and there.`;
      return fail('game', 'not-paused', message);
    }
    await logGameEvent(tx, ctx, {
      gameId: game.id,
      by: null,
      type: 'gameTransferredOut',
      detail: `turn ${now.turn}`,
    });
    const tables: GameTransfer['tables'] = {};
    const people = new Set<number>();
    for (const table of await gameTables(tx)) {
      const rows = await readRows(tx, table, game);
      tables[table.name] = rows;
      for (const one of rows) for (const id of accountsIn(table, one)) people.add(id);
    }
    const accounts = await tx.account.findMany({
      where: { id: { in: [...people] } },
      select: {
        ...{ id: true, name: true, email: true, timeZone: true },
        ...{ paper: true, address: true, publishAddress: true },
      },
      orderBy: { id: 'asc' },
    });
    const migrations = await migrationsOf(tx);
    return ok({ format: TRANSFER_FORMAT, game: gameNumber(now), migrations, accounts, tables });
  });
}

/** A game that was added from another server. */
export interface AddedGame {
  /** The game number: `EY-12`. */
  game: string;
  /** Printouts that another version of the reports printed: they were not compared with the replay. */
  printoutsOfOtherVersions: number;
}

/** Rolls the import back; the message says what differs. */
class ReplayDiffers extends Error {}

/**
 * Takes a game in that another server moved out: people are known by their e-mail addresses, or get accounts. Every
 * turn is played again and compared before anything stays. All players are told; a running game comes paused.
 * Problems: `not-a-move`, `other-version` (the tables differ), `unknown-ruleset`, `taken-number`, `known-game`,
 * `torn` (rows of other games), `differs` (the replay does).
 */
export async function transferIn(ctx: AppContext, json: unknown): Promise<Result<AddedGame>> {
  const parsed = File.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return fail(
      issue?.path.join('.') ?? '',
      'not-a-move',
      `should be ${issue?.message.replace(/^Invalid input: expected /, '')}`,
    );
  }
  const file = parsed.data;
  try {
    return await inTransaction(ctx, async (tx) => {
      const problem = inconsistency(file) ?? (await incompatibility(tx, file));
      return problem ?? ok(await importGame(tx, ctx, file));
    });
  } catch (error) {
    if (error instanceof ReplayDiffers) return fail('game', 'differs', error.message);
    throw error;
  }
}

async function importGame(tx: Tx, ctx: AppContext, file: GameTransfer): Promise<AddedGame> {
  const accounts = await accountsHere(tx, ctx, file);
  for (const table of await gameTables(tx)) {
    const rows = (file.tables[table.name] ?? []).map((one) => withAccounts(table, one, accounts));
    await writeRows(tx, table, rows);
  }
  const id = file.tables.Game?.[0]?.id as string;
  const stored = await readStored(tx, file.game);
  const game = await readGame(tx, id);
  if (!stored || !game) throw new ReplayDiffers('the game is missing');
  const replay = replayStored(stored);
  if (!replay.ok) throw new ReplayDiffers(problemsInWords(replay.problems));
  await logGameEvent(tx, ctx, {
    gameId: id,
    by: null,
    type: 'gameTransferredIn',
    detail: `turn ${game.turn}`,
  });
  await scheduleJobs(tx, ctx, id);
  if (game.status === 'running') {
    const jobKey = `computerSheets:${id}:${game.turn}`;
    await enqueueJob(tx, 'computerSheets', { gameId: id, turn: game.turn }, { jobKey });
  }
  if (game.status === 'running' || game.status === 'forming') {
    await notifyAllSeats(tx, ctx, game, {
      subject: 'the game goes on here',
      paragraphs: [
        `${file.game} has moved to this server with all its turns, sheets and printouts. It goes on where it stood, as soon as ${game.gm.name} lets it.`,
        'Sign in here by a link: the sign-in page mails you one to this address. Nothing that you do on the old server counts any more.',
      ],
    });
    await notifyGm(tx, ctx, game, {
      subject: 'the game that you run goes on here',
      paragraphs: [
        `${file.game} has moved to this server with all its turns, sheets and printouts, and waits for you to let it go on: from its calendar, if it was paused. Leave it as it is on the old server.`,
        'Sign in here by a link: the sign-in page mails you one to this address.',
      ],
    });
  }
  return { game: file.game, printoutsOfOtherVersions: replay.value.printoutsOfOtherVersions };
}

/** What keeps a file from being taken in here. */
async function incompatibility(tx: Tx, file: GameTransfer): Promise<Result<never> | null> {
  const game = file.tables.Game?.[0];
  const ruleset = findRulesetVersion(game?.ruleset ?? '', Number(game?.rulesetVersion));
  const parts = parseGameNumber(file.game);
  if (JSON.stringify(await migrationsOf(tx)) !== JSON.stringify(file.migrations)) {
    const message = 'The two servers are of different versions: bring both to the same one first.';
    return fail('migrations', 'other-version', message);
  }
  if (!game || !ruleset) {
    return fail('game', 'unknown-ruleset', `This server does not have that version of ${game?.ruleset}.`);
  }
  if (await tx.game.findFirst({ where: { id: game.id ?? '' }, select: { id: true } })) {
    return fail('game', 'known-game', `${file.game} is here already.`);
  }
  if (!parts || (await tx.game.findUnique({ where: { prefix_serial: parts }, select: { id: true } }))) {
    const message = `This server has another game ${file.game}; its number is in every hash and cannot be changed.`;
    return fail('game', 'taken-number', message);
  }
  return null;
}

/** The tables that have one row for each game. */
const ONE_ROW = ['GameSchedule', 'GamePolicy', 'GameState', 'GameSecret'];

/** Does every row belong to the one game, and every seat that is spoken of? */
function inconsistency(file: GameTransfer): Result<never> | null {
  const [game, ...more] = file.tables.Game ?? [];
  const seats = new Set((file.tables.Seat ?? []).map((one) => one.id));
  const number = `${game?.prefix}-${game?.serial}`;
  const letters = new Set((file.tables.Letter ?? []).map((one) => one.id));
  const known = new Set(file.accounts.map(({ id }) => String(id)));
  const whole =
    game !== undefined &&
    more.length === 0 &&
    number === file.game &&
    known.has(game.gmId ?? '') &&
    z.uuid().safeParse(game.id).success &&
    file.accounts.every((one) => checkPerson(one).ok) &&
    ONE_ROW.every((name) => file.tables[name]?.length === 1) &&
    (file.tables.LetterCopy ?? []).every((one) => letters.has(one.letterId ?? null)) &&
    Object.entries(file.tables).every(
      ([name, rows]) =>
        name === 'Game' ||
        rows.every((one) => one.gameId === game.id && (one.seatId == null || seats.has(one.seatId))),
    );
  return whole ? null : fail('tables', 'torn', 'The file does not hold one whole game.');
}

/** The accounts of this server for those of the file, by their numbers there. */
async function accountsHere(tx: Tx, ctx: AppContext, file: GameTransfer): Promise<Map<string, string>> {
  const here = new Map<string, string>();
  for (const { id, name, email, ...details } of file.accounts) {
    const known = await tx.account.findUnique({ where: { email: email.toLowerCase() } });
    const account = known ?? (await findOrCreateAccount(tx, ctx, { name, email }));
    if (!known) await tx.account.update({ where: { id: account.id }, data: details });
    here.set(String(id), String(account.id));
  }
  return here;
}

function accountsIn(table: GameTable, one: Row): number[] {
  return table.accounts.flatMap((column) => (one[column] == null ? [] : [Number(one[column])]));
}

function withAccounts(table: GameTable, one: Row, here: Map<string, string>): Row {
  const mapped = table.accounts.map((column) => {
    const there = one[column];
    return [column, there == null ? null : (here.get(there) ?? null)] as const;
  });
  return { ...one, ...Object.fromEntries(mapped) };
}
