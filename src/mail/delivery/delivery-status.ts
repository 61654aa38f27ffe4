import type { DeliveryKind, DeliveryObstacle, DeliveryStatus } from '../../database/generated/enums.ts';

/**
 * The states of a delivery and the events that change them, as pure functions without database or clock.
 *
 *     queued ──claim──▶ sending ──accepted──▶ sent
 *        ▲                │  └────refused───▶ failed ◀── too many attempts, or marked by the GM
 *        │             postponed
 *      retryNow           ▼
 *        └──────────── retrying ──claim──▶ sending
 *
 * Attempts are numbered. A worker that claims a delivery has a lease on it; if the server dies while it is sending, the
 * lease expires and the delivery can be claimed again. The mail may then go out twice: between the mail server's
 * "250 accepted" and our commit no one can know whether it arrived. Sending twice is better than not at all, and both
 * mails are the same bytes, with the same Message-ID, by which mail programs recognize duplicates.
 *
 * An attempt that failed because the mail server as a whole could not be reached (obstacle `relay`) does not count: it
 * says nothing about this mail, and after a long outage every mail must still have all its attempts.
 */
export interface DeliveryState {
  status: DeliveryStatus;
  createdAt: Date;
  /** The number of attempts that count; while sending, the number of the present one. */
  attempts: number;
  /** When the next attempt is due; while sending, when the lease expires; null when sent or failed. */
  nextAttempt: Date | null;
  lastError: string | null;
  /** What stood in the way of the last attempt; null if nothing did, or something within this server. */
  obstacle: DeliveryObstacle | null;
  sentAt: Date | null;
}

/** Why an attempt failed: in words, and what stood in its way. */
interface AttemptFailure {
  at: Date;
  attempt: number;
  reason: string;
  obstacle?: DeliveryObstacle | null;
}

/** What happens to a delivery, and when. `attempt` is the number of the attempt that reports the outcome. */
export type DeliveryEvent =
  /** A worker wants to send it; `lease` is how long that may take, in milliseconds. */
  | { kind: 'claim'; at: Date; lease: number }
  /** The mail server accepted it. */
  | { kind: 'accepted'; at: Date; attempt: number }
  /** It will never be accepted: there is no such mailbox or address. */
  | ({ kind: 'refused' } & AttemptFailure)
  /** It was not accepted this time: the server is busy, slow or cannot be reached. */
  | ({ kind: 'postponed' } & AttemptFailure)
  /** It has to wait, before any attempt, because another mail to its address takes long; `wait` in milliseconds. */
  | { kind: 'deferred'; at: Date; wait: number }
  /** The GM wants the next attempt now. */
  | { kind: 'retryNow'; at: Date }
  /** The GM wants no further attempt. */
  | { kind: 'markFailed'; at: Date; reason: string };

/** The next state of a delivery, or why the event changes nothing. */
export type Transition =
  | { changed: true; next: DeliveryState }
  | { changed: false; why: 'done' | 'leased' | 'stale' | 'sending' };

const MINUTE = 60_000;

/** Minutes to wait after the 1st, 2nd, … attempt: short at first, then eight hours, for about four days in all. */
const RETRY_MINUTES: readonly number[] = [1, 5, 15, 60, 120, 240, ...Array.from({ length: 11 }, () => 480)];

/** A person waits for a sign-in link; it is of no use four days later. */
const SHORT_RETRY_MINUTES: readonly number[] = [1, 5, 15];

/** For how many minutes after it was written a mail waits for a mail server that cannot be reached. */
const RELAY_PATIENCE = { short: 60, long: 14 * 24 * 60 };

/** The first words about a mail that has waited for the mail server for as long as it may. */
export const WAITED_IN_VAIN = 'The mail server could not be reached in time.';

const RETRY_MINUTES_BY_KIND = {
  printout: RETRY_MINUTES,
  receipt: RETRY_MINUTES,
  invitation: RETRY_MINUTES,
  signInLink: SHORT_RETRY_MINUTES,
  confirmation: SHORT_RETRY_MINUTES,
  // Someone must learn that orders were not taken.
  refusal: RETRY_MINUTES,
  notice: RETRY_MINUTES,
  letter: RETRY_MINUTES,
  message: RETRY_MINUTES,
  answer: RETRY_MINUTES,
  digest: RETRY_MINUTES,
} as const satisfies Record<DeliveryKind, readonly number[]>;

/** The maximum number of attempts to send a mail of this kind. */
export function maxAttempts(kind: DeliveryKind): number {
  return RETRY_MINUTES_BY_KIND[kind].length + 1;
}

/**
 * Returns how long to wait before the next attempt, in milliseconds.
 * @param attempts the number of attempts so far, at least 1
 * @returns null if no further attempt is made
 */
export function retryDelay(kind: DeliveryKind, attempts: number): number | null {
  const minutes = RETRY_MINUTES_BY_KIND[kind][attempts - 1];
  return minutes === undefined ? null : minutes * MINUTE;
}

