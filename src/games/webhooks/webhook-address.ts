import type { AppContext } from '../../context.ts';
import type { WebhookKind } from '../../database/generated/client.ts';
import { type CallFailure, forbiddenAtSight } from '../../outgoing/call-address.ts';
import { networks } from '../../outgoing/networks.ts';
import { fail, ok, type Result } from '../../rules/result.ts';

const MAX_LENGTH = 1_000;

/** A map, because the host that someone types can also be the name of a member of every object. */
const HOSTS_OF_CHATS = new Map<string, 'discord' | 'slack'>([
  ['discord.com', 'discord'],
  ['discordapp.com', 'discord'],
  ['hooks.slack.com', 'slack'],
]);

const FORBIDDEN: Partial<Record<CallFailure, string>> = {
  private: 'This is an address in a private network. The server calls only addresses on the public internet.',
  notHttps: 'Enter an address that begins with https://.',
  port: 'The server calls port 443, and ports from 1024 on. Enter an address with one of these.',
};

/**
 * Reads the address of a webhook as a person typed it. That of a name is looked up only when it is called.
 * Problems of the field `url`: `not-address`, `too-long`, `user-name`, `private`, `notHttps`, `port`.
 */
export function readWebhookAddress(ctx: Pick<AppContext, 'webhooks'>, text: string): Result<URL> {
  const typed = text.trim();
  if (typed.length > MAX_LENGTH) {
    return fail('url', 'too-long', `Enter an address of at most ${MAX_LENGTH} characters.`);
  }
  if (!URL.canParse(typed)) {
    return fail('url', 'not-address', 'Enter a whole address, such as https://bot.example.org/whistlestop.');
  }
  const url = new URL(typed);
  if (`${url.username}${url.password}` !== '') {
    return fail('url', 'user-name', 'Enter an address without a user name or a password.');
  }
  const allowed = networks(ctx.webhooks?.privateNetworks ?? []);
  const why = forbiddenAtSight({ url, allowed });
  // Names in the operator's own networks may be called without encryption; which those are is seen when they are called.
  const isPlain = url.protocol === 'http:' && (ctx.webhooks?.privateNetworks ?? []).length === 0;
  if (why === null && !isPlain) return ok(url);
  const code = why ?? 'notHttps';
  return fail('url', code, FORBIDDEN[code] ?? 'The server cannot call this address.');
}

/**
 * Reads the address of a chat: only hosts of Discord and Slack are called, and those that the operator has named.
 * @param shape what a host that the operator has named understands
 * Problems: those of `readWebhookAddress`, and `not-chat`.
 */
export function readChatAddress(
  ctx: Pick<AppContext, 'webhooks'>,
  text: string,
  shape: 'discord' | 'slack',
): Result<{ url: URL; kind: Exclude<WebhookKind, 'program'> }> {
  const read = readWebhookAddress(ctx, text);
  if (!read.ok) return read;
  const url = read.value;
  const kind = HOSTS_OF_CHATS.get(url.hostname);
  if (kind !== undefined && url.protocol === 'https:' && url.port === '') return ok({ url, kind });
  if (ctx.webhooks?.otherChatHosts.includes(url.hostname)) return ok({ url, kind: shape });
  const message =
    'This is not an address of Discord or Slack. It begins with https://discord.com/api/webhooks/ or https://hooks.slack.com/services/.';
  return fail('url', 'not-chat', message);
}
