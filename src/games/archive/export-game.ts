import type { AppContext } from '../../context.ts';
import type { Roll } from '../../rules/dice.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import type { Outcome, Ruleset, SeatEntry } from '../../rules/ruleset.ts';
import { gameNumber } from '../game/game-number.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import { type StoredGame, storedGame } from './stored-game.ts';
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

/**
 * Exports a game that is over, with everything that is needed to verify it and nothing that its rules keep secret.
 * Problems: `unknown-game`, `not-over` (the dice secret would reveal all future rolls).
 */
export async function exportGame(ctx: AppContext, number: string): Promise<Result<GameExport>> {
  const stored = await storedGame(ctx, number);
  if (stored === null) return fail('game', 'unknown-game', `There is no game ${number}.`);
  const ruleset = rulesetOf(stored.row);
  const outcome = stored.turns.length === 0 ? null : ruleset.outcome(stored.turns.at(-1)?.state);
  if (stored.row.status !== 'over' || outcome === null) {
    const message = `${number} is not over. It can be exported when its dice secret is published at the end.`;
    return fail('game', 'not-over', message);
  }
  const { row } = stored;
  return ok({
    format: EXPORT_FORMAT,
    game: gameNumber(row),
    title: row.title,
    ruleset: row.ruleset,
    rulesetVersion: row.rulesetVersion,
    options: row.options,
    dice: { commitment: row.diceCommitment, secret: Buffer.from(stored.diceSecret).toString('hex') },
    setup: row.setup,
    turns: turnsOf(stored, ruleset),
    outcome,
  });
}

function turnsOf({ turns }: StoredGame, ruleset: Ruleset): ExportedTurn[] {
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
