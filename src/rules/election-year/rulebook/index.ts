import type { Rulebook } from '../../rulebook.ts';
import { printoutSection, remarksSections, secretsSection, standingsSection } from './end.ts';
import { FIRST_TURN } from './first-turn.ts';
import { PRIMER } from './primer.ts';
import { CODE_RULES, checksSection, sheetSection } from './sheet.ts';
import { countrySection, gameSection, setupSection } from './start.ts';
import { turnSection } from './turn.ts';

/** The rules of Election Year as players read them. */
export const rulebook: Rulebook = {
  prefix: 'EY',
  credit: 'Designed by Charles Gaydos for Flying Buffalo.',
  primer: PRIMER,
  firstTurn: FIRST_TURN,
  sections: [
    gameSection,
    countrySection,
    setupSection,
    sheetSection,
    checksSection,
    turnSection,
    standingsSection,
    secretsSection,
    printoutSection,
    ...remarksSections,
  ],
  fieldRules: { runningMate: 'EY-6.8', fundraising: 'EY-6.1', campaign: 'EY-6.2', press: 'EY-6.7' },
  codeRules: CODE_RULES,
};
