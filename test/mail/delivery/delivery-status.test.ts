import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DeliveryKind } from '../../../src/database/generated/enums.ts';
import {
  type DeliveryEvent,
  type DeliveryState,
  isDone,
  maxAttempts,
  retryDelay,
  transition,
} from '../../../src/mail/delivery/delivery-status.ts';
import { runs } from '../../helpers/long.ts';

const T0 = new Date('2026-11-03T12:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const LEASE = 5 * MINUTE;
const later = (ms: number) => new Date(T0.getTime() + ms);

const QUEUED: DeliveryState = {
  status: 'queued',
  createdAt: T0,
  attempts: 0,
  nextAttempt: T0,
  lastError: null,
  obstacle: null,
  sentAt: null,
};

function apply(state: DeliveryState, event: DeliveryEvent, kind: DeliveryKind = 'printout'): DeliveryState {
  const moved = transition(kind, state, event);
  if (!moved.changed) throw new Error(`${event.kind} changed nothing: ${moved.why}`);
  return moved.next;
}

const claim = (at: Date): DeliveryEvent => ({ kind: 'claim', at, lease: LEASE });
const SENDING = apply(QUEUED, claim(T0));

describe('a delivery', () => {
  test('goes from queued over sending to sent', () => {
    expect(SENDING).toMatchObject({ status: 'sending', attempts: 1, nextAttempt: later(LEASE) });
    const sent = apply(SENDING, { kind: 'accepted', at: later(1000), attempt: 1 });
    expect(sent).toMatchObject({ status: 'sent', nextAttempt: null, sentAt: later(1000), lastError: null });
  });

  test('fails for good when it is refused', () => {
    const failed = apply(SENDING, { kind: 'refused', at: T0, attempt: 1, reason: '550 no such user' });
    expect(failed).toMatchObject({ status: 'failed', nextAttempt: null, lastError: '550 no such user' });
  });

  test('is tried again, later and later, for about four days', () => {
    let state = QUEUED;
    let at = T0;
    const waits: number[] = [];
    for (;;) {
      state = apply(state, claim(at));
      state = apply(state, { kind: 'postponed', at, attempt: state.attempts, reason: '451 busy' });
      if (state.status === 'failed') break;
      expect(state.status).toBe('retrying');
      const next = state.nextAttempt as Date;
      waits.push(next.getTime() - at.getTime());
      at = next;
    }
    expect(waits.slice(0, 6).map((wait) => wait / MINUTE)).toEqual([1, 5, 15, 60, 120, 240]);
    expect(Math.max(...waits)).toBe(8 * HOUR);
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect((at.getTime() - T0.getTime()) / HOUR).toBeGreaterThan(90);
    expect((at.getTime() - T0.getTime()) / HOUR).toBeLessThan(100);
    expect(state.attempts).toBe(maxAttempts('printout'));
    expect(state.lastError).toContain('451 busy');
  });

  test('gives up early on a sign-in link', () => {
    expect(maxAttempts('signInLink')).toBe(4);
    expect(retryDelay('signInLink', 4)).toBeNull();
  });

  test('waits for a mail server that is away for two weeks, and then still has all its attempts', () => {
    let state = apply(QUEUED, claim(T0));
    let at = T0;
    const unreachable = { kind: 'postponed', reason: 'ECONNREFUSED', obstacle: 'relay' } as const;
    for (let rounds = 0; ; rounds += 1) {
      const next = apply(state, { ...unreachable, at, attempt: state.attempts });
      if (next.status === 'failed') break;
      expect(next).toMatchObject({ status: 'retrying', attempts: 0, obstacle: 'relay' });
      const wait = (next.nextAttempt as Date).getTime() - at.getTime();
      expect(wait).toBeGreaterThanOrEqual(MINUTE);
      expect(wait).toBeLessThanOrEqual(8 * HOUR);
      expect(rounds).toBeLessThan(100);
      at = next.nextAttempt as Date;
      state = apply(next, claim(at));
    }
    expect((at.getTime() - T0.getTime()) / HOUR).toBeGreaterThanOrEqual(14 * 24);
    const answered = apply(state, { kind: 'postponed', at, attempt: 1, reason: '451', obstacle: 'answer' });
    expect(answered).toMatchObject({
      status: 'retrying',
      attempts: 1,
      nextAttempt: later(at.getTime() - T0.getTime() + MINUTE),
    });
  });

  test('waits for a mail server that is away for an hour if it is a sign-in link', () => {
    const sending = apply(QUEUED, claim(T0), 'signInLink');
    const unreachable = { kind: 'postponed', attempt: 1, reason: 'away', obstacle: 'relay' } as const;
    expect(apply(sending, { ...unreachable, at: later(HOUR - 1) }, 'signInLink').status).toBe('retrying');
    expect(apply(sending, { ...unreachable, at: later(HOUR) }, 'signInLink').status).toBe('failed');
  });

  test('can be deferred without an attempt while it waits, but not while it is being sent', () => {
    const deferred = { kind: 'deferred', at: T0, wait: 15_000 } as const;
    expect(apply(QUEUED, deferred)).toEqual({ ...QUEUED, nextAttempt: later(15_000) });
    expect(transition('printout', SENDING, deferred)).toEqual({ changed: false, why: 'sending' });
  });

  test('is not claimed twice while the lease lasts, and again when it is over', () => {
    expect(transition('printout', SENDING, claim(later(LEASE - 1)))).toEqual({
      changed: false,
      why: 'leased',
    });
    expect(apply(SENDING, claim(later(LEASE)))).toMatchObject({ status: 'sending', attempts: 2 });
  });

  test('is not tried forever if it crashes the server', () => {
    const last = { ...SENDING, attempts: maxAttempts('printout') };
    expect(apply(last, claim(later(LEASE)))).toMatchObject({ status: 'failed', nextAttempt: null });
  });

  test('ignores what an earlier attempt reports, except success', () => {
    const second = apply(SENDING, claim(later(LEASE)));
    const late: DeliveryEvent = { kind: 'postponed', at: later(LEASE + 1), attempt: 1, reason: 'timeout' };
    expect(transition('printout', second, late)).toEqual({ changed: false, why: 'stale' });
    expect(transition('printout', second, { ...late, kind: 'refused' })).toEqual({
      changed: false,
      why: 'stale',
    });
    const accepted = apply(second, { kind: 'accepted', at: later(LEASE + 1), attempt: 1 });
    expect(accepted.status).toBe('sent');
  });

  test('can be retried at once or ended by the GM, but not while it is being sent or when it is done', () => {
    const retrying = apply(SENDING, { kind: 'postponed', at: T0, attempt: 1, reason: '451' });
    expect(apply(retrying, { kind: 'retryNow', at: later(5) }).nextAttempt).toEqual(later(5));
    expect(apply(retrying, { kind: 'markFailed', at: T0, reason: 'enough' })).toMatchObject({
      status: 'failed',
      lastError: 'enough',
    });
    for (const kind of ['retryNow', 'markFailed'] as const) {
      const event = { kind, at: T0, reason: 'enough' };
      expect(transition('printout', SENDING, event)).toEqual({ changed: false, why: 'sending' });
      const done = apply(SENDING, { kind: 'accepted', at: T0, attempt: 1 });
      expect(transition('printout', done, event)).toEqual({ changed: false, why: 'done' });
    }
  });
});

const kinds = fc.constantFrom(...Object.values(DeliveryKind));
const times = fc.integer({ min: 0, max: 30 * 24 * 60 }).map((minutes) => later(minutes * MINUTE));
const reasons = fc.string();
const attempts = fc.integer({ min: 0, max: 30 });
const events: fc.Arbitrary<DeliveryEvent> = fc.oneof(
  times.map(claim),
  fc.record({ kind: fc.constant('accepted' as const), at: times, attempt: attempts }),
  fc.record({ kind: fc.constant('refused' as const), at: times, attempt: attempts, reason: reasons }),
  fc.record({
    ...{ kind: fc.constant('postponed' as const), at: times, attempt: attempts, reason: reasons },
    obstacle: fc.constantFrom('relay' as const, 'slow' as const, 'answer' as const, null),
  }),
  fc.record({ kind: fc.constant('deferred' as const), at: times, wait: fc.nat(60_000) }),
  fc.record({ kind: fc.constant('retryNow' as const), at: times }),
  fc.record({ kind: fc.constant('markFailed' as const), at: times, reason: reasons }),
);

/** By how much an event changes the number of attempts. */
function counted(event: DeliveryEvent, next: DeliveryState): number {
  if (event.kind === 'claim' && next.status === 'sending') return 1;
  return event.kind === 'postponed' && event.obstacle === 'relay' && next.status === 'retrying' ? -1 : 0;
}

describe('any sequence of events', () => {
  test('keeps the row consistent: a date while it goes on, one end, and every attempt counted that counts', () => {
    fc.assert(
      fc.property(kinds, fc.array(events, { maxLength: 80 }), (kind, sequence) => {
        let state = QUEUED;
        for (const event of sequence) {
          const moved = transition(kind, state, event);
          if (!moved.changed) continue;
          const { next } = moved;
          expect(next.nextAttempt === null).toBe(isDone(next.status));
          expect(next.sentAt !== null).toBe(next.status === 'sent');
          expect(next.attempts - state.attempts).toBe(counted(event, next));
          expect(next.attempts).toBeGreaterThanOrEqual(0);
          if (next.status === 'sent') expect(next.obstacle).toBeNull();
          // Only an attempt that succeeds makes it sent, and then nothing changes it.
          expect(state.status).not.toBe('sent');
          if (next.status === 'sent') expect(event.kind).toBe('accepted');
          if (state.status === 'failed') expect(next.status).toBe('sent');
          state = next;
        }
      }),
      { numRuns: runs(100) },
    );
  });

  test('never has two attempts within one lease', () => {
    fc.assert(
      fc.property(kinds, fc.array(times, { minLength: 2, maxLength: 60 }), (kind, moments) => {
        let state = QUEUED;
        let claimed = Number.NEGATIVE_INFINITY;
        for (const at of moments.toSorted((a, b) => a.getTime() - b.getTime())) {
          const moved = transition(kind, state, claim(at));
          if (!moved.changed || moved.next.status !== 'sending') continue;
          expect(at.getTime() - claimed).toBeGreaterThanOrEqual(LEASE);
          claimed = at.getTime();
          state = moved.next;
        }
      }),
      { numRuns: runs(100) },
    );
  });
});
