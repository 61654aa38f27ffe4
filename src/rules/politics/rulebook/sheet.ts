import type { CodeRule } from '../../rulebook.ts';
import { items, rule, section, table } from '../../rulebook-builder.ts';
import { doorExample } from './examples-turn.ts';

/** PTG-4: the turn and its sheets. */
export const sheetSection = section('PTG-4', 'The turn and its sheet', {
  rules: [
    rule(
      'PTG-4.1',
      'Phases',
      table(
        'The phases',
        ['Phase', 'Who owes a sheet', 'What is on it'],
        [
          ['home states', 'everyone', 'home states, and the Gerrymander card to give back'],
          [
            'campaign',
            'everyone, up to the turn limit',
            'answers to the last questions, trade, shows, cards, and the coming stops',
          ],
          ['last answers', 'everyone, once', 'the same without stops'],
          ['runoff', 'its two candidates', 'ten written answers'],
          [
            'Speed Play',
            'first everyone, after a tie the two who tied',
            'five written answers for each round',
          ],
        ],
      ),
    ),
    rule(
      'PTG-4.2',
      'Two halves on one sheet',
      'A sheet answers the questions that the last printout put, and says where to go with the dice that the last printout ' +
        'rolled. The questions that are met there are on the next printout. With two stops, each candidate goes to two places ' +
        'in one campaign turn.',
    ),
    rule(
      'PTG-4.3',
      'Labels',
      'The question of AB’s first stop is AB1, that of the second AB2. If AB has made an offer for the chip, there are two ' +
        'questions: AB1, the government question, counts if the offer is accepted, and AB1X counts if it is not. The offer ' +
        'itself is also named AB1. Shows are numbered through the game.',
    ),
    rule(
      'PTG-4.4',
      'The sheet for the home states',
      table(
        'Fields',
        ['Field', 'What it takes'],
        [
          ['homes', 'up to 8 states, not DC, best first'],
          ['discard', 'which of the three cards is given back; usually the third'],
          ['press', 'a press release of at most 200 characters'],
        ],
      ),
    ),
    rule(
      'PTG-4.5',
      'The sheet of the campaign',
      table(
        'Fields',
        ['Field', 'Most', 'What it takes'],
        [
          ['answers', '4', 'one of your labels, and A, B, C, or D'],
          [
            'help',
            '4',
            'one of your labels, another candidate, and the most that you will pay for the answer: cash, votes, and one chip',
          ],
          ['claimDC', '', 'whether to claim DC’s chip with a right government answer of this turn'],
          ['advice', '6', 'another’s label, an answer for sale, and its price: cash, votes, and one chip'],
          ['accept', '8', 'labels of offers to you that you accept; all others are rejected'],
          [
            'performances',
            '8',
            'the number of your show; a drawing of up to 10 lines of 30 signs, or a text of 280 characters; and for a direction another candidate as the actor',
          ],
          ['guesses', '8', 'another’s charade, drawing, or direction, and what it means, in 60 characters'],
          ['objections', '8', 'another’s stunt or recital that has failed, and why, in 10 to 80 characters'],
          ['gerrymander', '2', 'cards of your hand to be played, in this order'],
          ['adjourn', '', 'a vote for Speed Play now'],
          ['stops', '1 or 2', 'see PTG-4.6'],
          ['press', '', 'a press release of at most 200 characters'],
        ],
      ),
    ),
    rule(
      'PTG-4.6',
      'Stops',
      table(
        'Fields of a stop',
        ['Field', 'What it takes'],
        [
          [
            'move',
            'roll: walk the printed roll; fly: for $2, without a question; stay: rest in DC, or take a question in Alaska or Hawaii',
          ],
          ['to', 'where to'],
          ['question', 'general, state, or government; usually general'],
          ['otherwise', 'general or state: what is asked if you cannot get the chip; usually state'],
          ['offerCash, offerVotes', 'offered to the holder of the chip, from 0 to 9999'],
          ['offerChips', 'up to 6 chips, also offered to the holder'],
        ],
      ),
      'A blank stop means staying where you are. On a form, a stop with a state but no move is a walk.',
    ),
    rule(
      'PTG-4.7',
      'The sheet of a runoff or of Speed Play',
      'One written answer of at most 60 characters for each question, in the order printed. A blank one is no answer.',
    ),
    rule(
      'PTG-4.8',
      'Orders as data',
      'Programs send a sheet as JSON with the field names of these rules. Everything may be left out, and fields of other phases ' +
        'are ignored.',
    ),
    rule(
      'PTG-4.9',
      'Counting on this turn’s answers',
      'Orders may count on what the answers of this turn will bring: money, chips, and cards are looked at when an order is ' +
        'carried out. But an offer must be covered when its stop is made.',
    ),
    rule(
      'PTG-4.10',
      'Advice on the receipt',
      'The receipt warns of orders that are legal, but perhaps not meant: a question without an answer, a task without a ' +
        'performance, a stop left blank outside DC, a government question for a chip that you hold, or that another holds ' +
        'if you offer nothing, an offer without a government question, too little cash, and cards that cannot be played now.',
    ),
  ],
});

