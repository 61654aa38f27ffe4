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
    '{Party} take the lead in {state}',
    'The {Other} lose {state}',
    '{state} crosses over to the {Party}',
    'New leader in {state}: the {Party}',
    '{state} joins the {Adjective} column',
  ],
  sentences: [
    [
      '{state}, with {votes} electoral votes, went from {from} to {to}, and the {Party} now lead there.',
      'The poll in {state} moved from {from} to {to}, which puts the {Party} ahead for its {votes} votes.',
      'The {Party} now lead in {state}, worth {votes} votes: its poll went from {from} to {to}.',
    ],
    ['The shift followed {cause}.', 'The change came after {cause}.', 'It came after {cause}.'],
  ],
} as const satisfies Wording;

/** Three or more states changed sides. */
export const FLIPS = {
  headlines: [
    '{count} states change sides',
    'The map moves: {count} states change sides',
    '{votes} votes change hands in one week',
    'A restless week: {count} states switch',
    'New leads in {count} states',
    'No lead is safe: {count} states change hands',
    '{count} states find new leaders',
    'A week of swings in {count} states',
    'Map redrawn in {count} states',
    '{count} states, {votes} votes, new leaders',
  ],
  sentences: [
    [
      '{list} changed sides, {votes} electoral votes in all.',
      'There are new leaders in {list}, worth {votes} electoral votes in all.',
      '{votes} electoral votes changed hands, in {list}.',
    ],
    ['{net}.'],
  ],
} as const satisfies Wording;

/** A state became safe. */
export const SAFE = {
  headlines: [
    '{state} is safe for the {Party}',
    'The {Party} lock up {state}',
    '{state} is out of reach for the {Other}',
    '{state} is beyond the margin of error',
    '{state} makes up its mind',
    'The {Party} can count on {state}',
    'No more doubts about {state}',
    'A {Adjective} firewall in {state}',
  ],
  sentences: [
    [
      '{state} and its {votes} votes are now safe for the {Party}, at {to}.',
      'At {to}, {state} is beyond the margin of error: {votes} votes for the {Party}.',
      'The {Party} have made {state} safe ({to}, {votes} votes).',
    ],
  ],
} as const satisfies Wording;

/** A state is no longer safe. */
export const UNSAFE = {
  headlines: [
    '{state} is back in play',
    'New doubts about {state}',
    'The {Party} are no longer sure of {state}',
    '{state} opens up again',
    'A crack in {state}',
    '{state} is within the margin again',
    'The {Other} find a way into {state}',
    '{state} wavers',
  ],
  sentences: [
    [
      '{state}, which was safe for the {Party}, is within the margin of error again at {to}.',
      'At {to}, {state} and its {votes} votes are no longer safe for the {Party}.',
      'The {Party} had {state} in hand; at {to}, its {votes} votes are in play again.',
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
    'Tailwind for the {Party} in {state}',
    'Voters on the move in {state}',
    'The {Party} gain ground in {state}',
  ],
  sentences: [
    [
      '{state} moved {squares} squares toward the {Party}, from {from} to {to}.',
      'In {state}, the {Party} gained {squares} squares, from {from} to {to}.',
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
    'Neither side gives way in {state}',
    'The contest for {state} goes on',
  ],
  sentences: [
    [
      'Both campaigns fought over {state}, which {moved}.',
      'Both sides pushed in {state}, which {moved}.',
      'Neither side left {state} alone; it {moved}.',
    ],
  ],
} as const satisfies Wording;

/** The closest battleground, by electoral votes. */
export const CLOSEST = {
  headlines: [
    '{state} hangs in the balance',
    'A single week could decide {state}',
    '{state} is on a knife edge',
    '{state} could go either way',
    '{votes} votes on the edge in {state}',
    'The big question is {state}',
    'Closest of all: {state}',
    'Nothing is settled in {state}',
    '{state} keeps both parties guessing',
    'Watch {state}',
  ],
  sentences: [
    [
      'No state is closer than {state}: {votes} votes, {distance} from changing sides.',
      '{state} ({votes} votes) stands at {poll}, {distance} from changing sides.',
      'With {votes} votes, {state} is the biggest prize among the closest states, {distance} from changing sides.',
    ],
  ],
} as const satisfies Wording;
