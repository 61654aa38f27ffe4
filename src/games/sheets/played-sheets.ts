import type { Tx } from '../../database/client.ts';
import type { Channel, SheetOutcome } from '../../database/generated/client.ts';
import type { SeatIdentifier } from '../../rules/ruleset.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import type { WholeGame } from '../game/game-store.ts';

/**
 * Whether a version was sent and is standing. One entered from standing orders was not sent: after a rollback it is
 * superseded when the turn is processed again, so until then the turn still waits for a sheet.
 */
export function isSentAndStanding(sheet: { outcome: SheetOutcome; channel: Channel }): boolean {
  return sheet.outcome === 'standing' && sheet.channel !== 'standing';
}

/** What is needed of each version to choose the one that is played. */
export interface SheetVersion {
  version: number;
  outcome: SheetOutcome;
  /** Whether it was refused only because a part of it could not be read. */
  unread: boolean;
  raw: unknown;
}

/**
 * The one that is played of a seat's versions for one turn: the standing version, else the last refused one (the ruleset says
 * what becomes of it), else null.
 */
export function playedVersion<Version extends Pick<SheetVersion, 'version' | 'outcome'>>(
  versions: readonly Version[],
): Version | null {
  const standing = versions.find((sheet) => sheet.outcome === 'standing');
  if (standing) return standing;
  const refused = versions.filter((sheet) => sheet.outcome === 'refused');
  return refused.sort((a, b) => a.version - b.version).at(-1) ?? null;
}

/**
 * The raw orders that are played of a seat's versions for one turn; null if there are none. A sheet with a part that could not be read counts
 * as none: the ruleset would take the rest for the whole, which is not what the player wrote.
 */
export function playedRaw(versions: readonly SheetVersion[]): unknown {
  const played = playedVersion(versions);
  return played === null || played.unread ? null : played.raw;
}

/** The sheets of a game's open turn as the ruleset resolves them: raw orders by seat, for all seats that owe a sheet. */
export async function playedSheets(tx: Tx, game: WholeGame): Promise<Record<SeatIdentifier, unknown>> {
  const sheets = await tx.sheet.findMany({
    where: { gameId: game.id, turn: game.turn },
    select: { seatId: true, version: true, outcome: true, unread: true, raw: true },
  });
  return playedSheetsOf(game, sheets);
}

/**
 * The same from versions that have been read.
 * @param sheets all versions of all sheets for the open turn
 */
export function playedSheetsOf(
  game: WholeGame,
  sheets: readonly (SheetVersion & { seatId: string })[],
): Record<SeatIdentifier, unknown> {
  const played: Record<SeatIdentifier, unknown> = {};
  for (const identifier of rulesetOf(game).seatsOwing(game.state)) {
    const seat = game.seats.find((one) => one.identifier === identifier);
    played[identifier] = playedRaw(sheets.filter((sheet) => sheet.seatId === seat?.id));
  }
  return played;
}
