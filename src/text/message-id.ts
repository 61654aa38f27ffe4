/** A Message-ID (RFC 5322) that can be repeated in a header. */
const MESSAGE_ID = /^<[^<>\s]{1,250}>$/;

/** The Message-ID of a mail that is answered, if an answer can name it; null otherwise. */
export function answeredId(messageId: string | null): string | null {
  return messageId !== null && MESSAGE_ID.test(messageId) ? messageId : null;
}
