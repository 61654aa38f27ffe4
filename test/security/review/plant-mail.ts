import { newToken, tokenHash } from '../../../src/accounts/tokens.ts';
import type { Account, DeliveryKind } from '../../../src/database/generated/client.ts';
import { gmReplyAddress } from '../../../src/games/messages/reply-addresses.ts';
import { attemptDelivery } from '../../../src/mail/delivery/deliver.ts';
import { openTransport, type Transport } from '../../../src/mail/delivery/transport.ts';
import type { Mailbox } from '../../../src/mail/mailbox/mailbox.ts';
import { deliverDeps } from '../../mail/deliver-deps.ts';
import type { Games, Planting } from './plant-games.ts';

/*
 * What is in the mail: tokens, notices, errors of deliveries, and the mails in the built-in mailbox.
 */

/** Plants mail in every state, and sends some of it to the built-in mailbox. */
export async function plantMail(planting: Planting, games: Games, mailbox: Mailbox): Promise<void> {
  const transport = openTransport({ url: mailbox.smtpUrl });
  await plantNotice(planting, games);
  await plantNewAddress(planting, transport);
  await collectTokens(planting);
  await collectReplyAddresses(planting, games);
  await sendSome(planting, games, transport);
  await plantErrors(planting, games);
  transport.stop();
}

function deliveryTo(
  { ctx }: Planting,
  kind: DeliveryKind,
  account: Account,
  detail: Record<string, unknown>,
) {
  const { id: accountId, email: toAddress, name: toName } = account;
  const messageId = `<${newToken()}@whistlestop.test>`;
  return { kind, messageId, createdAt: ctx.now(), toAddress, toName, accountId, detail };
}

/** A notice to one player alone. */
async function plantNotice(planting: Planting, { watched }: Games): Promise<void> {
  const { ctx, secrets, people } = planting;
  const account = people['player 2'];
  const text = secrets.plant('notice to one player', 'player 2', { recipients: [account.id] });
  const detail = { subject: 'a word to you', paragraphs: [text] };
  const about = { gameId: watched.id, seatId: watched.seats['player 2']?.id ?? null };
  await ctx.db.prisma.delivery.create({
    data: { ...deliveryTo(planting, 'notice', account, detail), ...about },
  });
}

/** An account that wants another address: the link to prove it was mailed there. */
async function plantNewAddress({ ctx, secrets, people }: Planting, transport: Transport): Promise<void> {
  const { id: owner, name } = people['player 1'];
  const email = `${secrets.plant('address that is not proved yet', name, { owner })}@new.test`;
  const token = newToken();
  secrets.add('address proof token', name, [token], { owner });
  const expiresAt = new Date(ctx.now().getTime() + 3_600_000);
  const proof = { accountId: owner, name, email, createdAt: ctx.now(), expiresAt };
  await ctx.db.prisma.addressProof.create({ data: { id: tokenHash(token), ...proof } });
  const text = `http://whistlestop.test/account/email/${token}`;
  await transport.send({ from: 'post@whistlestop.test', to: email, subject: 'Your new address', text });
}

/** The tokens that wait to be mailed. */
async function collectTokens({ ctx, secrets }: Planting): Promise<void> {
  for (const { id, kind, detail, accountId } of await ctx.db.prisma.delivery.findMany()) {
    const { token } = detail as { token?: string };
    const of = { recipients: accountId === null ? [] : [accountId] };
    if (token === undefined) continue;
    secrets.add(kind === 'letter' ? 'reply address' : 'invitation token', `${kind} ${id}`, [token], of);
  }
}

/** The addresses for replies to the GMs, which stand in nearly every mail about a game. */
async function collectReplyAddresses({ ctx, secrets, people }: Planting, games: Games): Promise<void> {
  for (const game of [games.watched, games.forming]) {
    const found = await ctx.db.prisma.game.findUniqueOrThrow({ where: { id: game.id } });
    for (const person of ['player 1', 'player 2', 'invited'] as const) {
      const account = people[person];
      const address = await gmReplyAddress(ctx, found, account);
      secrets.add('reply address', `${person} in ${game.number}`, [address], { recipients: [account.id] });
    }
  }
}

/** Sends one mail of each kind to some people; the others wait. */
async function sendSome({ ctx, people }: Planting, games: Games, transport: Transport): Promise<void> {
  const deps = deliverDeps(ctx, transport, { publicUrl: 'http://whistlestop.test' });
  const readers = ['player 1', 'player 2', 'successor', 'invited'] as const;
  const where = {
    accountId: { in: readers.map((reader) => people[reader].id) },
    gameId: { in: [games.watched.id, games.forming.id] },
  };
  const sent = new Set<string>();
  for (const { id, kind, accountId } of await ctx.db.prisma.delivery.findMany({ where })) {
    const key = `${kind} ${accountId}`;
    if (sent.has(key) && kind !== 'notice') continue;
    sent.add(key);
    await attemptDelivery(deps, id);
  }
}

/** Mail that the GM does not see. */
const PRIVATE: DeliveryKind[] = ['letter', 'message'];

/** Deliveries that failed, that are being sent, and that are tried again. */
async function plantErrors({ ctx, secrets }: Planting, { watched }: Games): Promise<void> {
  const where = { status: 'queued' as const, gameId: watched.id, kind: { notIn: PRIVATE } };
  const waiting = await ctx.db.prisma.delivery.findMany({ where, take: 3 });
  const games = [{ gmId: watched.gm.id, gmPlays: false }];
  const nextAttempt = new Date(ctx.now().getTime() + 3_600_000);
  for (const [i, { id }] of waiting.entries()) {
    const lastError = `550 ${secrets.plant('delivery error', id, { games })}`;
    const status = (['failed', 'sending', 'retrying'] as const)[i] ?? 'failed';
    await ctx.db.prisma.delivery.update({
      where: { id },
      data: { status, lastError, attempts: 2, nextAttempt },
    });
  }
}
