import type { Wording } from '../../../news.ts';

// How the news tells of states. In the headlines a candidate is a name, as in {winner}; in the sentences a name and an
// identifier, as in {Winner}. `votes` are the electoral votes of the state, and margins are points of
// popularity.

/** A state went to the other party. */
export const FLIP = {
  headlines: [
    '{winner} takes {state} from {loser}',
    '{state} goes to {winner}',
    '{loser} loses {state} to {winner}',
    '{state} changes sides: {winner} leads by {margin}',
    '{votes} votes change sides as {winner} takes {state}',
    '{winner} passes {loser} in {state}',
    '{party} win over {state} with {winner}',
    'Upset in {state}: {winner} beats {loser}',
  ],
  sentences: [
    [
      '{Winner} took {state} and its {votes} electoral votes from {Loser}, and is ahead there by {margin}.',
      '{state}, worth {votes} electoral votes, went from {Loser} to {Winner}, who leads there by {margin}.',
      'The {party} gained {state} ({votes} electoral votes), where {Winner} is now {margin} ahead of {Loser}.',
    ],
  ],
} as const satisfies Wording;

/** A candidate lost the lead at home to the other party. */
export const HOME_LOST = {
  headlines: [
    '{loser} loses home state of {state}',
    '{winner} wins in {loser}’s own state',
    '{state} turns away from its own {loser}',
    '{loser} beaten at home in {state}',
    '{winner} leads in {state}, the home of {loser}',
    'Not even {state} is safe for {loser}',
    'Trouble at home: {loser} trails in {state}',
  ],
  sentences: [
    [
      '{Loser} lost the lead at home in {state} to {Winner}, who is ahead there by {margin}.',
      'At home in {state}, {Loser} now trails {Winner} by {margin}.',
      '{Winner} took {state}, the home state of {Loser}, and leads there by {margin}.',
    ],
  ],
} as const satisfies Wording;

/** Before the conventions, a candidate lost the party's lead at home to another member of the party. */
export const HOME_LOST_IN_PARTY = {
  headlines: [
    '{party} in {state} prefer {winner} to their own {loser}',
    '{winner} wins over the {party} at home with {loser}',
    '{loser} loses the {party} of {state}',
    '{winner} ahead of {loser} among the {party} of {state}',
    'At home in {state}, {party} leave {loser} for {winner}',
    '{party} of {state} turn to {winner}, not to their own {loser}',
    '{loser} trails {winner} at home among {party}',
  ],
  sentences: [
    [
      'Among the {party} of {state}, the home of {Loser}, {Winner} is now ahead by {margin}.',
      '{Loser} lost the lead among the {party} at home in {state} to {Winner}, who is ahead there by {margin}.',
      'The {party} of {state}, where {Loser} is at home, now put {Winner} first, by {margin}.',
    ],
  ],
} as const satisfies Wording;

/** A state has another leader within a party, before the conventions. */
export const COUP = {
  headlines: [
    '{party} in {state} turn to {winner}',
    '{winner} overtakes {loser} in {state}',
    'New favorite in {state}: {winner}',
    '{loser} falls behind {winner} in {state}',
    '{party} in {state} drop {loser} for {winner}',
    '{adjective} lead in {state} goes to {winner}',
    '{votes} delegates for {winner} in {state}',
  ],
  sentences: [
    [
      'Among the {party} of {state}, {Winner} overtook {Loser} by {margin}; {votes} convention votes come with the lead.',
      '{Winner} took the {adjective} lead in {state} from {Loser}, by {margin}, for {votes} votes at the convention.',
      '{Loser} lost the {votes} convention votes of {state} to {Winner}, who is ahead there by {margin}.',
    ],
  ],
} as const satisfies Wording;

/** Two candidates are nearly equal in a state. */
export const CLOSE = {
  headlines: [
    'Only {margin} between {first} and {second} in {state}',
    '{first} and {second} neck and neck in {state}',
    '{first} holds {state} by a mere {margin}',
    'Close race in {state}: {first} is {margin} ahead',
    '{second} within {margin} of {first} in {state}',
    'A few dollars could turn {state}',
    '{state} is anyone’s to win',
    '{votes} votes hang on {margin} in {state}',
  ],
  sentences: [
    [
      'The race is close in {state}, where {First} leads {Second} by only {margin}, for {votes} electoral votes.',
      '{First} leads {Second} in {state} by just {margin}; {votes} electoral votes depend on it.',
      'In {state} ({votes} electoral votes), {First} and {Second} are only {margin} apart.',
    ],
  ],
} as const satisfies Wording;

