/** Bytes that all mail together may take in memory while it is received and handled. */
export interface ByteBudget {
  /**
   * Takes so many bytes for a mail. Returns false, and takes none, if too few are left.
   * @param from the networks that the mail comes from, each of which has a share
   */
  take(bytes: number, from: readonly string[]): boolean;
  give(bytes: number, from: readonly string[]): void;
}

/**
 * Creates a budget of so many bytes.
 * @param perNetwork how many of them mail from one network may take: someone who sends slowly must not take all
 */
export function createByteBudget(max: number, perNetwork: number): ByteBudget {
  let taken = 0;
  const takenFrom = new Map<string, number>();
  const add = (bytes: number, from: readonly string[]) => {
    taken += bytes;
    for (const network of from) {
      const sum = (takenFrom.get(network) ?? 0) + bytes;
      if (sum === 0) takenFrom.delete(network);
      else takenFrom.set(network, sum);
    }
  };
  return {
    take(bytes, from) {
      const fits = from.every((network) => (takenFrom.get(network) ?? 0) + bytes <= perNetwork);
      if (!fits || taken + bytes > max) return false;
      add(bytes, from);
      return true;
    },
    give: (bytes, from) => add(-bytes, from),
  };
}
