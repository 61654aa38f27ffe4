import { MAJORITY } from '../../country.ts';
import { counted, listInWords } from '../../numbers.ts';
import { otherParty, PARTIES, type Party } from '../../parties.ts';
import { BOARD, boardState } from '../data.ts';
import { countVotes, winnerOf } from '../polls.ts';
import type { FinalEvent, State } from '../state.ts';
import { capitalized, stateName, theParty } from './context.ts';
import { byName, changesSides, statesWithVotes } from './leads.ts';
import { cheapestUpset, indispensableStates } from './upset.ts';

/** What decided an election, and what would have changed its result, in a few sentences. */
export function reasonsInWords(now: State, winner: Party | null): string {
  if (winner === null) {
    const upsets = PARTIES.map((party) => upsetSentence(now, party));
    return ['Both parties have 269 electoral votes, one short of a majority.', ...upsets].join(' ');
  }
  return [
    marginSentence(now, winner),
    neededSentence(now, winner),
    rollsSentence(now),
    upsetSentence(now, otherParty(winner)),
  ].join(' ');
}

function marginSentence(now: State, winner: Party): string {
  const votes = countVotes(now.polls, now.start);
  const gained = byName(BOARD).filter(({ code }) => {
    return winnerOf(now.polls[code], now.start[code]) === winner && winnerOf(0, now.start[code]) !== winner;
  });
  const list = statesWithVotes(gained.map((state) => ({ state: state.code, votes: state.votes })));
  const source =
    gained.length === 0
      ? 'They held states that were theirs at the start.'
      : `They won ${list}, which started on the other side.`;
  return `${capitalized(theParty(winner))} won ${votes[winner]} to ${votes[otherParty(winner)]}. ${source}`;
}

/** How many states a sentence names before it says how many more there are. */
const MAX_NAMED = 4;

/** The states without which the winner would have lost, the largest first. */
function neededSentence(now: State, winner: Party): string {
  const name = theParty(winner);
  const needed = indispensableStates(now, winner).toSorted((a, b) => b.votes - a.votes);
  if (needed.length === 0)
    return `${capitalized(name)} could have lost any one state and would still have won.`;
  const named = needed.slice(0, MAX_NAMED).map(({ state, votes }) => `${stateName(state)} (${votes})`);
  const more = needed.length - named.length;
  const list = more === 0 ? named : [...named, `any of ${counted(more, 'other state')}`];
  return `Without ${listInWords(list, 'or')}, ${name} would have had fewer than ${MAJORITY}.`;
}

/** The rolls of the final vote, in board order. */
export function finalEvents(now: State): FinalEvent[] {
  return now.log.filter((event) => event.kind === 'final');
}

/** Which states the final rolls moved over. */
function rollsSentence(now: State): string {
  const flips = finalEvents(now).filter(({ state, from, to }) => changesSides(from, to, now.start[state]));
  if (flips.length === 0) return 'The final rolls changed no state.';
  const named = byName(flips.map((event) => ({ ...event, ...boardState(event.state) })));
  const parts = PARTIES.flatMap((party) => {
    const gained = named.filter(({ state, to }) => winnerOf(to, now.start[state]) === party);
    return gained.length === 0 ? [] : [`${statesWithVotes(gained)} to ${theParty(party)}`];
  });
  return `The final rolls brought ${parts.join(' and ')}.`;
}

/** `1 more square in Ohio (20) would have elected the Republicans with 271.` */
function upsetSentence(now: State, party: Party): string {
  const upset = cheapestUpset(now, party);
  if (upset === null) return '';
  const { states, squares, votes } = upset;
  const named = states.map(({ state, votes: n, squares: own }) => {
    return `${stateName(state)} (${n}${states.length > 1 ? `, ${counted(own, 'square')}` : ''})`;
  });
  const where = `${counted(squares, 'more square')} in ${listInWords(named)}`;
  return `The smallest change to the result: ${where} would have elected ${theParty(party)} with ${votes}.`;
}
