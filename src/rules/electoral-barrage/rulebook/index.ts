import type { Rulebook } from '../../rulebook.ts';
import { computerSection, endSections, mailSection, printoutSection } from './end.ts';
import { FIRST_TURN, PRIMER } from './primer.ts';
import { CODE_RULES, checksSection, sheetSection } from './sheet.ts';
import { boardSection, gameSection, setupSection } from './start.ts';
import { turnSection } from './turn.ts';

/** The rules of Electoral Barrage as players read them. */
export const rulebook: Rulebook = {
  prefix: 'EB',
  credit: 'Designed by Matthew Kambic.',
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
    mailSection,
    computerSection,
  ],
  fieldRules: {
    character: 'EB-2.4',
    plan: 'EB-4.2',
    after: 'EB-6.10.7',
    targets: 'EB-6.4',
    ads: 'EB-6.8',
    adsMost: 'EB-6.8',
    double: 'EB-6.5',
    followUp: 'EB-6.13',
    ballots: 'EB-6.16',
    press: 'EB-4.5',
  },
  codeRules: CODE_RULES,
};
