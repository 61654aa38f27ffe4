import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Measured, mediansOf } from './measure.ts';

const run = promisify(execFile);

const SCENARIO = path.resolve('docs/samples/election-year.json');

/** The command `play`, from its start to its answer, compared with the start of Node alone. */
export async function measureStart(): Promise<Measured[]> {
  const { play, node } = await mediansOf(
    {
      play: () => run(process.execPath, ['--import', './src/typescript.js', 'src/cli.ts', 'play', SCENARIO]),
      node: () => run(process.execPath, ['--eval', '0']),
    },
    { rounds: 15, warmUp: 2 },
  );
  return [
    {
      what: 'play, from start to answer',
      ours: play,
      floor: 'bare node, start to end',
      floorIs: node,
      goal: 3,
    },
  ];
}
