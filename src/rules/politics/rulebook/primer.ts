import type { FirstTurn, Primer } from '../../rulebook.ts';
import { example } from '../../rulebook-builder.ts';

/** The game on one page. */
export const primer: Primer = {
  goal:
    'You want 270 electoral votes and more popular votes than anyone else. You travel the states by dice, and where you stop you ' +
    'choose a question: a general question wins money, a state question popular votes, and a government question the chip of the ' +
    'state with its electoral votes.',
  turn:
    'Your sheet does two things. It answers the questions that the last printout put to you. And it says where you go with the ' +
    'dice that are printed there, and what kind of question you want; those questions are on the next printout. You can also buy ' +
    'and sell help, bid for chips that others hold, accept their bids, play Gerrymander cards, and perform, guess, or judge shows.',
  winning:
    'The first with 270 electoral votes is president, unless someone else has more popular votes: then the two meet in a runoff. ' +
    'If no one gets there in time, Speed Play decides: rounds of written questions, from the weakest candidate to the strongest.',
  advice: [
    'Win chips early: one that no one holds costs only $2 and a right answer. For the others, bid cash and popular votes.',
    'Never spend your last $2. Without any cash you are sent to DC and lose a stop, though a rest there brings $10.',
    'Read everyone’s questions. You can sell an answer that you know, and buy one that you do not know.',
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
    'AB answers the last question, an easy general one, and is right. It brings $8, so AB has $18.',
    'AB has rolled 1 and 2, walks three steps to Virginia, and asks for a government question. The fee is $2, so AB has $16 left. ' +
      'The question is on the next printout. If AB answers it right, Virginia’s chip is AB’s.',
  ),
};

/** Hints for the first sheet. */
export const firstTurn: FirstTurn = {
  look: [
    'Your three Gerrymander cards: which of them needs states that lie close together?',
    'The order of picking: someone who picks before you may take your first choice.',
  ],
  fields: [
    {
      field: 'homes',
      text: 'You only begin there: you still have to win the chip. Name states with many neighbors, or near those that your cards need.',
    },
    { field: 'discard', text: 'Give back the card whose states lie far apart.' },
  ],
  after: [
    'Your dice for the coming stops, and the states in reach.',
    'Who goes first, and where the others are.',
  ],
};
