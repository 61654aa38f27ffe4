import type { AppContext } from '../../context.ts';
import type { Game } from '../../database/generated/client.ts';
import type { Roll } from '../../rules/dice.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import type { Outcome, Ruleset, SeatEntry } from '../../rules/ruleset.ts';
import { gameNumber, parseGameNumber } from '../game/game-number.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import { inSnapshot, NOT_ROLLED_BACK, readDiceSecret } from '../game/game-store.ts';
import type { StoredTurn } from './stored-game.ts';
import { sealOf } from './turn-hash.ts';

/** Names the kind of file and the version of its format. */
export const EXPORT_FORMAT = 'whistlestop-game-1';

/** One processed turn in an export. Turn 0 is the setup; its `sheets` are the seats that were passed to `setUp`. */
export interface ExportedTurn {
  turn: number;
  /** The sheets without what the rules keep secret; they resolve to the same state. */
  sheets: unknown;
  /** SHA-256 of the sheets as they were sent and of a salt that is not published. */
  sheetsHash: string;
  dice: readonly Roll[];
  /** SHA-256 of the report header (people, dates) with the salt. */
  headerHash: string;
  state: unknown;
  hash: string;
}

/** A finished game that anyone can verify: every roll and every turn can be computed again from it. */
export interface GameExport {
  format: typeof EXPORT_FORMAT;
  game: string;
  title: string;
  ruleset: string;
  rulesetVersion: number;
  options: unknown;
  dice: { commitment: string; secret: string };
  setup: unknown;
  turns: ExportedTurn[];
  outcome: Outcome;
}

/** A game that is over. It never changes again. */
export type FinishedGame = Pick<Game, 'id' | 'title'>;

/**
 * Finds a game that is over. Reads nothing else of it, so that asking for the export of a game that is still running costs
 * little.
 * Problems: `unknown-game`, `not-over` (the dice secret would reveal all future rolls).
 */
export async function finishedGame({ db }: AppContext, number: string): Promise<Result<FinishedGame>> {
  const parts = parseGameNumber(number);
  const found =
    parts &&
    (await db.prisma.game.findUnique({
      where: { prefix_serial: { prefix: parts.prefix, serial: parts.serial } },
      select: { id: true, title: true, status: true },
    }));
  if (!found) return fail('game', 'unknown-game', `There is no game ${number}.`);
  const { status, ...game } = found;
  return status === 'over' ? ok(game) : notOver(number);
}

function notOver(number: string): Result<never> {
  const message = `${number} is not over. It can be exported when its dice secret is published at the end.`;
  return fail('game', 'not-over', message);
}

/**
 * Exports a game that is over, with everything that is needed to verify it and nothing that its rules keep secret.
 * Problems: those of `finishedGame`.
 */
export async function exportGame(ctx: AppContext, number: string): Promise<Result<GameExport>> {
  const finished = await finishedGame(ctx, number);
  return finished.ok ? await exportFinished(ctx, finished.value) : finished;
}

/** Exports a game that `finishedGame` has found. Problem: `not-over`. */
export async function exportFinished(ctx: AppContext, { id }: FinishedGame): Promise<Result<GameExport>> {
  const { game, state, diceSecret, turns } = await readExported(ctx, id);
  const ruleset = rulesetOf(game);
  const number = gameNumber(game);
  const outcome = turns.length === 0 ? null : ruleset.outcome(turns.at(-1)?.state);
  if (game.status !== 'over' || outcome === null) return notOver(number);
  return ok({
    format: EXPORT_FORMAT,
    game: number,
    title: game.title,
    ruleset: game.ruleset,
    rulesetVersion: game.rulesetVersion,
    options: state.options,
    dice: { commitment: game.diceCommitment, secret: Buffer.from(diceSecret).toString('hex') },
    setup: state.setup,
    turns: turnsOf(turns, ruleset),
    outcome,
  });
}

/** What an export is made of. Sheets and printouts are not read: there are many, and only what was played is exported. */
function readExported(ctx: AppContext, gameId: string) {
  return inSnapshot(ctx, async (tx) => ({
    game: await tx.game.findUniqueOrThrow({ where: { id: gameId } }),
    state: await tx.gameState.findUniqueOrThrow({
      where: { gameId },
      select: { options: true, setup: true },
    }),
    diceSecret: await readDiceSecret(tx, gameId),
    turns: await tx.turn.findMany({ where: { gameId, ...NOT_ROLLED_BACK }, orderBy: { turn: 'asc' } }),
  }));
}

function turnsOf(turns: readonly StoredTurn[], ruleset: Ruleset): ExportedTurn[] {
  return turns.map((turn, i) => {
    const before = turns[i - 1]?.state;
    const sheets = turn.sheets as unknown;
    return {
      turn: turn.turn,
      sheets:
        i === 0
          ? (sheets as SeatEntry[])
          : ruleset.disclose(before, sheets as Record<string, unknown>, turn.state),
      dice: turn.dice,
      ...sealOf({ sheets, header: turn.header }),
      state: turn.state,
      hash: turn.hash,
    };
  });
}
