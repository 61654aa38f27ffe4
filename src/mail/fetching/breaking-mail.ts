import type { MailPlace } from './mail-place.ts';

/*
 * Mail with which the connection to the mail server breaks, again and again: without a limit it would keep all mail behind it
 * from being fetched.
 */

/** Which mail of a mailbox it is: see `MailPlace`. */
type Place = Pick<MailPlace, 'uidValidity' | 'uid'>;

/** Counts how often the connection broke with each mail, as long as the process runs. */
export interface BreakingMail {
  /** Whether the mail is passed over. */
  isPassedOver(place: Place): boolean;
  /** Counts that the connection broke with a mail. Returns whether it is passed over from now on. */
  count(place: Place): boolean;
  /** Forgets what was counted about a mail that was looked at without a break. */
  clear(place: Place): void;
  /** How many mails are passed over. */
  passedOver(): number;
  /** The lowest UID of those that are passed over with this numbering; null if none is. */
  firstPassedOver(uidValidity: bigint): number | null;
}

/** More attempts than a mail gets that can be refused, which is better for its sender. */
const MAX_BREAKS = 8;

/** Creates the counts of one mailbox. */
export function countBreakingMail(): BreakingMail {
  const breaks = new Map<string, number>();
  const nameOf = ({ uidValidity, uid }: Place) => `${uidValidity} ${uid}`;
  const isPassedOver = (place: Place) => (breaks.get(nameOf(place)) ?? 0) >= MAX_BREAKS;
  const firsts = new Map<bigint, number>();
  return {
    isPassedOver,
    count(place) {
      breaks.set(nameOf(place), (breaks.get(nameOf(place)) ?? 0) + 1);
      const { uidValidity, uid } = place;
      if (isPassedOver(place)) firsts.set(uidValidity, Math.min(uid, firsts.get(uidValidity) ?? uid));
      return isPassedOver(place);
    },
    clear: (place) => void breaks.delete(nameOf(place)),
    firstPassedOver: (uidValidity) => firsts.get(uidValidity) ?? null,
    passedOver: () => [...breaks.values()].filter((count) => count >= MAX_BREAKS).length,
  };
}
