import { STATES, stateOf } from '../../country.ts';
import { listInWords } from '../../numbers.ts';
import type { Cell } from '../../report.ts';
import { items, parts, rule, section, table } from '../../rulebook-builder.ts';
import { type Bundle, GERRYMANDERS } from '../data/gerrymanders.ts';
import { neighbors, reach } from '../data/map.ts';
import { type Effect, WILDCARDS } from '../data/wildcards.ts';
import { votesOf } from '../play/desk.ts';
import { newGameExample, reachExample, slipExample } from './examples-start.ts';
import { reachMap } from './reach-map.ts';

/** PTG-1: what the game is. */
export const gameSection = section('PTG-1', 'The game', {
  intro: [
    'Two to eight candidates travel the United States by dice. At every stop a candidate chooses a question: a general ' +
      'question wins money, a state question popular votes, and a government question, for a fee, the chip with the ' +
      'electoral votes of the state. Chips, popular votes, and money can be traded: for help with a question, and for chips ' +
      'that others hold.',
    'Gerrymander cards turn small states into large ones. Doubles bring Wildcards: mimes, drawings, stunts, recitals, and ' +
      'scandals. A candidate who is broke goes to Washington to recover. The first with 270 electoral votes and the most ' +
      'popular votes is president. If someone else has more popular votes, a runoff decides; at the turn limit Speed Play ' +
      'does. A game takes 20 to 30 printouts.',
    'Money and popular votes are counted in millions.',
  ],
});

function stateRow(code: (typeof STATES)[number]['code']): Cell[] {
  const around = neighbors(code).join(' ');
  const way = code === 'AK' ? 'only out: WA' : 'only out: CA';
  const { name, electoralVotes } = stateOf(code);
  return [code, name, String(electoralVotes), around || way];
}

/** `AL AR MS, $5, 12 votes` */
function bundleInWords({ chips, cash, votes }: Bundle): string {
  const amounts = [cash > 0 ? `$${cash}` : '', votes > 0 ? `${votes} votes` : ''];
  return [chips.join(' '), ...amounts].filter((part) => part !== '').join(', ');
}

function worth({ chips, cash, votes }: Bundle): number {
  return votesOf(chips) + cash + votes;
}

const WHOM = {
  self: 'you',
  others: 'each other candidate',
  all: 'everyone',
  front: 'the front-runner',
  rear: 'the last in the race',
} as const;

function effectInWords(effect: Effect): string {
  if ('who' in effect) {
    const amount = `${effect.amount < 0 ? '−' : '+'}${Math.abs(effect.amount)}`;
    const what = { cash: 'cash', popular: 'popular votes', electoral: 'electoral votes' }[effect.kind];
    return `${WHOM[effect.who]}: ${what} ${amount}`;
  }
  if (effect.kind === 'to-dc') return 'you are sent to DC';
  if (effect.kind === 'collects') return `each other candidate pays you $${effect.amount}`;
  return `you pay $${effect.amount} to each other candidate`;
}

const SHOW_NAMES = [
  ['charade', 'Mime a phrase in words.', 'The others guess it.'],
  ['drawing', 'Draw an object with signs.', 'The others guess it.'],
  ['stunt', 'Do it at home and report.', 'The others may object.'],
  ['recital', 'Print it in the manner asked for.', 'The others may object.'],
  ['direction', 'Direct an actor, without the words that are taboo.', 'The others guess it, the actor too.'],
] as const;

