import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Passkey } from '../../database/generated/client.ts';
import { runTransaction } from '../../database/transaction.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { lockAccount } from '../lock-account.ts';
import { endOldestSessions, expiryFrom, readPendingSession } from '../sessions.ts';
import { newToken, tokenHash } from '../tokens.ts';
import { CHALLENGE_LIFETIME, storeChallenge, takeChallenge } from './challenge.ts';
import { listPasskeys } from './passkeys.ts';
import type { RelyingParty } from './relying-party.ts';

/**
 * Begins to confirm a session with a passkey: what the browser passes on to the authenticator. Returns null if the
 * session does not wait for a passkey, or is over.
 * @param token the token of the session
 */
export async function beginConfirming(
  ctx: AppContext,
  party: RelyingParty,
  token: string,
): Promise<PublicKeyCredentialRequestOptionsJSON | null> {
  const account = await readPendingSession(ctx, token);
  if (account === null) return null;
  const passkeys = await listPasskeys(ctx, account.id);
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    allowCredentials: passkeys.map(({ id, transports }) => ({ id, transports })),
    timeout: CHALLENGE_LIFETIME,
    userVerification: 'preferred',
  });
  await storeChallenge(ctx, { token, passkeyPending: true }, options.challenge);
  return options;
}

/**
 * Confirms a session with what an authenticator has signed. The session gets a new token, so that one that was known
 * before the passkey was used is worth nothing.
 * Problems: `not-pending`, `too-late` (the challenge is used or too old), `refused`.
 * @returns the new token of the session
 */
export async function confirmSession(
  ctx: AppContext,
  party: RelyingParty,
  { token, response }: { token: string; response: AuthenticationResponseJSON },
): Promise<Result<string>> {
  const account = await readPendingSession(ctx, token);
  if (account === null) return fail('passkey', 'not-pending', 'Sign in again first.');
  const challenge = await takeChallenge(ctx, { token, passkeyPending: true });
  if (challenge === null) {
    return fail('passkey', 'too-late', 'Confirming took more than 5 minutes. Try again.');
  }
  const passkey = await ctx.db.prisma.passkey.findFirst({
    where: { id: response.id, accountId: account.id },
  });
  const counter = passkey && (await verify(ctx, party, { passkey, challenge, response }));
  if (passkey === null || counter === null) return refused();
  return runTransaction(ctx.db, (tx) => confirm(tx, ctx, { token, passkey, counter }));
}

/** Returns the new counter of the passkey, or null for a response that is not valid: the library throws for each reason. */
async function verify(
  ctx: AppContext,
  party: RelyingParty,
  given: { passkey: Passkey; challenge: string; response: AuthenticationResponseJSON },
): Promise<number | null> {
  const { id, publicKey, counter } = given.passkey;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: given.response,
      expectedChallenge: given.challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      // The counter of an authenticator that counts must rise. If it does not, the passkey was copied.
      credential: { id, publicKey: new Uint8Array(publicKey), counter: Number(counter) },
      // Why it is not required: see add-passkey.ts.
      requireUserVerification: false,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch (error) {
    ctx.log.warn({ err: error, account: given.passkey.accountId }, 'a passkey was refused');
    return null;
  }
}

async function confirm(
  tx: Tx,
  ctx: AppContext,
  { token, passkey, counter }: { token: string; passkey: Passkey; counter: number },
): Promise<Result<string>> {
  const now = ctx.now();
  const { accountId } = passkey;
  await lockAccount(tx, accountId);
  // Of two requests with the same count, as a passkey and its copy send them, one succeeds.
  const used = await tx.passkey.updateMany({
    where: { id: passkey.id, counter: passkey.counter },
    data: { counter, usedAt: now },
  });
  const session = await tx.session.findFirst({ where: { id: tokenHash(token), passkeyPending: true } });
  if (used.count === 0 || session === null) return refused();
  const renewed = newToken();
  const expiresAt = expiryFrom(now, session.createdAt);
  const confirmed = await tx.session.updateMany({
    where: { id: session.id, passkeyPending: true },
    data: { id: tokenHash(renewed), passkeyPending: false, seenAt: now, expiresAt },
  });
  if (confirmed.count !== 1) return refused();
  await endOldestSessions(tx, { accountId, passkeyPending: false, keepId: tokenHash(renewed) });
  return ok(renewed);
}

function refused(): Result<never> {
  const message = 'This passkey was not accepted. Try again, or use another passkey of this account.';
  return fail('passkey', 'refused', message);
}
