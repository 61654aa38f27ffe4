import { randomBytes } from 'node:crypto';
import { blockHash, networkHash } from '../../accounts/known-networks.ts';
import { accountDeleted } from '../../accounts/lock-account.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { PracticeGame, PracticePlayer } from '../../database/generated/client.ts';
import type { PracticeSeat } from '../../database/json-types.ts';
import { findRuleset } from '../../rules/catalog.ts';
import { seededDice } from '../../rules/dice.ts';
import type { Grade } from '../../rules/grades.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { zodProblems } from '../../rules/zod-problems.ts';
import { beginning } from '../game/begin-game.ts';
import type { DrawSecret } from '../game/create-game.ts';
import { inTransaction } from '../game/game-store.ts';
import { withoutRetiredQuestions } from '../questions/retired-questions.ts';
import { CANDIDATE_NAMES } from '../seats/candidate-names.ts';
import { chooseIdentifier } from '../seats/seat-identifier.ts';
import { makeRoomForAccount, type StartedIn } from './account-games.ts';
import { makeRoomForGuest } from './guest-games.ts';
import { MAX_PRACTICE_GAMES, type PlayerNetworks } from './practice-player.ts';
import { findPracticeGame } from './practice-store.ts';

/** The usual number of computer candidates in games that need some. */
const USUAL_COMPUTER_SEATS = 5;

/** The name of a player who has no account. */
const GUEST_NAME = 'Your Candidate';

/** The list of names is in alphabetical order. Names that are this far apart probably begin with different letters. */
const NAME_STEP = 7;

/** The identifier of the player's seat in every practice game. */
const PLAYER_IDENTIFIER = 'YOU';

/** Within so many milliseconds, the same game started again is a second click. */
const TWICE_WITHIN = 3_000;

/** What a player decides about a new practice game. Everything but the ruleset has a default. */
export interface NewPracticeGame {
  /** A ruleset's id. */
  ruleset: string;
  /** How many seats the computer plays; the usual number by default. */
  computerSeats?: number | undefined;
  /** How well the computer plays; `standard` by default. */
  grade?: Grade | undefined;
  /** Values for the ruleset's `options`. */
  options?: Record<string, unknown> | undefined;
  /** Values for the ruleset's `wishes`. */
  wish?: Record<string, unknown> | undefined;
}

/** How many seats the computer can play in a practice game of a ruleset. */
export function computerSeatsOf({ seats }: Pick<Ruleset, 'seats'>): {
  min: number;
  max: number;
  usual: number;
} {
  const [min, max] = [seats.min - 1, seats.max - 1];
  return { min, max, usual: min === 0 ? 0 : Math.min(Math.max(min, USUAL_COMPUTER_SEATS), max) };
}

/**
 * Starts a practice game: draws its setup, and opens turn 1.
 * @param player.name the name of the player's account; null for guests
 * @param player.networks where the request comes from, if that is known
 * @param player.once whether a game that the player has just started in the same way is the one that is wanted: the button was
 * clicked twice
 * @returns the id of the game
 * Problems: `unknown-ruleset`, `out-of-range` (computer seats), `too-many` games, `guests-full`, `practice-full`, `deleted`, and those of the
 * options and wishes.
 */
export async function startPractice(
  ctx: AppContext,
  {
    player,
    name,
    networks,
    once = false,
  }: { player: Pick<PracticePlayer, 'id'>; name: string | null; networks?: PlayerNetworks; once?: boolean },
  wanted: NewPracticeGame,
  drawSecret: DrawSecret = () => randomBytes(32),
): Promise<Result<string>> {
  const ruleset = findRuleset(wanted.ruleset);
  if (!ruleset) return noSuchRuleset();
  const { min, max, usual } = computerSeatsOf(ruleset);
  const computerSeats = wanted.computerSeats ?? usual;
  if (!Number.isInteger(computerSeats) || computerSeats < min || computerSeats > max) {
    return fail('computerSeats', 'out-of-range', `Enter a whole number from ${min} to ${max}.`);
  }
  const options = ruleset.options.safeParse(wanted.options ?? {});
  const wish = ruleset.wishes.safeParse(wanted.wish ?? {});
  if (!options.success || !wish.success) {
    const problems = [
      ...(options.success ? [] : zodProblems(options.error, { under: 'options' })),
      ...(wish.success ? [] : zodProblems(wish.error, { under: 'wish' })),
    ];
    return { ok: false, problems };
  }
  const secret = drawSecret();
  const others = namesFor(name ?? GUEST_NAME, computerSeats, secret);
  const seats = practiceSeats(ruleset, { name: name ?? GUEST_NAME, wish: wish.data }, others);
  const { grade = 'standard' } = wanted;
  const from = { playerId: player.id, networks, once };
  const chosen = await withoutRetiredQuestions(ctx.db.prisma, ruleset, options.data);
  return create(ctx, from, { ruleset, options: chosen, grade, seats, secret });
}

/**
 * Starts a practice game again, as a new game with the same seats and options.
 * @param request.sameDice whether the new game has the dice of the old one
 * @returns the id of the new game. Problems: `unknown-game`, `too-many` games, `guests-full`, `practice-full`, `deleted`.
 */
export async function restartPractice(
  ctx: AppContext,
  request: { playerId: string; gameId: string; sameDice: boolean; networks?: PlayerNetworks },
  drawSecret: DrawSecret = () => randomBytes(32),
): Promise<Result<string>> {
  const found = await findPracticeGame(ctx, request.playerId, request.gameId);
  if (found === null) return fail('', 'unknown-game', 'You have no such practice game.');
  const { options, grade, seats, diceSecret } = found.game;
  const ruleset = findRuleset(found.game.ruleset) ?? found.ruleset;
  const secret = request.sameDice ? diceSecret : drawSecret();
  // With the same dice the same questions come.
  const chosen = request.sameDice ? options : await withoutRetiredQuestions(ctx.db.prisma, ruleset, options);
  return create(ctx, request, { ruleset, options: chosen, grade, seats, secret });
}

