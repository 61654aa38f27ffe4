import os from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

/** The share of all processors' time, in percent, above which times mean little. */
const BUSY = 10;

/** A warning if other programs keep the machine busy, observed for two seconds; null if they do not. */
export async function busyWarning(): Promise<string | null> {
  const before = processorTimes();
  await wait(2_000);
  const after = processorTimes();
  const total = after.total - before.total;
  const percent = total === 0 ? 0 : Math.round((100 * (total - (after.idle - before.idle))) / total);
  if (percent <= BUSY) return null;
  return `The machine is busy: other programs use ${percent}% of its processors. Ratios may be wrong; measure again when it is idle.`;
}

function processorTimes(): { idle: number; total: number } {
  let idle = 0;
  let total = 0;
  for (const { times } of os.cpus()) {
    idle += times.idle;
    total += times.user + times.nice + times.sys + times.idle + times.irq;
  }
  return { idle, total };
}
