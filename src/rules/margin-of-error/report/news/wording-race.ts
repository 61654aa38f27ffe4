import type { Wording } from '../../../news.ts';

// How news about the race as a whole is worded.

/** A party has the majority in the count that did not have it a week ago. */
export const LEAD = {
  headlines: [
    'The {Party} move ahead, {score}',
    'The lead goes to the {Party}',
    'The {Party} pass {majority}',
    'A new front-runner: the {Party}',
    'The {Other} fall behind',
    'The {Party} edge past the {Other}',
    'Advantage {Party}',
    'The race turns toward the {Party}',
  ],
  sentences: [
    [
      'If the vote were held today, the {Party} would win, {score}.',
      'The {Party} are now ahead in electoral votes, {score}.',
      'The {Party} have taken the lead, {score}.',
    ],
    ['A week ago it was D {earlierD}, R {earlierR}.', 'The week before it was D {earlierD}, R {earlierR}.'],
  ],
} as const satisfies Wording;

/** The count is 269 to 269, and it was not a week ago. */
export const TIE = {
  headlines: [
    'Dead heat again',
    '269 to 269',
    'All tied up',
    'No one leads',
    'The {Party} catch up',
    'Back to square one',
  ],
  sentences: [
    [
      'The count is 269 to 269, and neither party would win today.',
      'If the vote were held today, it would be 269 to 269.',
    ],
  ],
} as const satisfies Wording;

/** The count grew for the party that was ahead. */
export const GROWING = {
  headlines: [
    'The {Party} pull away, {score}',
    'The gap widens to {gap} votes',
    'The {Other} fall further behind',
    '{score}, and the gap is growing',
    'The {Party} build a lead',
    'Open road for the {Party}',
    'The {Party} stretch their lead',
    'A cushion of {gap} votes for the {Party}',
  ],
  sentences: [
    [
      'The {Party} lead {score}, {gain} votes better than a week ago.',
      'The {Party} have {gain} more votes than a week ago and now lead {score}.',
    ],
  ],
} as const satisfies Wording;

/** The party that is behind came closer. */
export const CLOSING = {
  headlines: [
    'The {Party} close in, {score}',
    'The gap shrinks to {gap} votes',
    'The {Other} feel the heat',
    'Here come the {Party}',
    'The {Party} are back in the race',
    'Catching up: the {Party}',
    'The {Other} see their lead melt',
    '{gap} votes between the parties',
  ],
  sentences: [
    [
      'The {Party} made up {gain} electoral votes and now trail {score}.',
      'The {Other} still lead, {score}, after {gain} votes went to the {Party}.',
    ],
  ],
} as const satisfies Wording;

/** How the race stands. There is one such story every week, with more headlines than a game has turns. */
export const STANDING = {
  headlines: [
    'Where it stands: {score}',
    'The count: {score}',
    'After {weeks}: {score}',
    'The magic number is still {majority}',
    'A quiet week ends at {score}',
    'The long road to {majority}',
    'Both campaigns chase {majority}',
    'Who gets to {majority}?',
    'The map today: {score}',
    'Steady at {score}',
    'The question after {weeks}: who gets to {majority}?',
    'The race goes on, {score}',
  ],
  sentences: [
    [
      'If the vote were held today, it would be D {D}, R {R}.',
      'The count stands at D {D}, R {R}.',
      'Today’s count is D {D}, R {R}, with {majority} to win.',
    ],
  ],
} as const satisfies Wording;

/** The nine weeks are over, and last-minute stops follow. */
export const LAST_STOPS = {
  headlines: [
    'One last push',
    'The final hours belong to the small states',
    'Nine weeks done, a few hours left',
    'On the eve of the vote',
  ],
  sentences: [
    [
      'The nine weeks are over, and only last-minute stops are left: {tokens}.',
      'Only last-minute stops are left before the vote: {tokens}.',
    ],
  ],
} as const satisfies Wording;

/** Stops of the last minute. Told after the election, so it never leads. */
export const LAST_MINUTE = {
  headlines: ['A late push in {list}'],
  sentences: [['Last-minute stops moved {list}.', 'A late push moved {list}.']],
} as const satisfies Wording;

/** States that the final rolls moved over. */
export const LATE_SHIFT = {
  headlines: ['Late shifts in {list}'],
  sentences: [
    [
      'On election night, {list} went against the last poll.',
      'The polls were wrong in {list}.',
      'Election night had its surprises: {list} went against the last poll.',
    ],
  ],
} as const satisfies Wording;

/** The election, by a narrow, a clear or a wide margin. */
export const NARROW_ELECTION = {
  headlines: [
    'The {Party} win by a hair, {score}',
    'The {Party} squeak through, {score}',
    'A long night ends with the {Party}',
    'The {Party} eke out a win, {score}',
    'The {Party} by {gap} votes',
  ],
  sentences: [
    [
      'The {Party}, led by {leader}, win the election, {score}.',
      'It was a close night, and {leader} wins it for the {Party}, {score}.',
    ],
    ['{decider}.'],
  ],
} as const satisfies Wording;

export const CLEAR_ELECTION = {
  headlines: [
    'The {Party} win, {score}',
    'It’s the {Party}',
    'The nation decides: {Party}, {score}',
    'The {Party} take the White House',
    'Victory for the {Party}, {score}',
  ],
  sentences: [
    [
      'The {Party}, led by {leader}, win the election, {score}.',
      '{leader} wins it for the {Party}, {score} in electoral votes.',
    ],
    ['{decider}.'],
  ],
} as const satisfies Wording;

export const WIDE_ELECTION = {
  headlines: [
    'Landslide for the {Party}: {score}',
    'The {Party} sweep the country, {score}',
    'No contest: {score}',
    'A wave lifts the {Party}',
    'The {Party} win it early, {score}',
  ],
  sentences: [
    [
      'The {Party}, led by {leader}, win the election, {score}.',
      'It was an early night: {leader} wins for the {Party}, {score}.',
    ],
    ['{decider}.'],
  ],
} as const satisfies Wording;

export const DEADLOCK = {
  headlines: [
    'Deadlock',
    'No one gets to {majority}',
    'A nation split in two: 269 to 269',
    'No winner tonight',
  ],
  sentences: [
    ['The election ends 269 to 269. Neither party has the {majority} votes it takes to win.'],
    ['{decider}.'],
  ],
} as const satisfies Wording;
