import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether this run takes the long versions of tests: `npm run test:long`. Set in vitest.config.ts. */
    long: boolean;
  }
}

/*
 * Some tests prove more, the longer they run: a crash after every statement instead of some, a year instead of weeks,
 * thousands of random cases instead of dozens. They take their measure from here, so that `npm test` runs all of them
 * in a short version. `npm run test:long-only` finds them by their import of this file.
 */

/** What a test with two versions takes: the first in a short run, the second in a long one. */
export function shortOrLong<T>(short: T, long: T): T {
  return inject('long') ? long : short;
}

/** How often fast-check tries a property: in a long run twenty times as often. */
export function runs(short: number): number {
  return shortOrLong(short, 20 * short);
}

/**
 * The numbers from 1 to `last` after which something is tried: all of them in a long run; in a short one the first,
 * the last, and some that lie evenly between.
 */
export function shortOrAll(last: number, some = 6): number[] {
  const all = Array.from({ length: last }, (_, i) => i + 1);
  const step = Math.max(1, (last - 1) / (some - 1));
  return shortOrLong(
    all.filter((n) => (n - 1) % step < 1 || n === last),
    all,
  );
}

/** As `shortOrAll`, for things of which each takes seconds: in a long run twice as many as in a short one. */
export function shortOrTwice(last: number, some: number): number[] {
  const count = Math.min(last, shortOrLong(some, 2 * some));
  const step = Math.max(1, (last - 1) / Math.max(1, count - 1));
  return [...new Set(Array.from({ length: count }, (_, i) => Math.round(1 + i * step)))];
}
