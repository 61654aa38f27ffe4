/** An address at which this server takes replies. Each is a secret of the person who received the mail. */
const REPLY_ADDRESS = /\b(?:[\w.-]{1,64}\+)?(?:letter|gm|message|sheet|bounce)-[\w-]{20,64}@[\w.-]+\w/gi;

const HIDDEN = '[address hidden]';

/** Replaces every reply address and the sender's own addresses in the text. */
export function hideAddresses(text: string, own: readonly string[]): string {
  let hidden = text.replace(REPLY_ADDRESS, HIDDEN);
  for (const address of own.filter((one) => one.includes('@'))) {
    hidden = hidden.replace(new RegExp(escapeRegExp(address), 'gi'), HIDDEN);
  }
  return hidden;
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
