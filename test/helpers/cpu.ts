/**
 * Milliseconds of this process's own work while something is done: other than by the clock on the wall, a busy machine
 * makes nothing slower by it. Each test file runs in a process of its own.
 */
export async function cpuTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
