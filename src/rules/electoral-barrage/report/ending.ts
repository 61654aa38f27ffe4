import { counted, listInWords } from '../../numbers.ts';
import type { Block, Cell, MapComparison, ReportSection, Table } from '../../report.ts';
import { nameAndIdentifier, sharedSection } from '../../report-builder.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { type BoardState, STATES_BY_VOTES, type StateClass } from '../data.ts';
import { outcome } from '../outcome.ts';
import { withBallots } from '../play/absentee-ballots.ts';
import { countOf, findPlayer, type Player, type State } from '../state.ts';
import type { ReportContext } from './context.ts';
import { comparedMaps } from './map.ts';
import { recordOf, sixthsInWords } from './record.ts';

/** How many states a sentence names at most. */
const MAX_NAMED = 4;
/** How many maps tell the story of a game at most. */
const MAX_MAPS = 6;

/** After the end: why the winner won, what each campaign did, and the story of the game in maps. Null before. */
export function endingSection(context: ReportContext): ReportSection | null {
  const { now, states } = context;
  const winner = findPlayer(now, outcome(now)?.winner ?? '');
  if (winner === undefined) return null;
  const text = [
    marginSentence(context, winner),
    sourceSentence(now, winner.id),
    ...decidedSentences(now, winner.id),
    ...upsetSentences(now, winner),
  ].join(' ');
  const blocks: Block[] = [
    { kind: 'paragraph', text },
    recordsTable(context),
    ...(states.length > 1 ? [storyMaps(context)] : []),
  ];
  return sharedSection('ending', `Why ${context.name(winner.id)} won`, blocks);
}

/** The strongest of the others. */
function runnerUp(now: State, winner: Player): Player | undefined {
  const second = outcome(now)?.standings.find(({ id }) => id !== winner.id);
  return second === undefined ? undefined : findPlayer(now, second.id);
}

function marginSentence(context: ReportContext, winner: Player): string {
  const second = runnerUp(context.now, winner);
  const name = nameAndIdentifier(context, winner.id);
  if (second === undefined) return '';
  if (second.votes < winner.votes) {
    return `${name} won ${winner.votes} to ${second.votes} against ${second.id}.`;
  }
  if (second.states < winner.states) {
    return `${name} and ${second.id} have ${winner.votes} electoral votes each, but ${winner.id} carries more states.`;
  }
  return `${name} and ${second.id} have as many electoral votes and states, so a duel decided.`;
}

const CLASS_ORDER: readonly StateClass[] = ['white', 'blue', 'red'];

/** Where the votes of the winner come from. */
function sourceSentence(now: State, winner: SeatIdentifier): string {
  const parts = CLASS_ORDER.flatMap((kind) => {
    const own = STATES_BY_VOTES.filter(({ code, class: of }) => of === kind && now.leader[code] === winner);
    const votes = own.reduce((sum, state) => sum + state.votes, 0);
    return own.length === 0 ? [] : [`${votes} in ${counted(own.length, `${kind} state`)}`];
  });
  return `${winner} has ${listInWords(parts)}.`;
}

/** The states that ballots or the coin brought to the winner, and those that got away. */
function decidedSentences({ recount, leader }: State, winner: SeatIdentifier): string[] {
  if (recount === null) return [];
  const ballots = [
    ...new Set(recount.ballots.filter((one) => one.player === winner).map(({ state }) => state)),
  ];
  const byBallots = ballots.filter(
    (code) => leader[code] === winner && !recount.ties.some(({ state }) => state === code),
  );
  const tossed = recount.ties.filter(({ players }) => players.includes(winner));
  const won = tossed.filter((tie) => tie.winner === winner).map(({ state }) => state);
  const lost = tossed.filter((tie) => tie.winner !== winner).map(({ state }) => state);
  return [
    ...(byBallots.length === 0 ? [] : [`Absentee ballots secured ${namesOf(byBallots)}.`]),
    ...(won.length === 0 ? [] : [`The coin fell for ${winner} in ${namesOf(won)}.`]),
    ...(lost.length === 0 ? [] : [`It fell against ${winner} in ${namesOf(lost)}.`]),
  ];
}

