import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { shortOrLong } from '../helpers/long.ts';
import { FAULT_KINDS, planFaults } from './run/plan.ts';

const MAIN = fileURLToPath(new URL('./run/main.ts', import.meta.url));

/** Runs the program. The test that waits for it shows what it has printed if it fails. */
async function faultRun(args: string[]): Promise<{ status: number | null; output: string }> {
  const child = spawn(process.execPath, ['--import', './src/typescript.js', MAIN, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { status, output };
}

describe('The fault run', () => {
  const whole = { seed: 1, kills: 200, embedded: false, kinds: null, longest: 20_000 };

  test('plans the same faults for the same seed, and others for another', () => {
    expect(planFaults(whole)).toEqual(planFaults(whole));
    expect(planFaults({ ...whole, seed: 2 })).not.toEqual(planFaults(whole));
    expect(new Set(planFaults(whole).map(({ kind }) => kind)).size).toBe(FAULT_KINDS.length);
  });

  test('has no network to an embedded database that could fail', () => {
    const kinds = planFaults({ ...whole, embedded: true }).map(({ kind }) => kind);
    expect(kinds.filter((kind) => /^database/.test(kind))).toEqual([]);
  });

  test(
    'finds nothing lost and nothing stuck',
    async () => {
      // Other tests run at the same time, so the times of this run are not judged strictly.
      const times = ['--longest', shortOrLong('3', '6'), '--limit', '90'];
      const kills = shortOrLong(
        ['--kills', '8', '--seed', '32'],
        ['--kills', '16', '--seed', '32', '--both'],
      );
      const { status, output } = await faultRun([...kills, ...times]);
      expect(status, output).toBe(0);
    },
    shortOrLong(420_000, 3_600_000),
  );
});
