import type { FastifyRequest } from 'fastify';
import { keyedHash } from '../../accounts/keyed-hash.ts';
import { rememberNetwork } from '../../accounts/known-networks.ts';
import type { AppContext } from '../../context.ts';
import { databaseFailure } from '../../database/failures.ts';
import type { SignInMethod } from '../../database/generated/client.ts';
import { addressOf } from './request-keys.ts';

/** Why someone could not sign in. `unknown`: there is no such account, or it has no security code. */
export type SignInFailure = 'wrong code' | 'too many' | 'unknown';

/** Who signs in, as far as that is known: the account number, or 0 if what was typed names no account. */
interface SignInAttempt {
  request: FastifyRequest;
  accountId: number;
}

/** Hexadecimal digits of a hash in the log: enough to tell accounts and networks apart. */
const DIGITS = 12;

/**
 * Logs that someone could not sign in. Account and network are keyed hashes, which are the same in every line. What was
 * typed is never logged.
 */
export async function logFailure(
  ctx: AppContext,
  attempt: SignInAttempt,
  reason: SignInFailure,
): Promise<void> {
  attempt.request.log.warn({ reason, ...(await hashesOf(ctx, attempt)) }, 'sign-in failed');
}

/** Logs that someone has signed in, and notes their network (`noteNetwork`). */
export async function noteSignIn(
  ctx: AppContext,
  { request, accountId }: { request: FastifyRequest; accountId: number },
  method: SignInMethod | 'passkey',
): Promise<void> {
  request.log.info({ method, ...(await hashesOf(ctx, { request, accountId })) }, 'signed in');
  await noteNetwork(ctx, { request, accountId });
}

/** Notes for the limits of sign-ins that someone's network is known: they have signed in there, or proved again who they are. */
export async function noteNetwork(
  ctx: AppContext,
  { request, accountId }: { request: FastifyRequest; accountId: number },
): Promise<void> {
  try {
    await rememberNetwork(ctx, accountId, addressOf(request));
  } catch (error) {
    // People sign in even if the database can store little.
    if (databaseFailure(error) === null) throw error;
    request.log.warn({ err: error }, 'could not note from which network someone signs in');
  }
}

async function hashesOf(ctx: AppContext, { request, accountId }: SignInAttempt) {
  const short = async (kind: 'account' | 'network', text: string) =>
    (await keyedHash(ctx, kind, text)).slice(0, DIGITS);
  return {
    accountHash: accountId === 0 ? null : await short('account', String(accountId)),
    networkHash: await short('network', addressOf(request)),
  };
}
