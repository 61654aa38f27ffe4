import { MAJORITY } from '../../../country.ts';
import { type Story, story } from '../../../news.ts';
import { otherParty, PARTIES, PARTY_ADJECTIVE, PARTY_NAMES, type Party } from '../../../parties.ts';
import type { SeatIdentifier } from '../../../ruleset.ts';
import { CONVENTION_TURN } from '../../data.ts';
import { countVotes, membersOf, type Player, type State } from '../../state.ts';
import { areRivals, countsOverall } from '../compare.ts';
import { candidate, type Turn } from './names.ts';
import { FRONT_RUNNER, MAJORITY_CHANGES, QUIET, SWING } from './wording-states.ts';

/** What stories of the parties' electoral votes are about; the election is, too. */
export const PARTIES_COUNT = 'electoral votes';

/** From this many electoral votes on, a party's gain is news. */
const SWING_VOTES = 20;

/** Who is in front: among the candidates, and of the parties. */
export function raceStories(turn: Turn): Story[] {
  return [
    ...frontRunnerStories(turn),
    ...PARTIES.flatMap((party) => partyStories(turn, party)),
    quietStory(turn),
  ];
}

/** Before the conventions each party has a race of its own; after them there is one, between the parties. */
function frontRunnerStories(turn: Turn): Story[] {
  if (turn.now.turn === CONVENTION_TURN) return [];
  if (countsOverall(turn.now))
    return frontRunnerStory(turn, turn.now.players, 'the race for electoral votes');
  return PARTIES.flatMap((party) =>
    frontRunnerStory(turn, membersOf(turn.now.players, party), `the ${PARTY_ADJECTIVE[party]} race`),
  );
}

function frontRunnerStory(turn: Turn, players: readonly Player[], race: string): Story[] {
  const earlier = ranked(turn.before, players, countsOverall(turn.now));
  const later = ranked(turn.now, players, countsOverall(turn.now));
  const [leader] = later;
  const former = later.find(({ id }) => id === earlier[0]?.id);
  if (leader === undefined || former === undefined || leader.votes <= former.votes) return [];
  if (!areRivals(turn.now, leader.id, former.id)) return [];
  return [
    story('front-runner', 90 + Math.min(60, leader.votes - former.votes), FRONT_RUNNER, {
      ...candidate(turn, 'leader', leader.id),
      ...candidate(turn, 'former', former.id),
      race,
      votes: String(leader.votes),
      formerVotes: String(former.votes),
    }),
  ];
}

/** Players by electoral votes, the most first. */
function ranked(
  { leaders }: State,
  players: readonly Player[],
  overall: boolean,
): { id: SeatIdentifier; votes: number }[] {
  const votes = countVotes(leaders, overall);
  return players.map(({ id }) => ({ id, votes: votes.get(id) ?? 0 })).sort((a, b) => b.votes - a.votes);
}

/** A majority that changed sides, or else a large gain. */
function partyStories({ before, now }: Turn, party: Party): Story[] {
  const other = otherParty(party);
  const gain = now.partyVotes[party] - before.partyVotes[party];
  const words = {
    party: PARTY_NAMES[party],
    other: PARTY_NAMES[other],
    votes: String(now.partyVotes[party]),
    otherVotes: String(now.partyVotes[other]),
  };
  if (now.partyVotes[party] >= MAJORITY && before.partyVotes[other] >= MAJORITY) {
    return [story('majority', 120 + Math.min(60, gain), MAJORITY_CHANGES, words, PARTIES_COUNT)];
  }
  if (gain < SWING_VOTES) return [];
  return [story('swing', 40 + Math.min(100, gain), SWING, { ...words, gain: String(gain) }, PARTIES_COUNT)];
}

/** What there is to say if nothing else is. */
function quietStory({ now }: Turn): Story {
  const party = now.partyVotes.D >= now.partyVotes.R ? 'D' : 'R';
  const other = otherParty(party);
  return story(
    'quiet',
    0,
    QUIET,
    {
      party: PARTY_NAMES[party],
      other: PARTY_NAMES[other],
      votes: String(now.partyVotes[party]),
      otherVotes: String(now.partyVotes[other]),
    },
    PARTIES_COUNT,
  );
}
