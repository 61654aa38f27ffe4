import type { Sheet } from '../../database/generated/client.ts';
import type { RefusedNote } from '../../database/json-types.ts';
import { fieldLabel } from '../../rules/field-label.ts';
import type { SeatIdentifier } from '../../rules/ruleset.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import type { WholeGame } from '../game/game-store.ts';

/** A printout names at most so many problems of a refused sheet; the receipt had them all. */
const MAX_PRINTED = 20;

/**
 * Whose last sheet for the open turn was refused while none stood, and why: what the printout tells its player. Only
 * sheets that the seat's present player sent are looked at, or the GM for them.
 * @param sheets all versions of all sheets for the open turn, the latest first
 */
export function refusedSheets(
  game: WholeGame,
  sheets: readonly Pick<Sheet, 'seatId' | 'version' | 'outcome' | 'sentById' | 'channel' | 'problems'>[],
): Record<SeatIdentifier, RefusedNote> {
  const ruleset = rulesetOf(game);
  const notes: Record<SeatIdentifier, RefusedNote> = {};
  for (const seat of game.seats) {
    // The computer's seats get no printout: it would be written for the next player.
    if (seat.accountId === null) continue;
    const versions = sheets.filter(({ seatId }) => seatId === seat.id);
    // It may be one that the computer filled in while it had the seat.
    if (versions.some(({ outcome }) => outcome === 'standing')) continue;
    // Those that a rollback superseded were sent for a printout that is no longer in force.
    const last = versions.find(({ outcome, sentById }) => outcome === 'refused' && sentById !== null);
    // The GM may have entered one for the player before, if the seat changed hands in the open turn.
    const isEntered = last?.channel === 'post' && seat.since < game.turn;
    const isOwn = last?.sentById === seat.accountId || isEntered;
    if (last === undefined || !isOwn) continue;
    const form = ruleset.sheet(game.state, seat.identifier);
    const problems = last.problems.slice(0, MAX_PRINTED).map(({ field, message }) => {
      return { label: form === null ? '' : fieldLabel(form, field), message };
    });
    notes[seat.identifier] = { version: last.version, problems };
  }
  return notes;
}
