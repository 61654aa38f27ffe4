import { SingleBar } from 'cli-progress';
import type { BackupStep, OnProgress } from '../operations/backup/progress.ts';
import { counted, grouped } from '../rules/numbers.ts';

/** Where progress is shown: standard error, which is a terminal if `isTTY` is set. */
export type ProgressStream = { write(text: string): unknown; isTTY?: boolean };

const TITLES: Record<BackupStep, string> = {
  write: 'Writing the backup',
  check: 'Checking the backup',
  restore: 'Restoring',
  replay: 'Replaying the games',
};

/**
 * Shows how far the steps of a command are: a bar on a terminal, otherwise a line for each step when it begins.
 * @returns `stop` leaves the bar as it is, so that something else can be printed
 */
export function showProgress(stream: ProgressStream): { onProgress: OnProgress; stop(): void } {
  let current: BackupStep | null = null;
  let bar: SingleBar | null = null;
  const stop = () => {
    bar?.stop();
    bar = null;
  };
  return {
    onProgress(step, done, total) {
      if (step !== current) {
        stop();
        current = step;
        if (stream.isTTY) bar = startBar(stream, step, total);
        else stream.write(`${TITLES[step]} (${amount(step, total)}).\n`);
      }
      bar?.update(done);
    },
    stop() {
      stop();
      current = null;
    },
  };
}

function startBar(stream: ProgressStream, step: BackupStep, total: number): SingleBar {
  const bar = new SingleBar({
    format: `${TITLES[step].padEnd(20)} [{bar}] {percentage}%  {value} of ${amount(step, total)}`,
    formatValue: (value, _, type) => (type === 'value' ? grouped(value) : String(value)),
    stream: stream as NodeJS.WritableStream,
    hideCursor: true,
  });
  bar.start(total, 0);
  return bar;
}

function amount(step: BackupStep, total: number): string {
  return counted(total, step === 'replay' ? 'game' : 'row');
}
