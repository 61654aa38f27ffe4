import { parts, rule, section } from '../../rulebook-builder.ts';
import { BALLOTS, DUEL, MISSING } from './examples-end.ts';
import * as placing from './examples-placing.ts';
import * as rolling from './examples-rolling.ts';

/** EB-6: how a turn is resolved. */
export const turnSection = section('EB-6', 'Resolving the turn', {
  rules: [
    rule(
      'EB-6.1',
      'Missing sheets',
      'A sheet that did not come, or was refused, counts as an empty one: its staffers go to stand-by places (EB-6.6). Rows ' +
        'that cannot be carried out are passed over.',
      MISSING,
    ),
    rule(
      'EB-6.2',
      'Characters',
      'On turn 1, each player with two cards gets the chosen one, or the first one dealt.',
    ),
    rule(
      'EB-6.3',
      'Round order',
      'The first player in players’ order starts round 1, the next one round 2, and so on. The others follow in players’ ' +
        'order around the table.',
    ),
    rule(
      'EB-6.4',
      'Rivals’ order',
      'For the whole turn, your rivals are in this order: those you ranked, then the others by the most votes on the latest ' +
        'printout, ties in players’ order.',
    ),
    rule(
      'EB-6.5',
      'Placement',
      'The players place staffers in round order, one each time, until all are placed. The Banker places two in the go that the ' +
        'sheet names, if at least two are left. A staffer goes to the area of the first row of your plan that you have not used ' +
        'and whose area has room. A state has room for as many staffers as it has stars, a special area for as many as it has ' +
        'places (EB-2.2). It does not matter whose staffers are there.',
      placing.BANKER,
    ),
    rule(
      'EB-6.6',
      'Stand-by places',
      'If you have no row left that can be used, the staffer goes to a state with room that you do not fully own and where you ' +
        'have no staffer; if there is none, to any state with room. Fewest stars come first, then most votes, then code order. ' +
        'If no state has room, the order is TOWN, BALLOT, ADS, RECRUIT. Otherwise the staffer stays at home.',
      placing.STAND_BY,
    ),
    rule(
      'EB-6.7',
      'The queue',
      'Your staffers are resolved by “when” (5 for stand-by places), then by row, stand-by places last.',
    ),
    rule(
      'EB-6.8',
      'Attack ads',
      'Before anything is resolved, players redeem attack-ads tokens in round order, one each time, until no one does. The first ' +
        'unused row that fits a rival’s staffer sends it home for this round. Among several, most electoral votes come first, ' +
        'then code order, then rivals’ order, then the owner’s queue.',
      placing.ADS,
    ),
    rule(
      'EB-6.9',
      'Resolving',
      'The players resolve staffers in round order, one each time, until none are left on the board.',
    ),
    rule(
      'EB-6.10',
      'The attempt',
      parts(
        'EB-6.10',
        'Defense: if all stars of the state are yours now, you have +1.',
        'Idle attempt: if a success could change nothing, the die is rolled, but no token and no ability is spent. That is a ' +
          'defense without a rival’s staffer in the state, or recruitment with 9 staffers.',
        'The Movie Star wins a red state without a roll.',
        'Before: in a state, you redeem the town hall tokens of the row, +2 each, but no more than make the roll certain.',
        'You roll the die.',
        'The Ivy Leaguer’s 1 counts as 6 if the roll would miss. An ability can be used once a round, not in an idle attempt, ' +
          'and not in a row marked “Hold”.',
        'Rescue: if a roll in a state misses, the Nerd adds 1, and then town hall tokens add 1 each, up to the limit of the row ' +
          'or the sheet. Nothing is spent on a roll that would still miss.',
        'The Entrepreneur rolls again in a state if the roll still misses. Tokens before count again, and a rescue is possible ' +
          'again.',
        'A total of the number needed or more is a success.',
      ),
      rolling.TOWN_HALLS,
      rolling.NERD,
      rolling.ENTREPRENEUR,
    ),
    rule(
      'EB-6.11',
      'Success in a state',
      'If a star is free, your token goes there. If all stars are occupied but not all by you, your token replaces a rival’s: ' +
        'that of the row’s player, else of the player with the most tokens there, ties in rivals’ order. If all stars are yours, ' +
        'a rival’s staffer in the state goes home: that of the row’s player, else of the first in rivals’ order.',
      rolling.DEFENSE,
      rolling.REPLACE,
    ),
    rule(
      'EB-6.12',
      'Success elsewhere',
      'Recruitment brings one more staffer for the next round, 9 at most. The other areas bring one token at once. A town hall ' +
        'token can help a later roll of the same round, an attack-ads token only the next round.',
    ),
    rule(
      'EB-6.13',
      'Follow-up',
      'After putting a token in a red state, the Scientist at once tries a red neighbor without tokens: the first ranked one, ' +
        'else the one with the most votes, ties in code order. The follow-up has no row, so the limit after a miss is the ' +
        'sheet’s. No further follow-up comes of it.',
      rolling.SCIENTIST,
    ),
    rule(
      'EB-6.14',
      'End of the round',
      'All staffers come home, votes are counted, and abilities are fresh again.',
    ),
    rule(
      'EB-6.15',
      'After the last round',
      'A state is contested if two or more players are tied for the most tokens there. The recount comes if one of them holds an ' +
        'absentee ballot, or is the War Hero and the state is blue.',
    ),
    rule(
      'EB-6.16',
      'Absentee ballots',
      'The players place ballots in players’ order, one each time, until no one does. Your list is your rows, then all other ' +
        'states by votes. A ballot goes to the first state of the list in which you are tied at the start of the recount, are ' +
        'not ahead of everyone now, and have not reached the most of the row. In blue states the War Hero’s three free ballots ' +
        'go first.',
      BALLOTS,
    ),
    rule(
      'EB-6.17',
      'The count',
      'Tokens and ballots are added up. The player with the most carries the state. If the top is tied, there is a duel ' +
        '(EB-6.18), state by state in code order. No one carries a state without tokens.',
    ),
    rule(
      'EB-6.18',
      'Duels',
      'If more than two players are tied, each rolls a die, and the two highest go to the coin. If more are equal than there are ' +
        'places, only they roll again. The coin: 1 is the earlier of the two in players’ order, 2 the later.',
      DUEL,
    ),
  ],
});
