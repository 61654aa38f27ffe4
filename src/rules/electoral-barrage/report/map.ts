import { byState, type StateCode } from '../../country.ts';
import { counted, listInWords } from '../../numbers.ts';
import type { ElectoralMap, MapComparison, MapMark, PieceColor, ReportSection } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { CHARACTERS } from '../characters.ts';
import { boardState } from '../data.ts';
import { findPlayer, type State } from '../state.ts';
import { type ReportContext, starsInWords, tiedIn } from './context.ts';

/** EB-9.7: the map: each state in its leader's color, with the owners of its tokens. */
export function mapSection({ now, name }: ReportContext): ReportSection {
  return mapOf(now, name);
}

/** The section of the map for a state of the game: the rulebook shows one, too. */
export function mapOf(now: State, name: (seat: SeatIdentifier) => string = (seat) => seat): ReportSection {
  const map: ElectoralMap = {
    kind: 'map',
    caption: captionOf(now),
    states: marksOf(now),
    legend: legendOf(now, name),
    ornament: 'red-herring',
  };
  return sharedSection('map', 'The map', [map]);
}

function captionOf({ phase }: State): string {
  const stars =
    'Below its code, each star has the identifier of its token, the leader’s first; ☆ is a free star.';
  if (phase === 'over') return `Who carries each state. ${stars}`;
  return `Who leads each state. ${stars} Hatched states are tied, with “=” between the players.`;
}

/** Maps of several moments of a game, side by side. */
export function comparedMaps(
  caption: string,
  moments: readonly { heading: string; state: State }[],
  name: (seat: SeatIdentifier) => string,
): MapComparison {
  return {
    kind: 'maps',
    caption,
    items: moments.map(({ heading, state }) => ({ heading, states: marksOf(state) })),
    legend: legendOf((moments.at(-1) as { state: State }).state, name),
  };
}

function marksOf(now: State): ElectoralMap['states'] {
  return byState(({ code }) => markOf(now, code));
}

/** A player's color; null before the character is chosen. */
export function colorOf(state: State, seat: SeatIdentifier): PieceColor | null {
  const character = findPlayer(state, seat)?.character ?? null;
  return character === null ? null : CHARACTERS[character].color;
}

function legendOf(now: State, name: (seat: SeatIdentifier) => string): ElectoralMap['legend'] {
  const players = now.players.flatMap(({ id }) => {
    const tone = colorOf(now, id);
    const text = name(id) === id ? id : `${id} ${name(id)}`;
    return tone === null ? [] : [{ tone, strength: 3 as const, text }];
  });
  return [...players, { tone: null, strength: 1, text: 'no tokens' }];
}

function markOf(now: State, code: StateCode): MapMark {
  const leader = now.leader[code];
  const { votes } = boardState(code);
  const figures = [counted(votes, 'electoral vote'), `Stars: ${starsInWords(now, code)}`];
  const label = labelOf(now, code);
  if (leader !== null) {
    const words = `${leader} ${now.phase === 'over' ? 'carries' : 'leads'}`;
    return { tone: colorOf(now, leader), strength: 3, label, words, figures };
  }
  const tied = tiedIn(now, code);
  const [first, second] = tied;
  if (first === undefined || second === undefined) {
    return { tone: null, strength: 1, label, words: 'no tokens', figures };
  }
  const hatch = colorOf(now, second);
  return {
    ...{ tone: colorOf(now, first), strength: 2, ...(hatch === null ? {} : { hatch }) },
    ...{ label, words: `${listInWords(tied)} are tied`, figures },
  };
}

/** The owners of a state's tokens and its free stars: `AB AB CD`, `AB=CD☆`, `☆☆`. */
function labelOf(now: State, code: StateCode): string {
  const held = now.tokens[code];
  const free = '☆'.repeat(boardState(code).stars - held.length);
  const leader = now.leader[code];
  const tied = leader === null ? tiedIn(now, code) : [];
  const joined = tied.length > 1 && tied.length === held.length ? '=' : ' ';
  const ordered = held.toSorted((a, b) => Number(b === leader) - Number(a === leader));
  return `${ordered.join(joined)}${free}`;
}
