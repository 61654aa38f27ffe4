import { Bench } from 'tinybench';

/** One thing measured beside its floor: the least that could do the same. */
export interface Measured {
  what: string;
  /** Milliseconds for one, the median. */
  ours: number;
  floor: string;
  floorMs: number;
}

/** The median milliseconds of one call, measured for about `seconds` after warming up. */
export async function medianOf(run: () => unknown, seconds = 2): Promise<number> {
  const bench = new Bench({ time: seconds * 1000, iterations: 5, warmupTime: seconds * 250, throws: true });
  bench.add('one', async () => {
    await run();
  });
  const [task] = await bench.run();
  const result = task?.result;
  if (result === undefined || !('latency' in result)) throw new Error('nothing was measured');
  return result.latency.p50;
}
