import type { Rulebook } from '../../rulebook.ts';
import { computerSection, endSection, mailSection, printoutSection, stateSection } from './end.ts';
import { firstTurn, primer } from './primer.ts';
import { CODE_RULES, checksSection, sheetSection } from './sheet.ts';
import { componentsSection, gameSection, setupSection } from './start.ts';
import { turnSection } from './turn.ts';

/** The rules of Politics as players read them. */
export const rulebook: Rulebook = {
  prefix: 'PTG',
  credit: 'After the published rules of the board game Politics: The Game.',
  primer,
  firstTurn,
  sections: [
    gameSection,
    componentsSection,
    setupSection,
    sheetSection,
    checksSection,
    turnSection,
    endSection,
    stateSection,
    printoutSection,
    mailSection,
    computerSection,
  ],
  fieldRules: {
    homes: 'PTG-6.13',
    discard: 'PTG-6.13',
    answers: 'PTG-6.14',
    help: 'PTG-6.14',
    claimDC: 'PTG-6.14',
    advice: 'PTG-6.14',
    accept: 'PTG-6.14',
    performances: 'PTG-6.15',
    guesses: 'PTG-6.15',
    objections: 'PTG-6.15',
    gerrymander: 'PTG-6.17',
    adjourn: 'PTG-6.18',
    stops: 'PTG-6.19',
    written: 'PTG-4.7',
    press: 'PTG-4.4',
  },
  codeRules: CODE_RULES,
};
