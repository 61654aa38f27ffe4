import { createHmac } from 'node:crypto';

/**
 * The headers with which a program knows that a call is ours, as the specification Standard Webhooks says: an id that is
 * the same for every attempt, the time of the attempt, and an HMAC-SHA256 of both and the body.
 */
export function signatureHeaders(
  secret: Uint8Array,
  { id, at, body }: { id: string; at: Date; body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
