import { Bench } from 'tinybench';

/** A piece of work compared with its baseline: the least that could do the same. */
export interface Measured {
  what: string;
  /** Milliseconds, the median. */
  ours: number;
  baseline: string;
  baselineMs: number;
}

/** The median milliseconds of a call, measured for about `seconds` after a warm-up. */
export async function medianOf(run: () => unknown, seconds = 2): Promise<number> {
  const bench = new Bench({ time: seconds * 1000, iterations: 5, warmupTime: seconds * 250, throws: true });
  bench.add('one', async () => {
    await run();
  });
  const [task] = await bench.run();
  const result = task?.result;
  if (result === undefined || !('latency' in result)) throw new Error('Nothing was measured.');
  return result.latency.p50;
}
