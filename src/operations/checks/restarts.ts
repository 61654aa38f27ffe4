import type { HealthCheck } from '../health.ts';

const MINUTE = 60_000;

/**
 * So many starts after a crash within so many milliseconds are too many. The second is for a server that crashes slowly: one that hangs
 * and is killed, or whose memory grows.
 */
const LIMITS = [
  { most: 5, within: 15 * MINUTE, inWords: '15 minutes' },
  { most: 10, within: 24 * 60 * MINUTE, inWords: '24 hours' },
] as const;

/**
 * Warns if the server crashes again and again: if it has started five times within a quarter of an hour, or ten times within a day,
 * after it had not ended cleanly.
 * @param crashes the starts after a crash
 */
export function restartsCheck(crashes: readonly Date[], now: () => Date): HealthCheck {
  return {
    name: 'restarts',
    async run() {
      for (const { most, within, inWords } of LIMITS) {
        const since = now().getTime() - within;
        const recent = crashes.filter((at) => at.getTime() >= since).length;
        if (recent < most) continue;
        const message = `The server has started ${recent} times within ${inWords} after it had crashed or was killed. Look for the error at the end of each run in its log, and at its memory limit.`;
        return { level: 'warning', message };
      }
      return { level: 'ok', message: 'The server has not crashed repeatedly.' };
    },
  };
}
