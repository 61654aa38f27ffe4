import { createHash, randomBytes } from 'node:crypto';

/** A secret for a cookie or a link: 32 random bytes, base64url (43 characters). */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What the database keeps of a token (SHA-256, hex): whoever reads it there can do nothing with it. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Can this be one of our tokens at all? */
export function looksLikeToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}
