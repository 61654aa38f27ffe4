import type { CodeRule } from '../../rulebook.ts';
import { items, rule, section, table } from '../../rulebook-builder.ts';
import { LIMITS } from '../data.ts';

/** EB-4: the turn and its sheet. */
export const sheetSection = section('EB-4', 'The turn and the sheet', {
  rules: [
    rule(
      'EB-4.1',
      'Turns',
      'Turn 1 is round 1, and so on, and every player owes a sheet for each round. If someone can use an absentee ballot after ' +
        'the last round (EB-6.15), one more turn is the recount, for which those players owe a sheet.',
    ),
    rule(
      'EB-4.2',
      'The sheet of a round',
      table(
        'Fields',
        ['Field', 'Limits', 'Blank means', 'Meaning'],
        [
          [
            'Character',
            'first sheet, if you have two cards',
            'the first card',
            'your character for the whole game',
          ],
          ['Plan', `${LIMITS.plan} rows`, 'no rows', 'ranked wishes, one row for each staffer'],
          ['Tokens after a miss', '0–4', '1', 'most town hall tokens to rescue one missed roll in a state'],
          ['Rivals to hit first', `${LIMITS.targets}, all different`, 'no one', 'see EB-6.4'],
          ['Attack ads', `${LIMITS.ads} rows`, 'no rows', 'ranked wishes, one row for each token'],
          ['Most tokens to redeem', '0–9', 'no limit', 'most attack-ads tokens this round'],
          ['Double go', '0–9, the Banker only', '1', 'the go in which you place two staffers; 0 is never'],
          ['Follow-up states', `${LIMITS.followUp} red states, the Scientist only`, 'none', 'see EB-6.13'],
          ['Press line', `${LIMITS.press} characters`, 'none', 'a line for everyone’s printout'],
        ],
      ),
      table(
        'Columns of the plan',
        ['Column', 'Limits', 'Blank means', 'Meaning'],
        [
          ['Area', 'any area', '', 'where the staffer goes'],
          [
            'When',
            '1–9',
            '5',
            'when it is resolved: 1 first, 9 last; equal numbers in the order of the plan',
          ],
          ['Before', '0–2, states only', '0', 'town hall tokens before the roll, +2 each'],
          ['After', '0–4, states only', 'the sheet’s', 'most town hall tokens after a miss, +1 each'],
          [
            'Replace',
            'another player, states only',
            'see EB-6.11',
            'whose token to replace, or whose staffer to remove',
          ],
          ['Hold', 'yes or no', 'no', 'keep the once-a-round ability for another staffer'],
        ],
      ),
      'A row of attack ads names a player, an area, or both. The area can also be ANY, or MINE for any state where you have a ' +
        'token.',
    ),
    rule(
      'EB-4.3',
      'The recount sheet',
      `Up to ${LIMITS.ballots} rows, best first, each with a state in which you are tied and the most ballots there: blank is no ` +
        'limit, 0 is never. It has a press line, too.',
    ),
    rule(
      'EB-4.4',
      'Blank fields',
      'Every field may be blank but the area or state of a row. Codes may be in either case.',
    ),
    rule(
      'EB-4.5',
      'Press lines',
      'Line breaks and tabs become spaces, other control characters are dropped, and so are spaces at both ends.',
    ),
  ],
});

/** EB-5: checks. */
export const checksSection = section('EB-5', 'Checks', {
  rules: [
    rule(
      'EB-5.1',
      'Problems',
      'A sheet with a problem is refused as a whole, and every problem is listed. A refused sheet counts as not sent.',
      table(
        'Codes',
        ['Code', 'When'],
        [
          ['wrong-type', 'a value is not of its kind'],
          ['wrong-turn', 'the field does not belong to this turn'],
          ['no-such-ability', 'only the Banker has a double go, only the Scientist follows up'],
          ['unknown-character, not-dealt', 'the character is none, or not one of your cards'],
          ['too-many', 'a list has too many entries'],
          ['missing', 'a row names no area or state'],
          ['unknown-area, unknown-state, unknown-player', 'there is no such area, state or player'],
          ['out-of-range', 'a number is too small or too large'],
          ['self', 'you named yourself'],
          ['not-a-state', 'the column is for states only'],
          ['duplicate-player, duplicate-state', 'an entry is in the list twice'],
          ['empty-row', 'a row of attack ads names neither a player nor an area'],
          ['not-one-star', 'a follow-up goes to a red state'],
          ['not-tied', 'you are not tied for the most tokens in the state'],
          ['too-long', `the press line has more than ${LIMITS.press} characters`],
        ],
      ),
    ),
    rule('EB-5.2', 'Messages', 'Each problem says what is wrong and what would be right.'),
    rule(
      'EB-5.3',
      'Advice',
      'A legal sheet may come with advice:',
      items(
        'fewer rows than three more than your staffers;',
        'an area that is listed more often than it has places for you, or recruitment more often than you can use;',
        'more town hall tokens before rolls than you have;',
        'attack-ads rows without tokens, or tokens without rows;',
        'a state where all stars are yours already.',
      ),
    ),
  ],
});

/** The rule behind each code of a problem or advice. */
export const CODE_RULES: readonly CodeRule[] = [
  ...[
    ...['wrong-type', 'wrong-turn', 'no-such-ability', 'unknown-character', 'not-dealt', 'too-many'],
    ...['missing', 'unknown-area', 'unknown-state', 'unknown-player', 'out-of-range', 'self', 'not-a-state'],
    ...['duplicate-player', 'duplicate-state', 'empty-row', 'not-one-star', 'not-tied', 'too-long'],
  ].map((code) => ({ code, rule: 'EB-5.1' })),
  { code: 'not-owed', rule: 'EB-4.1' },
  ...[
    ...['few-rows', 'listed-too-often', 'enough-staffers', 'too-few-town-hall-tokens'],
    ...['no-ads-tokens', 'no-ads-rows', 'only-blocks'],
  ].map((code) => ({ code, rule: 'EB-5.3' })),
];