/** Deletes a practice game of a player. Returns false if there is no such game. */
export async function deletePractice(ctx: AppContext, playerId: string, gameId: string): Promise<boolean> {
  return (await ctx.db.prisma.practiceGame.deleteMany({ where: { id: gameId, playerId } })).count > 0;
}

/** The refusal of a ruleset that this server does not have. */
export function noSuchRuleset(): Result<never> {
  return fail('ruleset', 'unknown-ruleset', 'Choose one of the games that this server offers.');
}

/** The names of the computer's seats. They follow from the secret, so that games have different ones. */
function namesFor(player: string, count: number, secret: Uint8Array): string[] {
  const names = CANDIDATE_NAMES.filter((name) => name !== player);
  const first = secret[0] ?? 0;
  return Array.from({ length: count }, (_, i) => names[(first + i * NAME_STEP) % names.length] as string);
}

/** The player's seat, then those of the computer. */
function practiceSeats(
  ruleset: Ruleset,
  player: { name: string; wish: Record<string, unknown> },
  others: readonly string[],
): PracticeSeat[] {
  const taken = new Set([PLAYER_IDENTIFIER]);
  const computerWish = ruleset.wishes.parse({});
  return [
    { identifier: PLAYER_IDENTIFIER, ...player },
    ...others.map((name) => {
      const identifier = chooseIdentifier(name, taken);
      taken.add(identifier);
      return { identifier, name, wish: computerWish };
    }),
  ];
}

/** What the row of a new game is made from. */
type NewRow = Pick<PracticeGame, 'grade' | 'seats'> & {
  ruleset: Ruleset;
  options: Record<string, unknown>;
  secret: Uint8Array;
};

async function create(
  ctx: AppContext,
  from: { playerId: string; networks?: PlayerNetworks | undefined; once?: boolean },
  game: NewRow,
): Promise<Result<string>> {
  const { ruleset, options, grade, seats } = game;
  const { playerId, networks, once = false } = from;
  const diceSecret = new Uint8Array(game.secret);
  const { setup, state } = beginning(ruleset, options, seats, seededDice(diceSecret, 0));
  const startedIn = await hashesOf(ctx, networks);
  return inTransaction(ctx, async (tx) => {
    // The lock makes games that are started at the same time wait for each other, so that the limit holds.
    const [player] = await tx.$queryRaw<Pick<PracticePlayer, 'accountId' | 'guestNetwork'>[]>`
      SELECT "accountId", "guestNetwork" FROM "PracticePlayer" WHERE "id" = ${playerId}::uuid FOR UPDATE`;
    // The player is deleted together with the account.
    if (player === undefined) return accountDeleted();
    const started = once ? await justStarted(tx, ctx, playerId, game) : null;
    if (started !== null) return ok(started);
    if ((await tx.practiceGame.count({ where: { playerId } })) >= MAX_PRACTICE_GAMES) {
      const message = `You have ${MAX_PRACTICE_GAMES} practice games. Delete one before you start another.`;
      return fail('', 'too-many', message);
    }
    const full = await makeRoom(tx, ctx, player, startedIn);
    if (full !== null) return full;
    const now = ctx.now();
    const { id } = await tx.practiceGame.create({
      data: {
        ...{ playerId, ruleset: ruleset.id, rulesetVersion: ruleset.version },
        ...{ seats, options, grade, setup, diceSecret, ...startedIn, createdAt: now, playedAt: now },
        turns: { create: { turn: 0, state } },
      },
      select: { id: true },
    });
    return ok(id);
  });
}

/** The id of the same game, if the player has started it a moment ago and not played yet; null if there is none. */
async function justStarted(
  tx: Tx,
  ctx: AppContext,
  playerId: string,
  { ruleset, grade, options, seats }: NewRow,
): Promise<string | null> {
  const createdAt = { gt: new Date(ctx.now().getTime() - TWICE_WITHIN) };
  const games = await tx.practiceGame.findMany({
    where: { playerId, ruleset: ruleset.id, grade, turn: 1, createdAt },
    select: { id: true, options: true, seats: true },
    orderBy: { createdAt: 'desc' },
  });
  // The names of the computer candidates are drawn, so only their number can be compared.
  const choices = (game: Pick<PracticeGame, 'options' | 'seats'>) =>
    JSON.stringify([game.options, game.seats.length, game.seats[0]]);
  return games.find((game) => choices(game) === choices({ options, seats }))?.id ?? null;
}

async function hashesOf(ctx: AppContext, networks: PlayerNetworks | undefined): Promise<StartedIn> {
  if (networks === undefined) return { network: null, block: null };
  const { network, block } = networks;
  return { network: await networkHash(ctx, network), block: await blockHash(ctx, block) };
}

/** Makes room for one more game of the player. Returns what to say if there is none; null if there is. */
async function makeRoom(
  tx: Tx,
  ctx: AppContext,
  player: Pick<PracticePlayer, 'accountId' | 'guestNetwork'>,
  startedIn: StartedIn,
): Promise<ReturnType<typeof fail> | null> {
  if (player.accountId === null) {
    if (await makeRoomForGuest(tx, ctx, player)) return null;
    const message =
      'This server has as many practice games of guests as it can keep. Sign in to play, or try again later.';
    return fail('', 'guests-full', message);
  }
  if (await makeRoomForAccount(tx, ctx, startedIn)) return null;
  const message =
    'This server has as many practice games as it can keep. Play one that you have again, or try again tomorrow.';
  return fail('', 'practice-full', message);
}
