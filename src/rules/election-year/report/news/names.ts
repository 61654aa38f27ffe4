import { nameInHeadline } from '../../../news.ts';
import { grouped, ordinal } from '../../../numbers.ts';
import type { SeatIdentifier } from '../../../ruleset.ts';
import type { State } from '../../state.ts';
import type { ReportContext } from '../context.ts';

/** A turn to tell of. */
export interface Turn {
  /** The names of the players. */
  context: Pick<ReportContext, 'name'>;
  before: State;
  now: State;
}

/**
 * The words for a candidate: under `blank` the name for headlines, and under the same word with a capital letter the name
 * and identifier for sentences.
 */
export function candidate<const K extends string>(
  { context }: Pick<Turn, 'context'>,
  blank: K,
  id: SeatIdentifier,
): Record<K | Capitalize<K>, string> {
  const name = context.name(id);
  const capitalized = `${blank.charAt(0).toUpperCase()}${blank.slice(1)}`;
  const words = { [blank]: nameInHeadline(name, id), [capitalized]: fullName(context, id) };
  return words as Record<K | Capitalize<K>, string>;
}

/** `Ann Baker [AB]`; the identifier alone if it is the name. */
export function fullName({ name }: Turn['context'], id: SeatIdentifier): string {
  return name(id) === id ? id : `${name(id)} [${id}]`;
}

/** The item with the highest score, the first of them if several have it; undefined if there is none. */
export function bestOf<T>(items: readonly T[], score: (item: T) => number): T | undefined {
  return items.reduce<T | undefined>(
    (best, item) => (best === undefined || score(item) > score(best) ? item : best),
    undefined,
  );
}

/** A difference in popularity: `1 point`, `30 points`. */
export function points(margin: number): string {
  return `${grouped(margin)} ${margin === 1 ? 'point' : 'points'}`;
}

const ORDINALS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
] as const;

/** `first` to `ninth`, then digits. */
export function ordinalWord(value: number): string {
  return ORDINALS[value - 1] ?? ordinal(value);
}
