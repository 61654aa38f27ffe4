import { beforeEach, expect, test } from 'vitest';
import { type BreakingMail, countBreakingMail } from '../../../src/mail/fetching/breaking-mail.ts';

/* Mail that cannot be fetched. What it does to a mailbox is in mail-fetcher.test.ts and refused-commands.test.ts. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let now: number;
let breaking: BreakingMail;
beforeEach(() => {
  now = Date.UTC(2026, 10, 30);
  breaking = countBreakingMail(() => new Date(now));
});

const place = (uid: number) => ({ uidValidity: 1n, uid });
function breakWith(uid: number): void {
  for (let n = 1; n <= 8; n += 1) expect(breaking.count(place(uid), 'broken')).toBe(n === 8);
}

test('a mail with which the connection breaks is passed over for an hour, and again after the next break', () => {
  breakWith(1);
  expect([breaking.isPassedOver(place(1)), breaking.firstToRetry(1n)]).toEqual([true, null]);
  now += HOUR;
  expect([breaking.isPassedOver(place(1)), breaking.firstToRetry(1n)]).toEqual([false, 1]);
  expect(breaking.count(place(1), 'broken')).toBe(true);
  expect([breaking.isPassedOver(place(1)), breaking.firstToRetry(1n)]).toEqual([true, null]);
  expect(breaking.firstPassedOver(1n)).toBe(1);
  now += HOUR;
  breaking.clear(place(1));
  expect([breaking.passedOver(), breaking.firstPassedOver(1n)]).toEqual([0, null]);
});

test('several are not tried again one right after the other, so that other mail is fetched between them', () => {
  for (const uid of [1, 2, 3]) breakWith(uid);
  now += HOUR;
  expect(breaking.firstToRetry(1n)).toBe(1);
  breaking.count(place(1), 'broken');
  expect([1, 2, 3].map((uid) => breaking.isPassedOver(place(uid)))).toEqual([true, true, true]);
  expect(breaking.firstToRetry(1n)).toBe(null);
  now += MINUTE;
  expect(breaking.firstToRetry(1n)).toBe(2);
  expect([1, 2, 3].map((uid) => breaking.isPassedOver(place(uid)))).toEqual([true, false, false]);
});

test('what is no longer in the mailbox is forgotten', () => {
  for (const uid of [1, 5, 9]) breakWith(uid);
  breaking.forgetMissing({ uidValidity: 1n, from: 4, uids: [9] });
  expect([1, 5, 9].map((uid) => breaking.isPassedOver(place(uid)))).toEqual([true, false, true]);
  breaking.forgetMissing({ uidValidity: 2n, from: 1, uids: [1, 9] });
  expect(breaking.passedOver()).toBe(0);
});
