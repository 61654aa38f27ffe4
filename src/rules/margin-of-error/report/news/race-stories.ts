import { MAJORITY } from '../../../country.ts';
import { type Story, story } from '../../../news.ts';
import { listInWords, numberWord } from '../../../numbers.ts';
import { otherParty, PARTIES, type Party } from '../../../parties.ts';
import { majorityParty } from '../../outcome.ts';
import { countVotes } from '../../polls.ts';
import { votesInWords } from '../context.ts';
import { type PlayedTurn, partyWords } from './turn.ts';
import { CLOSING, GROWING, LAST_STOPS, LEAD, STANDING, TIE } from './wording-race.ts';

type Votes = Record<Party, number>;

/** The news of a week about the race as a whole. There is at least one such story every week. */
export function raceStories(turn: PlayedTurn): Story[] {
  const { before, after } = turn;
  const earlier = countVotes(before.polls, before.start);
  const votes = countVotes(after.polls, after.start);
  const weeks = before.week;
  return [
    ...leadStories(earlier, votes),
    ...lastStopsStory(turn),
    story('standing', 2, STANDING, {
      ...{ score: votesInWords(votes), majority: String(MAJORITY), D: String(votes.D), R: String(votes.R) },
      weeks: `${numberWord(weeks)} ${weeks === 1 ? 'week' : 'weeks'}`,
    }),
  ];
}

/** `281 to 257`, from the view of a party. */
function scoreOf(votes: Votes, party: Party): string {
  return `${votes[party]} to ${votes[otherParty(party)]}`;
}

/** Whether the lead changed, grew or shrank. */
function leadStories(earlier: Votes, votes: Votes): Story[] {
  const gainer = PARTIES.find((party) => votes[party] > earlier[party]);
  if (gainer === undefined) return [];
  const gain = votes[gainer] - earlier[gainer];
  const gap = Math.abs(votes.D - votes.R);
  const words = { ...partyWords(gainer), gain: String(gain), gap: String(gap), majority: String(MAJORITY) };
  const leader = majorityParty(votes);
  if (leader === null) return [story('tie', 50, TIE, words)];
  const score = scoreOf(votes, leader);
  if (leader !== gainer) return [story('closing', 14 + gain, CLOSING, { ...words, score })];
  if (majorityParty(earlier) === gainer) return [story('growing', 14 + gain, GROWING, { ...words, score })];
  const past = { earlierD: String(earlier.D), earlierR: String(earlier.R) };
  return [story('lead', 52, LEAD, { ...words, ...past, score })];
}

/** The last week is over, and someone has last-minute stops. */
function lastStopsStory({ after, who }: PlayedTurn): Story[] {
  if (after.phase !== 'last-minute') return [];
  const holders = after.players.filter(({ tokens }) => tokens.length > 0);
  const tokens = holders.map(({ id, tokens: own }) => {
    return `${who(id)} has ${numberWord(own.length)} ${own.length === 1 ? 'token' : 'tokens'}`;
  });
  return [story('last-stops', 60, LAST_STOPS, { tokens: listInWords(tokens) })];
}
