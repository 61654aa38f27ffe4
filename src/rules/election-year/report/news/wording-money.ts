import type { Wording } from '../../../news.ts';

// How the news tells of trips and campaign money. In the headlines a candidate is a name, in the sentences a name and an
// identifier.

/** Money bought no lead. */
export const WASTED = {
  headlines: [
    '{spent} in {state}, and nothing to show for it',
    '{spender} spends {spent} in {state} and still trails',
    '{state} takes {spender}’s money and stays with {leader}',
    '{leader} holds {state} against {spent} from {spender}',
    '{spent} cannot buy {state} for {spender}',
    'No sale: {state} resists {spender}',
    '{spent} later, {spender} is still behind in {state}',
  ],
  sentences: [
    [
      '{Spender} spent {spent} in {state} and still trails {Leader} there{among} by {margin}.',
      '{Spender} put {spent} into {state}, where {Leader} is still ahead{among} by {margin}.',
      'The {spent} that {Spender} spent in {state} bought no lead: {Leader} is ahead there{among} by {margin}.',
    ],
  ],
} as const satisfies Wording;

/** Several candidates went to one state for money. */
export const CROWD = {
  headlines: [
    'Crowd in {state}: {count} candidates share {donation}',
    '{count} candidates, one state: {raised} each in {state}',
    '{state} is too small for {count} fundraisers',
    '{count} hands reach for the money of {state}',
    'Everyone wants {state}’s money',
    'Fundraisers get in each other’s way in {state}',
    '{state} splits its {donation} among {count} visitors',
  ],
  sentences: [
    [
      '{count} candidates went to {state} for money on the same turn, and each came home with {raised} of its {donation}.',
      'Candidates crowded into {state} for money: {count} came, and each raised {raised}.',
      'In {state}, {count} visitors split {donation}, which left {raised} for each.',
    ],
  ],
} as const satisfies Wording;

/** A candidate was alone in a rich state. */
export const ALONE = {
  headlines: [
    '{name} alone in {state}, and {raised} richer',
    'All of {state}’s {raised} goes to {name}',
    '{name} raises {raised} in {state} unchallenged',
    'No one else came: {state} pays {name} in full',
    '{raised} for the only visitor to {state}',
    '{name} finds {state} empty and leaves with {raised}',
    'The whole of {state} gives to {name}',
  ],
  sentences: [
    [
      '{Name} was the only candidate to raise money in {state} and collected all of its {raised}.',
      'No one shared {state} with {Name}, who raised {raised} there.',
    ],
  ],
} as const satisfies Wording;

/** A state was won for little money. */
export const BARGAIN = {
  headlines: [
    '{state} for {spent}: {name} finds a bargain',
    '{name} buys {state} for {spent}',
    '{spent} wins {state} for {name}',
    'A lead at a low price: {name} in {state}',
    '{votes} votes for {spent}: {name} takes {state}',
    '{state} goes cheap to {name}',
    '{name} wins {state} with small change',
  ],
  sentences: [
    [
      '{Name} spent only {spent} in {state} and now leads there, for {votes} electoral votes.',
      '{state} was a bargain: its {votes} electoral votes cost {Name} {spent}.',
    ],
  ],
} as const satisfies Wording;

/** The largest gain of popularity in one state. */
export const PUSH = {
  headlines: [
    '{name} pours {spent} into {state}',
    '{name} floods {state} with {spent}',
    '{name} goes all out in {state}',
    '{gained} popularity in one turn: {name} in {state}',
    'Biggest push of the turn: {name} in {state}',
    '{spent} in one state: {name} bets on {state}',
    '{state} hears nothing but {name}',
  ],
  sentences: [
    [
      '{Name} spent {spent} in {state} and gained {gained} popularity, the largest gain of the turn.',
      'The largest gain of the turn was {Name}’s in {state}: {gained} popularity for {spent}.',
    ],
  ],
} as const satisfies Wording;
