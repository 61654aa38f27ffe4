import { Bench } from 'tinybench';

/** A piece of work compared with its floor: the least that could do the same, measured in the same run. */
export interface Measured {
  what: string;
  /** Milliseconds, the median unless `what` says otherwise; megabytes if `unit` says so. */
  ours: number;
  floor: string;
  /** In the same unit. */
  floorIs: number;
  unit?: 'ms' | 'MB';
  /** The highest ratio of the two that is good enough; missing for figures that are only reported. */
  goal?: number;
}

/** Tells what is being done, for people who wait. */
export type Progress = (line: string) => void;

/** How often our work takes as long as the floor. */
export function ratioOf({ ours, floorIs }: Measured): number {
  return ours / floorIs;
}

/** Whether the goal is met; null if there is none. */
export function isMet(row: Measured): boolean | null {
  return row.goal === undefined ? null : ratioOf(row) <= row.goal;
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

/**
 * The median milliseconds of several calls that take turns, so that a change of the machine's speed meets all of them.
 * @param warmUp rounds that are not counted
 */
export async function mediansOf<Name extends string>(
  runs: Record<Name, () => unknown>,
  { rounds, warmUp }: { rounds: number; warmUp: number },
): Promise<Record<Name, number>> {
  const names = Object.keys(runs) as Name[];
  const times = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const name of names) {
      const start = performance.now();
      await runs[name]();
      if (round >= 0) times.get(name)?.push(performance.now() - start);
    }
  }
  return Object.fromEntries(names.map((name) => [name, medianIn(times.get(name) ?? [])])) as Record<
    Name,
    number
  >;
}

/** The median of numbers. */
export function medianIn(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)];
  if (median === undefined) throw new Error('Nothing was measured.');
  return median;
}
