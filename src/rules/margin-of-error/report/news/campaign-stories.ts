import { type Story, story } from '../../../news.ts';
import { dollars, listInWords, numberWord } from '../../../numbers.ts';
import {
  type Battleground,
  boardState,
  CAPITAL_NAMES,
  INTERNET_FUNDS,
  isRegion,
  MAX_CASH,
  REGION_STATES,
  type RegionId,
} from '../../data.ts';
import type { AdvertiseEvent, CampaignEvent, LogEvent, Move } from '../../state.ts';
import { pollInWords, stateName } from '../context.ts';
import { moneyLost, pushesOfEvent, regionInText } from '../pushes.ts';
import { actor, type PlayedTurn, partyOfSeat, partyWords } from './turn.ts';
import { AD, AD_WAR, BROKE, CAPITAL_WORDING, GAFFE, MISSING, SAVED, WASTED } from './wording-campaigns.ts';

/** The news of a week about what the campaigns did, and what went wrong for them. */
export function campaignStories(turn: PlayedTurn): Story[] {
  const { before, after } = turn;
  return [
    ...after.log.flatMap((event) => storiesOf(turn, event)),
    ...adWarStories(turn),
    ...moneyLost(before, after).map(({ seat, lost }) =>
      story('wasted', 12 + 3 * lost, WASTED, {
        ...{ who: turn.who(seat), Party: partyWords(partyOfSeat(turn, seat)).Party },
        ...{ dollars: dollars(lost), limit: dollars(MAX_CASH) },
      }),
    ),
  ];
}

function storiesOf(turn: PlayedTurn, event: LogEvent): Story[] {
  switch (event.kind) {
    case 'campaign':
      return rollStories(turn, event, stateName(event.state), [event]);
    case 'advertise': {
      const place = regionInText(event.region);
      const isGaffe = event.squares < 0;
      return [
        ...rollStories(turn, event, place, event.moves),
        ...(isGaffe ? [] : adStory(turn, event, event.region, event.moves)),
      ];
    }
    case 'opponent-ad':
      return event.region === null ? [] : adStory(turn, event, event.region, event.moves);
    case 'capital':
      return event.capital === 'fact-check' && !didFactCheck(turn) ? [] : [capitalStory(turn, event)];
    case 'skip':
      return event.why === 'no-money' ? [brokeStory(turn, event)] : [];
    case 'missing': {
      const words = partyWords(partyOfSeat(turn, event.seat));
      return turn.before.phase === 'week'
        ? [story('missing', 34, MISSING, { ...words, who: turn.who(event.seat) })]
        : [];
    }
    default:
      return [];
  }
}

/** A gaffe, or one that was covered. */
function rollStories(
  turn: PlayedTurn,
  event: CampaignEvent | AdvertiseEvent,
  place: string,
  moves: readonly Move[],
): Story[] {
  const { seat, squares, spent } = event;
  const votes = moves.reduce((sum, { state }) => sum + boardState(state).votes, 0);
  const words = { ...partyWords(partyOfSeat(turn, seat)), who: turn.who(seat), place };
  if (squares < 0) {
    const lost = `${numberWord(-squares)} squares`;
    const score = 24 + Math.min(40, votes) * (squares === -4 ? 2 : 1);
    return [story('gaffe', score, GAFFE, { ...words, squares: lost, result: movedInText(moves) })];
  }
  if (spent.length === 0) return [];
  const capital = listInWords(spent.map((id) => CAPITAL_NAMES[id]));
  return [story('saved', 16, SAVED, { who: words.who, place, capital })];
}

/** `It moved Ohio from R+1 to R+3`. */
function movedInText(moves: readonly Move[]): string {
  const moved = moves.filter(({ from, to }) => from !== to);
  if (moved.length === 0) return 'The polls were at the end of their tracks and did not move';
  const parts = moved.map(({ state, from, to }) => {
    return `${stateName(state)} from ${pollInWords(from)} to ${pollInWords(to)}`;
  });
  return `It moved ${listInWords(parts)}`;
}

