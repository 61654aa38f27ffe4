import { randomBytes } from 'node:crypto';
import { checkSession } from '../../accounts/check-session.ts';
import { newToken, tokenHash } from '../../accounts/tokens.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Account, Game } from '../../database/generated/client.ts';
import { readableJson } from '../../database/stored-json.ts';
import { findRuleset } from '../../rules/catalog.ts';
import { commitment } from '../../rules/dice.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { Problem } from '../../rules/sheet.ts';
import { oneLine } from '../../text/typed-text.ts';
import { recordSecretOptions } from '../inspections/inspect.ts';
import { lettersColumns } from '../letters/letters-policy.ts';
import { scheduleColumns } from '../schedule/schedule-policy.ts';
import { addComputerSeats } from '../seats/computer-seats.ts';
import { addPlayer } from '../seats/join-game.ts';
import { lockSeatableAccount } from '../seats/lock-seatable-account.ts';
import { nextSerial } from './free-number.ts';
import { logGameEvent } from './game-log.ts';
import { gameNumber } from './game-number.ts';
import { rulesetOf } from './game-ruleset.ts';
import { inTransaction, lockGame } from './game-store.ts';
import {
  checkOptions,
  lettersPolicyOf,
  type NewGame,
  newGameProblems,
  schedulePolicyOf,
} from './new-game.ts';
import { checkNewGame, lockGamesOf } from './new-game-right.ts';

export type { NewGame } from './new-game.ts';

/** A game that was created. */
export type CreatedGame = Game & {
  /** The token of its invitation link; null if none was wanted. The database keeps only its hash. */
  joinToken: string | null;
};

/** Draws the dice secret: 32 bytes. A parameter so that tests can fix the dice. */
export type DrawSecret = () => Uint8Array;

/**
 * Creates a game with the next free number of its ruleset's prefix, and with its first seats. Problems:
 * `unknown-ruleset`, those of `newGameProblems`, of the options and of `checkNewGame`, `knows` (a GM who plays has written questions),
 * `session-ended`.
 * @param wanted.token the token of the session in which the GM asks for it; null if a program does
 */
export async function createGame(
  ctx: AppContext,
  wanted: NewGame & { token?: string | null },
  drawSecret: DrawSecret = () => randomBytes(32),
): Promise<Result<CreatedGame>> {
  const ruleset = findRuleset(wanted.ruleset);
  if (!ruleset) return fail('ruleset', 'unknown-ruleset', 'Choose one of the games that this server offers.');
  const options = readableOptions(ruleset, checkOptions(ruleset, wanted.options));
  const problems = [
    ...newGameProblems(ruleset, wanted),
    ...(options.ok ? secretProblems(ruleset, options.value, wanted) : options.problems),
  ];
  if (!options.ok || problems.length > 0) return { ok: false, problems };

  return inTransaction(ctx, async (tx) => {
    await lockGamesOf(tx, wanted.gmId);
    const gm = await tx.account.findUnique({ where: { id: wanted.gmId } });
    if (!gm) return fail('', 'not-allowed', 'There is no account with this number.');
    const right = await checkNewGame(tx, ctx, gm, hasSecrets(ruleset, options.value));
    if (!right.ok) return right;
    const open = await checkSession(tx, gm.id, wanted.token ?? null);
    if (!open.ok) return open;
    const diceSecret = new Uint8Array(drawSecret());
    const joinToken = wanted.joinLink === true ? newToken() : null;
    const game = await insertGame(tx, ctx, {
      ...{ ruleset, wanted, gm, diceSecret, joinToken },
      options: options.value,
      forFriends: right.value.forFriends,
    });
    const detail = `${gameNumber(game)}, ${ruleset.title}${game.forFriends ? ', for friends' : ''}`;
    await logGameEvent(tx, ctx, { gameId: game.id, by: gm.id, type: 'gameCreated', detail });
    if (joinToken !== null)
      await logGameEvent(tx, ctx, { gameId: game.id, by: gm.id, type: 'joinLinkSet', detail: 'created' });
    if (hasSecrets(ruleset, options.value)) await recordOptions(tx, ctx, game);
    await addFirstSeats(tx, ctx, game, wanted);
    return ok({ ...game, joinToken });
  });
}

