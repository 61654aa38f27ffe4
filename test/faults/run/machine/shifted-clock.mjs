// Preloaded into the server (node --import). The clock of the process is wrong by as many milliseconds as the file
// says that FAULTS_CLOCK_FILE names. Timers are not affected, as they are not when the clock of a machine is set.
import { readFileSync } from 'node:fs';

const file = process.env.FAULTS_CLOCK_FILE;
const RightDate = globalThis.Date;
/** Milliseconds between two looks at the file. */
const INTERVAL = 100;

let offset = 0;
let lookedAt = Number.NEGATIVE_INFINITY;

function shiftedNow() {
  if (performance.now() - lookedAt > INTERVAL) {
    lookedAt = performance.now();
    try {
      offset = Number(readFileSync(file, 'utf8')) || 0;
    } catch {
      offset = 0;
    }
  }
  return RightDate.now() + offset;
}

if (file !== undefined) {
  globalThis.Date = new Proxy(RightDate, {
    apply: () => new RightDate(shiftedNow()).toString(),
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [shiftedNow()] : args, newTarget),
    get: (target, property, receiver) =>
      property === 'now' ? shiftedNow : Reflect.get(target, property, receiver),
  });
}
