import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/helpers/longest-first.ts';

// `--mode long` takes the long versions of the tests that have one (test/helpers/long.ts).
export default defineConfig(({ mode }) => ({
  test: {
    include: ['test/**/*.test.ts'],
    sequence: { sequencer: LongestFirst },
    globalSetup: ['test/helpers/cluster.ts'],
    provide: { long: mode === 'long' },
    pool: 'forks',
    maxWorkers: 2,
    // The files of a worker share its process and what they import, as the parts of a server do: a third faster.
    isolate: false,
    testTimeout: mode === 'long' ? 900_000 : 30_000,
    hookTimeout: 60_000,
  },
}));