/** Two candidates are equal in a state. `holder` is a whole sentence: who holds the state. */
export const DEADLOCK = {
  headlines: [
    '{first} and {second} tied in {state}',
    'Dead heat in {state}',
    '{state} cannot decide between {first} and {second}',
    'Not a point between {first} and {second} in {state}',
    'Tie in {state} leaves {votes} votes with {first}',
    '{state} split evenly',
    'A tie in {state}, with {votes} votes at stake',
  ],
  sentences: [
    [
      '{First} and {Second} are tied in {state} at {popularity} each. {holder}',
      'In {state}, {First} and {Second} both stand at {popularity}. {holder}',
    ],
  ],
} as const satisfies Wording;

/** A candidate gained several states at once. */
export const SWEEP = {
  headlines: [
    '{name} takes {count} states in one turn',
    '{count} new states for {name}',
    '{name} on the rise: {count} states gained',
    '{name} adds {count} states and {votes} votes',
    '{count} states turn to {name}',
    'Big turn for {name}: {count} states',
    '{name} gains {votes} electoral votes in one turn',
  ],
  sentences: [
    [
      '{Name} gained the overall lead in {count} states, which have {votes} electoral votes together.',
      '{Name} gained the most: the overall lead in {count} states with {votes} electoral votes.',
    ],
  ],
} as const satisfies Wording;

/** A candidate leads a race for electoral votes now. */
export const FRONT_RUNNER = {
  headlines: [
    '{leader} is the new front-runner in {race}',
    '{leader} passes {former} in {race}',
    '{leader} takes over first place in {race}',
    '{former} no longer first in {race}',
    'New front-runner: {leader}, with {votes} votes',
    '{leader} ahead of {former}, {votes} to {formerVotes}',
    'First place goes to {leader}',
  ],
  sentences: [
    [
      '{Leader} now leads {race} with {votes} votes; {Former}, in front until now, has {formerVotes}.',
      'In {race}, {Leader} moved into first place with {votes} votes; {Former}, who was first, now has {formerVotes}.',
    ],
  ],
} as const satisfies Wording;

/** A party has got a majority. */
export const MAJORITY_CHANGES = {
  headlines: [
    '{party} take the lead, {votes} to {otherVotes}',
    '{party} would win today',
    'The map turns to the {party}',
    'Majority changes sides: {party} at {votes}',
    '{party} pass the mark of 270',
    '{other} fall behind the {party}',
    '{votes} electoral votes put the {party} in front',
  ],
  sentences: [
    [
      'The {party} now lead in states with {votes} electoral votes, the {other} in states with {otherVotes}.',
      'With {votes} electoral votes to {otherVotes}, the {party} have taken the majority from the {other}.',
    ],
  ],
} as const satisfies Wording;

/** A party gained many votes. */
export const SWING = {
  headlines: [
    '{party} gain {gain} electoral votes',
    '{party} grow to {votes} electoral votes',
    '{other} give up {gain} votes to the {party}',
    'Good turn for the {party}: {gain} votes gained',
    '{party} on the march: {votes} electoral votes',
    '{gain} votes swing to the {party}',
    'Bad turn for the {other}: {gain} votes lost',
  ],
  sentences: [
    [
      'The {party} gained {gain} electoral votes and now have {votes}, the {other} {otherVotes}.',
      'The {other} lost {gain} electoral votes to the {party}, who now lead in states with {votes}.',
    ],
  ],
} as const satisfies Wording;

/** Nothing else to tell. */
export const QUIET = {
  headlines: [
    'A quiet turn on the campaign trail',
    'Candidates keep their distance',
    'Little news from the campaign',
    'All quiet in the states',
    'The country waits for its candidates',
    'A pause in the race',
    'Calm before the next turn',
  ],
  sentences: [
    [
      'The {party} lead in states with {votes} electoral votes, the {other} in states with {otherVotes}.',
      'In electoral votes the {party} have {votes} and the {other} {otherVotes}.',
    ],
    [
      'No state of note changed hands, and no one made a great effort.',
      'There was no upset, no rush for money, and no great push anywhere.',
    ],
  ],
} as const satisfies Wording;
