import type { Wording } from '../../../news.ts';

// How news about shows, Wildcards, money and the race is worded.

/** A show that succeeded. */
export const APPLAUSE = {
  headlines: [
    '{who} brings down the house',
    'Applause for {who}',
    'Bravo, {who}',
    '{who} steals the show',
    'The critics love {who}',
    'A star is born: {who}',
    '{who} proves it: politics is theater',
    'Curtain call for {who}',
    'They laughed, they clapped: {who}',
    '“Encore,” cry the fans of {who}',
    '{who} has talent, too',
    'Standing ovation for {who}',
  ],
  sentences: [
    [
      'Show {number}, {kind} by {who}, was a success. The task: {task} {detail}',
      '{who} succeeded with {kind}. The task: {task} {detail}',
    ],
  ],
} as const satisfies Wording;

/** A show that failed. */
export const FLOP = {
  headlines: [
    '{who} is booed off the stage',
    'A flop for {who}',
    'The critics are not kind to {who}',
    'No one claps for {who}',
    '{who} should keep the day job',
    'Tomatoes for {who}',
    'The stage was not made for {who}',
    '{who} leaves the audience puzzled',
    'What was that, {who}?',
    'An empty house for {who}',
    '{who} performs, the country shrugs',
    'Reviews are in, and {who} is out of pocket',
  ],
  sentences: [
    [
      'Show {number}, {kind} by {who}, failed. The task: {task} {detail}',
      '{who} failed with {kind}. The task: {task} {detail}',
    ],
  ],
} as const satisfies Wording;

/** An event among the Wildcards. */
export const EVENT = {
  headlines: [
    '{title}',
    'Breaking: {title}',
    '{who} rolls doubles, and the news breaks',
    'Fate knocks at {who}’s door',
    'No one saw it coming, least of all {who}',
    'A wild week for {who}',
    'The dice have news for {who}',
    'Film at eleven: {who} and the doubles',
    '{who}’s spokesperson declines to comment',
    'Chance takes a hand in the campaign',
    '{who}’s doubles make the papers',
    'An act of fate, says {who}',
  ],
  sentences: [
    [
      '{who} rolled doubles and drew “{title}”: {effect}.',
      'Doubles brought {who} the Wildcard “{title}”: {effect}.',
    ],
  ],
} as const satisfies Wording;

/** Another candidate is first in electoral votes. */
export const LEAD = {
  headlines: [
    '{who} takes the lead',
    'There is a new front-runner: {who}',
    '{who} moves ahead of {loser}',
    'First place changes hands',
    '{loser} sees the back of {who}',
    'Pollsters scramble: {who} is first',
    '{who} overtakes {loser}',
    'The race has a new leader',
    'Make way for {who}',
    '{loser} falls to second',
    'The wind turns toward {who}',
    'The pack has a new head: {who}',
  ],
  sentences: [
    [
      '{who} is first now with {votes} electoral votes; {loser} has {loserVotes}.',
      'With {votes} electoral votes, {who} has overtaken {loser}, who has {loserVotes}.',
    ],
  ],
} as const satisfies Wording;

/** Someone without money was sent to DC. */
export const BROKE = {
  headlines: [
    '{who} is out of cash',
    '{who}’s bus is out of gas',
    '{who} goes to Washington, hat in hand',
    'Empty pockets for {who}',
    '{who} visits the donors',
    'Flat broke, {who} takes the train to DC',
    '{who}’s checks bounce',
    '{who} counts pennies in the capital',
  ],
  sentences: [
    [
      '{who} is out of money, was sent to DC, and loses a stop.',
      'Out of money, {who} is in Washington and loses a stop.',
      '{who} has to recharge in DC and loses a stop.',
    ],
  ],
} as const satisfies Wording;

/** A vote to adjourn that failed. */
export const NO_ADJOURNMENT = {
  headlines: [
    'The campaign goes on',
    'Not yet, says the majority',
    'A motion to adjourn fails',
    'Some want to go home; most do not',
    'Adjournment denied',
    'Too few are tired',
    'The show must go on',
    'Motion to end it all is tabled',
  ],
  sentences: [
    ['{who} voted for Speed Play, but more than half are needed.', 'Only {who} wanted Speed Play now.'],
  ],
} as const satisfies Wording;

/** The home states are settled. */
export const HOMES = {
  headlines: [
    'They are off',
    'Hats in the ring from {first} to {last}',
    'Home is where the campaign starts',
    'The candidates have left home',
    'The race begins',
  ],
  sentences: [
    ['{who} picked first and starts from {state}.', 'The first pick went to {who}, who chose {state}.'],
    ['No one has a chip yet, and everyone has $10 million.', 'All 51 chips are unclaimed.'],
  ],
} as const satisfies Wording;

