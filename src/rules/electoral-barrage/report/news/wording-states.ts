import type { Wording } from '../../../news.ts';

// How news about single states is worded.

/** A state has another leader than a round ago. */
export const TAKEN = {
  headlines: [
    '{who} takes {state}',
    '{state} changes hands',
    '{state} turns to {who}',
    '{loser} loses {state}',
    '{who} pushes {loser} out of {state}',
    'New leader in {state}: {who}',
    '{state} and its {votes} votes go to {who}',
    '{who} wins over {state}',
    'Upset in {state}',
    '{loser} could not hold {state}',
    'A new day in {state}',
    '{who} moves in on {state}',
    '{votes} votes change hands in {state}',
    'Exit {loser}, enter {who} in {state}',
  ],
  sentences: [
    [
      '{who} leads {state} now, with its {votes} electoral votes; {loser} led it a round ago.',
      '{state} ({votes}) went from {loser} to {who}.',
      '{loser} led {state} a round ago. Now {who} has its {votes} votes.',
      'The {votes} votes of {state} belong to {who} now, no longer to {loser}.',
    ],
  ],
} as const satisfies Wording;

/** A state that no one led has a leader. */
export const WON = {
  headlines: [
    '{who} is first in {state}',
    '{who} plants a star in {state}',
    '{state} picks {who}',
    'First blood in {state}',
    '{who} opens the door in {state}',
    '{state} likes {who}',
    '{who} gets {state}',
    '{votes} votes for {who} in {state}',
    '{who} claims {state}',
    '{state} makes up its mind: {who}',
    '{who} comes out ahead in {state}',
    'A lead for {who} in {state}',
    'Who leads {state}? {who} does',
    '{state} leans to {who}',
  ],
  sentences: [
    [
      '{who} is ahead in {state}, which has {votes} electoral votes and had no leader.',
      'No one led {state} ({votes}) a round ago; {who} does now.',
      '{who} took the lead in {state}, worth {votes} votes.',
      '{state} has a leader for its {votes} votes: {who}.',
    ],
  ],
} as const satisfies Wording;

/** A leader has been caught. */
export const CAUGHT = {
  headlines: [
    '{state} is wide open again',
    '{who} is caught in {state}',
    'Deadlock in {state}',
    'A tie in {state}',
    '{state} cannot decide',
    '{who} loses the lead in {state}',
    'All square in {state}',
    '{state} is up for grabs',
    'The lead in {state} is gone',
    'Stalemate in {state}',
  ],
  sentences: [
    [
      '{who} led {state} ({votes}) a round ago; now {tied} are tied there.',
      'In {state} ({votes}), {tied} are tied; {who} is no longer ahead.',
      'The lead of {who} in {state} is gone: {tied} are tied for its {votes} votes.',
    ],
  ],
} as const satisfies Wording;

/** The state that most staffers tried to win. */
export const CROWD = {
  headlines: [
    'Everybody wants {state}',
    'Rush hour in {state}',
    'No hotel room left in {state}',
    '{count} tries in {state}',
    'All roads lead to {state}',
    '{state} is the place to be',
    'A crowd gathers in {state}',
    'Doorbells ring all day in {state}',
    'The whole circus comes to {state}',
    'Another knock on the door in {state}',
    'Elbows out in {state}',
    '{state} sees them all',
  ],
  sentences: [
    [
      'No state saw more staffers than {state}: {count} attempts, {won}.',
      '{state} was tried {count} times, {won}.',
      'There were {count} attempts in {state}, {won}.',
    ],
  ],
} as const satisfies Wording;

/** Many states have another leader. */
export const SHUFFLE = {
  headlines: [
    '{count} states change hands',
    'The map is redrawn',
    'Nothing is safe on this map',
    'A night of new leaders',
    'The map changes color',
    '{votes} votes change hands',
    'Old leads fall all over the map',
    'Moving day for {votes} votes',
  ],
  sentences: [
    [
      '{count} states with {votes} votes went from one leader to another: {list}.',
      '{votes} electoral votes changed hands, in {list}.',
    ],
  ],
} as const satisfies Wording;
