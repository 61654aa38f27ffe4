/**
 * Caches the result of a function for so many milliseconds. Callers who come while it runs get the same result. A
 * failure is not cached.
 */
export function cached<T>(read: () => Promise<T>, milliseconds: number): () => Promise<T> {
  let latest: Promise<T> | null = null;
  let until = 0;
  return () => {
    if (latest !== null && performance.now() < until) return latest;
    const reading = read();
    latest = reading;
    until = performance.now() + milliseconds;
    reading.catch(() => {
      if (latest === reading) latest = null;
    });
    return reading;
  };
}
