import type { Rulebook } from '../../rulebook.ts';
import { decisionsSection } from './decisions.ts';
import { computerSection, endSections, originalSection, printoutSection } from './end.ts';
import { FIRST_TURN } from './first-turn.ts';
import { CODE_RULES, checksSection } from './messages.ts';
import { PRIMER } from './primer.ts';
import { setupSection } from './setup.ts';
import { sheetSection } from './sheet.ts';
import { boardSection, gameSection } from './start.ts';
import { turnSection } from './turn.ts';

/** The rules of Margin of Error as players read them. */
export const rulebook: Rulebook = {
  prefix: 'MOE',
  credit: 'Designed by Jack Neal.',
  primer: PRIMER,
  firstTurn: FIRST_TURN,
  sections: [
    gameSection,
    boardSection,
    setupSection,
    sheetSection,
    checksSection,
    turnSection,
    ...endSections,
    printoutSection,
    originalSection,
    decisionsSection,
    computerSection,
  ],
  fieldRules: {
    actions: 'MOE-4.3',
    capital: 'MOE-2.13',
    endorse: 'MOE-4.3',
    coverWith: 'MOE-6.4',
    stops: 'MOE-4.5',
  },
  codeRules: CODE_RULES,
};
