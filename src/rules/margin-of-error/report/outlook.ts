import { MAJORITY } from '../../country.ts';
import { otherParty, PARTIES, type Party } from '../../parties.ts';
import { BOARD } from '../data.ts';
import { countVotes, winnerOf } from '../polls.ts';
import type { State } from '../state.ts';
import { capitalized, theParty } from './context.ts';
import { byName, leaderOf, squaresToFlip, statesWithVotes } from './leads.ts';
import { cheaperDeadlock, cheapestUpset, upsetInWords } from './upset.ts';

// What it would take to win from here, and how near a deadlock is.

/**
 * The shortest way to a majority of each party that does not have one, in squares, and how near a count of 269 to 269 is.
 * Empty when the game is over.
 * @param own the reader's party; null for the public
 */
export function outlookSentences(state: State, own: Party | null): string[] {
  if (state.phase === 'over') return [];
  const parties: readonly Party[] = own === null ? PARTIES : [own, otherParty(own)];
  return [...parties.flatMap((party) => waySentence(state, party, own)), ...deadlockSentences(state)];
}

function waySentence(state: State, party: Party, own: Party | null): string[] {
  const way = cheapestUpset(state, party);
  if (way === null) return [];
  const whose = party === own ? 'Your' : possessive(party);
  return [`${whose} shortest way to ${MAJORITY}: ${upsetInWords(way)}, which would make it ${way.votes}.`];
}

/** `The Democrats’`. */
function possessive(party: Party): string {
  return `${capitalized(theParty(party))}’`;
}

/** So many squares are near: one final roll can move a poll no farther (MOE-2.14). */
const NEAR = 3;

/** MOE-7.2: what happens on 269 to 269, if the count stands there or if a few squares could bring it there. */
function deadlockSentences(state: State): string[] {
  const { polls, start } = state;
  const leader = leaderOf(state);
  const result = 'no one has 270, no one wins, and the game ends in a deadlock (MOE-7.2).';
  if (leader === null) return [`If it ends 269 to 269, ${result}`];
  const spare = countVotes(polls, start)[leader] - (MAJORITY - 1);
  const alone = byName(BOARD).filter(({ code, votes }) => {
    const isHeld = winnerOf(polls[code], start[code]) === leader;
    return isHeld && votes === spare && squaresToFlip(polls[code], start[code]) <= NEAR;
  });
  if (alone.length === 0) {
    const tie = cheaperDeadlock(state, otherParty(leader));
    return tie === null || tie.squares > NEAR
      ? []
      : [`${capitalized(upsetInWords(tie))} would make it 269 to 269: ${result}`];
  }
  const list = statesWithVotes(alone.map(({ code, votes }) => ({ state: code, votes })));
  const what = alone.length === 1 ? `${list} alone changed sides` : `only one of ${list} changed sides`;
  return [`If ${what}, it would be 269 to 269: ${result}`];
}
