import { rule, section } from '../../rulebook-builder.ts';

/** Section 11: how the rules are read where the original is silent or damaged. */
export const decisionsSection = section('MOE-11', 'Where the original is silent', {
  intro: ['Parts of the original are lost or unclear. This is how it is played here, and why.'],
  rules: [
    rule(
      'MOE-11.1',
      'The track',
      'It has eleven squares, two of them dark on each side. The final vote moves a poll by up to three squares, so “safe” is what lies ' +
        'beyond the margin of error.',
    ),
    rule(
      'MOE-11.2',
      'Leaving a safe color',
      'A state that is safe for the other side can be pulled as far as the first light square, from either dark square.',
    ),
    rule(
      'MOE-11.3',
      'Base votes',
      'The original gives the Democrats 155 and the Republicans 157, and so do these rules. A count of the other states would give 157 ' +
        'and 155. For that reason, the map prints no numbers on base states.',
    ),
    rule(
      'MOE-11.4',
      'Electoral votes',
      'They are those of 2004 and 2008, which add up to the 226 of the original and make exactly eight states small.',
    ),
    rule(
      'MOE-11.5',
      'Starting polls',
      'They are worked out from the election of 2004, shifted so that the nation is tied, with the few starting polls that the original ' +
        'mentions.',
    ),
    rule(
      'MOE-11.6',
      'The automatic opponent’s stops',
      'Only the two stops of week 1 are known. The three schedules were chosen by simulation.',
    ),
    rule(
      'MOE-11.7',
      'Charts',
      'The chart of the final margin is symmetric. Fundraising and media take at most three days. Any total of 13 or more is worth four ' +
        'squares.',
    ),
    rule('MOE-11.8', 'The next state', '“Down the list” means down the whole board, and around its end.'),
    rule(
      'MOE-11.9',
      'Paying',
      'Each day is paid for by itself, so a stop that you can pay for in part happens in part. Last-minute stops are free, at most three ' +
        'tokens in a state.',
    ),
    rule(
      'MOE-11.10',
      'Covers',
      'Triples can be covered twice. The die that is set aside is one of those that show the same number, since any other choice would ' +
        'leave the gaffe. A cover is not the week’s action.',
    ),
    rule(
      'MOE-11.11',
      'Home states',
      'They are battleground states. Only stops count half there, and only if they succeed, because an ad is aimed at a region.',
    ),
    rule(
      'MOE-11.12',
      'Two players',
      'Each player has their own small-state tokens. If both have as many days left, the active player goes on. A result of 269 to 269 is ' +
        'shared, because the original needs 270.',
    ),
    rule(
      'MOE-11.13',
      'Balance',
      'In thousands of simulated games, the computer candidate beat the gentle automatic opponent 99 times in 100, the even one 90 times, and the tough ' +
        'one 56 to 59 times. A casual player beat the even one 41 to 45 times. Between two computer candidates, each party won about ' +
        'half of the games.',
    ),
  ],
});
