import { crowdedOut } from '../../crowded-out.ts';

/** Bytes that all mail together may take in memory while it is received and handled. */
export interface ByteBudget {
  /**
   * Begins a mail.
   * @param sender.from the networks that it comes from, each of which has a share: the widest one last. Empty for a sender
   * that never makes room for others
   * @param sender.provider a still wider network, which has no share; only those with the most mail in it make room
   * @param sender.end ends it, because its bytes are needed for other mail. They have been given back already
   */
  begin(sender: { from: readonly string[]; provider?: string; end: () => void }): HeldBytes;
}

/** What one mail takes. */
export interface HeldBytes {
  /** Takes so many more bytes. Returns false, and takes none, if no mail can make room, or if this one made room for others. */
  take(bytes: number): boolean;
  /** The mail is here as a whole: it makes no more room for others. */
  finish(): void;
  /** Gives all of its bytes back. Safe to call twice. */
  give(): void;
}

/** A mail that takes bytes. */
interface Held {
  from: readonly string[];
  provider: string;
  end: () => void;
  since: number;
  bytes: number;
  isWhole: boolean;
}

/** Milliseconds within which most mails are here as a whole. */
const LATE = 30_000;

/**
 * Creates a budget of so many bytes. If it is used up, mail that has not come whole makes room for others: see
 * `crowdedOut`. If a network has used up its share, mail of that network does. So neither someone with many networks nor a
 * neighbor in a wide one keeps others out by sending slowly.
 * @param perNetwork how many of them mail from one network may take
 * @param late milliseconds after which mail makes room first
 */
export function createByteBudget(max: number, perNetwork: number, late = LATE): ByteBudget {
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
  /**
   * Lets mail make room while there is too little. Returns false if the mail that needs it would have to, or if none can.
   * @param room.from the network whose share is used up: only its mail makes room, and mail of the same host only if it is late
   */
  const makeRoom = (mail: Held, { lacks, from }: { lacks: () => boolean; from?: string }) => {
    while (lacks()) {
      const now = performance.now();
      const keepers = [...all]
        .filter((one) => !one.isWhole && one.bytes > 0 && one.from.length > 0)
        .filter((one) => from === undefined || one.from.includes(from))
        .map((held) => ({ held, blocks: blocksOf(held), since: held.since, takes: held.bytes }));
      const { held = mail } = crowdedOut(keepers, { now, late }) ?? {};
      const isNeighbor = held.from[0] !== mail.from[0] || now - held.since > late;
      if (held === mail || (from !== undefined && !isNeighbor)) return false;
      give(held);
      held.end();
    }
    return true;
  };
  /** Whether there is room for more bytes of a mail, in the share of each of its networks and in all. */
  const hasRoom = (mail: Held, bytes: number) =>
    mail.from.every((from) =>
      makeRoom(mail, { from, lacks: () => (takenFrom.get(from) ?? 0) + bytes > perNetwork }),
    ) && makeRoom(mail, { lacks: () => taken + bytes > max });
  return {
    begin({ from, provider = '', end }) {
      const held: Held = { from, provider, end, since: performance.now(), bytes: 0, isWhole: false };
      all.add(held);
      return {
        take(bytes) {
          if (!all.has(held) || !hasRoom(held, bytes)) return false;
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

/** What a mail is compared by, the widest network first. */
function blocksOf({ provider, from }: Held): string[] {
  return [provider, ...from.toReversed()];
}
