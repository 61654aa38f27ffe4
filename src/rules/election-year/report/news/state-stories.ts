import { type Story, stateInText, story } from '../../../news.ts';
import { grouped, numberWord } from '../../../numbers.ts';
import { PARTIES, PARTY_ADJECTIVE, PARTY_NAMES } from '../../../parties.ts';
import type { SeatIdentifier } from '../../../ruleset.ts';
import { CONVENTION_TURN } from '../../data.ts';
import { findPlayer, popularityIn, type State } from '../../state.ts';
import {
  areRivals,
  type CloseState,
  closestStates,
  countsOverall,
  type LeadChange,
  leadChanges,
} from '../compare.ts';
import { bestOf, candidate, fullName, points, type Turn } from './names.ts';
import { CLOSE, COUP, DEADLOCK, FLIP, HOME_LOST, HOME_LOST_IN_PARTY, SWEEP } from './wording-states.ts';

/** A close race is news up to this margin, if the leader has some popularity. */
const CLOSE_MARGIN = 25;
const CLOSE_POPULARITY = 30;

/** From this many states on, a candidate's gains are news. */
const SWEEP_STATES = 4;

/** What happened in the states: leads that changed hands, and close races. */
export function stateStories(turn: Turn): Story[] {
  const changes = leadChanges(turn.before, turn.now, 'overall');
  const flipped = changes.find(({ from, to, margin }) => margin > 0 && !sameParty(turn.now, from, to));
  return [
    ...(flipped === undefined ? [] : [flipStory(turn, flipped)]),
    ...homeStories(turn),
    ...(turn.now.turn < CONVENTION_TURN ? coupStories(turn, flipped) : []),
    ...closeStories(turn),
    ...sweepStories(turn, changes),
  ];
}

function sameParty({ players }: State, a: SeatIdentifier, b: SeatIdentifier): boolean {
  return findPlayer({ players }, a)?.party === findPlayer({ players }, b)?.party;
}

/** The largest state that went to the other party. */
function flipStory(turn: Turn, { state, from, to, margin }: LeadChange): Story {
  return story(
    'flip',
    40 + 2 * state.electoralVotes,
    FLIP,
    {
      ...candidate(turn, 'winner', to),
      ...candidate(turn, 'loser', from),
      state: stateInText(state.code),
      votes: String(state.electoralVotes),
      margin: points(margin),
      party: PARTY_NAMES[findPlayer(turn.now, to)?.party ?? 'D'],
    },
    state.code,
  );
}

/**
 * Candidates who lost the lead at home to the other party; before the conventions, when the members of a party compete, also
 * those who lost it to another member.
 */
function homeStories(turn: Turn): Story[] {
  return turn.now.players.flatMap(({ id, home, party }): Story[] => {
    const was = turn.before.leaders[home];
    const is = turn.now.leaders[home];
    const leads = countsOverall(turn.now) ? (['overall'] as const) : ([party, 'overall'] as const);
    const lead = leads.find((each) => was[each] === id && is[each] !== id);
    if (lead === undefined) return [];
    const winner = is[lead];
    const inParty = sameParty(turn.now, id, winner);
    const margin =
      popularityIn(turn.now.popularity, home, winner) - popularityIn(turn.now.popularity, home, id);
    if (margin === 0 || (inParty && countsOverall(turn.now))) return [];
    const words = {
      ...candidate(turn, 'winner', winner),
      ...candidate(turn, 'loser', id),
      ...{ state: stateInText(home), margin: points(margin), party: PARTY_NAMES[party] },
    };
    const score = 110 + Math.min(40, Math.floor(margin / 4));
    return inParty
      ? [story('home-in-party', score, HOME_LOST_IN_PARTY, words, home)]
      : [story('home', score, HOME_LOST, words, home)];
  });
}

/** Before the conventions: the largest state in each party that has another leader. */
function coupStories(turn: Turn, flipped: LeadChange | undefined): Story[] {
  return PARTIES.flatMap((party): Story[] => {
    const change = leadChanges(turn.before, turn.now, party).find(
      ({ state, margin }) => margin > 0 && state !== flipped?.state,
    );
    if (change === undefined) return [];
    const { state, from, to, margin } = change;
    return [
      story(
        'coup',
        25 + 2 * state.electoralVotes,
        COUP,
        {
          ...candidate(turn, 'winner', to),
          ...candidate(turn, 'loser', from),
          state: stateInText(state.code),
          votes: String(state.electoralVotes),
          margin: points(margin),
          party: PARTY_NAMES[party],
          adjective: PARTY_ADJECTIVE[party],
        },
        state.code,
      ),
    ];
  });
}

/** The best of the close races, and the largest state in which two candidates are tied. */
function closeStories(turn: Turn): Story[] {
  const close = closestStates(turn.now, CLOSE_POPULARITY).filter(({ margin }) => margin <= CLOSE_MARGIN);
  const score = ({ state, margin }: CloseState) => 60 + state.electoralVotes + CLOSE_MARGIN - margin;
  const tied = close.find(({ margin }) => margin === 0);
  const narrow = bestOf(
    close.filter(({ margin }) => margin > 0),
    score,
  );
  const words = ({ state, leader, challenger }: CloseState) => ({
    ...candidate(turn, 'first', leader),
    ...candidate(turn, 'second', challenger),
    state: stateInText(state.code),
    votes: String(state.electoralVotes),
  });
  const stories: Story[] = [];
  if (tied !== undefined) {
    const { state, popularity } = tied;
    const deadlock = { ...words(tied), popularity: grouped(popularity), holder: holderOfTie(turn, tied) };
    stories.push(story('deadlock', 70 + 2 * state.electoralVotes, DEADLOCK, deadlock, state.code));
  }
  if (narrow !== undefined) {
    const race = { ...words(narrow), margin: points(narrow.margin) };
    stories.push(story('close', score(narrow), CLOSE, race, narrow.state.code));
  }
  return stories;
}

/** In one sentence: who holds a tied state, and why (EY-6.4). */
function holderOfTie({ context, before }: Turn, { state, leader }: CloseState): string {
  const name = fullName(context, leader);
  const votes = `its ${state.electoralVotes} electoral votes`;
  return before.leaders[state.code].overall === leader
    ? `A tie changes nothing, so ${name} holds the state and ${votes}.`
    : `The state prefers ${name}, who holds it and ${votes} until someone gets ahead.`;
}

/** The candidate who gained most states; after the conventions, only those that the other party led. */
function sweepStories(turn: Turn, changes: readonly LeadChange[]): Story[] {
  const counted = changes.filter(({ from, to }) => !countsOverall(turn.now) || areRivals(turn.now, from, to));
  const gains = turn.now.players.map(({ id }) => ({ id, gained: counted.filter(({ to }) => to === id) }));
  const best = bestOf(gains, ({ gained }) => gained.length);
  if (best === undefined || best.gained.length < SWEEP_STATES) return [];
  const count = best.gained.length;
  const votes = best.gained.reduce((sum, { state }) => sum + state.electoralVotes, 0);
  return [
    story('sweep', 40 + 8 * count + Math.floor(votes / 3), SWEEP, {
      ...candidate(turn, 'name', best.id),
      count: numberWord(count),
      votes: String(votes),
    }),
  ];
}
