import { type Story, stateInText, story } from '../../../news.ts';
import { counted } from '../../../numbers.ts';
import { otherParty, PARTY_NAMES, type Party } from '../../../parties.ts';
import { type Convention, type DecidedBy, type Election, findPlayer, membersOf } from '../../state.ts';
import { cheapestReversal, reversalInWords } from '../reversal.ts';
import { decisiveInWords, decisiveStates } from '../turned.ts';
import { candidate, fullName, type Turn } from './names.ts';
import { PARTIES_COUNT } from './race-stories.ts';
import { CARRIED, LANDSLIDE, NARROW, TIE_BROKEN, VICTORY } from './wording-election.ts';

/** The election leads the last news in any case. */
const SCORE = 2000;

/** A lead in electoral votes that is narrow or less, and one that is a landslide or more. */
const LEAD = { narrow: 30, landslide: 120 } as const;

/** Turn 6: the general election (EY-6.10). */
export function electionStories(turn: Turn): Story[] {
  const { election, conventions, players } = turn.now;
  if (election === null || conventions === null) return [];
  const { winner } = election;
  const loser = otherParty(winner);
  const convention = conventions[winner];
  const { president } = convention;
  const words = {
    ...candidate(turn, 'president', president),
    ...candidate(turn, 'challenger', conventions[loser].president),
    party: PARTY_NAMES[winner],
    votes: String(election.votes[winner]),
    otherVotes: String(election.votes[loser]),
    result: resultSentence(turn, election, convention),
    turned: decisiveInWords(turn.before, turn.now, winner),
    reversal: reversalInWords(turn.now, winner),
  };
  const lead = election.votes[winner] - election.votes[loser];
  if (lead === 0) return [story('tie-broken', SCORE, TIE_BROKEN, words, PARTIES_COUNT)];
  const own = findPlayer(turn.now, president)?.votes ?? 0;
  const [helper] = membersOf(players, winner).sort((a, b) => b.votes - a.votes);
  if (helper !== undefined && helper.votes > own) {
    const brought = { own: String(own), helperVotes: String(helper.votes) };
    const carried = { ...words, ...candidate(turn, 'helper', helper.id), ...brought };
    return [story('carried', SCORE, CARRIED, carried, PARTIES_COUNT)];
  }
  if (lead <= LEAD.narrow) {
    const narrow = { ...words, state: decisiveState(turn, winner), margin: counted(lead, 'vote') };
    return [story('narrow', SCORE, NARROW, narrow, PARTIES_COUNT)];
  }
  if (lead >= LEAD.landslide) return [story('landslide', SCORE, LANDSLIDE, words, PARTIES_COUNT)];
  return [story('victory', SCORE, VICTORY, words, PARTIES_COUNT)];
}

/** The largest state that turned on the last turn and decided the election; if there is none, the one that was closest to it. */
function decisiveState({ before, now }: Turn, winner: Party): string {
  const [turned] = decisiveStates(before, now, winner).states;
  const [closest] = cheapestReversal(now, winner);
  return stateInText((turned ?? closest?.state)?.code ?? 'DC');
}

/** What a tied election is decided by (EY-6.10). */
const TIE_BREAKS: Readonly<Record<Exclude<DecidedBy, 'electoral-votes'>, string>> = {
  states: 'because they lead more states',
  popularity: 'because their best candidates are more popular',
  capital: 'because they lead the District of Columbia',
};

function resultSentence(
  { context }: Turn,
  { winner, votes, decidedBy }: Election,
  { president, vicePresident }: Convention,
): string {
  const [own, other] = [votes[winner], votes[otherParty(winner)]];
  const how =
    decidedBy === 'electoral-votes'
      ? ` by ${own} electoral votes to ${other}`
      : `, tied at ${own} electoral votes each, ${TIE_BREAKS[decidedBy]}`;
  const mate = vicePresident === null ? '' : ` and ${fullName(context, vicePresident)} vice president`;
  return `The ${PARTY_NAMES[winner]} won the general election${how}; ${fullName(context, president)} is elected president${mate}.`;
}
