import type { Wording } from '../../../news.ts';

// How news about campaigns is worded: what staffers did, and how lucky they were.

/** Attack ads sent staffers home. */
export const ADS = {
  headlines: [
    'Attack ads send {staffers} home',
    '{who} goes negative',
    'Mud flies, and {staffers} go home',
    'Ugly ads, empty desks for {victim}',
    '{who} goes on the attack',
    '{victim} feels the sting of {who}',
    'The gloves are off',
    'A dirty week on television',
  ],
  sentences: [
    [
      'Attack ads by {who} sent {staffers} home: {list}.',
      '{who} paid for attack ads, and {staffers} had to go home: {list}.',
    ],
  ],
} as const satisfies Wording;

/** A defender sent a rival's staffer home. */
export const DEFENSE = {
  headlines: [
    '{who} slams the door in {state}',
    'No entry to {state}, says {who}',
    '{who} guards {state}',
    '{state} stays loyal to {who}',
    '{victim} is shown the way out of {state}',
    '{who} defends {state}',
  ],
  sentences: [
    [
      '{who} holds every star in {state} and sent a staffer of {victim} home before the roll.',
      'A staffer of {victim} was sent home from {state}, where {who} holds every star.',
    ],
  ],
} as const satisfies Wording;

/** Someone has more staffers. */
export const RECRUITS = {
  headlines: [
    'Help wanted, help found: {who} hires',
    '{who} hires',
    'More hands for {who}',
    'The staff of {who} grows',
    'New faces for {who}',
    '{who} signs up volunteers',
    'Volunteers line up for {who}',
    'Hip, hip, hooray for {who}',
  ],
  sentences: [
    [
      'From the next round on, {who} has {staffers}.',
      '{who} recruited, and has {staffers} from now on.',
      'The campaign of {who} grows to {staffers}.',
    ],
  ],
} as const satisfies Wording;

/** Nearly everything succeeded. */
export const HOT = {
  headlines: [
    'Everything works for {who}',
    '{who} cannot miss',
    'Golden dice for {who}',
    'A perfect week for {who}?',
    'Lucky {who}',
    '{who} is on a roll',
    'What a round for {who}',
    '{who} has the magic touch',
  ],
  sentences: [
    [
      '{who} succeeded in {won} of {count} attempts; the dice owed no more than {expected}.',
      '{won} of {count} attempts by {who} succeeded, where {expected} would have been usual.',
    ],
  ],
} as const satisfies Wording;

/** Nearly nothing succeeded. */
export const COLD = {
  headlines: [
    'Nothing works for {who}',
    'A round to forget for {who}',
    '{who} knocks on closed doors',
    'Cold dice for {who}',
    'The luck of {who} runs out',
    '{who} comes home with empty hands',
    'Wrong numbers for {who}',
    'Long faces in the camp of {who}',
  ],
  sentences: [
    [
      '{who} made {count} attempts, and {won} succeeded; {expected} would have been usual.',
      'Of {count} attempts by {who}, {won} succeeded. On an ordinary day it would have been {expected}.',
    ],
  ],
} as const satisfies Wording;

/** The Scientist won a neighbor as well. */
export const FOLLOW_UP = {
  headlines: [
    'Two in a row for {who}: {state} follows',
    '{state} falls to the formula of {who}',
    '{who} proves it: {state} follows',
    'Chain reaction in {state}',
  ],
  sentences: [
    [
      'After a red state, {who} won the neighbor {state} ({votes}) as well.',
      '{who} went on to the neighbor {state} at once and won its {votes} votes, too.',
    ],
  ],
} as const satisfies Wording;
