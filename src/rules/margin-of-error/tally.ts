import { dollars } from '../numbers.ts';
import type { SeatIdentifier } from '../ruleset.ts';
import type { Tally, Total } from '../sheet.ts';
import { battlegroundOf, daysUsed, tokensPlaced, validCount } from './check-rules.ts';
import { type ShapedLastMinute, type ShapedWeek, shapeLastMinute, shapeWeek } from './check-shape.ts';
import { DAYS, MAX_ENDORSED_VOTES, pricePerDay } from './data.ts';
import { sumVotes } from './polls.ts';
import { findPlayer, type Player, type State } from './state.ts';
import { lastMinuteNotes, weekNotes } from './tally-notes.ts';

/** MOE-9.1.8: the running figures of a sheet that is being filled in. What cannot be understood counts as nothing. */
export function tally(state: State, seat: SeatIdentifier, raw: unknown): Tally {
  const player = findPlayer(state, seat);
  if (player === undefined || state.phase === 'over') return { totals: [], notes: [] };
  if (state.phase === 'last-minute') {
    const shaped = shapeLastMinute(raw);
    return { totals: [tokensTotal(player, shaped.value)], notes: lastMinuteNotes(state, player, shaped) };
  }
  const shaped = shapeWeek(raw);
  return { totals: weekTotals(player, shaped.value), notes: weekNotes(state, player, shaped) };
}

function tokensTotal(player: Player, sheet: ShapedLastMinute): Total {
  const value = tokensPlaced(sheet);
  return { label: 'Tokens placed', value, limit: player.tokens.length, unit: 'tokens' };
}

function weekTotals(player: Player, sheet: ShapedWeek): Total[] {
  const cost = sheet.actions.reduce(
    (sum, row) => sum + validCount(row.days) * pricePerDay(row.do, sheet.capital),
    0,
  );
  const totals: Total[] = [
    { label: 'Days used', value: daysUsed(sheet.actions), limit: DAYS, unit: 'days' },
    {
      label: `Cost of the plan (${dollars(player.cash)} in hand)`,
      value: cost,
      limit: null,
      unit: 'dollars',
    },
  ];
  if (sheet.capital !== 'endorsements') return totals;
  const named = new Set(sheet.endorse.map(battlegroundOf).filter((code) => code !== null));
  const value = sumVotes([...named]);
  return [...totals, { label: 'Electoral votes endorsed', value, limit: MAX_ENDORSED_VOTES, unit: 'votes' }];
}
