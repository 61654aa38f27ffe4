import type { Logger } from 'pino';

/** What is checked about the server. */
export type CheckName =
  | 'database'
  | 'disk'
  | 'workers'
  | 'pages'
  | 'clock'
  | 'held'
  | 'mail'
  | 'mailIn'
  | 'deadlines'
  | 'backups'
  | 'departures'
  | 'restarts'
  | 'proxies'
  | 'startCommand'
  | 'operators';

/** What a check found. */
export interface Condition {
  check: CheckName;
  /**
   * `down`: the server cannot keep what it is sent, or does not work on what is due, so it is not ready. `warning`: it
   * works, but the operator has something to do.
   */
  level: 'ok' | 'warning' | 'down';
  /** A sentence for the operator: what is wrong and what to do, without secrets. */
  message: string;
  /** true: the operators get mail about it, although this check mostly finds what they have done themselves. */
  alarm?: true;
}

/** A check that is repeated as long as the server runs. */
export interface HealthCheck {
  name: CheckName;
  /** Throwing counts as `down`. */
  run(): Promise<Omit<Condition, 'check'>>;
}

/** The condition of the server: the results of all checks, repeated every few seconds. */
export interface Health {
  /** Adds a check. Its first result is there after the next `check`. @returns a function that removes it */
  add(check: HealthCheck): () => void;
  /** Runs all checks now and returns their results. */
  check(): Promise<Condition[]>;
  /** The latest results. */
  conditions(): readonly Condition[];
  /** Calls a function with the results whenever all checks have run. */
  onChecked(listener: (conditions: readonly Condition[]) => void): void;
  /** From now on, `untold` asks here. */
  untoldFrom(read: () => CheckName[]): void;
  /** The checks whose alarms could not be mailed to the operators for a while. Empty if no one mails them. */
  untold(): CheckName[];
  /** Stops repeating. Safe to call twice. */
  close(): Promise<void>;
}

/** Milliseconds between two rounds of checks. */
const INTERVAL = 5_000;

/** Milliseconds after which a check that has not ended counts as failed. */
const TIMEOUT = 4_000;

/**
 * Milliseconds between two counts of that time. Each counts for so much, however late it comes: if this process has so much to do that
 * all of its work is slow, a check gets the more time, and a healthy disk or database does not count as down.
 */
const TICK = 100;

/** Milliseconds by the clock after which a check counts as failed in any case: until then, the results of all checks are old. */
const LONGEST = 20_000;

/** Milliseconds after which a check that hangs is given up, and run anew. */
const PATIENCE = 15_000;

/** How many runs of a check may hang at the same time. */
const MOST_HANGING = 3;

/** Whether the server can keep what it is sent and works on what is due. */
export function isReady(conditions: readonly Condition[]): boolean {
  return conditions.every(({ level }) => level !== 'down');
}

/**
 * Starts checking.
 * @param interval milliseconds between two rounds
 * @param patience milliseconds after which a check that hangs is given up, and run anew
 */
export function createHealth(log: Logger, interval = INTERVAL, patience = PATIENCE): Health {
  const checks = new Set<() => Promise<Condition>>();
  const listeners: ((conditions: readonly Condition[]) => void)[] = [];
  let latest: readonly Condition[] = [];
  let running: Promise<Condition[]> | null = null;
  let untold = (): CheckName[] => [];

  async function runAll(): Promise<Condition[]> {
    const found = await Promise.all([...checks].map((run) => run()));
    logChanges(log, latest, found);
    latest = found;
    for (const listener of listeners) listener(found);
    return found;
  }
  const check = () => {
    running ??= runAll().finally(() => {
      running = null;
    });
    return running;
  };
  const timer = setInterval(() => {
    check().catch((error: unknown) => log.error({ err: error }, 'could not check the server'));
  }, interval);
  timer.unref();
  return {
    add(added) {
      const run = fewAtATime(added, patience);
      checks.add(run);
      return () => checks.delete(run);
    },
    check,
    conditions: () => latest,
    onChecked: (listener) => listeners.push(listener),
    untoldFrom(read) {
      untold = read;
    },
    untold: () => untold(),
    async close() {
      clearInterval(timer);
      await running?.catch(() => {});
    },
  };
}

/**
 * Runs a check once in each round. If the last run has not ended, the round waits for that one. One that hangs is given up
 * after some time, as the next run may get another connection. But only a few may hang: each may keep a thread.
 */
function fewAtATime({ name, run }: HealthCheck, patience: number): () => Promise<Condition> {
  let latest: { since: number; result: ReturnType<typeof run> } | null = null;
  let underWay = 0;

  function begin() {
    const begun = { since: performance.now(), result: Promise.resolve().then(run) };
    underWay += 1;
    const ended = () => {
      underWay -= 1;
      if (latest === begun) latest = null;
    };
    begun.result.then(ended, ended);
    return begun;
  }

  return async () => {
    const isGivenUp = (since: number) => performance.now() - since >= patience && underWay < MOST_HANGING;
    if (latest === null || isGivenUp(latest.since)) latest = begin();
    return await inTime(name, latest.result);
  };
}

async function inTime(name: CheckName, running: ReturnType<HealthCheck['run']>): Promise<Condition> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    let left = TIMEOUT / TICK;
    const startedAt = performance.now();
    timer = setInterval(() => {
      left -= 1;
      const isLongest = performance.now() - startedAt >= LONGEST;
      const limit = isLongest ? LONGEST : TIMEOUT;
      if (left === 0 || isLongest) reject(new Error(`no answer within ${limit / 1000} seconds`));
    }, TICK);
  });
  try {
    return { check: name, ...(await Promise.race([running, late])) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { check: name, level: 'down', message: `The check failed: ${reason}` };
  } finally {
    clearInterval(timer);
  }
}

/** Logs a line for each check whose level has changed. */
function logChanges(log: Logger, before: readonly Condition[], after: readonly Condition[]): void {
  for (const { check, level, message } of after) {
    const last = before.find((condition) => condition.check === check)?.level ?? 'ok';
    if (level === last) continue;
    const method = level === 'down' ? 'error' : level === 'warning' ? 'warn' : 'info';
    log[method]({ check, level }, message);
  }
}
