import { createHash, randomBytes } from 'node:crypto';

/** Creates a secret for a cookie or a link: 32 random bytes as base64url (43 characters). */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns what the database stores instead of the token: its SHA-256 as hex, from which no one can get it back. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Whether the text has the form of a token, so that looking it up makes sense. */
export function looksLikeToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}
