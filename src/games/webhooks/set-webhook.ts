import { randomBytes } from 'node:crypto';
import { checkSession } from '../../accounts/check-session.ts';
import { lockAccount } from '../../accounts/lock-account.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Webhook } from '../../database/generated/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { inTransaction, lockGame, type WholeGame } from '../game/game-store.ts';
import { activeGmGame, stillHere } from '../game/gm-access.ts';
import { countAction, limitReached } from '../game/limited-actions.ts';
import { enqueueTest } from './announce.ts';
import { readChatAddress, readWebhookAddress } from './webhook-address.ts';

/* What players and GMs can do to the addresses that the server calls. All of it is checked under the game's lock. */

/** How many webhooks an account can have, in all its games together. */
export const MAX_WEBHOOKS = 20;

/** How many chats a game can have. */
const MAX_CHATS = 5;

const SECRET_BYTES = 32;

/** A player or the GM of a game. */
interface PlayerRequest {
  gameId: string;
  by: number;
  /** The token of the session in which they ask, which must still be open; null if a program asks. */
  token?: string | null;
}

/** The secret as the specification Standard Webhooks writes it. */
export function secretInWords(secret: Uint8Array): string {
  return `whsec_${Buffer.from(secret).toString('base64')}`;
}

/**
 * Sets the address that the server calls for the player's seat, in place of an earlier one. A webhook that fails or was
 * switched off is called for a test, and gets events again if the test succeeds.
 * @returns the secret of a new webhook, to be shown once; null if it has one already, which does not change
 * Problems: `no-seat`, `transferred`, `session-ended`, `too-often`, `too-many`, and those of `readWebhookAddress`.
 */
export async function setSeatWebhook(
  ctx: AppContext,
  // Webhooks end when all sessions are ended, so only a session that is still open can set one up.
  request: PlayerRequest & { url: string; token: string },
): Promise<Result<string | null>> {
  return inTransaction(ctx, async (tx) => {
    const found = await ownSeat(tx, ctx, request);
    if (!found.ok) return found;
    const address = readWebhookAddress(ctx, request.url);
    if (!address.ok) return address;
    const { seatId } = found.value;
    const url = address.value.href;
    const where = { seatId_accountId: { seatId, accountId: request.by } };
    if ((await tx.webhook.findUnique({ where })) !== null) {
      const webhook = await tx.webhook.update({ where, data: { url } });
      const fails = webhook.failingSince !== null || webhook.disabledAt !== null;
      if (fails) await enqueueTest(tx, ctx, { webhook, game: found.value.game });
      return ok(null);
    }
    const allowed = await checkNumber(tx, request.by);
    if (!allowed.ok) return allowed;
    const secret = randomBytes(SECRET_BYTES);
    const about = { accountId: request.by, gameId: request.gameId, seatId };
    await tx.webhook.create({ data: { kind: 'program', ...about, url, secret, createdAt: ctx.now() } });
    return ok(secretInWords(secret));
  });
}

/**
 * Makes a new secret for the webhook of the player's seat. The old one is no longer used.
 * Problems: `no-seat`, `transferred`, `session-ended`, `too-often`, `no-webhook`.
 */
export async function renewSecret(ctx: AppContext, request: PlayerRequest): Promise<Result<string>> {
  return inTransaction(ctx, async (tx) => {
    const found = await ownWebhook(tx, ctx, request);
    if (!found.ok) return found;
    const secret = randomBytes(SECRET_BYTES);
    await tx.webhook.update({ where: { id: found.value.webhook.id }, data: { secret } });
    return ok(secretInWords(secret));
  });
}

/** Calls the webhook of the player's seat with a test event. Problems: those of `renewSecret`. */
export async function testSeatWebhook(ctx: AppContext, request: PlayerRequest): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await ownWebhook(tx, ctx, request);
    if (!found.ok) return found;
    await enqueueTest(tx, ctx, { webhook: found.value.webhook, game: found.value.game });
    return ok(undefined);
  });
}

/** Removes the webhook of the player's seat, if there is one. Nothing that waits is sent any more. */
export async function removeSeatWebhook(ctx: AppContext, { gameId, by }: PlayerRequest): Promise<void> {
  await ctx.db.prisma.webhook.deleteMany({ where: { gameId, accountId: by, kind: 'program' } });
}

/**
 * Adds a chat that gets the public news of a game. For its GM only.
 * Problems: `unknown-game`, `transferred`, `not-gm`, `ended`, `session-ended`, `too-often`, `too-many`, and those of `readChatAddress`.
 */
