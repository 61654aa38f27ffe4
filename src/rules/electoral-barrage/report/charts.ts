import { ALL_VOTES } from '../../country.ts';
import type { LineChart, ReportSection, VoteBar } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import { findPlayer, type State } from '../state.ts';
import type { ReportContext } from './context.ts';
import { colorOf } from './map.ts';

/** EB-9.9: each player's votes now, and from printout 3 on by round. */
export function chartSection({ now, states }: ReportContext): ReportSection | null {
  // A bar without parts would be an empty box.
  if (states.length < 3 && now.players.every(({ votes }) => votes === 0)) return null;
  const bar: VoteBar = {
    kind: 'bar',
    caption: `Electoral votes of the states that each candidate ${now.phase === 'over' ? 'carries' : 'leads'}. The rest is no one’s.`,
    parts: now.players
      .filter(({ votes }) => votes > 0)
      .toSorted((a, b) => b.votes - a.votes)
      .map(({ id, votes }) => ({ label: id, value: votes, tone: colorOf(now, id), strength: 3 })),
    total: ALL_VOTES,
    mark: null,
  };
  const chart: LineChart = {
    kind: 'chart',
    caption: 'Electoral votes of each candidate after each round',
    labels: states.map(labelOf),
    series: now.players.map(({ id }) => ({
      label: id,
      tone: colorOf(now, id),
      values: states.map((state) => findPlayer(state, id)?.votes ?? null),
    })),
    mark: null,
  };
  return sharedSection('charts', 'Electoral votes', states.length >= 3 ? [bar, chart] : [bar]);
}

function labelOf({ turn, round }: State): string {
  if (turn === 0) return 'Start';
  return turn > round ? 'End' : String(round);
}
