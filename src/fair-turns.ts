import { ofThoseWithMost } from './crowded-out.ts';

/** For whom a piece of work is done. */
export interface Turn {
  /** The person: their work takes turns with that of others. */
  of: string;
  /** If it aborts before the work begins, the work leaves the queue, and the reason is thrown. */
  signal?: AbortSignal | undefined;
  /** Called when the work begins. */
  begins?: (() => void) | undefined;
}

/** Does one piece of work when it is its turn, and returns what the work returns. */
export type FairTurns = <T>(turn: Turn, work: () => Promise<T>) => Promise<T>;

interface Waiting {
  of: string;
  begin: () => void;
  refuse: (reason: unknown) => void;
}

/** How many people are remembered who have had a turn. */
const REMEMBERED = 1_000;

/** Who has had a turn, and in which order. */
export interface Served {
  /** Notes that someone has a turn. */
  add(who: string): void;
  /** Returns a function that gives the place of someone in the order: the lowest for who has had no turn for the longest time. */
  places(): (who: string) => number;
}

/** Remembers the latest people who have had a turn. */
export function createServed(): Served {
  /** The latest one is last. */
  const served = new Set<string>();
  return {
    add(who) {
      served.delete(who);
      served.add(who);
      for (const one of served) if (served.size > REMEMBERED) served.delete(one);
    },
    places() {
      const places = new Map([...served].map((who, place) => [who, place]));
      return (who) => places.get(who) ?? -1;
    },
  };
}

/**
 * Creates a queue for work that is done one piece at a time. The next turn is that of the person who has had none for the
 * longest time, so that those who bring much work, or bring it all the time, do not keep others waiting.
 * @param options.waiting how many pieces may wait. With one more, the newest piece of the person with the most is refused
 * @param options.busy makes the error that is thrown for it
 */
export function createFairTurns(options: { waiting: number; busy: () => Error }): FairTurns {
  const waiting: Waiting[] = [];
  const served = createServed();
  let isAtWork = false;
  const next = () => {
    const placeOf = served.places();
    const [first] = waiting.toSorted((a, b) => placeOf(a.of) - placeOf(b.of));
    if (first === undefined) isAtWork = false;
    else first.begin();
  };
  return async ({ of, signal, begins }, work) => {
    signal?.throwIfAborted();
    if (isAtWork) {
      const placed = place(waiting, of, signal);
      if (waiting.length > options.waiting) {
        ofThoseWithMost(waiting, (one) => one.of)
          .at(-1)
          ?.refuse(options.busy());
      }
      await placed;
    }
    isAtWork = true;
    try {
      signal?.throwIfAborted();
      served.add(of);
      begins?.();
      return await work();
    } finally {
      next();
    }
  };
}

/** A queue for each key, such as a network. The queues know nothing of each other. */
export interface FairTurnsByKey {
  /** Does one piece of work when it is its turn among those with the same key, and returns what the work returns. */
  inTurn<T>(key: string, turn: Turn, work: () => Promise<T>): Promise<T>;
  /** How many pieces with a key are being done or wait. */
  size(key: string): number;
}

/** Creates a queue as `createFairTurns` does for each key. */
export function createFairTurnsByKey(options: { waiting: number; busy: () => Error }): FairTurnsByKey {
  const queues = new Map<string, { turns: FairTurns; users: number }>();
  const inTurn: FairTurnsByKey['inTurn'] = async (key, turn, work) => {
    const queue = queues.get(key) ?? { turns: createFairTurns(options), users: 0 };
    queues.set(key, queue);
    queue.users += 1;
    try {
      return await queue.turns(turn, work);
    } finally {
      queue.users -= 1;
      if (queue.users === 0) queues.delete(key);
    }
  };
  return { inTurn, size: (key) => queues.get(key)?.users ?? 0 };
}

/** Waits in this list until it is begun. @throws why it was refused, or the reason of the signal if that aborts before */
function place(waiting: Waiting[], of: string, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      signal?.removeEventListener('abort', abort);
      waiting.splice(waiting.indexOf(one), 1);
    };
    const one: Waiting = {
      of,
      begin() {
        leave();
        resolve();
      },
      refuse(reason) {
        leave();
        reject(reason);
      },
    };
    const abort = () => one.refuse(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    waiting.push(one);
  });
}
