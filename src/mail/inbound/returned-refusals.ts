/*
 * A mail server in front has accepted a mail before this server refuses it, so it mails the refusal to the return path, with the
 * text of the mail. A return path can be forged, so someone with one reply address could have mail sent to anyone.
 */

/** The refusals within 24 hours that mail servers in front return for the mail to all addresses of one account. */
export const RETURNS_A_DAY = 30;

const DAY = 24 * 3_600_000;

/** Counts the refusals that mail servers in front return. */
export interface ReturnedRefusals {
  /**
   * Counts a refusal, and says whether it may be returned.
   * @param owner whose address the mail was sent to
   */
  mayReturn(owner: string): boolean;
}

/**
 * Counts in the memory of this process.
 * @param most how many refusals of one owner are returned within 24 hours
 */
export function countReturnedRefusals(most: number, now: () => Date): ReturnedRefusals {
  const counts = new Map<string, { count: number; endsAt: number }>();
  return {
    mayReturn(owner) {
      const at = now().getTime();
      for (const [key, { endsAt }] of counts) if (endsAt <= at) counts.delete(key);
      const counted = counts.get(owner) ?? { count: 0, endsAt: at + DAY };
      counts.set(owner, counted);
      counted.count += 1;
      return counted.count <= most;
    },
  };
}