/** PTG-2: the map, amounts, cards and questions. */
export const componentsSection = section('PTG-2', 'The map, the cards, and the questions', {
  rules: [
    rule(
      'PTG-2.1',
      'States and chips',
      'There are 51 chips, one for each of the 50 states and one for the District of Columbia (DC), with 538 electoral votes ' +
        'in all. DC is no home state, has no questions, and cannot be reached by air. Lists of states are in alphabetical ' +
        'order of their codes.',
    ),
    rule(
      'PTG-2.2',
      'Neighbors',
      'Two states adjoin when they share a border on land or in a river. Touching at a point, or across a lake or the sea, is ' +
        'not enough. From Alaska the first point of a roll leads to Washington, and from Hawaii to California. No roll leads ' +
        'to Alaska or Hawaii.',
      table(
        'The states',
        ['Code', 'State', 'Votes>', 'Adjoins'],
        STATES.map(({ code }) => stateRow(code)),
      ),
    ),
    rule(
      'PTG-2.3',
      'Reach',
      'A roll reaches every state in which a walk of exactly that many steps can end, each step to an adjoining state. The ' +
        'walk may turn back, and may pass through any state, DC and its start included, but may not end where it starts.',
      `A 2 from North Carolina reaches ${listInWords([...reach('NC', 2)])}. A 2 from Maine reaches ${listInWords([...reach('ME', 2)])}.`,
      reachMap('NC', 2),
      reachExample,
    ),
    rule(
      'PTG-2.4',
      'Amounts',
      table(
        'Amounts',
        ['What', 'Amount'],
        [
          ['cash at the start', '$10'],
          [
            'a right answer of level 1, 2, or 3',
            '8, 12, or 16: in $ for a general question, in popular votes for a state question',
          ],
          ['the fee for a government question', '$2'],
          ['a flight', '$2'],
          ['a stop spent in DC', '$10, at most 4 times in a row'],
          ['each vote that is lacking when votes are lost', '$1'],
          ['electoral votes that elect', '270'],
        ],
      ),
    ),
    rule(
      'PTG-2.5',
      'Gerrymander cards',
      'What a card needs is given up: chips go back to their states, and money and votes are gone. Its reward comes from the ' +
        'states, or from the candidates who hold the chips. Worth counts an electoral vote, $1, and a popular vote alike.',
      table(
        'The Gerrymander cards',
        ['Card', 'Title', 'Needs', 'Rewards', 'Worth'],
        GERRYMANDERS.map(({ id, title, needed, reward, levy }): Cell[] => [
          ...[id, title, bundleInWords(needed), bundleInWords(reward)],
          `${worth(needed)} → ${worth(reward)}${levy ? ' and levy' : ''}`,
        ]),
        'G35: besides, each other candidate pays you $2, or what it has if that is less.',
      ),
    ),
    rule(
      'PTG-2.6',
      'Wildcards: shows',
      'Cards W01 to W38 ask for a performance. A charade or direction has taboo stems: no word of the text may begin with one. ' +
        'What a charade, drawing, or direction shows is secret until it is over.',
      table(
        'Shows',
        ['Kind', 'What you do', 'Who decides'],
        SHOW_NAMES.map((row) => [...row]),
      ),
    ),
    rule(
      'PTG-2.7',
      'Wildcards: events',
      'Cards W39 to W54 take effect at once, in the order given.',
      table(
        'Events',
        ['Card', 'Event', 'Effects'],
        WILDCARDS.flatMap((card): Cell[][] =>
          card.kind === 'event' ? [[card.id, card.title, card.effects.map(effectInWords).join('; ')]] : [],
        ),
      ),
    ),
    rule(
      'PTG-2.8',
      'Questions',
      'A question is general, about a state, or about government. It has a level from 1 (easy) to 3 (hard), four choices with one ' +
        'that is right, and perhaps other forms that are right in writing. An open question can be answered without its ' +
        'choices.',
    ),
    rule(
      'PTG-2.9',
      'The house bank',
      'The house bank has more than 1,200 questions of our own, at least 300 general, 300 about government, and 10 about each ' +
        'state. A third of each kind is easy and a third is hard. A bank is never changed while games use it.',
    ),
    rule(
      'PTG-2.10',
      'Questions of the GM',
      'The GM may add up to 500 questions, which belong to this game only.',
    ),
    rule('PTG-2.11', 'The specimen bank', 'A small bank of 30 questions serves for trying out the rules.'),
    rule(
      'PTG-2.12',
      'Words of a text',
      'Accents, apostrophes, and capital letters do not count, & is “and”, and every other sign separates words. To compare ' +
        'texts, a, an, and the are left out, and the rest is joined.',
    ),
    rule(
      'PTG-2.13',
      'When texts match',
      'A written text matches a right form if they are equal after that. If the form has 6 letters or more and no digit, one ' +
        'letter that is missing, wrong, or too many is forgiven.',
      slipExample,
    ),
  ],
});

/** PTG-3: seats, options and the first cards. */
export const setupSection = section('PTG-3', 'Setup', {
  rules: [
    rule(
      'PTG-3.1',
      'Seats',
      'Two to eight candidates, each with an identifier of two or three capital letters. Seats stand in the order in which ' +
        'play goes round the table.',
    ),
    rule(
      'PTG-3.2',
      'Options',
      table(
        'Options',
        ['Option', 'Usually', 'Limits', 'What it means'],
        [
          ['turnLimit', '22', '4 to 60', 'campaign turns before Speed Play'],
          ['stops', '2', '1 or 2', 'stops of every candidate in a campaign turn'],
          ['wildcards', 'all', 'all, events', 'with events, only W39 to W54 are in the deck'],
          ['bank', 'house-1', 'a bank or none', 'where the questions come from'],
          ['questions', 'none', 'up to 500', 'questions of the GM, after those of the bank'],
        ],
      ),
    ),
    rule(
      'PTG-3.3',
      'The start',
      parts(
        'PTG-3.3',
        'Every candidate rolls two dice. Candidates who tie roll again, highest ties first, until none are equal.',
        'The home states are picked in the order of these rolls, highest first.',
        'The players’ order is the order of the seats, beginning with the lowest roll.',
        'The 35 Gerrymander cards are shuffled, and each candidate is dealt three.',
        'The Wildcards are shuffled.',
      ),
      newGameExample,
    ),
    rule(
      'PTG-3.4',
      'Prepared games',
      'A scenario can name the cards, the order of picking, the bank, and both decks. What it leaves out has its usual value.',
    ),
    rule(
      'PTG-3.5',
      'Games that are under way',
      'A scenario can begin in mid-campaign, with places, cash, votes, chips, dice, debts, and questions that wait for answers.',
    ),
    rule(
      'PTG-3.6',
      'What a scenario must not contain',
      items(
        'fewer than two players or more than eight, identifiers that are bad or not different, and an order of picking that leaves out a player;',
        'codes, cards, or kinds that do not exist, a card or chip that is in two places, and a hand with the wrong number of cards;',
        'numbers beyond their limits, an empty deck of Wildcards, bad or double questions, and questions that lack a kind.',
      ),
    ),
    rule(
      'PTG-3.7',
      'Before the first sheet',
      'The game begins with the choice of home states. The setup stays the same to the end.',
    ),
  ],
});
