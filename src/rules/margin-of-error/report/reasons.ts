import { MAJORITY } from '../../country.ts';
import { counted, listInWords, numberWord } from '../../numbers.ts';
import { otherParty, PARTIES, type Party } from '../../parties.ts';
import { BOARD } from '../data.ts';
import { countVotes, winnerOf } from '../polls.ts';
import type { FinalEvent, State } from '../state.ts';
import { capitalized, stateName, theParty } from './context.ts';
import { byName, statesWithVotes } from './leads.ts';
import { cheaperDeadlock, cheapestUpset, indispensableStates, upsetInWords } from './upset.ts';

/** Which states made the winner win, in a few sentences. */
export function reasonsInWords(now: State, winner: Party | null): string {
  if (winner === null) {
    return `Both parties have 269 electoral votes, one short of the ${MAJORITY} that win. No one wins (MOE-7.2).`;
  }
  return [marginSentence(now, winner), neededSentence(now, winner)].join(' ');
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

/** The states without which the winner would not have won, the largest first. */
function neededSentence(now: State, winner: Party): string {
  const name = theParty(winner);
  const needed = indispensableStates(now, winner).toSorted((a, b) => b.votes - a.votes);
  if (needed.length === 0) {
    return `${capitalized(name)} could have lost any one state and would still have won.`;
  }
  const named = needed.slice(0, MAX_NAMED).map(({ state, votes }) => `${stateName(state)} (${votes})`);
  const more = needed.length - named.length;
  const list = more === 0 ? named : [...named, `any of ${counted(more, 'other state')}`];
  return `Without ${listInWords(list, 'or')}, ${name} would have had fewer than ${MAJORITY}.`;
}

/** The rolls of the final vote, in board order. */
export function finalEvents(now: State): FinalEvent[] {
  return now.log.filter((event) => event.kind === 'final');
}

/** The smallest changes to the polls that would have made someone else win, or no one. */
export function otherResultsInWords(now: State, winner: Party | null): string {
  const parties: readonly Party[] = winner === null ? PARTIES : [otherParty(winner)];
  const sentences = parties.flatMap((party) => [deadlockSentence(now, party), victorySentence(now, party)]);
  return sentences.filter((sentence) => sentence !== null).join(' ');
}

/** `The Republicans were three squares short: with … more, they would have won 271 to 267. …` */
function victorySentence(now: State, party: Party): string | null {
  const upset = cheapestUpset(now, party);
  if (upset === null) return null;
  const other = otherParty(party);
  const left =
    countVotes(now.polls, now.start)[other] - (upset.votes - countVotes(now.polls, now.start)[party]);
  const squares = `${numberWord(upset.squares)} ${upset.squares === 1 ? 'square' : 'squares'}`;
  return (
    `${capitalized(theParty(party))} were ${squares} short of winning: with ${upsetInWords(upset)}, they would have won ` +
    `${upset.votes} to ${left}. Nothing less would have made them win.`
  );
}

function deadlockSentence(now: State, party: Party): string | null {
  const tie = cheaperDeadlock(now, party);
  if (tie === null) return null;
  return `With ${upsetInWords(tie)}, it would have been 269 to 269, and no one would have won.`;
}
