import type { AppContext } from '../../context.ts';
import { reasonOfImap } from './imap-failure.ts';
import type { RemoteMailbox } from './mailbox-url.ts';

/** Why no mail can be fetched. */
export interface FetchFailure {
  /** For the operator: which setting or machine it is about, without the password. */
  reason: string;
  since: Date;
}

/** Remembers whether mail can be fetched from a mailbox. */
export interface FetchFailures {
  /** Why no mail can be fetched; null if it can be. */
  latest(): FetchFailure | null;
  /** The mailbox was looked through. */
  succeed(): void;
  /** An attempt failed. */
  fail(error: unknown): void;
  /** Another process has the right to fetch. If it keeps it, it fetches, and says itself when it fails. */
  waitForOther(): void;
  /** The milliseconds until the next attempt. */
  pause(): number;
}

/** What is needed to judge failures. */
export interface FailureOptions {
  ctx: AppContext;
  mailbox: RemoteMailbox;
  /** The first wait after a failure, and the longest one, in milliseconds. */
  pause: { first: number; longest: number };
  /** Milliseconds by a clock that cannot be set. */
  uptime: () => number;
}

/** An attempt that fails has the right to fetch for less than so many milliseconds. */
const LONGEST_FAILURE = 120_000;

/** Creates the memory of one mailbox. */
export function watchFailures({ ctx, mailbox, pause, uptime }: FailureOptions): FetchFailures {
  let failed: FetchFailure | null = null;
  let failures = 0;
  let othersSince: number | null = null;
  const succeed = () => {
    if (failed !== null) ctx.log.info('mail can be fetched again');
    failed = null;
    failures = 0;
    othersSince = null;
  };
  return {
    latest: () => failed,
    succeed,
    fail(error) {
      const reason = reasonOfImap(error, mailbox);
      if (failed === null || failed.reason !== reason) ctx.log.error({ reason }, 'mail cannot be fetched');
      failed = { reason, since: failed?.since ?? ctx.now() };
      failures += 1;
      othersSince = null;
    },
    waitForOther() {
      othersSince ??= uptime();
      if (uptime() - othersSince >= LONGEST_FAILURE) succeed();
    },
    pause() {
      // Asks often, so that it is noticed if the other process gives up its right.
      if (othersSince !== null) return pause.first;
      return Math.min(pause.first * 2 ** Math.max(0, failures - 1), pause.longest);
    },
  };
}
