/** The largest value of a PostgreSQL integer. */
const MAX_INTEGER = 2_147_483_647;

/** Reads an account number as people type it: `#10468` or `10468`. Returns null for anything else. */
export function parseAccountNumber(text: string): number | null {
  const digits = /^#?\s*(\d{1,10})$/.exec(text.trim())?.[1];
  const number = Number(digits);
  return digits && number <= MAX_INTEGER ? number : null;
}
