/** An address at which this server takes replies. Each is a secret of the person who received the mail. */
const REPLY_ADDRESS = /\b(?:letter|gm|message|sheet|bounce)-[\w-]{20,64}@\w+(?:[.-]+\w+)*/gi;

const HIDDEN = '[address hidden]';

/** Replaces every reply address and the sender's own addresses in the text. */
export function hideAddresses(text: string, own: readonly string[]): string {
  const parts = text.split(REPLY_ADDRESS);
  let hidden = parts.map((part, i) => (i < parts.length - 1 ? withoutMailbox(part) : part)).join(HIDDEN);
  for (const address of own.filter((one) => one.includes('@'))) {
    hidden = hidden.replace(new RegExp(escapeRegExp(address), 'gi'), HIDDEN);
  }
  return hidden;
}

/** The text without the name of a mailbox at its end, which belongs to the address that follows: `games+`. */
function withoutMailbox(text: string): string {
  if (!text.endsWith('+')) return text;
  let start = text.length - 1;
  while (start > 0 && /[\w.-]/.test(text[start - 1] as string)) start -= 1;
  return text.slice(0, start);
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
