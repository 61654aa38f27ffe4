import type { AppContext } from '../../context.ts';
import type { HealthCheck } from '../health.ts';
import { serverProcesses } from '../processes/server-processes.ts';

/** For how long pages may be away, in milliseconds: a start may update the tables, and processes start one after the other. */
const PATIENCE = 120_000;

/**
 * Whether there is a process with pages, for one without. It is only a warning: the workers do what they can. The time counts from when
 * this process first missed the pages, so that neither its own start nor an outage of the database is taken for theirs.
 * While the server is held, pages may be away on purpose.
 * @param isHeld whether the server is held
 * @param uptime milliseconds by a clock that cannot be set; for tests
 */
export function otherPagesCheck(
  ctx: AppContext,
  isHeld: () => boolean,
  uptime = () => performance.now(),
): HealthCheck {
  let missedSince: number | null = null;
  return {
    name: 'pages',
    async run() {
      const before = missedSince;
      // A run that fails says nothing about the pages, so the time begins anew.
      missedSince = null;
      if (isHeld()) return { level: 'ok', message: 'The server is held.' };
      const others = (await serverProcesses(ctx)).filter(({ role }) => role !== 'worker');
      if (others.length > 0) {
        const names = others.map(({ name, host }) => `${name} on ${host}`).join(', ');
        return { level: 'ok', message: `There are pages: ${names}.` };
      }
      missedSince = before ?? uptime();
      if (uptime() - missedSince < PATIENCE)
        return { level: 'ok', message: 'Waiting for a process with pages.' };
      return {
        level: 'warning',
        message:
          'No process with pages is running, so no one can open the pages or send sheets there, and turns are not processed at their due dates. Start one: “whistlestop start --role web”.',
      };
    },
  };
}
