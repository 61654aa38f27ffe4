import { createHmac, randomBytes } from 'node:crypto';

/*
 * Programs send their security code with every request, and comparing it with its hash takes much time and memory on
 * purpose. So a code that was right is remembered for a few minutes, in the memory of this process alone, as a hash with a key
 * that ends with the process.
 */

/** For how many milliseconds a code is remembered after it was compared. */
const REMEMBERED = 5 * 60_000;

/** How many codes are remembered: the latest. */
const MAX_CODES = 1000;

const KEY = randomBytes(32);

/** When each code was compared, by its keyed hash, the oldest first. */
const verifiedAt = new Map<string, number>();

/** A security code and the hash that is stored of it. A new code of the account has another hash, so it ends the memory. */
interface VerifiedCode {
  codeHash: string;
  code: string;
}

/** Whether the code was compared with this hash a few minutes ago, and matched. */
export function wasVerified(verified: VerifiedCode, now: Date): boolean {
  const at = verifiedAt.get(keyOf(verified));
  return at !== undefined && now.getTime() - at < REMEMBERED;
}

/** Remembers that a code matches. Call it only after comparing them: it is not remembered for longer by being used. */
export function rememberVerified(verified: VerifiedCode, now: Date): void {
  const key = keyOf(verified);
  verifiedAt.delete(key);
  verifiedAt.set(key, now.getTime());
  for (const [oldest, at] of verifiedAt) {
    if (verifiedAt.size <= MAX_CODES && now.getTime() - at < REMEMBERED) return;
    verifiedAt.delete(oldest);
  }
}

function keyOf({ codeHash, code }: VerifiedCode): string {
  return createHmac('sha256', KEY).update(`${codeHash}\0${code}`).digest('base64');
}
