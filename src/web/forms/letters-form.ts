import { z } from 'zod';
import type { LettersPolicy } from '../../games/letters/letters-policy.ts';
import { findRuleset } from '../../rules/catalog.ts';

/* What a GM decides about private letters: part of the form for a new game, and a form on the players page. */

/** The fields of both forms. `letters` is none, open, before (a turn that is typed) or before-3 (a milestone). */
export const LETTERS_FIELDS = {
  letters: z
    .string()
    .regex(
      /^(none|open|before|before-\d{1,4})$/,
      'Choose whether players can write each other private letters.',
    )
    .default('none'),
  lettersBefore: z.string().max(20).default(''),
};

/** The form on the players page. */
export const LettersBody = z.object(LETTERS_FIELDS);

/** The policy that was chosen. A turn that is not a number becomes NaN, which the policy's own check refuses. */
export function lettersPolicyFromForm({
  letters,
  lettersBefore,
}: z.infer<typeof LettersBody>): LettersPolicy {
  if (letters === 'none' || letters === 'open') return { letters, lettersBefore: null };
  const typed = letters === 'before' ? lettersBefore.trim() : letters.replace('before-', '');
  return { letters: 'before', lettersBefore: typed === '' ? null : Number(typed) };
}

/** The values with which the form shows a policy. */
export function lettersValues(policy: LettersPolicy, ruleset: string): Record<string, string> {
  if (policy.letters !== 'before') return { letters: policy.letters, lettersBefore: '' };
  const named = milestonesOf(ruleset).some(({ turn }) => turn === policy.lettersBefore);
  return named
    ? { letters: `before-${policy.lettersBefore}`, lettersBefore: '' }
    : { letters: 'before', lettersBefore: String(policy.lettersBefore) };
}

/** The fields as templates/web/gm/letters-fields.eta prints them. */
export interface LettersFieldsView {
  choices: { value: string; label: string; checked: boolean }[];
  /** The turn that is typed beside the last choice. */
  turn: string;
}

/** The fields filled with values. The milestones of the ruleset are choices of their own. */
export function lettersFieldsView(values: Record<string, string>, ruleset: string): LettersFieldsView {
  const milestones = milestonesOf(ruleset).map(({ turn, name }) => ({
    value: `before-${turn}`,
    label: `Only before ${name} (until turn ${turn} is processed)`,
  }));
  const choices = [
    { value: 'none', label: 'Never' },
    { value: 'open', label: 'Always, and for 30 days after the game ends' },
    ...milestones,
    { value: 'before', label: 'Only until this turn has been processed:' },
  ];
  const chosen = values.letters ?? 'none';
  return {
    choices: choices.map((choice) => ({ ...choice, checked: choice.value === chosen })),
    turn: values.lettersBefore ?? '',
  };
}

function milestonesOf(ruleset: string): readonly { turn: number; name: string }[] {
  return findRuleset(ruleset)?.milestones ?? [];
}
