import type { Ruleset } from '../../rules/ruleset.ts';
import { NO_CHOICE, type OptionField, optionFields } from './options-form.ts';

/** The options of practice games: all but long texts, such as questions of one's own. */
export function practiceOptions({ options }: Pick<Ruleset, 'options'>): OptionField[] {
  return optionFields(options)
    .filter(({ kind }) => kind !== 'lines')
    .map((field) => ({ ...field, choices: field.choices.filter(({ value }) => value !== NO_CHOICE) }));
}
