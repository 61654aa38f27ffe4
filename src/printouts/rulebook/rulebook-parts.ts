import type { Ruleset } from '../../rules/ruleset.ts';

/** What the three forms of a rulebook have in common. */

/** What a rulebook is printed from. */
export type PrintedRuleset = Pick<Ruleset, 'title' | 'seats' | 'rulebook'>;

/** The line under the title: for how many players, and by whom. */
export function creditLine({ seats, rulebook }: PrintedRuleset): string {
  const between = seats.max === seats.min + 1 ? 'or' : 'to';
  return `For ${seats.min} ${between} ${seats.max} players. ${rulebook.credit}`;
}

/** The title of a section with its number: `6. How a turn is played`. */
export function sectionTitle({ number, title }: { number: string; title: string }): string {
  return `${number.split('-')[1]}. ${title}`;
}
