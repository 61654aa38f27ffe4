import { type ChildProcess, fork } from 'node:child_process';

/*
 * Work on what strangers send, in a child process with limits. A thread would not do: if it allocates too much at once, V8 aborts
 * the whole process, whatever limits the thread has, and what is allocated outside of its heap has no limit at all.
 *
 * Each piece of work has a process of its own, so that nothing is left of the one before it. That costs about half a second, most
 * of it for loading the modules, and about 100 MB meanwhile.
 */

/** A piece of work, and what it may take. */
export interface IsolatedWork {
  /** A file whose default export takes the input and returns the result, or a promise of it. Both are copied (structured clone). */
  module: URL;
  /** Its heap, in megabytes. */
  heap: number;
  /** All of its memory with that outside of the heap and that of Node.js itself, in megabytes. */
  memory: number;
  /** In milliseconds, from the moment at which the process is ready. */
  time: number;
}

/** Milliseconds that a process may take to begin, which no input can change. */
const START_TIME = 15_000;

/** The young part of the heap, in megabytes: three of these. */
const SEMI_SPACE = 8;

const CHILD = new URL('child.js', import.meta.url);

/**
 * Does a piece of work in a child process. Returns null if it takes too much memory or time, or throws. The process ends with the
 * work, and if this process ends. It gets no environment, and what it prints is dropped.
 * @throws if the process cannot be started
 */
export async function runIsolated<T>(work: IsolatedWork, input: unknown): Promise<{ value: T } | null> {
  const child = fork(CHILD, [work.module.href, String(process.pid), String(work.memory)], {
    execArgv: [`--max-old-space-size=${work.heap}`, `--max-semi-space-size=${SEMI_SPACE}`],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  try {
    return await resultOf<T>(child, work.time, input);
  } finally {
    child.kill('SIGKILL');
  }
}

function resultOf<T>(child: ChildProcess, time: number, input: unknown): Promise<{ value: T } | null> {
  return new Promise((resolve, reject) => {
    let isReady = false;
    const end = () => {
      clearTimeout(timer);
      if (isReady) resolve(null);
      else reject(new Error('A child process could not be started.'));
    };
    // If this process was busy meanwhile, the result may be here, but not read yet: it is read before what is set here.
    const giveUp = () => setImmediate(() => setImmediate(end));
    let timer = setTimeout(giveUp, START_TIME);
    child.on('message', (message: 'ready' | { value: T }) => {
      clearTimeout(timer);
      if (message !== 'ready') return resolve(message);
      isReady = true;
      timer = setTimeout(giveUp, time);
      child.send(input as object, (error) => error && end());
    });
    child.once('error', end);
    // Not at its exit: then its result may not have been read.
    child.once('disconnect', () => setImmediate(end));
  });
}
