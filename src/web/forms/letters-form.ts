import { z } from 'zod';
import type { LettersPolicy } from '../../games/letters/letters-policy.ts';
import { findRuleset } from '../../rules/catalog.ts';

/* What a GM chooses about private letters: in the form for a new game, and on the page of a game's players. */

/** The fields that both forms have. `letters` is none, open, before (a turn that is typed) or before-3 (a milestone). */
export const LETTERS_FIELDS = {
  letters: z
    .string()
    .regex(/^(none|open|before|before-\d{1,4})$/, 'Say whether the players may write each other.')
    .default('none'),
  lettersBefore: z.string().max(20).default(''),
};

/** The form by itself, on the page of a game's players. */
export const LettersBody = z.object(LETTERS_FIELDS);

/** What was chosen; a turn that is none becomes NaN, which the rule's own check refuses. */
export function lettersFromForm({ letters, lettersBefore }: z.infer<typeof LettersBody>): LettersPolicy {
  if (letters === 'none' || letters === 'open') return { letters, lettersBefore: null };
  const typed = letters === 'before' ? lettersBefore.trim() : letters.replace('before-', '');
  return { letters: 'before', lettersBefore: typed === '' ? null : Number(typed) };
}

/** The other way round: the form filled in. */
export function lettersValues(rule: LettersPolicy, ruleset: string): Record<string, string> {
  if (rule.letters !== 'before') return { letters: rule.letters, lettersBefore: '' };
  const named = milestonesOf(ruleset).some(({ turn }) => turn === rule.lettersBefore);
  return named
    ? { letters: `before-${rule.lettersBefore}`, lettersBefore: '' }
    : { letters: 'before', lettersBefore: String(rule.lettersBefore) };
}

/** The turns that the ruleset names, to choose from. */
export function milestonesOf(ruleset: string): readonly { turn: number; name: string }[] {
  return findRuleset(ruleset)?.milestones ?? [];
}
