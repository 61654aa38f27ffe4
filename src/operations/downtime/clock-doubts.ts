import type { Downtime } from '../../games/schedule/downtimes.ts';
import { timeInWords } from '../time-in-words.ts';

/** What the heartbeats of a process have noticed about clocks that were wrong. */
export interface ClockDoubts {
  /** Remembers sentences for the operator: what was noticed, and what it means for dates. */
  add(sentences: string): void;
  /** What was noticed within the last hour, the oldest first. */
  recent(): string[];
}

/** For how long a doubt is shown, in milliseconds: long enough that the operators get mail about it. */
const SHOWN_FOR = 60 * 60_000;

/** How many doubts are shown at a time: a clock that goes ahead and is set right makes two. */
const SHOWN = 3;

/**
 * Creates a memory of doubts about clocks.
 * @param uptime milliseconds by a clock that cannot be set; for tests
 */
export function createClockDoubts(uptime = () => performance.now()): ClockDoubts {
  let doubts: { sentences: string; at: number }[] = [];
  return {
    add(sentences) {
      doubts = [...doubts, { sentences, at: uptime() }].slice(-SHOWN);
    },
    recent() {
      doubts = doubts.filter(({ at }) => uptime() - at < SHOWN_FOR);
      return doubts.map(({ sentences }) => sentences);
    },
  };
}

/** What a heartbeat noticed about the clocks. */
export interface Noticed {
  /** A gap before it that no clock of the process confirms, so that it does not count as downtime; null if there is none. */
  unconfirmed: Downtime | null;
  /** By how many milliseconds at least the database's clock was set back since the last heartbeat; 0 if it was not. */
  setBackBy: number;
  /** Downtimes that ended in the future and were corrected, as they were. */
  corrected: readonly Downtime[];
}

/** A clock that is set back by less is merely being corrected, in milliseconds. */
const NOTABLE = 60_000;

/**
 * What to tell the operator about the clocks after a heartbeat; nothing if they are right.
 * @param isFirst whether it is the first heartbeat of its process
 */
export function doubtsOf({ unconfirmed, setBackBy, corrected }: Noticed, isFirst: boolean): string[] {
  const sentences: string[] = [];
  if (unconfirmed !== null) sentences.push(unconfirmedInWords(unconfirmed, isFirst));
  if (setBackBy > NOTABLE) {
    sentences.push(`The clock of the database was set back by ${timeInWords(setBackBy)}.`);
    if (isFirst) sentences.push(SINCE_WHEN);
  }
  if (corrected.length > 0) {
    sentences.push(
      'A recorded downtime ended in the future and was corrected. Dates that were put off because of it stay as they are.',
    );
  }
  return sentences.length === 0 ? [] : [`${sentences.join(' ')} ${ADVICE}`];
}

const SINCE_WHEN =
  'If it is right now, it is not known since when the server was down, and no date was put off.';

const ADVICE = 'See “Wrong clocks” in the operators’ guide.';

function unconfirmedInWords({ from, until }: Downtime, isFirst: boolean): string {
  const length = timeInWords(until.getTime() - from.getTime());
  const consequence = 'This does not count as downtime, and no date was put off.';
  if (!isFirst) {
    return `The clock of the database went ahead by ${length}, but by the clocks of the server no such time has passed. ${consequence}`;
  }
  return `By the clock of the database, the last sign of a server is ${length} old, but the clock of the server does not agree with it. ${consequence}`;
}
