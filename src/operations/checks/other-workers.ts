import type { AppContext } from '../../context.ts';
import type { HealthCheck } from '../health.ts';
import { serverProcesses } from '../processes/server-processes.ts';

/**
 * Whether there is a process with workers, for one without. It is only a warning: sheets can be sent meanwhile, and a reverse
 * proxy must not turn people away from every process with pages.
 */
export function otherWorkersCheck(ctx: AppContext): HealthCheck {
  return {
    name: 'workers',
    async run() {
      const others = (await serverProcesses(ctx)).filter(({ role }) => role !== 'web');
      if (others.length > 0) {
        const names = others.map(({ name, host }) => `${name} on ${host}`).join(', ');
        return { level: 'ok', message: `There are workers: ${names}.` };
      }
      return {
        level: 'warning',
        message:
          'No process with workers is running, so no turn is processed and no mail is sent. Start one: “whistlestop start --role worker”.',
      };
    },
  };
}