/** Options without what PostgreSQL cannot read again. They are checked anew if there was some: texts may be alike without it. */
function readableOptions(
  ruleset: Ruleset,
  checked: ReturnType<typeof checkOptions>,
): ReturnType<typeof checkOptions> {
  if (!checked.ok) return checked;
  const readable = readableJson(checked.value);
  return readable === checked.value ? checked : checkOptions(ruleset, readable);
}

function hasSecrets(ruleset: Ruleset, options: Record<string, unknown>): boolean {
  return ruleset.hasSecretOptions?.(options) === true;
}

/** A GM who knows what players must not know cannot play. */
function secretProblems(ruleset: Ruleset, options: Record<string, unknown>, { gmPlays }: NewGame): Problem[] {
  if (gmPlays !== true || !hasSecrets(ruleset, options)) return [];
  const message =
    'You know the answers to your own questions, so you cannot play in this game. Leave out the questions, or your seat.';
  return [{ field: 'gmPlays', code: 'knows', message }];
}

/** Bars the GM from a seat for good, and announces it. */
async function recordOptions(tx: Tx, ctx: AppContext, { id }: Game): Promise<void> {
  const game = await lockGame(tx, id);
  if (game === null) throw new Error('A new game is gone.');
  await recordSecretOptions(tx, ctx, game);
}

/** What the rows of a new game are made from. */
interface NewRows {
  ruleset: Ruleset;
  wanted: NewGame;
  gm: Account;
  /** As the ruleset parsed them. */
  options: Record<string, unknown>;
  diceSecret: Uint8Array<ArrayBuffer>;
  joinToken: string | null;
  forFriends: boolean;
}

async function insertGame(tx: Tx, ctx: AppContext, rows: NewRows): Promise<Game> {
  const { ruleset, wanted, gm, options, diceSecret, joinToken, forFriends } = rows;
  const { processWhenComplete, computerPress = true } = wanted;
  // A game for friends never lets strangers in, even if its settings are copied from a game that did.
  const closed = forFriends ? { joining: 'invitation' as const, offerAbandonedSeats: false } : {};
  return tx.game.create({
    data: {
      ruleset: ruleset.id,
      rulesetVersion: ruleset.version,
      prefix: ruleset.prefix,
      serial: await nextSerial(tx, ruleset.prefix),
      title: oneLine(wanted.title),
      gmId: gm.id,
      forFriends,
      diceCommitment: commitment(diceSecret),
      createdAt: ctx.now(),
      schedule: { create: { ...scheduleColumns(schedulePolicyOf(wanted)), processWhenComplete } },
      policy: {
        create: {
          ...lettersColumns(lettersPolicyOf(wanted)),
          ...wanted.players,
          ...closed,
          computerPress,
          joinLink: joinToken === null ? null : tokenHash(joinToken),
        },
      },
      state: { create: { options } },
      secret: { create: { diceSecret } },
    },
  });
}

/** Seats the GM, if they play, and the computer candidates. */
async function addFirstSeats(tx: Tx, ctx: AppContext, { id, gmId }: Game, wanted: NewGame): Promise<void> {
  const { gmPlays = false, computers = 0, computerGrade: grade } = wanted;
  if (!gmPlays && computers === 0) return;
  const game = await lockGame(tx, id);
  if (game === null) throw new Error('A new game is gone.');
  if (gmPlays) {
    const account = await lockSeatableAccount(tx, game, gmId);
    // The game is new, so nothing can bar its GM from a seat.
    if (!account.ok) throw new Error('The GM of a new game cannot have a seat.');
    const wish = rulesetOf(game).wishes.parse({});
    await addPlayer(tx, ctx, { game, account: account.value, wish });
  }
  const seated = await lockGame(tx, id);
  if (seated !== null) await addComputerSeats(tx, ctx, seated, { by: gmId, count: computers, grade });
}
