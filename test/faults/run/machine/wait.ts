import { setTimeout as sleep } from 'node:timers/promises';

/** The time since some moment in the past, in milliseconds, which never goes back. */
export function now(): number {
  return performance.now();
}

/**
 * Waits until a condition holds. A condition that throws does not hold.
 * @param limit milliseconds
 * @param interval milliseconds between two tries
 * @returns whether it held in time
 */
export async function until(
  condition: () => boolean | Promise<boolean>,
  limit: number,
  interval = 100,
): Promise<boolean> {
  const end = now() + limit;
  for (;;) {
    const holds = await Promise.resolve()
      .then(condition)
      .catch(() => false);
    if (holds) return true;
    if (now() >= end) return false;
    await sleep(Math.min(interval, Math.max(1, end - now())));
  }
}

/** What a promise gives, or `otherwise` if it takes longer than so many milliseconds. Its failure is passed on. */
export async function within<T, U>(promise: Promise<T>, limit: number, otherwise: U): Promise<T | U> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<U>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), limit);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
