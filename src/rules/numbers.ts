import type { Unit } from './sheet.ts';

/**
 * How numbers are written for people (docs/style.md). No other file of the code base groups digits, writes a dollar
 * sign or forms a plural.
 */

const GROUPED = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** `1,250`, and with a real minus sign `−1,250`. */
export function grouped(value: number): string {
  return `${value < 0 ? '−' : ''}${GROUPED.format(Math.abs(value))}`;
}

/** `$1,100`, `−$5`. */
export function dollars(amount: number | bigint): string {
  const size = typeof amount === 'number' ? Math.abs(amount) : amount < 0n ? -amount : amount;
  return `${amount < 0 ? '−' : ''}$${GROUPED.format(size)}`;
}

/** A change with its sign: `+2`, `−1`, `0`. */
export function signed(value: number): string {
  return value > 0 ? `+${grouped(value)}` : grouped(value);
}

/** `1 vote`, `1,250 votes`. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${grouped(count)} ${count === 1 ? singular : plural}`;
}

/** `1st`, `2nd`, `3rd`, `11th`, `21st`. */
export function ordinal(value: number): string {
  const teen = value % 100 >= 11 && value % 100 <= 13;
  const suffix = teen ? undefined : { 1: 'st', 2: 'nd', 3: 'rd' }[value % 10];
  return `${grouped(value)}${suffix ?? 'th'}`;
}

const WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'] as const;

/** A count in running text: a word from zero to nine, else digits. */
export function numberWord(value: number): string {
  return WORDS[value] ?? grouped(value);
}

const SINGULAR: Record<Exclude<Unit, 'dollars' | 'number'>, string> = {
  votes: 'vote',
  points: 'point',
  days: 'day',
  tokens: 'token',
};

/** A number with its unit: `$1,200`, `−$5`, `1 vote`, `3 days`, `−1 point`; a plain number alone: `7`. */
export function withUnit(value: number, unit: Unit): string {
  if (unit === 'dollars') return dollars(value);
  if (unit === 'number') return grouped(value);
  return `${grouped(value)} ${Math.abs(value) === 1 ? SINGULAR[unit] : unit}`;
}

/** Items in running text: `a`, `a and b`, `a, b, and c`. */
export function listInWords(items: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  if (items.length < 3) return items.join(` ${conjunction} `);
  return `${items.slice(0, -1).join(', ')}, ${conjunction} ${items.at(-1)}`;
}
