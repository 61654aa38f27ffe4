import type { MailPlace } from './mail-place.ts';

/*
 * Mail with which the connection to the mail server breaks, or that the mail server refuses to hand out, again and again: without a
 * limit it would keep all mail behind it from being fetched.
 */

/** Which mail of a mailbox it is: see `MailPlace`. */
type Place = Pick<MailPlace, 'uidValidity' | 'uid'>;

/** What went wrong: the connection ended, or the mail server refused and the connection can still be used. */
export type Trouble = 'broken' | 'refused';

/** Counts how often each mail could not be fetched, as long as the process runs. */
export interface BreakingMail {
  /** Whether the mail is passed over now. */
  isPassedOver(place: Place): boolean;
  /** Counts that a mail could not be fetched. Returns whether it is passed over from now on. */
  count(place: Place, trouble: Trouble): boolean;
  /** Forgets what was counted about a mail that was fetched. */
  clear(place: Place): void;
  /** Forgets the mail that is no longer in the mailbox. @param found the UIDs that it has, from the UID `from` on */
  forgetMissing(found: { uidValidity: bigint; from: number; uids: readonly number[] }): void;
  /** How many mails are passed over, also those that will be tried again. */
  passedOver(): number;
  /** The lowest UID of those that are passed over with this numbering; null if none is. */
  firstPassedOver(uidValidity: bigint): number | null;
  /** The lowest UID of those whose next try is due; null if none is. */
  firstToRetry(uidValidity: bigint): number | null;
}

const MINUTE = 60_000;

/** More attempts than a mail gets that can be refused, which is better for its sender. */
const MAX_BREAKS = 8;

/** For how many milliseconds the connection must have broken with a mail: a mail server may have trouble for some minutes. */
const BROKEN_FOR = 10 * MINUTE;

/**
 * For how many milliseconds the mail server must have refused to hand out a mail. Until then all mail waits, in its order:
 * mostly, the mail server's disk is away, and nothing is wrong with the mail.
 */
const REFUSED_FOR = 60 * MINUTE;

/** After so many milliseconds, a mail that is passed over is tried again. */
const RETRY_AFTER = 15 * MINUTE;

/** So many milliseconds after such a try failed, the next one is tried, so that other mail is fetched between them. */
const RETRY_PAUSE = MINUTE;

interface Counted extends Place {
  breaks: number;
  since: number;
  passedOverAt: number | null;
}

/** Creates the counts of one mailbox. @param uptime milliseconds by a clock that cannot be set */
export function countBreakingMail(uptime: () => number): BreakingMail {
  const counted = new Map<string, Counted>();
  const nameOf = ({ uidValidity, uid }: Place) => `${uidValidity} ${uid}`;
  let nextRetry = Number.NEGATIVE_INFINITY;
  const isResting = ({ passedOverAt }: Counted) =>
    passedOverAt !== null && uptime() < Math.max(passedOverAt + RETRY_AFTER, nextRetry);
  const isTooMuch = ({ breaks, since }: Counted) => {
    const lasted = uptime() - since;
    return (breaks >= MAX_BREAKS && lasted >= BROKEN_FOR) || lasted >= REFUSED_FOR;
  };
  const passedOver = () => [...counted.values()].filter(({ passedOverAt }) => passedOverAt !== null);
  const lowest = (uidValidity: bigint, some: Counted[]) => {
    const uids = some.filter((one) => one.uidValidity === uidValidity).map(({ uid }) => uid);
    return uids.length === 0 ? null : Math.min(...uids);
  };
  return {
    isPassedOver(place) {
      const known = counted.get(nameOf(place));
      return known !== undefined && isResting(known);
    },
    count(place, trouble) {
      const { uidValidity, uid } = place;
      const known = counted.get(nameOf(place)) ?? {
        uidValidity,
        uid,
        breaks: 0,
        since: uptime(),
        passedOverAt: null,
      };
      if (trouble === 'broken') known.breaks += 1;
      if (known.passedOverAt !== null) nextRetry = uptime() + RETRY_PAUSE;
      if (isTooMuch(known)) known.passedOverAt = uptime();
      counted.set(nameOf(place), known);
      return known.passedOverAt !== null;
    },
    clear: (place) => void counted.delete(nameOf(place)),
    forgetMissing({ uidValidity, from, uids }) {
      const there = new Set(uids);
      for (const [name, one] of counted) {
        const isGone = one.uid >= from && !there.has(one.uid);
        if (isGone || one.uidValidity !== uidValidity) counted.delete(name);
      }
    },
    passedOver: () => passedOver().length,
    firstPassedOver: (uidValidity) => lowest(uidValidity, passedOver()),
    firstToRetry: (uidValidity) =>
      lowest(
        uidValidity,
        passedOver().filter((one) => !isResting(one)),
      ),
  };
}
