import { rule } from '../../rulebook-builder.ts';
import { debtExample, fewestExample } from './examples-turn.ts';

/** PTG-6.1 to PTG-6.12: what the resolution of a turn is built from. */
export const toolRules = [
  rule(
    'PTG-6.1',
    'Order',
    'The order of a campaign turn is the players’ order, and it moves on by one candidate each turn. It is printed before the ' +
      'turn. “In order” means this order everywhere.',
  ),
  rule(
    'PTG-6.2',
    'Receiving cash',
    'A candidate who receives cash and has debts pays the oldest debt first, as far as the cash goes. A candidate to whom it was owed ' +
      'receives the payment at once, and pays debts with it in turn.',
    debtExample,
  ),
  rule(
    'PTG-6.3',
    'Paying',
    'What must be paid is paid as far as there is cash. The rest becomes a debt, and the candidate is sent to DC. What is paid ' +
      'freely, such as fees, flights, help, deals, and cards, is never owed: without the cash it does not happen.',
  ),
  rule(
    'PTG-6.4',
    'Being sent to DC',
    'The first of the candidate’s coming stops is lost, and the candidate moves to DC, where the count of rests begins at 0.',
  ),
  rule(
    'PTG-6.5',
    'Electoral votes',
    'A candidate has the electoral votes of the chips that it holds, DC’s included.',
  ),
  rule(
    'PTG-6.6',
    'Losing popular votes',
    'As many votes are struck off as there are. Each vote that is lacking costs $1, paid to the bank.',
  ),
  rule(
    'PTG-6.7',
    'Losing electoral votes',
    'A candidate who has no more votes than are lost gives back all chips and pays the bank $1 for each vote that is lacking. ' +
      'Otherwise it gives back the chips with the smallest sum that is enough; of those sets the one with the fewest chips, and ' +
      'then the one that comes first in the alphabet.',
    fewestExample,
  ),
  rule(
    'PTG-6.8',
    'Drawing a question',
    'A question is drawn from those of its kind that the game has not used. A state question is about the state of the stop, if ' +
      'the bank has any about it. When all have been used, they can be asked again.',
  ),
  rule('PTG-6.9', 'Asking', 'The four choices of a question are shuffled each time it is asked.'),
  rule(
    'PTG-6.10',
    'The record',
    'Every change of cash, votes, chips, and places is recorded when it happens, with its reason. Printouts tell the turn from ' +
      'this record.',
  ),
  rule(
    'PTG-6.11',
    'Impossible orders',
    'An order that cannot be carried out is skipped, and the rest of the sheet goes on. Conditions are looked at when the ' +
      'order’s turn comes.',
  ),
  rule('PTG-6.12', 'No fractions', 'All figures are whole numbers, and nothing is rounded.'),
];
