/*
 * Whether the mail server refuses all mail. It can answer to every mail that it is refused for good, although no mail is the
 * reason: a quota is used up, the account may not send at the moment, or it takes no mail from this machine. Such mail
 * must wait, or all mail of a day would be lost.
 */

/** The addresses to which the mail server refused mail since it last accepted any. */
export interface RefusedAddresses {
  /**
   * Notes a refusal that may concern all mail.
   * @param answer the words of the mail server
   * @returns whether the mail server refuses all mail, as far as can be told
   */
  add(address: string, answer: string): boolean;
  /** Notes that the mail server accepted a mail to an address. */
  accepted(address: string): void;
  /** What the mail server said to the last mail if it refuses all mail; null if it does not. */
  answer(): string | null;
}

/** To how many different addresses mail is refused in a row before it is taken for all mail. */
const ALL = 3;

/** The most addresses that are remembered as refused while others were not. */
const MAX_BAD = 1_000;

/** No address was refused yet. */
export function createRefusedAddresses(): RefusedAddresses {
  const addresses = new Set<string>();
  /** Addresses that were refused before another one was not: that they are refused again says nothing of the mail server. */
  const bad = new Set<string>();
  let last = '';
  const refusesAll = () => addresses.size >= ALL;
  return {
    add(address, answer) {
      // More would tell nothing new.
      if (!refusesAll() && !bad.has(address)) addresses.add(address);
      last = answer;
      return refusesAll();
    },
    accepted(address) {
      for (const refused of addresses) if (bad.size < MAX_BAD) bad.add(refused);
      addresses.clear();
      bad.delete(address);
    },
    answer: () => (refusesAll() ? last : null),
  };
}