/** PTG-5: what is checked before a sheet is accepted. */
export const checksSection = section('PTG-5', 'Checks', {
  rules: [
    rule(
      'PTG-5.1',
      'Problems',
      'A sheet with a problem is refused. Problems are listed by field, in the order of the sheet. Rows are counted from 0.',
    ),
    rule(
      'PTG-5.2',
      'How values are read',
      'Small letters count as capitals in names, states, labels, cards, and letters of answers, and spaces around them are ' +
        'dropped. In free text line breaks become spaces, and control characters are dropped. A line of a drawing loses only ' +
        'the spaces at its right end.',
    ),
    rule(
      'PTG-5.3',
      'Values of the wrong kind',
      'A value of the wrong kind has that problem and no other. If a list is too long, the entries that fit are checked. A ' +
        'blank entry in a list of names is a problem; among written answers it is not.',
    ),
    rule(
      'PTG-5.4',
      'What is refused',
      items(
        'a state, card, candidate, label, offer, or show that does not exist or is not the right one for the field;',
        'anything named twice in one list, and two accepted offers for the same chip;',
        'a text that is too long or too short, a taboo word, and a letter or digit in a drawing;',
        'a stop that was lost, a place out of reach, the place where you are, a flight to DC, and a stay elsewhere than in Alaska, Hawaii, or DC;',
        'a fifth rest in a row in DC, unless you have debts;',
        'a vote to adjourn or a stop on the sheet of the last answers.',
      ),
      doorExample,
    ),
    rule(
      'PTG-5.5',
      'Where a sheet leads',
      'The second stop is checked from the place to which the first one leads. If the first one has a problem, that place is ' +
        'not known, and only what is certainly wrong is refused.',
    ),
    rule('PTG-5.6', 'Messages', 'Every problem has a code and a message that says what would be right.'),
  ],
});

/** The rules behind the codes of problems and advice. */
export const CODE_RULES: readonly CodeRule[] = [
  { code: 'not-owed', rule: 'PTG-4.1' },
  { code: 'wrong-type', rule: 'PTG-5.3' },
  { code: 'too-many', rule: 'PTG-4.5' },
  { code: 'missing', rule: 'PTG-5.4' },
  { code: 'unknown-state', rule: 'PTG-2.1' },
  { code: 'capital', field: 'homes', rule: 'PTG-2.1' },
  { code: 'capital', rule: 'PTG-6.19' },
  { code: 'not-yours', rule: 'PTG-2.5' },
  { code: 'no-question', rule: 'PTG-4.3' },
  { code: 'bad-choice', rule: 'PTG-4.5' },
  { code: 'self', rule: 'PTG-4.5' },
  { code: 'unknown-player', rule: 'PTG-3.1' },
  { code: 'out-of-range', rule: 'PTG-4.6' },
  { code: 'no-offer', rule: 'PTG-4.3' },
  { code: 'two-for-one', rule: 'PTG-5.4' },
  { code: 'no-task', rule: 'PTG-6.15' },
  { code: 'no-show', rule: 'PTG-6.15' },
  { code: 'taboo', rule: 'PTG-2.6' },
  { code: 'not-drawing', rule: 'PTG-5.4' },
  { code: 'too-short', rule: 'PTG-4.5' },
  { code: 'too-long', rule: 'PTG-4.5' },
  { code: 'not-now', rule: 'PTG-5.4' },
  { code: 'cannot-stay', rule: 'PTG-4.6' },
  { code: 'must-leave', rule: 'PTG-6.19' },
  { code: 'here', rule: 'PTG-2.3' },
  { code: 'out-of-reach', rule: 'PTG-2.3' },
  { code: 'same-chip', rule: 'PTG-4.6' },
  ...['state', 'question', 'player', 'offer', 'show', 'card'].map((what) => {
    return { code: `duplicate-${what}`, rule: 'PTG-5.4' };
  }),
  ...['no-answer', 'no-performance', 'blank-stop', 'own-chip', 'held-chip', 'offer-without-government'].map(
    (code) => ({ code, rule: 'PTG-4.10' }),
  ),
  { code: 'low-cash', rule: 'PTG-4.10' },
  { code: 'card-not-ready', rule: 'PTG-4.10' },
];
