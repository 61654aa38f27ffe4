import { write, writeSync } from 'node:fs';
import { counted } from '../rules/numbers.ts';

/*
 * Where the server writes its log. Pino's own destination does not fit a server that must go on: it ends the process if a line cannot be
 * written, and before that, for a fatal message, it tries to write again and again on the main thread, forever if the
 * terminal was closed.
 */

/** A destination for pino that never throws, and blocks only for `flushSync`. */
export interface LogOutput {
  /** Writes a line soon. It waits while the output takes none. */
  write(line: string): void;
  /** Writes what waits now, as far as it can be written within a second. Pino calls it after a fatal message. */
  flushSync(): void;
}

/** The most characters of lines that wait. If there are more, the oldest are dropped, and how many is logged. */
const MAX_WAITING = 1024 * 1024;

/** Milliseconds after which an output is tried again that took nothing. */
const RETRY_TIME = 250;

/** How often, and after how many milliseconds, `flushSync` tries again if the reader of the output is slow. */
const SYNC_TRIES = 100;
const SYNC_PAUSE = 10;

/** Writes log lines to an open file, pipe or terminal, and goes on if the disk is full or the terminal was closed. */
export function logOutput(fd: number): LogOutput {
  let lines: string[] = [];
  let waiting = 0;
  let dropped = 0;
  /** What is left of the lines that are being written. */
  let chunk: Buffer = Buffer.alloc(0);
  let state: 'idle' | 'scheduled' | 'writing' = 'idle';

  const takeLines = () => {
    const note = dropped > 0 ? [droppedInWords(dropped)] : [];
    const taken = Buffer.from([...note, ...lines].join(''));
    [lines, waiting, dropped] = [[], 0, 0];
    return taken;
  };
  const start = () => {
    if (chunk.length === 0) chunk = takeLines();
    state = chunk.length === 0 ? 'idle' : 'writing';
    if (state === 'idle') return;
    write(fd, chunk, (error, written) => {
      if (error === null) {
        chunk = chunk.subarray(written);
        start();
      } else {
        state = 'scheduled';
        setTimeout(start, RETRY_TIME).unref();
      }
    });
  };
  const flushSync = () => {
    if (state !== 'writing') {
      chunk = writeAll(fd, Buffer.concat([chunk, takeLines()]));
      return;
    }
    // What another thread is writing must not be written twice.
    const rest = writeAll(fd, takeLines()).toString();
    if (rest === '') return;
    lines = [rest, ...lines];
    waiting += rest.length;
  };
  process.once('exit', flushSync);
  return {
    write(line) {
      lines.push(line);
      waiting += line.length;
      while (waiting > MAX_WAITING && lines.length > 1) {
        waiting -= lines.shift()?.length ?? 0;
        dropped += 1;
      }
      if (state !== 'idle') return;
      state = 'scheduled';
      // With the other lines of this turn of the event loop.
      setImmediate(start);
    },
    flushSync,
  };
}

/** Writes now, for a second at most. Returns what could not be written. */
function writeAll(fd: number, bytes: Buffer): Buffer {
  let rest = bytes;
  for (let tries = SYNC_TRIES; rest.length > 0 && tries > 0; ) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      // Any other error stays, such as ENOSPC or EIO.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return rest;
      tries -= 1;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SYNC_PAUSE);
    }
  }
  return rest;
}

/** A log line about lines that are missing. */
function droppedInWords(count: number): string {
  const msg = `${counted(count, 'log line')} could not be written`;
  return `${JSON.stringify({ level: 40, time: Date.now(), pid: process.pid, msg })}\n`;
}
