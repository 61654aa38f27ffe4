import { ALL_VOTES } from '../../../country.ts';
import { type Story, story } from '../../../news.ts';
import { counted, listInWords, numberWord } from '../../../numbers.ts';
import { otherParty, PARTIES, PARTY_ADJECTIVE, PARTY_NAMES, type Party } from '../../../parties.ts';
import type { SeatIdentifier } from '../../../ruleset.ts';
import { CONVENTION_TURN } from '../../data.ts';
import { type Ballot, type Convention, membersOf, type State } from '../../state.ts';
import { candidate, fullName, ordinalWord, type Turn } from './names.ts';
import { CLOSE_NOMINATION, FAVORITE_FALLS, FIRST_BALLOT, RUNOFFS } from './wording-conventions.ts';

/** Conventions lead the news in any case. The more dramatic they are, the more. */
const SCORES = { favorite: 1400, close: 1300, runoffs: 1200, first: 1000 } as const;

/** A last ballot with at most this many votes between the first two is close. */
const CLOSE_VOTES = 30;

/** Turn 3: one story for each convention (EY-6.8). It also tells how the other one ended. */
export function conventionStories(turn: Turn): Story[] {
  const { conventions } = turn.now;
  if (conventions === null || turn.now.turn !== CONVENTION_TURN) return [];
  return PARTIES.map((party) => conventionStory(turn, party, conventions));
}

function conventionStory(turn: Turn, party: Party, conventions: Record<Party, Convention>): Story {
  const convention = conventions[party];
  const { ballots, president } = convention;
  const opening = standingsOf(turn.now, party, ballots[0]);
  const final = standingsOf(turn.now, party, ballots.at(-1));
  const votes = votesIn(final, president);
  const words = {
    ...candidate(turn, 'nominee', president),
    party: PARTY_NAMES[party],
    adjective: PARTY_ADJECTIVE[party],
    votes: String(votes),
    ticket: ticketSentence(turn, party, convention),
    others: nominationSentence(turn, otherParty(party), conventions[otherParty(party)]),
  };
  const [favorite] = opening;
  const runner = final.find(({ id }) => id !== president);
  if (runner === undefined || favorite === undefined || ballots.length === 1) {
    return story('first-ballot', SCORES.first + votes, FIRST_BALLOT, { ...words, all: String(ALL_VOTES) });
  }
  const contested = {
    ...words,
    ...candidate(turn, 'runner', runner.id),
    runnerVotes: String(runner.votes),
    ballots: numberWord(ballots.length),
    last: ordinalWord(ballots.length),
  };
  if (favorite.votes > votesIn(opening, president)) {
    const firstVotes = String(favorite.votes);
    const fallen = { ...contested, ...candidate(turn, 'favorite', favorite.id), firstVotes };
    return story('favorite-falls', SCORES.favorite + ballots.length, FAVORITE_FALLS, fallen);
  }
  const margin = votes - runner.votes;
  if (margin <= CLOSE_VOTES) {
    const close = { ...contested, margin: counted(margin, 'vote') };
    return story('close-nomination', SCORES.close - margin, CLOSE_NOMINATION, close);
  }
  const eliminated = ballots.flatMap((ballot) =>
    ballot.eliminated === null ? [] : [fullName(turn.context, ballot.eliminated)],
  );
  return story('runoffs', SCORES.runoffs + ballots.length, RUNOFFS, {
    ...contested,
    eliminated: listInWords(eliminated),
  });
}

interface Standing {
  id: SeatIdentifier;
  votes: number;
}

/** The candidates of a ballot by votes, the most first. */
function standingsOf(now: State, party: Party, ballot: Ballot | undefined): Standing[] {
  return membersOf(now.players, party)
    .filter(({ id }) => ballot?.votes[id] !== undefined)
    .map(({ id }) => ({ id, votes: ballot?.votes[id] ?? 0 }))
    .sort((a, b) => b.votes - a.votes);
}

function votesIn(standings: readonly Standing[], id: SeatIdentifier): number {
  return standings.find((standing) => standing.id === id)?.votes ?? 0;
}

function ticketSentence({ context }: Turn, party: Party, { vicePresident }: Convention): string {
  if (vicePresident === null) return `The ${PARTY_NAMES[party]} have no candidate for vice president.`;
  return `${fullName(context, vicePresident)} runs for vice president.`;
}

/** What the other party decided, in one sentence. */
function nominationSentence(
  { context }: Turn,
  party: Party,
  { ballots, president, vicePresident }: Convention,
): string {
  const mate = vicePresident === null ? '' : `, with ${fullName(context, vicePresident)} for vice president`;
  const ballot = `on the ${ordinalWord(ballots.length)} ballot`;
  return `The ${PARTY_NAMES[party]} nominated ${fullName(context, president)} ${ballot}${mate}.`;
}
