import type { AppContext } from '../../context.ts';
import { findRecipient } from '../inbound/recipient.ts';

/** Mail to our addresses that is passed over because its headers cannot be read: its sender gets no answer. */
export interface UnreadableMail {
  count(): void;
  /** How many there were in the last 24 hours, as long as this process runs; 1,000 at most. */
  lastDay(): number;
}

const DAY = 24 * 3_600_000;
const MAX_COUNT = 1_000;

/** Creates the count of one mailbox. */
export function countUnreadableMail(now: AppContext['now']): UnreadableMail {
  let times: number[] = [];
  return {
    count() {
      times = [...times, now().getTime()].slice(-MAX_COUNT);
    },
    lastDay() {
      times = times.filter((time) => time > now().getTime() - DAY);
      return times.length;
    },
  };
}

/** Whether headers that cannot be parsed name one of our addresses, in any of their lines. */
export function namesOurAddress(raw: Buffer, inbound: NonNullable<AppContext['inbound']>): boolean {
  const words = raw
    .toString('latin1')
    .toLowerCase()
    .split(/[\s<>,;:"()]/);
  return words.some((word) => word.includes('@') && findRecipient(word, inbound) !== null);
}
