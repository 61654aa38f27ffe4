import { counted, listInWords, numberWord } from '../../numbers.ts';
import { nameAndIdentifier } from '../../report-builder.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { type BoardState, STATES_BY_VOTES, type StateClass } from '../data.ts';
import { outcome } from '../outcome.ts';
import { withBallots } from '../play/absentee-ballots.ts';
import { countOf, findPlayer, type Player, type State } from '../state.ts';
import type { ReportContext } from './context.ts';
import { recordOf, sixthsInWords } from './record.ts';

/** How many states a sentence names at most. */
const MAX_NAMED = 4;

/** After the end: why the winner won, in paragraphs of sentences: the campaign, and what decided in the end. */
export function whyWon(context: ReportContext, winner: Player): string[][] {
  const { now } = context;
  const campaign = [
    marginSentence(context, winner),
    ...leadSentences(context, winner.id),
    sourceSentence(now, winner.id),
    ...edgeSentences(now, winner),
    diceSentence(context, winner),
  ];
  const end = [...decidedSentences(now, winner.id), ...upsetSentences(now, winner)];
  return [campaign, end].filter((sentences) => sentences.length > 0);
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
    const own = statesOfClass(now, winner, kind);
    return own.length === 0 ? [] : [`${votesIn(own)} in ${counted(own.length, `${kind} state`)}`];
  });
  return `${winner} has ${listInWords(parts)}.`;
}

function statesOfClass(now: State, seat: SeatIdentifier, kind: StateClass): BoardState[] {
  return STATES_BY_VOTES.filter((state) => state.class === kind && now.leader[state.code] === seat);
}

function votesIn(states: readonly BoardState[]): number {
  return states.reduce((sum, { votes }) => sum + votes, 0);
}

/** Where the winner is ahead of the second by most. */
function edgeSentences(now: State, winner: Player): string[] {
  const second = runnerUp(now, winner);
  if (second === undefined || second.votes === winner.votes) return [];
  const [edge] = CLASS_ORDER.map((kind) => {
    const [own, others] = [winner, second].map(({ id }) => votesIn(statesOfClass(now, id, kind)));
    return { kind, own: own ?? 0, others: others ?? 0 };
  }).toSorted((a, b) => b.own - b.others - (a.own - a.others));
  if (edge === undefined || edge.own <= edge.others) return [];
  return [
    `The ${edge.kind} states made the difference: ${edge.own} votes to ${edge.others} of ${second.id}.`,
  ];
}

/** From when on the winner was ahead of everyone else, by the votes after each round. */
function leadSentences({ states }: ReportContext, winner: SeatIdentifier): string[] {
  const rounds = states.filter(({ turn, phase }) => turn > 0 && phase !== 'over');
  const last = rounds.at(-1);
  if (last === undefined) return [];
  const behind = rounds.findLastIndex((state) => !isFirst(state, winner));
  const since = rounds[behind + 1];
  if (since === undefined) {
    const votes = counted(findPlayer(last, winner)?.votes ?? 0, 'vote');
    return [`After round ${last.round}, ${winner} was not yet ahead, with ${votes}.`];
  }
  return [
    behind < 0
      ? `${winner} was ahead after every round.`
      : `${winner} was ahead from round ${since.round} on.`,
  ];
}

function isFirst({ players }: State, seat: SeatIdentifier): boolean {
  const own = players.find(({ id }) => id === seat)?.votes ?? 0;
  return players.every(({ id, votes }) => id === seat || votes < own);
}

/** How the dice treated the winner and the second, over the whole game. */
function diceSentence({ now, states }: ReportContext, winner: Player): string {
  const second = runnerUp(now, winner);
  const each = [winner, ...(second === undefined ? [] : [second])].map(({ id }) => {
    const { rolls, successes, expectedSixths } = recordOf(states, id);
    return { id, rolls, successes, usual: sixthsInWords(expectedSixths) };
  });
  const [first, other] = each;
  if (first === undefined) return '';
  const own = `${first.successes} of ${first.rolls} attempts of ${first.id} succeeded, where ${first.usual} would be usual without bonuses`;
  return other === undefined
    ? `${own}.`
    : `${own}; of ${other.id}, ${other.successes} of ${other.rolls}, where ${other.usual} would be usual.`;
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

/** The states that would have made the second win: those where the fewest successes were enough, the largest first. */
function upsetSentences(now: State, winner: Player): string[] {
  const second = runnerUp(now, winner);
  if (second === undefined) return [];
  const decisive = STATES_BY_VOTES.flatMap((state) => {
    const { code, votes } = state;
    if (now.leader[code] !== winner.id || winner.votes - votes >= second.votes + votes) return [];
    const successes = successesToCarry(now, state, second.id);
    return successes === null ? [] : [{ ...state, successes }];
  });
  if (decisive.length === 0) {
    return [`No single state would have made ${second.id} the winner.`];
  }
  const least = Math.min(...decisive.map(({ successes }) => successes));
  const named = decisive.filter(({ successes }) => successes === least);
  const shown = named.slice(0, MAX_NAMED).map(({ name, votes }) => `${name} (${votes})`);
  const more = named.length - shown.length;
  const list = more === 0 ? shown : [...shown, `any of ${counted(more, 'other state')}`];
  const price =
    least === 0
      ? `The coin for ${second.id}`
      : `${capitalized(numberWord(least))} more ${least === 1 ? 'success' : 'successes'} of ${second.id}`;
  return [`${price} in ${listInWords(list, 'or')} would have reversed the result.`];
}

function capitalized(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

/**
 * How many more successes a player needed for more tokens and ballots in a state than each other player; 0 if the coin
 * decided, null if tokens were not enough. In a full state, a success replaces a token of the strongest (EB-6.11).
 */
function successesToCarry(now: State, { code, stars }: BoardState, seat: SeatIdentifier): number | null {
  const tie = now.recount?.ties.find(({ state }) => state === code);
  if (tie?.players.includes(seat)) return 0;
  const totals = new Map(
    now.players.map(({ id }) => [id, countOf(withBallots(now.tokens, now.recount?.ballots ?? [], code), id)]),
  );
  const tokens = new Map(now.players.map(({ id }) => [id, countOf(now.tokens[code], id)]));
  const of = (counts: Map<SeatIdentifier, number>, id: SeatIdentifier) => counts.get(id) ?? 0;
  const others = now.players.map(({ id }) => id).filter((id) => id !== seat);
  let free = stars - now.tokens[code].length;
  // A player can have no more tokens than there are stars.
  for (let successes = 1; successes <= stars; successes += 1) {
    if (free > 0) {
      free -= 1;
    } else {
      const [strongest] = others
        .filter((id) => of(tokens, id) > 0)
        .toSorted((a, b) => of(totals, b) - of(totals, a));
      if (strongest === undefined) return null;
      tokens.set(strongest, of(tokens, strongest) - 1);
      totals.set(strongest, of(totals, strongest) - 1);
    }
    totals.set(seat, of(totals, seat) + 1);
    if (others.every((id) => of(totals, id) < of(totals, seat))) return successes;
  }
  return null;
}
