import { example, items, rule } from '../../rulebook-builder.ts';
import { AD_WEEKS, AUTOMATIC_SQUARES, AUTOMATIC_SQUARES_ON_DOUBLES } from '../data.ts';
import { alone } from './examples.ts';

/** Rule MOE-6.7: the automatic opponent. */

const stopsExample = example(
  'Two stops of the automatic opponent',
  {
    setup: alone({}, { stops: [2, 0, 0, 0, 0, 0, 0, 0, 0], polls: { IN: 4, IA: 5, MO: 2 } }),
    dice: [1, 4, 5, 5],
    turns: [
      {
        sheets: { JN: {} },
        expect: {
          state: {
            polls: { MI: 0, IN: 4, IA: 5, MO: 4 },
            log: [
              { dice: [1, 4], rolled: 'MI', state: 'MI', squares: 2, from: -2, to: 0 },
              { dice: [5, 5], rolled: 'IN', state: 'MO', squares: 2, from: 2, to: 4 },
            ],
          },
        },
      },
    ],
  },
  'The automatic opponent plays for the Republicans. A 1 and a 4 name Michigan, which goes from D+2 to even. Two 5s name Indiana. It is safe for the ' +
    'Republicans on R+4, and so is Iowa, the next state, on R+5. The one after that, Missouri, is hit and goes from R+2 to R+4.',
);

const adExample = example(
  'An ad in week 3',
  {
    setup: alone({}, { week: 3 }),
    dice: [1, 6],
    turns: [
      {
        sheets: { JN: {} },
        expect: {
          state: {
            polls: { PA: -2, MI: -2, WI: -2, MN: 0, NV: 1, MO: 4, MT: 5 },
            log: [{ regions: ['rust-belt', 'plains'], region: 'plains', squares: 2 }],
          },
        },
      },
    ],
  },
  'The dice show 1 and 6: the Rust Belt or the Plains. In the Rust Belt, all three states would go from D+2 to even, where they ' +
    'still belong to the Democrats, who started ahead there. In the Plains, Nevada goes from D+1 to R+1, and the Democrats lose its ' +
    '5 votes. That is the greater harm, so the ad runs in the Plains.',
);

export const automaticRule = rule(
  'MOE-6.7',
  'The automatic opponent',
  'In a game for one, it plays the other party after you each week. It has no money, no sheet, and no gaffes.',
  items(
    'Stops: as many as MOE-2.15 says for its strength and the week, or one fewer if you used Fact Check this week. For each, a ' +
      `region die and a state die name a state. If that is safe for the automatic opponent already, it takes the next state down the board ` +
      `that is not, and after Montana it goes on with Pennsylvania. It pushes that state ${AUTOMATIC_SQUARES} squares, or 1 in ` +
      'your home state. If all twenty states are safe for it, nothing happens.',
    `Ad: in the weeks ${AD_WEEKS.join(', ')}, after the stops. Fact Check does not touch it. Two region dice name two regions. A region ` +
      'whose states are all safe for the automatic opponent is replaced by the next region down the list that has another one. The ad pushes ' +
      `every state of one of the two regions ${AUTOMATIC_SQUARES} squares, or ${AUTOMATIC_SQUARES_ON_DOUBLES} if both dice show the ` +
      'same number. If all twenty states are safe for it, nothing happens.',
    'Of two regions, the ad does the greater harm. First, that is the region where you would lose more electoral votes of states that you ' +
      'are winning. If these are equal, it is the one with the greater sum of electoral votes times squares actually moved. If these ' +
      'are equal too, it is the region with the lower number.',
  ),
  stopsExample,
  adExample,
);
