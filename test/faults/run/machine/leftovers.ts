/*
 * Processes that must not outlive the run. They are killed by their ids when this process ends, in whatever way: the
 * handler of 'exit' cannot wait for anything, so this is synchronous.
 */

interface Leftover {
  find(): number | null;
  signal: NodeJS.Signals;
}

const leftovers = new Set<Leftover>();

/**
 * Has a process killed when this one ends.
 * @param find returns its id, or null if it does not run now
 * @returns a function that takes it off the list
 */
export function killAtExit(find: () => number | null, signal: NodeJS.Signals = 'SIGKILL'): () => void {
  const leftover = { find, signal };
  leftovers.add(leftover);
  return () => leftovers.delete(leftover);
}

process.on('exit', () => {
  for (const { find, signal } of leftovers) {
    const pid = find();
    if (pid !== null) sendSignal(pid, signal);
  }
});

/** Sends a signal to a process that may be gone. Returns whether it was there. */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}
