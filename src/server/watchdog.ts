import inspector from 'node:inspector';
import { Worker } from 'node:worker_threads';

/** How a process is watched. Tests are in a hurry. */
export interface WatchdogOptions {
  /** Milliseconds between two looks. */
  interval: number;
  /** How many looks in a row must find that the process has not moved before it is ended. */
  looks: number;
}

/** Five minutes: nothing that a server computes takes that long without a pause. */
const DEFAULTS: WatchdogOptions = { interval: 5_000, looks: 60 };

/** The state that the process shares with the thread. */
const BEATS = 0;
const DEBUGGED = 1;

/**
 * The thread. It counts its own looks and not the time, so that a process or a machine that was only suspended, and the
 * thread with it, does not count as blocked.
 */
const THREAD = `
const { workerData: { state, interval, looks } } = require('node:worker_threads');
const { writeSync } = require('node:fs');
let [last, still] = [-1, 0];
setInterval(() => {
  const beats = Atomics.load(state, ${BEATS});
  still = beats === last && Atomics.load(state, ${DEBUGGED}) === 0 ? still + 1 : 0;
  last = beats;
  if (still < looks) return;
  const seconds = Math.round(looks * interval / 1000);
  try {
    writeSync(2, 'the server ends: it has been blocked for ' + seconds + ' seconds\\n');
  } finally {
    process.kill(process.pid, 'SIGKILL');
  }
}, interval);
`;

/**
 * Kills this process, with a message on standard error, when its main loop has been blocked for minutes, so that a supervisor
 * starts it again: it could neither serve nor end by itself. A process that a debugger is attached to is left alone.
 */
export function startWatchdog({ interval, looks }: WatchdogOptions = DEFAULTS): void {
  const state = new Int32Array(new SharedArrayBuffer(8));
  const beat = () => {
    Atomics.store(state, DEBUGGED, inspector.url() === undefined ? 0 : 1);
    Atomics.add(state, BEATS, 1);
  };
  beat();
  setInterval(beat, interval / 2).unref();
  const workerData = { state, interval, looks };
  new Worker(THREAD, {
    eval: true,
    execArgv: [],
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: 16 },
  }).unref();
}
