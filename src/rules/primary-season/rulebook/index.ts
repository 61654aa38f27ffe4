import type { Rulebook } from '../../rulebook.ts';
import { computerSection, mailSection, printoutSection, stateSection } from './end.ts';
import { firstTurn, primer } from './primer.ts';
import { CODE_RULES, checksSection, sheetSection } from './sheet.ts';
import { boardSection, gameSection, setupSection } from './start.ts';
import { endSection, turnSection } from './turn.ts';

/** The rules of Primary Season as players read them. */
export const rulebook: Rulebook = {
  prefix: 'PS',
  credit: 'A presidential-primary roll-and-write whose title and author are lost.',
  primer,
  firstTurn,
  sections: [
    gameSection,
    boardSection,
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
    reroll: 'PS-6.3',
    second: 'PS-6.3',
    ones: 'PS-6.6',
    shop: 'PS-6.8',
    radio: 'PS-6.9',
    television: 'PS-6.9',
    debate: 'PS-6.9',
    votes: 'PS-6.10',
    rest: 'PS-6.11',
  },
  codeRules: CODE_RULES,
};
