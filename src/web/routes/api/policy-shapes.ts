import { z } from 'zod';
import { SCHEDULE_DEFAULTS } from '../../../games/schedule/schedule-policy.ts';

/* What a GM decides about a game, as programs send it. */

const DEFAULTS = SCHEDULE_DEFAULTS;
const day = z.string().max(20);
const MAX_BLACKOUTS = 100;

/** How the due dates of a game are set. Ranges are checked by the policy itself. */
export const Schedule = z.object({
  daysPerTurn: z.int(),
  minutesPerTurn: z.int().nullable().default(DEFAULTS.minutesPerTurn),
  timeZone: z.string().max(60),
  /** 1 is Monday. */
  weekdays: z.array(z.int().min(1).max(7)).max(7).default([]),
  dueTime: z.string().max(20).nullable().default(DEFAULTS.dueTime),
  graceHours: z.int().default(DEFAULTS.graceHours),
  minHours: z.int().default(DEFAULTS.minHours),
  blackouts: z
    .array(z.object({ from: day, to: day }))
    .max(MAX_BLACKOUTS)
    .default([]),
  autoProcess: z.boolean().default(DEFAULTS.autoProcess),
  processWhenFinal: z.boolean().default(DEFAULTS.processWhenFinal),
  reopenMinutes: z.int().default(DEFAULTS.reopenMinutes),
  voteExtensionDays: z.int().default(DEFAULTS.voteExtensionDays),
  avoidAbsences: z.boolean().default(DEFAULTS.avoidAbsences),
});

/** When players can write each other letters. */
export const Letters = z.object({
  letters: z.enum(['none', 'open', 'before']),
  lettersBefore: z.int().nullable().default(null),
});
