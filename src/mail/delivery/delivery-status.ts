import type { DeliveryKind, DeliveryStatus } from '../../database/generated/enums.ts';

/**
 * The life of a delivery as a pure machine: no database, no clock.
 *
 *     queued ──claim──▶ sending ──accepted──▶ sent
 *        ▲                │  └────refused───▶ failed ◀── given up, or marked by the GM
 *        │             postponed
 *      hasten             ▼
 *        └──────────── retrying ──claim──▶ sending
 *
 * An attempt is known by its number. Whoever claims a delivery has a lease on it; when the server dies while
 * it is sending, the lease runs out and the delivery may be claimed again. The mail may then go out twice:
 * between the mail server's "250 accepted" and our commit nobody can know whether it arrived. Sending again
 * is the lesser evil, and both mails carry the same Message-ID, so that mail programs know them as one.
 */
export interface DeliveryState {
  status: DeliveryStatus;
  /** Attempts begun so far: the number of the last one. */
  attempts: number;
  /** When the next attempt is due; while sending, when the lease ends; null when sent or failed. */
  nextAttempt: Date | null;
  lastError: string | null;
  sentAt: Date | null;
}

/** What happens to a delivery, `at` what time. `attempt` says whose answer it is. */
export type DeliveryEvent =
  /** A worker wants to send it; `lease` is how long it may take, in milliseconds. */
  | { kind: 'claim'; at: Date; lease: number }
  /** The mail server took it over. */
  | { kind: 'accepted'; at: Date; attempt: number }
  /** It will never be taken: no such mailbox, no such address. */
  | { kind: 'refused'; at: Date; attempt: number; reason: string }
  /** Not now: the server is busy, slow, away. */
  | { kind: 'postponed'; at: Date; attempt: number; reason: string }
  /** The GM wants the next attempt now. */
  | { kind: 'hasten'; at: Date }
  /** The GM wants no further attempt. */
  | { kind: 'markFailed'; at: Date; reason: string };

/** What a delivery becomes; or that the event changes nothing, and why. */
export type Transition =
  | { changed: true; next: DeliveryState }
  | { changed: false; why: 'done' | 'leased' | 'stale' | 'sending' };

const MINUTE = 60_000;

/** Minutes to wait after the 1st, 2nd, … attempt: quick at first, then three a day, about four days in all. */
const WAITS: readonly number[] = [1, 5, 15, 60, 120, 240, ...Array.from({ length: 11 }, () => 480)];

/** A sign-in link is of use to somebody who waits for it, not four days later. */
const SHORT_WAITS: readonly number[] = [1, 5, 15];

const WAITS_OF = {
  printout: WAITS,
  receipt: WAITS,
  invitation: WAITS,
  signInLink: SHORT_WAITS,
  confirmation: SHORT_WAITS,
  notice: WAITS,
  letter: WAITS,
} as const satisfies Record<DeliveryKind, readonly number[]>;

/** How many attempts a mail of this kind gets at most. */
export function maxAttempts(kind: DeliveryKind): number {
  return WAITS_OF[kind].length + 1;
}

/**
 * The wait in milliseconds before the next attempt.
 * @param attempts attempts made so far, at least 1
 * @returns null when no further attempt is made
 */
export function retryDelay(kind: DeliveryKind, attempts: number): number | null {
  const minutes = WAITS_OF[kind][attempts - 1];
  return minutes === undefined ? null : minutes * MINUTE;
}

/** What a delivery of this kind becomes when something happens to it. Total: every state takes every event. */
export function transition(kind: DeliveryKind, state: DeliveryState, event: DeliveryEvent): Transition {
  switch (event.kind) {
    case 'claim':
      return claim(kind, state, event);
    case 'accepted':
      return accepted(state, event);
    case 'refused':
      return isCurrent(state, event.attempt) ? failed(state, event.reason) : stale(state);
    case 'postponed':
      return isCurrent(state, event.attempt) ? postponed(kind, state, event) : stale(state);
    case 'hasten':
      return hasten(state, event.at);
    case 'markFailed':
      return state.status === 'sending'
        ? { changed: false, why: 'sending' }
        : markFailed(state, event.reason);
  }
}

/** Has this delivery come to its end? */
export function isDone(status: DeliveryStatus): boolean {
  return status === 'sent' || status === 'failed';
}

function claim(
  kind: DeliveryKind,
  state: DeliveryState,
  event: Extract<DeliveryEvent, { kind: 'claim' }>,
): Transition {
  if (isDone(state.status)) return { changed: false, why: 'done' };
  if (state.status === 'sending') {
    if (state.nextAttempt !== null && state.nextAttempt > event.at) return { changed: false, why: 'leased' };
    if (state.attempts >= maxAttempts(kind)) {
      return failed(state, `The server stopped while sending, after ${state.attempts} attempts.`);
    }
  }
  return {
    changed: true,
    next: {
      ...state,
      status: 'sending',
      attempts: state.attempts + 1,
      nextAttempt: new Date(event.at.getTime() + event.lease),
    },
  };
}

/** Good news is believed whoever brings it: a late attempt's too, while another one is under way. */
function accepted(state: DeliveryState, event: Extract<DeliveryEvent, { kind: 'accepted' }>): Transition {
  if (state.status === 'sent') return { changed: false, why: 'done' };
  if (event.attempt < 1 || event.attempt > state.attempts) return { changed: false, why: 'stale' };
  return {
    changed: true,
    next: { ...state, status: 'sent', nextAttempt: null, lastError: null, sentAt: event.at },
  };
}

function postponed(
  kind: DeliveryKind,
  state: DeliveryState,
  event: Extract<DeliveryEvent, { kind: 'postponed' }>,
): Transition {
  const wait = retryDelay(kind, state.attempts);
  if (wait === null) return failed(state, `Given up after ${state.attempts} attempts. ${event.reason}`);
  return {
    changed: true,
    next: {
      ...state,
      status: 'retrying',
      nextAttempt: new Date(event.at.getTime() + wait),
      lastError: event.reason,
    },
  };
}

function hasten(state: DeliveryState, at: Date): Transition {
  if (isDone(state.status)) return { changed: false, why: 'done' };
  if (state.status === 'sending') return { changed: false, why: 'sending' };
  return { changed: true, next: { ...state, nextAttempt: at } };
}

function markFailed(state: DeliveryState, reason: string): Transition {
  return isDone(state.status) ? { changed: false, why: 'done' } : failed(state, reason);
}

function failed(state: DeliveryState, reason: string): Transition {
  return { changed: true, next: { ...state, status: 'failed', nextAttempt: null, lastError: reason } };
}

function isCurrent(state: DeliveryState, attempt: number): boolean {
  return state.status === 'sending' && state.attempts === attempt;
}

function stale(state: DeliveryState): Transition {
  return { changed: false, why: isDone(state.status) ? 'done' : 'stale' };
}
