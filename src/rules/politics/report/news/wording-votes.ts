import type { Wording } from '../../../news.ts';

// How news about chips, offers, advice and cards is worded.

/** A chip is won by a right answer. */
export const CHIP = {
  headlines: [
    '{who} wins {state}',
    '{state} and its {votes} votes go to {who}',
    '{who} knows the answer, and takes {state}',
    '{votes} votes for one right answer',
    '{who} passes the test in {state}',
    '{state} gives {who} top marks',
    'Class dismissed in {state}: {who} wins',
    'A right answer, and {state} is {who}’s',
    '{who} does the homework, {state} pays',
    '{state} likes a candidate who knows things',
    '{who} adds {state} to the map',
    '{state}’s quiz has a winner: {who}',
    '{who} plants a flag in {state}',
    'Civics pays: {who} takes {state}',
  ],
  sentences: [
    [
      '{who} answered a government question right and holds the {votes} votes of {state}.',
      'With the right answer, {who} won the chip of {state}, worth {votes} electoral votes.',
      'The {votes} votes of {state} were waiting for someone who knew the answer; {who} did.',
    ],
  ],
} as const satisfies Wording;

/** A chip changes hands by an accepted offer. */
export const DEAL = {
  headlines: [
    '{loser} sells {state} to {who}',
    '{state} changes hands, for a price',
    '{who} buys {state}',
    'Sold: {state}, to {who}',
    '{who} and {loser} shake hands over {state}',
    '{loser} names a price for {state}, and {who} pays it',
    'A deal for {state}',
    '{votes} votes cross the table',
    '{state} was for sale after all',
    'The price of {state} is known',
    '{loser} lets {state} go',
    'From {loser} to {who}: {state}',
  ],
  sentences: [
    [
      '{loser} accepted {who}’s offer for {state}: {price}.',
      '{loser} gave up {state} for {price}, and {who} knew the answer.',
      '{who} paid {loser} {price} for the {votes} votes of {state}.',
    ],
  ],
} as const satisfies Wording;

/** Someone paid for a wrong answer. */
export const BAD_ADVICE = {
  headlines: [
    '{adviser} sells {buyer} a wrong answer',
    'Poisoned advice for {buyer}',
    'With friends like {adviser}',
    '{buyer} pays, and learns a lesson',
    'Bad advice at a good price',
    '{buyer} trusted {adviser}',
    'Consultant of the week: {adviser}',
    '{adviser} was so sure',
    'Caveat emptor, {buyer}',
    'The answer came from {adviser}. It was wrong',
    'Trust is expensive, {buyer} finds',
    '{adviser} and the truth part ways',
    'Refunds are not given: {buyer} asks {adviser}',
    'An expert opinion, and it was wrong',
  ],
  sentences: [
    [
      '{buyer} bought help with question {question} from {adviser}, and it was wrong.',
      '{adviser} sold {buyer} an answer to {question}; it was not the right one.',
      'On question {question}, {buyer} paid {adviser} for advice and got it wrong.',
    ],
    [
      'Whether {adviser} lied or did not know, the rules do not ask.',
      '{adviser} keeps the price.',
      'Nothing in the rules says that an adviser must know better.',
    ],
  ],
} as const satisfies Wording;

/** Advice that was right. */
export const GOOD_ADVICE = {
  headlines: [
    '{adviser} keeps a promise',
    '{buyer} gets what was paid for',
    'An honest adviser: {adviser}',
    '{adviser} knew, {buyer} paid, both are happy',
    'Money well spent by {buyer}',
    '{adviser}’s word is good',
    'Bought and right: {buyer} takes advice',
    '{buyer} asks, {adviser} answers',
  ],
  sentences: [
    [
      '{buyer} bought help with question {question} from {adviser}, and it was right.',
      '{adviser}’s advice on question {question} was worth its price to {buyer}.',
    ],
  ],
} as const satisfies Wording;

/** An offer that its holder rejected. */
export const REJECTED = {
  headlines: [
    '{loser} says no to {who}',
    '{state} is not for sale',
    '{who} is turned down over {state}',
    'No deal for {state}',
    '{loser} holds on to {state}',
    'A bid for {state}, and a no',
    '{who} comes home without {state}',
    '{loser} keeps {state}, and the {votes} votes',
    'Offer rejected: {state} stays put',
    '{price} is not enough for {state}',
  ],
  sentences: [
    [
      '{who} offered {loser} {price} for {state} and was turned down.',
      '{loser} rejected {price} from {who} for the {votes} votes of {state}.',
    ],
  ],
} as const satisfies Wording;

/** A Gerrymander card is played. */
export const CARD = {
  headlines: [
    '{who} redraws the map: {title}',
    'New lines on the map, by {who}',
    '{title}: {who} calls it fairness',
    '{who} plays {title}',
    'The mapmaker’s name is {who}',
    '{who} turns small states into large ones',
    'Commission approves {title}, {who} approves more',
    'A salamander is seen near {who}',
    '{title} passes in the dead of night',
    'Old borders, new owner: {who} plays {title}',
    '{who} has a pencil and a plan',
    'Voters do not choose {who}; {who} chooses voters',
    '{who} cashes in on {title}',
    'It was all legal, says {who}',
  ],
  sentences: [
    [
      '{who} played {title}, gave up {needed}, and got {reward}.',
      '{who} gave up {needed} for {title} and got {reward}.',
      '{title} cost {who} {needed} and brought {reward}.',
    ],
  ],
} as const satisfies Wording;

/** A government question that was answered wrong. */
export const WRONG = {
  headlines: [
    '{who} fails the test in {state}',
    '{state} waits for someone who knows',
    'Wrong answer, {who}',
    '{who} did not do the reading',
    '{votes} votes were one answer away',
    '{state} shakes its head at {who}',
    'A blank look in {state}',
    '{who} stumbles over a question in {state}',
    'No chip for {who}: {state} knows better',
    'So close, {who}; so wrong in {state}',
    '{state} keeps its {votes} votes',
    '{who} learns something about the Constitution',
  ],
  sentences: [
    [
      '{who} had a government question in {state}, worth {votes} votes, and missed it.',
      'The {votes} votes of {state} were within reach of {who}, but the answer was wrong.',
      'In {state}, {who} paid the fee and got the answer wrong.',
    ],
  ],
} as const satisfies Wording;

/** A right answer that came too late for a chip. */
export const LATE = {
  headlines: [
    '{who} comes too late for {state}',
    'Right answer, wrong moment: {who} in {state}',
    '{state} was gone when {who} knocked',
    '{other} beats {who} to {state}',
    'A photo finish in {state}',
    'Second place in {state} goes to {who}',
    '{who} wins an argument, {other} has won {state}',
    'The race for {state} was lost by a turn',
  ],
  sentences: [
    [
      '{who} answered right in {state}, but {other} had the chip by then.',
      'Both knew the answer in {state}; {other} was first, and {who} was paid off.',
    ],
  ],
} as const satisfies Wording;
