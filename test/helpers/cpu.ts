/**
 * Milliseconds of processor time that some work takes. Unlike the clock on the wall, it does not depend on what else
 * the machine does; no other test file runs in this process at the same time.
 */
export async function cpuTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
