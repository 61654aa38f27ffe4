/** What one check of the end of a run found. */
export interface Check {
  name: string;
  /** How many things it looked at. A check that has looked at nothing proves nothing. */
  examined: number;
  problems: string[];
}

/** A check that has not been made yet. */
export type PlannedCheck = () => Promise<Check>;

/**
 * Plans a check. If it cannot be made, that is a problem, too.
 * @param work adds the problems that it finds, and returns how many things it has looked at
 */
export function planCheck(
  name: string,
  work: (problems: string[]) => Promise<number> | number,
): PlannedCheck {
  return async () => {
    const problems: string[] = [];
    try {
      return { name, examined: await work(problems), problems };
    } catch (error) {
      return { name, examined: 0, problems: [...problems, `the check failed: ${(error as Error).message}`] };
    }
  };
}

/** The entries of a list by a key. */
export function groupBy<T>(list: readonly T[], keyOf: (entry: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const entry of list) {
    const key = keyOf(entry);
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return groups;
}
