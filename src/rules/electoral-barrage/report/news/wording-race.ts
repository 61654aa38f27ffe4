import type { Wording } from '../../../news.ts';

// How news about the race as a whole is worded, and about the end.

/** Someone else is ahead. */
export const NEW_LEADER = {
  headlines: [
    '{who} takes the lead',
    '{who} is out in front',
    'New front-runner: {who}',
    '{who} overtakes {other}',
    'Make way for {who}',
    'The lead changes: {who} is first',
    '{who} moves ahead of {other}',
    '{other} is no longer first',
    '{who} passes {other}',
    'Look who leads: {who}',
    'First place belongs to {who}',
    '{who} in front by {gap}',
    'It is {who} now',
  ],
  sentences: [
    [
      '{who} leads with {score}; a round ago, {other} was ahead.',
      'With {score}, {who} is first now, ahead of {other}.',
      '{who} has {score} and is ahead of {other}.',
    ],
  ],
} as const satisfies Wording;

/** The leader is farther ahead. */
export const GROWING = {
  headlines: [
    '{who} pulls away',
    '{gap} votes ahead: who can stop {who}?',
    'The lead of {who} grows',
    '{who} adds {gain}',
    'Catch {who} if you can',
    '{who} gains {gain}',
    'Another good round for {who}',
    '{who} leaves the others behind',
    'The field chases {who}',
    '{gain} more for {who}',
    '{who} breaks away',
    'The gap is {gap}',
  ],
  sentences: [
    [
      '{who} has {score}, {gap} more than {second}.',
      'With {score}, {who} is {gap} votes ahead of {second}.',
      '{who} gained {gain} votes and leads {second} by {gap}.',
    ],
  ],
} as const satisfies Wording;

/** The second has come closer. */
export const CLOSING = {
  headlines: [
    '{second} closes in on {who}',
    'The lead of {who} melts',
    'Only {gap} votes in it',
    '{who} hears footsteps',
    '{second} can see {who} again',
    'The race tightens',
    '{second} is catching up',
    'A lead of {gap} and shrinking',
    'Nerves in the camp of {who}',
    '{who} feels {second} coming',
    'It gets close at the top',
    '{second} will not go away',
  ],
  sentences: [
    [
      '{second} is {gap} votes behind {who}; a round ago it was {past}.',
      'The lead of {who} over {second} is {gap} votes, after {past} a round ago.',
    ],
  ],
} as const satisfies Wording;

/** Several have the most votes. */
export const TIED = {
  headlines: [
    'Neck and neck at the top',
    'No one is ahead',
    'Tied at {votes}',
    'A tie at the top',
    '{votes} votes each',
    'Dead heat',
    'Two hands on first place',
    'Nothing between them',
    'All even in front',
    'Too close to call',
    'A photo finish so far',
    'Shoulder to shoulder',
    'The race has no leader',
  ],
  sentences: [
    [
      '{list} are tied with {votes} electoral votes each.',
      'No one is alone in front: {list} have {votes} votes each.',
    ],
  ],
} as const satisfies Wording;

/** How the race stands: a story of every round. */
export const STANDING = {
  headlines: [
    'Where the race stands after round {round}',
    'Round {round} is in the books',
    'The score after round {round}',
    'Round {round}: the numbers',
    'A quiet round {round}',
    'Little news in round {round}',
    'Round {round} changes little',
    'The map after round {round}',
    'All that happened in round {round}',
    'Notes from round {round}',
    'Round {round} comes and goes',
    'The count after round {round}',
    'Round {round} in short',
  ],
  sentences: [
    [
      'The electoral votes so far: {score}.',
      'So far, it is {score}.',
      'In electoral votes, it stands at {score}.',
    ],
    [
      'In round {round}, {won} of {count} attempts succeeded.',
      'Of {count} attempts in round {round}, {won} succeeded.',
    ],
  ],
} as const satisfies Wording;

/** The last round comes. */
export const LAST_ROUND = {
  headlines: ['One round left', 'Last call', 'The final round is next', 'Now or never'],
  sentences: [
    [
      'One round is left, and {who} leads with {score}.',
      'Only one round remains; {who} has {score} and leads.',
    ],
  ],
} as const satisfies Wording;

/** The rounds are over, and ballots will be counted. */
export const RECOUNT = {
  headlines: [
    'Recount!',
    'Absentee ballots will decide',
    'It goes to the recount',
    '{votes} votes hang on absentee ballots',
    'Bring out the envelopes',
  ],
  sentences: [
    [
      'After the last round, {states} with {votes} electoral votes are tied: {list}.',
      '{states} with {votes} votes are tied and go to the recount: {list}.',
    ],
  ],
} as const satisfies Wording;

/** Someone has won. */
export const WINNER = {
  headlines: [
    '{who} is President-Elect',
    '{who} wins the White House',
    'It is {who}!',
    'Hail to the chief: {who}',
    '{who} wins with {votes}',
    'President {who}',
    'The country chooses {who}',
    '{who} wins the election',
  ],
  sentences: [
    [
      '{who} carries {states} with {votes} electoral votes; {second} follows with {others}.',
      'With {votes} votes in {states}, {who} is ahead of {second}, who has {others}.',
    ],
  ],
} as const satisfies Wording;

/** Two or more were equal at the end. */
export const DUEL = {
  headlines: [
    'A coin makes {who} president',
    'Tied in votes and states: the coin picks {who}',
    '{who} wins by the flip of a coin',
  ],
  sentences: [
    [
      '{list} were equal in votes and states, and the coin fell for {who}.',
      'The coin had to decide between {list}; it chose {who}.',
    ],
  ],
} as const satisfies Wording;

/** States that the coin decided. */
export const COINS = {
  headlines: ['The coin decides {list}', 'Heads or tails in {list}', 'A flip of the coin settles {list}'],
  sentences: [
    [
      'The coin settled {states} with {votes} electoral votes: {list}.',
      '{states} with {votes} votes fell by the coin: {list}.',
    ],
  ],
} as const satisfies Wording;

/** Ballots that decided states. */
export const BALLOTS = {
  headlines: ['Absentee ballots count', 'The envelopes have it', 'Every ballot counts'],
  sentences: [
    [
      '{count} were counted, and they brought {list}.',
      'Absentee ballots brought {list}; {count} were counted.',
    ],
  ],
} as const satisfies Wording;
