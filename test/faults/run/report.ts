import { FAULT_KINDS, type FaultKind } from './plan.ts';
import type { DoneFault, RunResult } from './run.ts';

/** Whether everything was found to be right. */
export function isGood({ faults, checks, aborted }: RunResult): boolean {
  return (
    aborted === null &&
    faults.every(({ measured, problems }) => measured.served && problems.length === 0) &&
    checks.every(({ problems }) => problems.length === 0)
  );
}

interface KindRow {
  kind: FaultKind;
  count: number;
  /** Seconds; null if the server never served. */
  median: number | null;
  max: number | null;
  failures: number;
}

/** The faults by their kinds, for the table and the summary. */
export function faultsByKind(faults: readonly DoneFault[]): KindRow[] {
  return FAULT_KINDS.flatMap((kind) => {
    const done = faults.filter(({ fault }) => fault.kind === kind);
    if (done.length === 0) return [];
    const seconds = done.flatMap(({ measured }) => (measured.worked === null ? [] : [measured.worked]));
    seconds.sort((a, b) => a - b);
    const failures = done.filter(({ measured, problems }) => !measured.served || problems.length > 0).length;
    const median = seconds[Math.floor(seconds.length / 2)] ?? null;
    return [{ kind, count: done.length, median, max: seconds.at(-1) ?? null, failures }];
  });
}

/** So many problems of one check are printed; the summary in JSON has all of them. */
const MAX_PROBLEMS = 8;

/** The results as a person reads them. */
export function reportInWords(result: RunResult): string {
  const lines = [
    '',
    `${'fault'.padEnd(24)}${'count'.padStart(6)}${'median'.padStart(9)}${'max'.padStart(9)}${'failed'.padStart(8)}`,
    ...faultsByKind(result.faults).map(({ kind, count, median, max, failures }) => {
      const figures = [
        String(count).padStart(6),
        inSeconds(median),
        inSeconds(max),
        String(failures).padStart(8),
      ];
      return `${kind.padEnd(24)}${figures.join('')}`;
    }),
    '',
    ...Object.entries(result.figures).map(([name, value]) => `${name}: ${value}`),
    ...exitLines(result),
    ...settledLines(result),
    '',
    ...result.checks.flatMap(({ name, examined, problems }) => [
      `${problems.length === 0 ? 'ok    ' : 'FAILED'}  ${name} (${examined})`,
      ...problems.slice(0, MAX_PROBLEMS).map((problem) => `          ${problem}`),
      ...(problems.length > MAX_PROBLEMS ? [`          and ${problems.length - MAX_PROBLEMS} more`] : []),
    ]),
    ...(result.aborted === null ? [] : [`ABORTED  ${result.aborted}`]),
  ];
  return lines.join('\n');
}

function inSeconds(seconds: number | null): string {
  return (seconds === null ? 'never' : `${seconds.toFixed(1)} s`).padStart(9);
}

/** How the server ended when the run had not made it end. */
function exitLines({ starts, exits }: RunResult): string[] {
  const own = exits.filter(({ asked }) => !asked);
  const codes = [...new Set(own.map(({ code, signal }) => String(code ?? signal)))];
  const counts = codes.map(
    (one) => `${own.filter(({ code, signal }) => String(code ?? signal) === one).length} × ${one}`,
  );
  return [`starts of the server: ${starts}; it ended by itself: ${counts.join(', ') || 'never'}`];
}

function settledLines({ settled }: RunResult): string[] {
  if (settled === null || settled.movedForward === 0) return [];
  const minutes = Math.round(settled.longestWait / 60);
  return [
    `mail that waited for another attempt in the end: ${settled.movedForward}, for up to ${minutes} min (not waited for)`,
  ];
}

/** The results for programs. */
export function summaryOf(results: readonly RunResult[]): unknown {
  return {
    good: results.every(isGood),
    runs: results.map((result) => ({ good: isGood(result), byKind: faultsByKind(result.faults), ...result })),
  };
}
