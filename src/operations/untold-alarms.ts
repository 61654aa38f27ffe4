import { z } from 'zod';
import type { CheckName, Health } from './health.ts';

/*
 * Alarms are mailed. If the mail server takes no mail, a program on another machine has to notice: it requests `/ready?alarms`. That is
 * another question than `/ready`, by which containers are restarted.
 */

const Query = z.object({ alarms: z.string().optional() });

/** Whether a request for `/ready` also asks for alarms that could not be mailed. */
export function asksForAlarms(query: unknown): boolean {
  return Query.safeParse(query).data?.alarms !== undefined;
}

/** What to answer with status 503 if alarms could not be mailed for a while; null if there are none. */
export function untoldAnswer(health: Pick<Health, 'untold'>): { status: string; alarms: CheckName[] } | null {
  const alarms = health.untold();
  return alarms.length === 0 ? null : { status: 'alarms could not be mailed', alarms };
}
