import { SingleBar } from 'cli-progress';
import type { OnTurn } from '../games/archive/replay-game.ts';
import type { BackupStep } from '../operations/backup/progress.ts';
import { counted, grouped } from '../rules/numbers.ts';

/** Where progress is shown: standard error, which is a terminal if `isTTY` is set. */
export type ProgressStream = { write(text: string): unknown; isTTY?: boolean };

/** A game that is replayed within so many milliseconds prints nothing more than its result, except on a terminal. */
const QUIET_TIME = 2_000;

/** The steps of all commands that take long: those of backups, and the turns of one game. */
type Step = BackupStep | 'turns';

const TITLES: Record<Step, string> = {
  write: 'Writing the backup',
  check: 'Checking the backup',
  restore: 'Restoring',
  replay: 'Replaying the games',
  turns: 'Replaying the game',
};

const UNITS: Record<Step, string> = {
  ...{ write: 'row', check: 'row', restore: 'row' },
  ...{ replay: 'game', turns: 'turn' },
};

/** Shows progress: see `showProgress`. */
interface Progress {
  onProgress(step: Step, done: number, total: number): void;
  /** As `onProgress`, for the turns of one game. */
  onTurn: OnTurn;
  /** Leaves the bar as it is, so that something else can be printed. */
  stop(): void;
}

/** Shows how far the steps of a command are: a bar on a terminal, otherwise a line for each step when it begins. */
export function showProgress(stream: ProgressStream): Progress {
  let current: Step | null = null;
  let bar: SingleBar | null = null;
  const startedAt = Date.now();
  const stop = () => {
    bar?.stop();
    bar = null;
  };
  const onProgress = (step: Step, done: number, total: number) => {
    if (step !== current) {
      stop();
      current = step;
      if (stream.isTTY) bar = startBar(stream, step, total);
      else stream.write(`${TITLES[step]} (${counted(total, UNITS[step])}).\n`);
    }
    bar?.update(done);
  };
  return {
    onProgress,
    onTurn(done, total) {
      if (stream.isTTY || Date.now() - startedAt > QUIET_TIME) onProgress('turns', done, total);
    },
    stop() {
      stop();
      current = null;
    },
  };
}

function startBar(stream: ProgressStream, step: Step, total: number): SingleBar {
  const bar = new SingleBar({
    format: `${TITLES[step].padEnd(20)} [{bar}] {percentage}%  {value} of ${counted(total, UNITS[step])}`,
    formatValue: (value, _, type) => (type === 'value' ? grouped(value) : String(value)),
    stream: stream as NodeJS.WritableStream,
    hideCursor: true,
  });
  bar.start(total, 0);
  return bar;
}
