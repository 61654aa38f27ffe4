import type { Wording } from '../../../news.ts';

// How the news tells of the general election. In the headlines a candidate is a name, in the sentences a name and an identifier.
// `result`, `turned` and `reversal` are whole sentences: what the result is, which states decided it on the last turn, and what
// would have changed it.

/** A clear result. */
export const LANDSLIDE = {
  headlines: [
    '{president} wins in a landslide',
    '{party} sweep the country, {votes} to {otherVotes}',
    '{president} elected, and it was not close',
    '{president} crushes {challenger}, {votes} to {otherVotes}',
    'A landslide puts {president} in the White House',
    '{votes} electoral votes for {president}',
    'No doubt about it: President-elect {president}',
  ],
  sentences: [['{result}'], ['{turned}'], ['{reversal}']],
} as const satisfies Wording;

/** A narrow result. */
export const NARROW = {
  headlines: [
    '{president} elected by {margin}',
    '{president} elected in a close race',
    '{state} makes {president} president',
    '{challenger} falls short by {margin}',
    'By {margin}: President-elect {president}',
    '{president} edges out {challenger}, {votes} to {otherVotes}',
    'It came down to {state}: {president} is elected',
  ],
  sentences: [['{result}'], ['{turned}'], ['{reversal}']],
} as const satisfies Wording;

/** The parties had the same number of electoral votes. */
export const TIE_BROKEN = {
  headlines: [
    '{president} wins a tied election',
    '{votes} to {otherVotes}, and {president} is president',
    'A tie, and it goes to {president}',
    'Tied election decided for {president}',
    'No majority, but a president: {president}',
    '{challenger} ties and loses to {president}',
  ],
  sentences: [['{result}'], ['{turned}'], ['{reversal}']],
} as const satisfies Wording;

/** Someone else in the president's party brought more votes. */
export const CARRIED = {
  headlines: [
    '{president} elected on the strength of {helper}’s states',
    '{helper} brings the votes, {president} takes office',
    'The party lifts {president} to the presidency',
    '{president} owes victory to {helper}',
    'Only {own} of {votes} votes are {president}’s own',
    '{helper} wins the states, {president} the White House',
    'The ticket is what counts: {president} elected',
  ],
  sentences: [
    ['{result}'],
    ['{turned}'],
    [
      '{President} leads in states with only {own} of these votes, while {Helper} brought {helperVotes}.',
      'Only {own} of these votes come from states that {President} leads; {Helper} brought {helperVotes}.',
    ],
  ],
} as const satisfies Wording;

/** Any other result. */
export const VICTORY = {
  headlines: [
    '{president} elected president',
    '{president} wins the White House',
    '{president} defeats {challenger}',
    'President-elect {president}',
    '{party} win: {president} is elected',
    'The country chooses {president}',
    'It is {president}, by {votes} to {otherVotes}',
  ],
  sentences: [['{result}'], ['{turned}'], ['{reversal}']],
} as const satisfies Wording;
