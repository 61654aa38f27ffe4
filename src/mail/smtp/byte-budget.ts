import { crowdedOut } from '../../crowded-out.ts';

/** Bytes that all mail together may take in memory while it is received and handled. */
export interface ByteBudget {
  /**
   * Begins a mail.
   * @param sender.from the networks that it comes from, each of which has a share: the widest one last. Empty for a sender
   * that never makes room for others
   * @param sender.end ends it, because its bytes are needed for other mail. They have been given back already
   */
  begin(sender: { from: readonly string[]; end: () => void }): HeldBytes;
}

/** What one mail takes. */
export interface HeldBytes {
  /** Takes so many more bytes. Returns false, and takes none, if too few are left, or if the mail made room for others. */
  take(bytes: number): boolean;
  /** The mail is here as a whole: it makes no more room for others. */
  finish(): void;
  /** Gives all of its bytes back. Safe to call twice. */
  give(): void;
}

/** A mail that takes bytes. */
interface Held {
  from: readonly string[];
  end: () => void;
  since: number;
  bytes: number;
  isWhole: boolean;
}

/** Milliseconds within which most mails are here as a whole. */
const LATE = 30_000;

/**
 * Creates a budget of so many bytes. If it is used up, mail that has not come whole makes room for others: see
 * `crowdedOut`. So someone with many networks who sends slowly does not keep others out.
 * @param perNetwork how many of them mail from one network may take
 */
export function createByteBudget(max: number, perNetwork: number): ByteBudget {
  let taken = 0;
  const takenFrom = new Map<string, number>();
  const all = new Set<Held>();
  const add = (held: Held, bytes: number) => {
    held.bytes += bytes;
    taken += bytes;
    for (const network of held.from) {
      const sum = (takenFrom.get(network) ?? 0) + bytes;
      if (sum === 0) takenFrom.delete(network);
      else takenFrom.set(network, sum);
    }
  };
  const give = (held: Held) => {
    if (all.delete(held)) add(held, -held.bytes);
  };
  /** Makes room for more bytes of a mail. Returns false if that mail itself would have to make room, or if none can. */
  const makeRoom = (mail: Held, bytes: number) => {
    while (taken + bytes > max) {
      const keepers = [...all]
        .filter((one) => !one.isWhole && one.bytes > 0 && one.from.length > 0)
        .map((held) => ({ held, block: held.from.at(-1) ?? '', since: held.since, takes: held.bytes }));
      const { held = mail } = crowdedOut(keepers, { now: performance.now(), late: LATE }) ?? {};
      if (held === mail) return false;
      give(held);
      held.end();
    }
    return true;
  };
  return {
    begin({ from, end }) {
      const held: Held = { from, end, since: performance.now(), bytes: 0, isWhole: false };
      all.add(held);
      return {
        take(bytes) {
          const fits = from.every((network) => (takenFrom.get(network) ?? 0) + bytes <= perNetwork);
          if (!all.has(held) || !fits || !makeRoom(held, bytes)) return false;
          add(held, bytes);
          return true;
        },
        finish() {
          held.isWhole = true;
        },
        give: () => give(held),
      };
    },
  };
}