/** For how many milliseconds after it was written a mail of this kind waits for a mail server that cannot be reached. */
export function relayPatience(kind: DeliveryKind): number {
  const isShort = RETRY_MINUTES_BY_KIND[kind] === SHORT_RETRY_MINUTES;
  return (isShort ? RELAY_PATIENCE.short : RELAY_PATIENCE.long) * MINUTE;
}

/** The longest time in milliseconds between two attempts to send a mail. */
export const LONGEST_DELAY = Math.max(...RETRY_MINUTES) * MINUTE;

/** Applies an event to a delivery. Every event is allowed in every state; some change nothing. */
export function transition(kind: DeliveryKind, state: DeliveryState, event: DeliveryEvent): Transition {
  switch (event.kind) {
    case 'claim':
      return claim(kind, state, event);
    case 'accepted':
      return accepted(state, event);
    case 'refused':
      return isCurrent(state, event.attempt) ? failed(state, event) : stale(state);
    case 'postponed':
      if (!isCurrent(state, event.attempt)) return stale(state);
      return event.obstacle === 'relay' ? waitForRelay(kind, state, event) : postponed(kind, state, event);
    case 'deferred':
      return dueAt(state, new Date(event.at.getTime() + event.wait));
    case 'retryNow':
      return dueAt(state, event.at);
    case 'markFailed':
      return state.status === 'sending'
        ? { changed: false, why: 'sending' }
        : markFailed(state, event.reason);
  }
}

/** Whether no further attempt will be made. */
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
      const reason = `The server stopped while sending, after ${state.attempts} attempts.`;
      return failed(state, { reason, obstacle: state.obstacle });
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

/** Success counts even if a late attempt reports it while another one is running. */
function accepted(state: DeliveryState, event: Extract<DeliveryEvent, { kind: 'accepted' }>): Transition {
  if (state.status === 'sent') return { changed: false, why: 'done' };
  if (event.attempt < 1 || event.attempt > state.attempts) return { changed: false, why: 'stale' };
  return {
    changed: true,
    next: { ...state, status: 'sent', nextAttempt: null, lastError: null, obstacle: null, sentAt: event.at },
  };
}

function postponed(kind: DeliveryKind, state: DeliveryState, event: AttemptFailure): Transition {
  const delay = retryDelay(kind, state.attempts);
  if (delay === null) {
    const reason = `Not sent after ${state.attempts} attempts. ${event.reason}`;
    return failed(state, { ...event, reason });
  }
  return waiting(state, event, { delay, attempts: state.attempts });
}

/**
 * The attempt does not count. The mail is tried again as soon as the mail server answers (see relay-watch.ts), and in
 * case no one notices, after it has waited as long again as it has so far, within limits.
 */
function waitForRelay(kind: DeliveryKind, state: DeliveryState, event: AttemptFailure): Transition {
  const retryMinutes = RETRY_MINUTES_BY_KIND[kind];
  const age = event.at.getTime() - state.createdAt.getTime();
  if (age >= relayPatience(kind)) {
    const reason = `${WAITED_IN_VAIN} ${event.reason}`;
    return failed(state, { ...event, reason });
  }
  const [shortest, longest] = [retryMinutes.at(0) ?? 1, retryMinutes.at(-1) ?? 1];
  const delay = Math.min(Math.max(age, shortest * MINUTE), longest * MINUTE);
  return waiting(state, event, { delay, attempts: state.attempts - 1 });
}

function waiting(
  state: DeliveryState,
  { at, reason, obstacle = null }: AttemptFailure,
  { delay, attempts }: { delay: number; attempts: number },
): Transition {
  const nextAttempt = new Date(at.getTime() + delay);
  const next = { ...state, status: 'retrying', attempts, nextAttempt, lastError: reason, obstacle } as const;
  return { changed: true, next };
}

/** Sets the time of the next attempt, if none is being made. */
function dueAt(state: DeliveryState, nextAttempt: Date): Transition {
  if (isDone(state.status)) return { changed: false, why: 'done' };
  if (state.status === 'sending') return { changed: false, why: 'sending' };
  return { changed: true, next: { ...state, nextAttempt } };
}

function markFailed(state: DeliveryState, reason: string): Transition {
  if (isDone(state.status)) return { changed: false, why: 'done' };
  return failed(state, { reason, obstacle: state.obstacle });
}

function failed(
  state: DeliveryState,
  { reason, obstacle = null }: Pick<AttemptFailure, 'reason' | 'obstacle'>,
): Transition {
  return {
    changed: true,
    next: { ...state, status: 'failed', nextAttempt: null, lastError: reason, obstacle },
  };
}

function isCurrent(state: DeliveryState, attempt: number): boolean {
  return state.status === 'sending' && state.attempts === attempt;
}

function stale(state: DeliveryState): Transition {
  return { changed: false, why: isDone(state.status) ? 'done' : 'stale' };
}