export async function addChat(
  ctx: AppContext,
  request: PlayerRequest & { url: string; shape: 'discord' | 'slack' },
): Promise<Result<void>> {
  const { gameId, by } = request;
  return inTransaction(ctx, async (tx) => {
    const found = await activeGmGame(tx, request);
    if (!found.ok) return found;
    const open = await checkSession(tx, by, request.token ?? null);
    if (!open.ok) return open;
    const address = readChatAddress(ctx, request.url, request.shape);
    if (!address.ok) return address;
    const often = await countChange(tx, ctx, request);
    if (!often.ok) return often;
    if ((await tx.webhook.count({ where: { gameId, kind: { not: 'program' } } })) >= MAX_CHATS) {
      return fail('', 'too-many', `A game can have ${MAX_CHATS} chats. Remove one first.`);
    }
    // Chats that are added to several games at once are counted one after the other.
    await lockAccount(tx, by);
    const allowed = await checkNumber(tx, by);
    if (!allowed.ok) return allowed;
    const { url, kind } = address.value;
    await tx.webhook.create({
      data: { kind, accountId: by, gameId, url: url.href, createdAt: ctx.now() },
    });
    return ok(undefined);
  });
}

/** Sends a test message to a chat. For the game's GM only. Problems: those of `addChat`, `no-webhook`. */
export async function testChat(
  ctx: AppContext,
  request: PlayerRequest & { webhook: string },
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await activeGmGame(tx, request);
    if (!found.ok) return found;
    const open = await checkSession(tx, request.by, request.token ?? null);
    if (!open.ok) return open;
    const often = await countChange(tx, ctx, request);
    if (!often.ok) return often;
    const where = { id: request.webhook, gameId: request.gameId, kind: { not: 'program' as const } };
    const webhook = await tx.webhook.findFirst({ where });
    if (webhook === null) return noWebhook();
    await enqueueTest(tx, ctx, { webhook, game: found.value });
    return ok(undefined);
  });
}

/** Removes a chat, if the game has it. The caller must have checked that the request is the GM's. */
export async function removeChat(
  ctx: AppContext,
  { gameId, webhook }: { gameId: string; webhook: string },
): Promise<void> {
  await ctx.db.prisma.webhook.deleteMany({ where: { id: webhook, gameId, kind: { not: 'program' } } });
}

async function ownSeat(
  tx: Tx,
  ctx: AppContext,
  request: PlayerRequest,
): Promise<Result<{ game: WholeGame; seatId: string }>> {
  const game = await lockGame(tx, request.gameId);
  const seat = game?.seats.find(({ accountId }) => accountId === request.by);
  if (!game || !seat) return fail('', 'no-seat', 'You have no seat in this game.');
  const here = stillHere(game);
  if (!here.ok) return here;
  const open = await checkSession(tx, request.by, request.token ?? null);
  if (!open.ok) return open;
  const often = await countChange(tx, ctx, request);
  return often.ok ? ok({ game, seatId: seat.id }) : often;
}

async function ownWebhook(
  tx: Tx,
  ctx: AppContext,
  request: PlayerRequest,
): Promise<Result<{ game: WholeGame; webhook: Webhook }>> {
  const found = await ownSeat(tx, ctx, request);
  if (!found.ok) return found;
  const { game, seatId } = found.value;
  const where = { seatId_accountId: { seatId, accountId: request.by } };
  const webhook = await tx.webhook.findUnique({ where });
  return webhook === null ? noWebhook() : ok({ game, webhook });
}

async function countChange(tx: Tx, ctx: AppContext, { gameId, by }: PlayerRequest): Promise<Result<void>> {
  const action = { gameId, accountId: by, kind: 'webhook' as const };
  if (await limitReached(tx, ctx, action)) {
    return fail('', 'too-often', 'You have done this too often in the last hour. Try again later.');
  }
  await countAction(tx, ctx, action);
  return ok(undefined);
}

async function checkNumber(tx: Tx, accountId: number): Promise<Result<void>> {
  if ((await tx.webhook.count({ where: { accountId } })) < MAX_WEBHOOKS) return ok(undefined);
  const message = `An account can have ${MAX_WEBHOOKS} addresses that the server calls. Remove one first.`;
  return fail('', 'too-many', message);
}

function noWebhook(): Result<never> {
  return fail('', 'no-webhook', 'There is no such address any more.');
}
