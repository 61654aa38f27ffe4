import { createHash } from 'node:crypto';
import { canonicalJson } from '../archive/canonical-json.ts';
import { MAX_LEVELS, tooDeep } from './raw-sheet.ts';

/** A request that a program may send again, as it is stored with what it did. */
export interface NamedRequest {
  /** SHA-256 of its sender and the name that the program gave it. */
  key: string;
  /** SHA-256 of its content. */
  hash: string;
}

/**
 * The request that a program calls by a key (Idempotency-Key).
 * @param request.sender who sends it: two senders may use the same key
 * @param request.key null for a request that is not repeated
 * @param request.raw raw orders of any content
 * @param request.also what else the request says about the orders
 * @returns null for a request that is not repeated. That is also one that is nested too deeply: it is refused in any case,
 *   and canonical JSON of it could end the stack.
 */
export function namedRequest(request: {
  sender: string;
  key: string | null;
  raw: unknown;
  also?: readonly unknown[];
}): NamedRequest | null {
  const { sender, key, raw, also = [] } = request;
  if (key === null || tooDeep(raw, MAX_LEVELS)) return null;
  return { key: sha256(`${sender} ${key}`), hash: sha256(canonicalJson([raw, ...also])) };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
