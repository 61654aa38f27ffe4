import type { Wording } from '../../../news.ts';

// How news about campaigns is worded: what they did, and what went wrong.

/** Doubles or triples at a stop or in an ad. */
export const GAFFE = {
  headlines: [
    'Gaffe in {place}',
    '{who} stumbles in {place}',
    'A slip of the tongue in {place}',
    'One wrong word in {place}',
    'Bad day for {who} in {place}',
    'Off script in {place}',
    'The {Party} stumble in {place}',
    '{who} would rather forget {place}',
    'Red faces in the {Adjective} camp',
    'What was {who} thinking?',
  ],
  sentences: [
    [
      'A gaffe by {who} in {place} cost {squares}.',
      'In {place}, a gaffe cost {who} {squares}.',
      '{who} made a gaffe in {place} and lost {squares}.',
    ],
    ['{result}.'],
  ],
} as const satisfies Wording;

/** Political capital kept a gaffe from doing harm. */
export const SAVED = {
  headlines: [
    'Saved by {capital} in {place}',
    '{who} avoids a gaffe in {place}',
    'Quick damage control in {place}',
    'A near miss in {place} for {who}',
  ],
  sentences: [
    ['{capital} covered a gaffe by {who} in {place}.', '{who} spent {capital} to cover a gaffe in {place}.'],
  ],
} as const satisfies Wording;

export const BLITZ = {
  headlines: [
    'Media blitz by the {Party}',
    '{who} floods the airwaves',
    'The {Party} on every channel',
    'Prime time belongs to {who}',
  ],
  sentences: [
    ['{who} used Media Blitz and paid less for {ads}.', 'A media blitz made {ads} cheaper for {who}.'],
  ],
} as const satisfies Wording;

export const SPEECH = {
  headlines: [
    'The speech of the campaign',
    '{who} speaks to the other side',
    'Even safe states listen to {who}',
    'A defining hour for the {Party}',
  ],
  sentences: [
    [
      'After a defining speech, every state was open to {who} this week, even those safe for the {Other}.',
      '{who} gave a defining speech that put even the safe states of the {Other} in play for a week.',
    ],
  ],
} as const satisfies Wording;

export const FACT_CHECK = {
  headlines: [
    'Fact check stops the {Other}',
    '{who} calls out the {Other}',
    'Fact-checkers catch the {Other}',
    'The {Other} have to explain themselves',
  ],
  sentences: [
    [
      'A fact check by {who} cost the {Other} a stop.',
      'The {Other} made one stop fewer after a fact check by {who}.',
    ],
  ],
} as const satisfies Wording;

export const ENDORSEMENTS = {
  headlines: [
    'Endorsements for {who}',
    'Famous friends of the {Party}',
    'Kind words for {who}',
    'Big names back the {Party}',
  ],
  sentences: [['Endorsements helped {who} in {list}.', '{who} was endorsed in {list}.']],
} as const satisfies Wording;

export const FUNDS = {
  headlines: [
    'Small donors, big help for {who}',
    'The {Party} pass the hat online',
    '{who} clicks with donors',
    'Clicks turn into dollars for {who}',
  ],
  sentences: [['Internet funds brought {who} {dollars}.', '{who} raised {dollars} online.']],
} as const satisfies Wording;

/** The ad that moved the most votes. */
export const AD = {
  headlines: [
    'The {Party} on the air in {place}',
    'Ads pay off in {place}',
    'Commercial break in {place}',
    'A lot of the {Party} on TV in {place}',
    'The {Party} buy airtime in {place}',
    'New ads, new numbers in {place}',
    '{Adjective} ads move {place}',
    'Turn on the TV in {place}',
  ],
  sentences: [
    [
      '{by} advertised in {place}: {moves}.',
      'An ad by {by} ran in {place}: {moves}.',
      'Advertising in {place} worked for {by}: {moves}.',
    ],
  ],
} as const satisfies Wording;

/** Both campaigns advertised in the same region. */
export const AD_WAR = {
  headlines: [
    'Ad war in {place}',
    'Both sides on every screen in {place}',
    'Ad against ad in {place}',
    'No escape from the ads in {place}',
    'Ads around the clock in {place}',
    'Two campaigns, one channel: {place}',
  ],
  sentences: [
    [
      'Both campaigns advertised in {place}; in the end, {moves}.',
      'Ad followed ad in {place}, and in the end {moves}.',
    ],
  ],
} as const satisfies Wording;

/** Money above the limit. */
export const WASTED = {
  headlines: [
    'More money than {who} can keep',
    '{dollars} too much for {who}',
    'The war chest of the {Party} overflows',
    '{dollars} left on the table',
    '{who} cannot spend it fast enough',
    'Too rich by {dollars}',
  ],
  sentences: [
    [
      '{who} lost {dollars}, because a campaign can hold no more than {limit}.',
      'Of the money that {who} raised, {dollars} was above the limit of {limit} and was lost.',
    ],
  ],
} as const satisfies Wording;

/** A row that could not be paid for. */
export const BROKE = {
  headlines: [
    '{who} runs out of money',
    'Empty pockets in the {Adjective} camp',
    'No money, no show in {place}',
    'The {Party} cannot pay their bills',
    'No money for {place}',
    '{who} counts every dollar',
  ],
  sentences: [
    [
      '{who} had no money left for {what} in {place}.',
      'For lack of money, {who} canceled {what} in {place}.',
    ],
  ],
} as const satisfies Wording;

/** A sheet that did not come, or was refused. */
export const MISSING = {
  headlines: [
    'Where is {who}?',
    'Silence from {who}',
    'A lost week for the {Party}',
    'The {Adjective} campaign takes a week off',
    'No sign of {who}',
    'The {Party} leave the field to the {Other}',
    'All quiet in the {Adjective} camp',
    '{who} stays at home',
    'No one has seen {who}',
    'Another week without {who}',
  ],
  sentences: [
    [
      'No valid plan came from {who}, who spent three days raising money instead.',
      '{who} had no valid plan for the week and only raised money.',
    ],
  ],
} as const satisfies Wording;

/** The wording of each piece of political capital as an action. */
export const CAPITAL_WORDING = {
  'internet-funds': FUNDS,
  endorsements: ENDORSEMENTS,
  'media-blitz': BLITZ,
  'fact-check': FACT_CHECK,
  'defining-speech': SPEECH,
} as const;
