import type { HealthCheck } from '../health.ts';

const MINUTE = 60_000;

/** So many starts after a crash within so many milliseconds are too many. */
const MAX_CRASHES = 5;
const WITHIN = 15 * MINUTE;

/**
 * Warns if the server crashes again and again: if it has started five times within a quarter of an hour after it had
 * not ended cleanly.
 * @param crashes the starts after a crash
 */
export function restartsCheck(crashes: readonly Date[], now: () => Date): HealthCheck {
  return {
    name: 'restarts',
    async run() {
      const since = now().getTime() - WITHIN;
      const recent = crashes.filter((at) => at.getTime() >= since).length;
      if (recent < MAX_CRASHES) return { level: 'ok', message: 'The server has not crashed repeatedly.' };
      return {
        level: 'warning',
        message: `The server has started ${recent} times within 15 minutes after it had crashed or was killed. Look for the error at the end of each run in its log, and at its memory limit.`,
      };
    },
  };
}
