import type { Tx } from '../../database/client.ts';
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
 */
export async function refusedSheets(tx: Tx, game: WholeGame): Promise<Record<SeatIdentifier, RefusedNote>> {
  const ruleset = rulesetOf(game);
  const sheets = await tx.sheet.findMany({
    where: { gameId: game.id, turn: game.turn, sentById: { not: null } },
    select: { seatId: true, version: true, outcome: true, sentById: true, channel: true, problems: true },
    orderBy: { version: 'desc' },
  });
  const notes: Record<SeatIdentifier, RefusedNote> = {};
  for (const seat of game.seats) {
    const sent = sheets.filter(({ seatId }) => seatId === seat.id);
    const [last] = sent;
    const isOwn = last?.sentById === seat.accountId || last?.channel === 'post';
    if (last === undefined || !isOwn || sent.some(({ outcome }) => outcome !== 'refused')) continue;
    const form = ruleset.sheet(game.state, seat.identifier);
    const problems = last.problems.slice(0, MAX_PRINTED).map(({ field, message }) => {
      return { label: form === null ? '' : fieldLabel(form, field), message };
    });
    notes[seat.identifier] = { version: last.version, problems };
  }
  return notes;
}