function adStory(turn: PlayedTurn, event: LogEvent, region: RegionId, moves: readonly Move[]): Story[] {
  const moved = moves.filter(({ from, to }) => from !== to);
  const party = pushesOfEvent(turn.after, event)[0]?.party;
  if (moved.length === 0 || party === null || party === undefined) return [];
  const weight = moved.reduce(
    (sum, { state, from, to }) => sum + boardState(state).votes * Math.abs(to - from),
    0,
  );
  return [
    story('ad', 10 + Math.floor(weight / 6), AD, {
      ...partyWords(party),
      ...{ place: regionInText(region), moves: movesInText(moved) },
      by: actor(turn, 'seat' in event ? event.seat : null),
    }),
  ];
}

/** `Florida went from R+2 to even and West Virginia from R+3 to R+1`. */
function movesInText(moves: readonly Move[]): string {
  const parts = moves.map(({ state, from, to }, i) => {
    return `${stateName(state)} ${i === 0 ? 'went ' : ''}from ${pollInWords(from)} to ${pollInWords(to)}`;
  });
  return listInWords(parts);
}

/** Regions in which both campaigns advertised. */
function adWarStories(turn: PlayedTurn): Story[] {
  const byRegion = new Map<RegionId, Set<string>>();
  for (const event of turn.after.log) {
    if (event.kind !== 'advertise' && event.kind !== 'opponent-ad') continue;
    if (event.region === null) continue;
    const actors = byRegion.get(event.region) ?? new Set();
    byRegion.set(event.region, actors.add('seat' in event ? event.seat : ''));
  }
  return [...byRegion].flatMap(([region, actors]): Story[] => {
    if (actors.size < 2) return [];
    const place = regionInText(region);
    return [story('ad-war', 45, AD_WAR, { place, moves: regionInWords(turn, region) })];
  });
}

/** How the polls of a region came out of the week. */
function regionInWords({ before, after }: PlayedTurn, region: RegionId): string {
  const moves = REGION_STATES[region]
    .map(({ code }) => ({ state: code, from: before.polls[code], to: after.polls[code] }))
    .filter(({ from, to }) => from !== to);
  return moves.length === 0 ? 'no poll there had moved' : movesInText(moves);
}

const CAPITAL_SCORES = {
  'internet-funds': 8,
  endorsements: 18,
  'media-blitz': 24,
  'fact-check': 18,
  'defining-speech': 26,
} as const;

function capitalStory(turn: PlayedTurn, event: Extract<LogEvent, { kind: 'capital' }>): Story {
  const { seat, capital, moves } = event;
  const ads = turn.after.log.flatMap((other) =>
    other.kind === 'advertise' && other.seat === seat ? [regionInText(other.region)] : [],
  );
  const words = {
    ...partyWords(partyOfSeat(turn, seat)),
    who: turn.who(seat),
    ads: ads.length === 0 ? 'advertising' : `ads in ${listInWords(ads)}`,
    list: listInWords(moves.map(({ state }) => stateName(state))),
    dollars: dollars(INTERNET_FUNDS),
  };
  return story(capital, CAPITAL_SCORES[capital], CAPITAL_WORDING[capital], words);
}

/** Whether a fact check took a stop: the other campaign may not have had any (MOE-6.7, 6.8). */
function didFactCheck({ before, after }: PlayedTurn): boolean {
  if (before.stops !== null) return (before.stops[before.week - 1] ?? 0) > 0;
  return after.log.some((event) => event.kind === 'skip' && event.why === 'fact-check');
}

function brokeStory(turn: PlayedTurn, event: Extract<LogEvent, { kind: 'skip' }>): Story {
  const { seat, where, do: type } = event;
  const place = isRegion(where) ? regionInText(where) : stateName(where as Battleground);
  return story('broke', 16, BROKE, {
    ...partyWords(partyOfSeat(turn, seat)),
    ...{ who: turn.who(seat), place, what: type === 'advertise' ? 'an ad' : 'a stop' },
  });
}