/** Before anyone has a chip, if there is little else to tell. */
export const NO_CHIPS = {
  headlines: [
    'The map is still white',
    'Fifty-one chips, no owner',
    'Everyone is at zero',
    'Engines are warming up',
    'Who will be first?',
    'All quiet from coast to coast',
    'The country has not made up its mind',
    'A slow start',
  ],
  sentences: [
    ['No one has an electoral vote yet.', 'All 51 chips are still unclaimed.'],
    [
      'It takes a government question to win one.',
      'The first right answer to a government question changes that.',
    ],
  ],
} as const satisfies Wording;

/** The standings, if there is little else to tell. */
export const STANDINGS = {
  headlines: [
    'A quiet week on the trail',
    'The road is long',
    'Buses roll, pundits talk',
    'Little moves but the miles',
    '{who} still in front',
    'Calm before the storm',
    'Shoe leather and small talk',
    'Another week, another thousand miles',
    'Campaigns catch their breath',
    'No news is good news for {who}',
    'The map keeps its colors',
    'Everyone is waiting for a mistake',
    'Long drives and short speeches',
    'The voters change the channel',
    'Handshakes from coast to coast',
    'Diner coffee for everyone',
    'A week for the road crews',
    'The lull continues',
    '{who} waves from the bus',
    'Weather fair, turnout low',
    'Editors hunt for headlines',
    'Nothing to see in the swing states',
    'The whistle stops, the train does not',
    'Pancakes flipped, babies kissed',
  ],
  sentences: [
    [
      '{who} leads with {votes} electoral votes; {free} chips are unclaimed.',
      'With {votes} electoral votes, {who} is first, and {free} chips are unclaimed.',
    ],
    [
      '{popular} leads in popular votes with {millions} million.',
      '{popular} has the most popular votes, {millions} million.',
    ],
  ],
} as const satisfies Wording;

/** Someone has 270 electoral votes, but not the most popular votes. */
export const RUNOFF = {
  headlines: [
    '{who} has 270, {rival} has the people',
    'A runoff: {who} against {rival}',
    'Ten questions will decide',
  ],
  sentences: [
    ['{who} has {votes} electoral votes, but {rival} has more popular votes.'],
    ['Each of the two answers ten questions, and the better one is president.'],
  ],
} as const satisfies Wording;

/** A set of a runoff, or a round of Speed Play, was tied. */
export const TIE = {
  headlines: [
    'A tie, and another try',
    'Still tied',
    'They know the same things',
    'Even again',
    '{who} and {rival} agree, alas',
    'No winner yet',
    'Level at {right}',
    'Great minds answer alike',
    'Dead heat',
    'The judges want more',
    '{who} and {rival}, take two',
    'More questions, please',
    'The pencils stay out',
    'Too close to call',
  ],
  sentences: [['{who} and {rival} had {right} each.'], ['New questions are on their way.']],
} as const satisfies Wording;

/** A round of Speed Play is decided. */
export const ROUND = {
  headlines: [
    'Round {round} goes to {who}',
    '{who} climbs the ladder',
    '{who} knew that',
    '{loser} is out',
    'Pencils down, {loser}',
    '{who} takes it all',
    '{who} passes the test',
    'Class dismissed for {loser}',
    '{who} has the answers',
    '{loser} leaves the ladder',
  ],
  sentences: [['{who} won round {round} against {loser}{how}.'], ['{who} took {taken}.']],
} as const satisfies Wording;

/** The runoff is decided. */
export const RUNOFF_WON = {
  headlines: ['{who} wins the runoff', '{who} knew more'],
  sentences: [['{who} won the runoff against {loser}{how}.'], ['{who} took {taken}.']],
} as const satisfies Wording;

/** Speed Play begins. */
export const SPEED = {
  headlines: ['Speed Play', 'Up the ladder', 'The final quiz begins', 'Last one standing wins'],
  sentences: [
    ['{who} and {rival} are the first on the ladder.'],
    ['The winner of each round takes the loser’s chips and votes and meets the next.'],
  ],
} as const satisfies Wording;

/** The last stops are made. */
export const CLOSING = {
  headlines: ['The last stop', 'End of the line', 'All buses stop here'],
  sentences: [
    ['The last stops are made; their questions are answered on a closing sheet.'],
    ['Then Speed Play decides.'],
  ],
} as const satisfies Wording;

/** The game is over. */
export const PRESIDENT = {
  headlines: [
    'President {who}',
    '{who} is president',
    'Hail to the chief: {who}',
    '{who} goes to Washington to stay',
  ],
  sentences: [['{who} is president {how}.'], ['At the end {who} has {votes} electoral votes.']],
} as const satisfies Wording;
