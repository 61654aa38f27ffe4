import type { Rulebook } from '../../rulebook.ts';

/** The rules of Electoral Barrage as players read them. */
export const rulebook = { prefix: 'EB' } as unknown as Rulebook;
