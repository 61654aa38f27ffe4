import type { Wording } from '../../../news.ts';

// How news about states is worded.

/** A state changed sides. */
export const FLIP = {
  headlines: [
    '{Party} take {state}',
    '{state} turns {color}',
    '{state} changes sides',
    '{Party} pull ahead in {state}',
    '{votes} votes change hands in {state}',
    '{state} slips away from the {Other}',
    '{Party} snatch {state}',
    'The lead in {state} goes to the {Party}',
    'The {Other} lose {state}',
    '{state} crosses over to the {Party}',
    'A new leader in {state}: the {Party}',
    '{state} joins the {Adjective} column',
  ],
  sentences: [
    [
      '{state}, with {votes} electoral votes, went from {from} to {to}, and the {Party} lead there now.',
      'The poll in {state} moved from {from} to {to}, which gives the {Party} the lead for its {votes} votes.',
      'The {Party} now lead in {state}, worth {votes} votes: its poll went from {from} to {to}.',
    ],
    [
      'The biggest push came from {cause}.',
      'Most of it was the work of {cause}.',
      'What did it was mainly {cause}.',
    ],
  ],
} as const satisfies Wording;

/** Three or more states changed sides. */
export const FLIPS = {
  headlines: [
    '{count} states change sides',
    'The map moves: {count} states change sides',
    '{votes} votes change hands in one week',
    'A restless week: {count} states move over',
    'New leads in {count} states',
    'No lead is safe: {count} states change hands',
    '{count} states find new leaders',
    'A week of swings in {count} states',
    'The map is redrawn in {count} states',
    '{count} states, {votes} votes, new leaders',
  ],
  sentences: [
    [
      '{list} changed sides, {votes} electoral votes in all.',
      'New leaders in {list}: together {votes} electoral votes.',
      '{votes} electoral votes moved over, in {list}.',
    ],
    ['{net}.'],
  ],
} as const satisfies Wording;

/** A state became safe. */
export const SAFE = {
  headlines: [
    '{state} is safe for the {Party}',
    'The {Party} lock up {state}',
    '{state} is out of reach',
    'Beyond the margin of error in {state}',
    '{state} makes up its mind',
    'The {Party} can count on {state}',
    'No more doubt about {state}',
    '{Adjective} wall in {state}',
  ],
  sentences: [
    [
      '{state} and its {votes} votes are safe for the {Party} now, at {to}.',
      'At {to}, {state} is beyond the margin of error: {votes} votes for the {Party}.',
      'The {Party} have made {state} safe ({to}, {votes} votes).',
    ],
  ],
} as const satisfies Wording;

/** A state is no longer safe. */
export const UNSAFE = {
  headlines: [
    '{state} is back in play',
    'Doubts about {state}',
    'The {Party} are no longer sure of {state}',
    '{state} opens up again',
    'A crack in {state}',
    'Within the margin again: {state}',
    'The {Other} find a way into {state}',
    '{state} wavers',
  ],
  sentences: [
    [
      '{state}, which was safe for the {Party}, is within the margin of error again at {to}.',
      'At {to}, {state} and its {votes} votes are no longer safe for the {Party}.',
      'The {Party} had {state} in hand; at {to} its {votes} votes are open to both sides.',
    ],
  ],
} as const satisfies Wording;

/** A poll moved far without changing sides. */
export const SWING = {
  headlines: [
    '{state} swings toward the {Party}',
    '{squares} squares in one week: {state}',
    'The {Party} surge in {state}',
    'A big week for the {Party} in {state}',
    '{state} moves, and moves again',
    'Strong wind in {state} for the {Party}',
    'Voters on the move in {state}',
    'The {Party} gain ground in {state}',
  ],
  sentences: [
    [
      '{state} moved {squares} squares toward the {Party}, from {from} to {to}.',
      'In {state}, the {Party} gained {squares} squares: {from} became {to}.',
      'The poll in {state} went from {from} to {to}.',
    ],
  ],
} as const satisfies Wording;

/** Both campaigns moved the poll of the same state. */
export const CONTEST = {
  headlines: [
    'Tug of war in {state}',
    'Both campaigns fight for {state}',
    '{state} is pulled both ways',
    'All eyes on {state}',
    'No rest for the voters of {state}',
    '{state} hears from both sides',
    'Two campaigns, one state: {state}',
    'Give and take in {state}',
    'No one yields in {state}',
    'The contest for {state} goes on',
  ],
  sentences: [
    [
      'Both campaigns worked on {state}, which {moved}.',
      '{state} was pushed by both sides and {moved}.',
      'Neither side left {state} alone: it {moved}.',
    ],
  ],
} as const satisfies Wording;

/** The closest battleground, by electoral votes. */
export const CLOSEST = {
  headlines: [
    '{state} hangs in the balance',
    'One push decides {state}',
    'Knife edge in {state}',
    '{state} could go either way',
    '{votes} votes on the edge in {state}',
    'The question is {state}',
    'Closest of all: {state}',
    'Nothing is settled in {state}',
    '{state} keeps both parties guessing',
    'Watch {state}',
  ],
  sentences: [
    [
      'The closest large state is {state}: {votes} votes, {distance} from the other side.',
      '{state} ({votes} votes) stands at {poll}, {distance} from changing sides.',
      'With {votes} votes, {state} is the biggest prize within easy reach: {distance} from changing sides.',
    ],
  ],
} as const satisfies Wording;