function namesOf(codes: readonly BoardState['code'][]): string {
  const states = STATES_BY_VOTES.filter(({ code }) => codes.includes(code));
  return listInWords(states.map(({ name, votes }) => `${name} (${votes})`));
}

/** The states that would have made the second win: those where one more token was enough, the largest first. */
function upsetSentences(now: State, winner: Player): string[] {
  const second = runnerUp(now, winner);
  if (second === undefined) return [];
  const decisive = STATES_BY_VOTES.filter(({ code, votes }) => {
    return now.leader[code] === winner.id && winner.votes - votes < second.votes + votes;
  });
  if (decisive.length === 0) {
    return [`No single state would have made ${second.id} the winner.`];
  }
  const closest = decisive
    .map((state) => ({ ...state, tokens: tokensToTake(now, state, winner.id, second.id) }))
    .toSorted((a, b) => a.tokens - b.tokens);
  const least = (closest[0] as { tokens: number }).tokens;
  const named = closest.filter(({ tokens }) => tokens === least);
  const shown = named.slice(0, MAX_NAMED).map(({ name, votes }) => `${name} (${votes})`);
  const more = named.length - shown.length;
  const list = more === 0 ? shown : [...shown, `any of ${counted(more, 'other state')}`];
  const price = least === 0 ? 'The coin alone' : counted(least, 'more success', 'more successes');
  return [`${price} of ${second.id} in ${listInWords(list, 'or')} would have reversed the result.`];
}

/** How many successes the second needed for more tokens and ballots in a state than the winner had; 0 after a duel. */
function tokensToTake(
  now: State,
  { code, stars }: BoardState,
  winner: SeatIdentifier,
  second: SeatIdentifier,
): number {
  const held = withBallots(now.tokens, now.recount?.ballots ?? [], code);
  const tie = now.recount?.ties.find(({ state }) => state === code);
  if (tie?.players.includes(second)) return 0;
  const gap = countOf(held, winner) - countOf(held, second) + 1;
  const free = stars - now.tokens[code].length;
  // A success on a free star closes the gap by one, a replaced token by two.
  if (gap <= free) return gap;
  return free + Math.ceil((gap - free) / 2);
}

/** What each campaign did, over the whole game. */
function recordsTable({ now, states }: ReportContext): Table {
  const columns = ['ID', 'Rolls', 'Successes', 'Expected', 'Free stars', 'Taken', 'Lost', 'Recruits'];
  const rows = now.players.map(({ id }): Cell[] => {
    const record = recordOf(states, id);
    const { rolls, successes, expectedSixths, freeStars, taken, lost, recruits, sentHome, losses } = record;
    return [
      { text: id, strong: true },
      ...[rolls, successes].map(String),
      sixthsInWords(expectedSixths),
      ...[freeStars, taken, lost, recruits, record.collected, record.spent, sentHome, losses].map(String),
    ];
  });
  return {
    kind: 'table',
    caption: 'The campaigns in figures',
    showCaption: true,
    columns: [...columns, 'Tokens', 'Spent', 'Sent home', 'Staffers lost'].map((label, i) => ({
      label,
      align: i === 0 ? 'left' : 'right',
    })),
    rows,
    note:
      'Expected: how many rolls would succeed on average without bonuses. Taken, Lost: stars from and to rivals. Tokens: ' +
      'from town halls, attack ads and absentee ballots. Spent: town hall tokens. Sent home: staffers of rivals.',
  };
}

/** The game in maps: its beginning, its end, and moments evenly between them. */
function storyMaps({ states, name }: ReportContext): MapComparison {
  const count = Math.min(MAX_MAPS, states.length - 1);
  const moments = Array.from({ length: count }, (_, i) => {
    const at = count === 1 ? states.length - 1 : 1 + Math.floor((i * (states.length - 2)) / (count - 1));
    return states[at] as State;
  });
  return comparedMaps(
    'The story of the game',
    moments.map((state) => ({ heading: headingOf(state), state })),
    name,
  );
}

function headingOf({ phase, round }: State): string {
  return phase === 'over' ? 'After the count' : `After round ${round}`;
}
