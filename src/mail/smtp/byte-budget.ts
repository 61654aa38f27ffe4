/** Bytes that all mail together may take in memory while it is received and handled. */
export interface ByteBudget {
  /** Takes so many bytes. Returns false, and takes none, if too few are left. */
  take(bytes: number): boolean;
  give(bytes: number): void;
}

/** Creates a budget of so many bytes. */
export function createByteBudget(max: number): ByteBudget {
  let left = max;
  return {
    take(bytes) {
      if (bytes > left) return false;
      left -= bytes;
      return true;
    },
    give(bytes) {
      left += bytes;
    },
  };
}
