import { MIDWEST } from './midwest.ts';
import { NORTHEAST } from './northeast.ts';
import type { StateFacts } from './record.ts';
import { SOUTH } from './south.ts';
import { WEST } from './west.ts';

/** PTG-2.9: the facts of the 50 states, in alphabetical order of the code. */
export const FACTS: readonly StateFacts[] = [...NORTHEAST, ...SOUTH, ...MIDWEST, ...WEST].sort((a, b) =>
  a.code < b.code ? -1 : 1,
);
