import { ALL_VOTES, byState, type StateCode } from '../../country.ts';
import { counted, listInWords } from '../../numbers.ts';
import type { ElectoralMap, LineChart, MapMark, ReportSection, VoteBar } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import { boardState } from '../data.ts';
import { findPlayer, type State } from '../state.ts';
import { type ReportContext, starsInWords, tiedIn } from './context.ts';

/** EB-9.7: the map. States carry their leader's identifier; the colors of parties would say something wrong here. */
export function mapSection({ now }: ReportContext): ReportSection {
  return mapOf(now);
}

/** The section of the map for a state of the game: the rulebook shows one, too. */
export function mapOf(now: State): ReportSection {
  const map: ElectoralMap = {
    kind: 'map',
    caption: now.phase === 'over' ? 'Who carries each state' : 'Who leads each state',
    states: byState(({ code }) => markOf(now, code)),
    legend: [],
  };
  return sharedSection('map', 'The map', [map]);
}

function markOf(now: State, code: StateCode): MapMark {
  const leader = now.leader[code];
  const { votes } = boardState(code);
  const figures = [counted(votes, 'electoral vote'), `Stars: ${starsInWords(now, code)}`];
  if (leader !== null) {
    const words = `${leader} ${now.phase === 'over' ? 'carries' : 'leads'}`;
    return { tone: null, strength: 3, label: leader, words, figures };
  }
  const tied = tiedIn(now, code);
  const words = tied.length === 0 ? 'no tokens' : `${listInWords(tied)} are tied`;
  return { tone: null, strength: 1, ...(tied.length === 0 ? {} : { label: '=' }), words, figures };
}

/** EB-9.9: each player's votes now, and from printout 3 on by turn. */
export function chartSection({ now, states }: ReportContext): ReportSection {
  const bar: VoteBar = {
    kind: 'bar',
    caption: `Electoral votes: ${now.players.map(({ id, votes }) => `${id} ${votes}`).join(', ')}`,
    parts: now.players
      .filter(({ votes }) => votes > 0)
      .map(({ id, votes }) => ({ label: id, value: votes, tone: null, strength: 3 })),
    total: ALL_VOTES,
    mark: null,
  };
  const chart: LineChart = {
    kind: 'chart',
    caption: 'Electoral votes of each candidate by round',
    labels: states.map(labelOf),
    series: now.players.map(({ id }) => ({
      label: id,
      tone: null,
      values: states.map((state) => findPlayer(state, id)?.votes ?? null),
    })),
    mark: null,
  };
  return sharedSection('charts', 'Electoral votes', states.length >= 3 ? [bar, chart] : [bar]);
}

function labelOf({ turn, round }: State): string {
  if (turn === 0) return 'Start';
  return turn > round ? 'Recount' : `Round ${round}`;
}
