import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Everything that is written down about a run, in its folder. */
export interface Journal {
  dir: string;
  /** Adds a line to timeline.jsonl: faults, actions of clients, measurements. */
  note(what: string, facts?: Record<string, unknown>): void;
  /** Returns what takes the output of a process: each line goes to `<name>.log` with the present time in front. */
  writer(name: string): (chunk: Buffer | string) => void;
  /** The last lines of `<name>.log` or of the timeline. */
  tail(name: string, lines: number): string[];
  /** Writes a file into the run's folder, whose parents are created. */
  save(file: string, content: string): void;
}

/** So many lines of each log are kept in memory. */
const KEPT_LINES = 400;

/** Starts a journal in a folder that exists. Nothing in it throws: a full disk must not end the run. */
export function openJournal(dir: string): Journal {
  const kept = new Map<string, string[]>();
  const append = (name: string, file: string, line: string) => {
    const lines = kept.get(name) ?? [];
    kept.set(name, lines);
    lines.push(line);
    if (lines.length > KEPT_LINES) lines.shift();
    quietly(() => appendFileSync(path.join(dir, file), `${line}\n`));
  };
  return {
    dir,
    note(what, facts = {}) {
      append('timeline', 'timeline.jsonl', JSON.stringify({ at: new Date().toISOString(), what, ...facts }));
    },
    writer(name) {
      let rest = '';
      return (chunk) => {
        const lines = `${rest}${chunk.toString()}`.split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) append(name, `${name}.log`, `${new Date().toISOString()} ${line}`);
      };
    },
    tail: (name, lines) => (kept.get(name) ?? []).slice(-lines),
    save(file, content) {
      quietly(() => {
        const target = path.join(dir, file);
        mkdirSync(path.dirname(target), { recursive: true });
        writeFileSync(target, content);
      });
    },
  };
}

function quietly(work: () => void): void {
  try {
    work();
  } catch (error) {
    process.stderr.write(`Could not write to the run's folder: ${(error as Error).message}\n`);
  }
}
