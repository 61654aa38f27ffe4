import type { Rulebook } from '../../rulebook.ts';
import { firstTurn, primer } from './primer.ts';

export const rulebook: Rulebook = {
  ...{ prefix: 'PS', credit: '', primer, firstTurn, sections: [], fieldRules: {}, codeRules: [] },
};
