import type { StateCode } from '../../country.ts';
import { PARTIES, PARTY_NAMES, type Party } from '../../parties.ts';
import type { ElectoralMap, MapMark, ReportSection, Strength } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import { BASE_STATES, BOARD, type BoardState } from '../data.ts';
import { isSafe, winnerOf } from '../polls.ts';
import { pollInWords, type ReportContext } from './context.ts';
import type { State } from '../state.ts';

/** MOE-9.1.3: the battleground states in eleven steps by poll, the base states in their party's dark tone. */
export function mapSection({ now }: ReportContext): ReportSection {
  return pollMapOf(now);
}

/** The section of the map for a state of the game: the rulebook shows one, too. */
export function pollMapOf(now: State): ReportSection {
  const states: Partial<Record<StateCode, MapMark>> = {};
  for (const party of PARTIES) {
    for (const code of BASE_STATES[party]) {
      states[code] = { tone: party, strength: 5, words: `${PARTY_NAMES[party]}, base` };
    }
  }
  for (const entry of BOARD) states[entry.code] = markOf(now, entry);
  const map: ElectoralMap = {
    kind: 'map',
    caption: 'The polls: battleground states with their electoral votes, and the base states of both parties',
    states,
    legend: legend(),
  };
  return sharedSection('map', 'The map', [map]);
}

function markOf({ polls, start }: State, { code, votes }: BoardState): MapMark {
  const poll = polls[code];
  const winner = winnerOf(poll, start[code]);
  if (poll === 0) {
    const words = `even, held by the ${PARTY_NAMES[winner]}`;
    return { tone: null, strength: 1, dot: winner, label: `${votes} ${winner}`, words };
  }
  const safe = isSafe(poll) ? ', safe' : '';
  const words = `${PARTY_NAMES[winner]} ${pollInWords(poll)}${safe}`;
  return { tone: winner, strength: Math.abs(poll) as Strength, label: String(votes), words };
}

/** The eleven squares of the track from dark blue to dark red (MOE-2.4). */
function legend(): ElectoralMap['legend'] {
  const strengths: Strength[] = [5, 4, 3, 2, 1];
  const squaresOf = (party: Party) =>
    strengths.map((strength) => {
      const safe = strength >= 4 ? ' safe' : '';
      return { tone: party, strength, text: `${party}+${strength}${safe}` };
    });
  return [
    ...squaresOf('D'),
    { tone: null, strength: 1, text: 'even, held by the party shown' },
    ...squaresOf('R').reverse(),
  ];
}
