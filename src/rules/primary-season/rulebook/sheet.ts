import type { CodeRule } from '../../rulebook.ts';
import { items, rule, section, table } from '../../rulebook-builder.ts';
import { LIMITS, MAX_FACES } from '../data.ts';
import { doorExample } from './examples-votes.ts';

/** PS-4: the turn and its sheet. */
export const sheetSection = section('PS-4', 'The round and the sheet', {
  rules: [
    rule(
      'PS-4.1',
      'Phases',
      'With one sheet a round, a round is one turn of the game by mail. With two, it is two turns, each with a sheet, a due date, and a printout: ' +
        'the re-rolls first, then the spending. In every phase every player owes a sheet, until the game is over.',
    ),
    rule(
      'PS-4.2',
      'Acting order',
      'Within a round players act one after the other. Rotating: round 1 goes in players’ order. In each later round, the player ' +
        'who acted last in the round before acts first, and the others keep their order. Table: players’ order in every round.',
    ),
    rule(
      'PS-4.3',
      'Advance dice',
      'The dice of a player’s coming round are rolled before the sheet is due and are printed for all to see. They are ' +
        'numbered from 1 in the order rolled.',
    ),
    rule(
      'PS-4.4',
      'The fields of the sheet',
      table(
        'Re-rolls',
        ['Field', 'Limits', 'Meaning'],
        [
          ['Dice to re-roll', `${LIMITS.reroll}, your own, all different`, 'all of them are rolled together'],
          [
            'Second re-roll',
            `${LIMITS.second} rows, only with an Organizer`,
            'the first row that holds is used',
          ],
          ['– fewer votes than', '1–50', 'holds if dice and Manager give fewer votes'],
          ['– less money than', '1–50', 'holds if funds and dice give less money'],
          ['– faces', `digits 1–6, ${MAX_FACES} characters`, 're-roll every die that shows one of these'],
        ],
      ),
      table(
        'Spending',
        ['Field', 'Limits', 'Meaning'],
        [
          ['Take 1s as', 'votes, money, buy, finish', 'blank: votes; see PS-6.6'],
          ['Shopping list', `${LIMITS.shop} rows`, 'tried from the top'],
          ['– item', 'an item', 'what to buy'],
          ['– keep', '0–50', 'buy only if at least this much is left afterward; blank: 0'],
          ['– votes from', '0–50', 'buy only with at least so many votes this round'],
          ['– votes to', '0–50', 'buy only with at most so many votes this round'],
          ['– if open', 'a state', 'buy only if this state is still available to you'],
          ['Radio, Television, Debate', 'rankings of up to 9 states', 'where the ad goes if it is bought'],
          ['Votes', `${LIMITS.votes} rows`, 'where votes go, tried from the top'],
          ['– where', 'Staff or a state', ''],
          [
            '– marks',
            'up to the circles',
            'at most so many; blank: as many as complete it, or earn the next die',
          ],
          ['– all or nothing', 'yes or no', 'only if there are votes enough for all of the row'],
          ['– place', 'states only', 'only if the next place is this one or a better one'],
          ['The rest', 'auto, none', 'auto: what the lists leave over is placed automatically; blank: auto'],
        ],
      ),
    ),
    rule(
      'PS-4.5',
      'Orders as data',
      'As data, a sheet is an object with the keys reroll, second, ones, shop, radio, television, debate, votes, and rest. ' +
        'With two sheets a round, each has the keys of its own part.',
    ),
    rule(
      'PS-4.6',
      'Blanks',
      'Blank entries and blank rows are passed over but keep their place in the numbering. What is not named here is ignored.',
    ),
    rule('PS-4.7', 'Letters', 'Codes, ids, and choices are read in capitals or small letters.'),
    rule(
      'PS-4.8',
      'If and else',
      'The same item may stand in several rows, and so may the same state, with different conditions. This is how a player ' +
        'says “if … else …”.',
      doorExample,
    ),
  ],
});

/** PS-5: the checks at the door. */
export const checksSection = section('PS-5', 'Checks at the door', {
  rules: [
    rule(
      'PS-5.1',
      'Every problem is named',
      'A sheet that breaks a rule is refused as a whole, and every problem is named in the order of PS-4.4. The sheet that ' +
        'stood before still stands.',
    ),
    rule(
      'PS-5.2',
      'Kinds of values',
      'A whole number has no fractional part. A value of the wrong kind has that problem and no other.',
    ),
    rule(
      'PS-5.3',
      'What is refused',
      items(
        'a field that belongs on the other sheet of the round;',
        'a second re-roll without an Organizer, a die that you do not have, a die named twice, and faces other than 1 to 6;',
        'a list that is too long, a number outside its limits, a row without its item, place, or faces, and a choice that does not exist;',
        'an item that you have or that does not exist, a third issue, and a most number of votes below the least;',
        'a state that has no primary, a state named twice in a ranking, a state that is complete for you or closed, Staff if ' +
          'you have all five dice, and a place for Staff.',
      ),
    ),
    rule(
      'PS-5.4',
      'The state as printed',
      'The checks know the state as printed. What other players do before you act is a matter of PS-6.',
    ),
  ],
});

/** The rules behind the codes of problems and advice. */
export const CODE_RULES: readonly CodeRule[] = [
  { code: 'wrong-phase', rule: 'PS-4.1' },
  { code: 'not-owed', rule: 'PS-4.1' },
  { code: 'wrong-type', rule: 'PS-5.2' },
  { code: 'no-organizer', rule: 'PS-6.3' },
  { code: 'too-many', rule: 'PS-4.4' },
  { code: 'no-such-die', rule: 'PS-4.3' },
  { code: 'duplicate-die', rule: 'PS-4.4' },
  { code: 'out-of-range', rule: 'PS-4.4' },
  { code: 'missing', rule: 'PS-4.4' },
  { code: 'bad-faces', rule: 'PS-4.4' },
  { code: 'unknown-choice', rule: 'PS-4.4' },
  { code: 'unknown-item', rule: 'PS-2.4' },
  { code: 'owned', rule: 'PS-2.4' },
  { code: 'issue-limit', rule: 'PS-2.5' },
  { code: 'from-above-to', rule: 'PS-4.4' },
  { code: 'unknown-state', rule: 'PS-2.1' },
  { code: 'duplicate-state', rule: 'PS-4.4' },
  { code: 'full', rule: 'PS-2.7' },
  { code: 'closed', rule: 'PS-2.7' },
  { code: 'not-for-staff', rule: 'PS-4.4' },
  { code: 'no-second-re-roll', rule: 'PS-6.3' },
  { code: 'ranked-not-bought', rule: 'PS-6.9' },
  { code: 'too-many-issues', rule: 'PS-2.5' },
  { code: 'votes-may-be-lost', rule: 'PS-6.11' },
];
