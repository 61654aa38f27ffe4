import type { StateCode } from '../../country.ts';
import { counted } from '../../numbers.ts';
import { otherParty, PARTIES, PARTY_NAMES, type Party } from '../../parties.ts';
import type { ElectoralMap, MapComparison, MapMark, ReportSection, Strength } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import { BASE_STATES, BOARD, type BoardState, isSmall, REGION_NAMES } from '../data.ts';
import { isSafe, winnerOf } from '../polls.ts';
import type { State } from '../state.ts';
import { pollInWords, pollWithLeader, type ReportContext } from './context.ts';
import { squaresToFlip } from './leads.ts';

/** MOE-9.1.3: the battleground states in eleven steps by poll, the base states in their party's dark tone. */
export function mapSection({ now, before }: ReportContext): ReportSection {
  return pollMapOf(now, before);
}

/** The section of the map for a state of the game, with the changes since an earlier one. The rulebook shows one, too. */
export function pollMapOf(now: State, before: State | null = null): ReportSection {
  const map: ElectoralMap = {
    kind: 'map',
    caption: 'The polls: battleground states with their electoral votes, and the base states of both parties',
    states: marksOf(now, before),
    legend: legend(),
  };
  return sharedSection('map', 'The map', [map]);
}

/** Maps of several moments of a game, to be compared. */
export function comparedMaps(
  caption: string,
  moments: readonly { heading: string; state: State }[],
): MapComparison {
  const items = moments.map(({ heading, state }) => ({ heading, states: marksOf(state, null) }));
  return { kind: 'maps', caption, items, legend: legend() };
}

function marksOf(now: State, before: State | null): ElectoralMap['states'] {
  const states: Partial<Record<StateCode, MapMark>> = {};
  for (const party of PARTIES) {
    for (const code of BASE_STATES[party]) states[code] = baseMark(party);
  }
  for (const entry of BOARD) states[entry.code] = markOf(now, before, entry);
  return states;
}

/** MOE-2.7: votes of base states are counted together, so no numbers stand on them. */
function baseMark(party: Party): MapMark {
  const figures = [`Base state of the ${PARTY_NAMES[party]}: no one campaigns here`];
  return { tone: party, strength: 5, words: `${PARTY_NAMES[party]}, base`, figures };
}

function markOf(now: State, before: State | null, entry: BoardState): MapMark {
  const { code, votes } = entry;
  const poll = now.polls[code];
  const winner = winnerOf(poll, now.start[code]);
  const figures = figuresOf(now, before, entry);
  if (poll === 0) {
    const words = `even, held by the ${PARTY_NAMES[winner]}`;
    return { tone: null, strength: 1, dot: winner, label: `${votes} ${winner}`, words, figures };
  }
  const safe = isSafe(poll) ? ', safe' : '';
  const words = `${PARTY_NAMES[winner]} ${pollInWords(poll)}${safe}`;
  return { tone: winner, strength: Math.abs(poll) as Strength, label: String(votes), words, figures };
}

/** What there is to know about a battleground state, a line each. */
function figuresOf(now: State, before: State | null, { code, votes, region }: BoardState): string[] {
  const [poll, start] = [now.polls[code], now.start[code]];
  const winner = winnerOf(poll, start);
  const earlier = before?.polls[code] ?? poll;
  const was = earlier === poll ? '' : `; a turn ago ${pollWithLeader(earlier, start)}`;
  const holders = now.players.filter(({ tokens }) => tokens.includes(code)).map(({ id }) => id);
  const home = PARTIES.find((party) => now.homes[party] === code);
  return [
    `${counted(votes, 'electoral vote')}, ${REGION_NAMES[region]}`,
    `Poll: ${pollWithLeader(poll, start)}${isSafe(poll) ? ', safe' : ''}${was}`,
    `Start: ${pollInWords(start)}`,
    `${counted(squaresToFlip(poll, start), 'square')} from changing to the ${PARTY_NAMES[otherParty(winner)]}`,
    ...(isSmall(code) ? [tokenLine(holders)] : []),
    ...(home === undefined ? [] : [`Home state of the ${PARTY_NAMES[home]}`]),
  ];
}

function tokenLine(holders: readonly string[]): string {
  return `Small state: ${holders.length === 0 ? 'no one has its token' : `token of ${holders.join(' and ')}`}`;
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
