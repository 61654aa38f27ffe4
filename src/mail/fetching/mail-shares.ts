import type { AppContext } from '../../context.ts';
import { countPerMinute } from '../inbound/inbound-limiter.ts';
import { isLargeSize } from '../inbound/parse-isolated.ts';
import { MAX_BYTES } from '../inbound/take-inbound-mail.ts';
import type { FoundMail } from './take-fetched.ts';

/*
 * Fetched mail is taken one after another, so no one may use up the time of everyone else. Someone who plays has as many
 * addresses as mails, so the addresses of an account have a share together. One address has about half of it: others may have
 * come to know one, and must not use up what its owner may send. Mail to invented addresses is refused unread, but even that takes
 * time, and anyone can send it: all of it has one share together. Many accounts could still use up all time with their shares, so
 * each look through the mailbox has a limit of its own, after which only those are served who have hardly used any of its time.
 */

/** What is taken within a minute: all mails, large ones, and the milliseconds that taking them took. */
const SHARES = {
  address: { mails: 10, large: 1, milliseconds: 5_000 },
  account: { mails: 20, large: 2, milliseconds: 10_000 },
  invented: { mails: 60, large: 60, milliseconds: 10_000 },
};

/** In milliseconds: after how much time for all mail a look has that limit, and how much someone may have used then. */
const LOOK = { all: 15_000, each: 3_000 };

/** Whose shares a mail uses. */
export interface MailClaim {
  /** Those of our addresses that exist; empty if all were invented, so that the mail is refused unread. */
  addresses: readonly string[];
  /** The accounts that have them. All mail for no account has one share, too. */
  accounts: readonly (number | null)[];
  /** Whether it is parsed in a process of its own. */
  isLarge: boolean;
}

/** Counts what is taken, by minutes of the clock and in the present look through the mailbox. */
export interface MailShares {
  /** A look through the mailbox begins. */
  beginLook(): void;
  /** Whether a mail may be taken now. */
  mayTake(claim: MailClaim): boolean;
  /** Counts a mail that is taken. */
  count(claim: MailClaim): void;
  /** Counts how long taking it took, in milliseconds. */
  countTime(claim: MailClaim, milliseconds: number): void;
}

/** Creates the counts of one mailbox. */
export function createMailShares(now: () => Date): MailShares {
  const mails = countPerMinute(now);
  const large = countPerMinute(now);
  const milliseconds = countPerMinute(now);
  let inLook = { all: 0, each: new Map<string, number>() };
  const isServed = (key: string) => inLook.all < LOOK.all || (inLook.each.get(key) ?? 0) < LOOK.each;
  return {
    beginLook() {
      inLook = { all: 0, each: new Map() };
    },
    mayTake: (claim) =>
      sharesOf(claim).every(
        ({ key, share }) =>
          isServed(key) &&
          mails(key, 0) < share.mails &&
          milliseconds(key, 0) < share.milliseconds &&
          (!claim.isLarge || large(key, 0) < share.large),
      ),
    count(claim) {
      for (const { key } of sharesOf(claim)) {
        mails(key);
        if (claim.isLarge) large(key);
      }
    },
    countTime(claim, time) {
      inLook.all += time;
      for (const { key } of sharesOf(claim)) {
        milliseconds(key, time);
        inLook.each.set(key, (inLook.each.get(key) ?? 0) + time);
      }
    },
  };
}

function sharesOf({ addresses, accounts }: MailClaim) {
  if (addresses.length === 0) return [{ key: 'invented', share: SHARES.invented }];
  return [
    ...addresses.map((address) => ({ key: `address ${address}`, share: SHARES.address })),
    ...accounts.map((account) => ({ key: `account ${account}`, share: SHARES.account })),
  ];
}

/** Whose shares a mail uses. @throws if the database fails */
export async function claimOf(
  ctx: AppContext,
  { headers, size }: Pick<FoundMail, 'headers' | 'size'>,
): Promise<MailClaim> {
  const addresses: string[] = [];
  const accounts = new Set<number | null>();
  for (const { address, handler, key } of headers.recipients) {
    const owner = await handler.find(ctx, key);
    if (owner === null) continue;
    addresses.push(address);
    accounts.add(owner.accountId);
  }
  return { addresses, accounts: [...accounts], isLarge: isLargeSize(size) && size <= MAX_BYTES };
}
