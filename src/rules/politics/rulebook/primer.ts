import type { FirstTurn, Primer } from '../../rulebook.ts';
import { example } from '../../rulebook-builder.ts';

/** The game on one page. */
export const primer: Primer = {
  goal:
    'You want 270 electoral votes and more popular votes than anyone else. You travel the states by dice and answer questions: ' +
    'general ones win money, state ones popular votes, and government ones the chip of the state with its electoral votes.',
  turn:
    'Your sheet does two things. It answers the questions that the last printout put to you, and it says where you go with the ' +
    'dice that are printed there, and what you want to be asked. Besides, you can buy and sell help, bid for chips that others ' +
    'hold and answer their bids, play Gerrymander cards, and perform, guess, or judge shows.',
  winning:
    'The first with 270 electoral votes is president, unless someone else has more popular votes: then the two meet in a runoff. ' +
    'If nobody gets there in time, Speed Play decides, round by round, from the weakest candidate to the strongest.',
  advice: [
    'Get chips early: free ones cost only $2 and a right answer. Bid for others with cash and popular votes.',
    'Keep $2 at every stop. Without any cash you are sent to DC, though a rest there brings $10.',
    'Read everybody’s questions. An answer that you know can be sold, and one that you do not know can be bought.',
  ],
  example: example(
    'A walk to Virginia',
    {
      setup: {
        started: true,
        stops: 1,
        players: [
          { id: 'AB', at: 'NC', pending: [{ asked: ['g01'] }] },
          { id: 'CD', at: 'FL' },
        ],
      },
      dice: [1, 4, 3, 2, 1, 2, 1, 2],
      turns: [
        {
          sheets: {
            AB: {
              answers: [{ question: 'AB1', answer: 'A' }],
              stops: [{ move: 'roll', to: 'VA', question: 'government' }],
            },
          },
          expect: {
            state: {
              players: [{ at: 'VA', cash: 16, pending: [{ asked: [{ label: 'AB1', id: 'v01' }] }] }, {}],
            },
          },
        },
      ],
    },
    'AB answers the last question, a general one of level 1, and is right: $8 come to its cash, which makes $18.',
    'AB has rolled 1 and 2, walks three steps to Virginia, and asks for a government question. The fee is $2, so AB has $16 left. ' +
      'The question is on the next printout. If AB answers it right, Virginia’s chip is AB’s.',
  ),
};

/** Hints for the first sheet. */
export const firstTurn: FirstTurn = {
  look: [
    'Your three Gerrymander cards: which of them needs states that lie close together?',
    'The order of picking: who picks before you may take your first wish.',
  ],
  fields: [
    {
      field: 'homes',
      text: 'Name states in the middle of many neighbors, or near those that your cards need.',
    },
    { field: 'discard', text: 'Give back the card whose states lie far apart.' },
  ],
  after: [
    'Your dice for the coming stops, and the states in reach.',
    'Who begins, and where the others are.',
  ],
};
