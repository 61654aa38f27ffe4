import type { Wording } from '../../../news.ts';

// How the news tells of the conventions. In the headlines a candidate is a name, in the sentences a name and an identifier.
// `ticket` and `others` are whole sentences: who runs for vice president, and what the other party decided. No template is split
// into several strings, because the compiler could not check its blanks then.

/** The candidate with most votes on the first ballot was not nominated. */
export const FAVORITE_FALLS = {
  headlines: [
    '{nominee} beats the favorite {favorite} at {adjective} convention',
    '{favorite} leads the first ballot, {nominee} takes the nomination',
    'Convention upset: {party} pick {nominee}',
    '{nominee} comes from behind to win {adjective} nomination',
    '{party} pass over {favorite} for {nominee}',
    'No nomination for {favorite}: {party} choose {nominee}',
    '{ballots} ballots undo {favorite}: {nominee} is nominated',
  ],
  sentences: [
    [
      '{Favorite} led the first ballot of the {party} with {firstVotes} votes, but {Nominee} was nominated on the {last} with {votes}, against {runnerVotes} for {Runner}.',
      '{Nominee} won the {adjective} nomination on the {last} ballot with {votes} votes to {runnerVotes} for {Runner}, although {Favorite} had led the first with {firstVotes}.',
    ],
    ['{ticket}'],
    ['{others}'],
  ],
} as const satisfies Wording;

/** Several ballots, and the leader of the first one won. */
export const RUNOFFS = {
  headlines: [
    '{nominee} nominated after {ballots} ballots',
    '{ballots} ballots before {party} agree on {nominee}',
    '{party} need {ballots} ballots to nominate {nominee}',
    'Runoff decides: {nominee} is the {adjective} nominee',
    '{nominee} outlasts all rivals at {adjective} convention',
    '{nominee} wins {adjective} nomination in a runoff',
    '{runner} falls short, {nominee} leads {adjective} ticket',
  ],
  sentences: [
    [
      'The {party} nominated {Nominee} on the {last} ballot, with {votes} votes to {runnerVotes} for {Runner}; {eliminated} had been eliminated before.',
      '{Nominee} won the {adjective} nomination with {votes} votes to {runnerVotes} for {Runner} on the {last} ballot, after the elimination of {eliminated}.',
    ],
    ['{ticket}'],
    ['{others}'],
  ],
} as const satisfies Wording;

/** The last ballot was close. */
export const CLOSE_NOMINATION = {
  headlines: [
    '{nominee} wins {adjective} nomination by {margin}',
    '{nominee} edges out {runner}, {votes} to {runnerVotes}',
    '{margin} between {runner} and the nomination',
    'Close call for {nominee} at {adjective} convention',
    '{runner} loses {adjective} nomination by {margin}',
    '{party} torn between {nominee} and {runner}',
    'By {margin}: {nominee} is the {adjective} nominee',
  ],
  sentences: [
    [
      '{Nominee} beat {Runner} at the {adjective} convention by {votes} votes to {runnerVotes} on the {last} ballot.',
      'The {adjective} nomination went to {Nominee} on the {last} ballot, by {votes} votes to {runnerVotes} for {Runner}.',
    ],
    ['{ticket}'],
    ['{others}'],
  ],
} as const satisfies Wording;

/** Nominated on the first ballot. */
export const FIRST_BALLOT = {
  headlines: [
    '{nominee} nominated on the first ballot',
    'One ballot is enough for {nominee}',
    '{party} settle on {nominee} at once',
    '{nominee} sweeps {adjective} convention',
    'No runoff needed: {nominee} leads {adjective} ticket',
    '{adjective} delegates stand behind {nominee}',
    '{votes} votes make {nominee} the {adjective} nominee',
  ],
  sentences: [
    [
      '{Nominee} won the {adjective} nomination on the first ballot with {votes} of {all} votes.',
      'The {party} nominated {Nominee} on the first ballot, with {votes} of {all} votes.',
    ],
    ['{ticket}'],
    ['{others}'],
  ],
} as const satisfies Wording;
