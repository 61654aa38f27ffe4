import { beforeEach, expect, test } from 'vitest';
import { type BreakingMail, countBreakingMail } from '../../../src/mail/fetching/breaking-mail.ts';

/* Mail that cannot be fetched. What it does to a mailbox is in mail-fetcher.test.ts and refused-commands.test.ts. */

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;

let now: number;
let breaking: BreakingMail;
beforeEach(() => {
  now = 5_000;
  breaking = countBreakingMail(() => now);
});

const place = (uid: number) => ({ uidValidity: 1n, uid });
/** The connection breaks with these mails for ten minutes. */
function breakWith(...uids: number[]): void {
  for (const uid of uids)
    for (let n = 1; n <= 7; n += 1) expect(breaking.count(place(uid), 'broken')).toBe(false);
  now += 10 * MINUTE;
  for (const uid of uids) expect(breaking.count(place(uid), 'broken')).toBe(true);
}

test('a mail with which the connection breaks often within ten minutes is not passed over', () => {
  for (let n = 1; n <= 20; n += 1) expect(breaking.count(place(1), 'broken')).toBe(false);
  now += 10 * MINUTE - 1;
  expect([breaking.count(place(1), 'broken'), breaking.passedOver()]).toEqual([false, 0]);
  now += 1;
  expect(breaking.count(place(1), 'broken')).toBe(true);
  // Seldom is not enough either.
  expect(breaking.count(place(2), 'broken')).toBe(false);
  now += 10 * MINUTE;
  expect(breaking.count(place(2), 'broken')).toBe(false);
});

test('a mail with which the connection breaks is passed over for 15 minutes, and again after the next break', () => {
  breakWith(1);
  expect([breaking.isPassedOver(place(1)), breaking.firstToRetry(1n)]).toEqual([true, null]);
  now += QUARTER;
  expect([breaking.isPassedOver(place(1)), breaking.firstToRetry(1n)]).toEqual([false, 1]);
  expect(breaking.count(place(1), 'broken')).toBe(true);
  expect([breaking.isPassedOver(place(1)), breaking.firstToRetry(1n)]).toEqual([true, null]);
  expect(breaking.firstPassedOver(1n)).toBe(1);
  now += QUARTER;
  breaking.clear(place(1));
  expect([breaking.passedOver(), breaking.firstPassedOver(1n)]).toEqual([0, null]);
});

test('several are not tried again one right after the other, so that other mail is fetched between them', () => {
  breakWith(1, 2, 3);
  now += QUARTER;
  expect(breaking.firstToRetry(1n)).toBe(1);
  breaking.count(place(1), 'broken');
  expect([1, 2, 3].map((uid) => breaking.isPassedOver(place(uid)))).toEqual([true, true, true]);
  expect(breaking.firstToRetry(1n)).toBe(null);
  now += MINUTE;
  expect(breaking.firstToRetry(1n)).toBe(2);
  expect([1, 2, 3].map((uid) => breaking.isPassedOver(place(uid)))).toEqual([true, false, false]);
});

test('what is no longer in the mailbox is forgotten', () => {
  breakWith(1, 5, 9);
  breaking.forgetMissing({ uidValidity: 1n, from: 4, uids: [9] });
  expect([1, 5, 9].map((uid) => breaking.isPassedOver(place(uid)))).toEqual([true, false, true]);
  breaking.forgetMissing({ uidValidity: 2n, from: 1, uids: [1, 9] });
  expect(breaking.passedOver()).toBe(0);
});
