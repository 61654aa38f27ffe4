import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
  type VerifiedRegistrationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Account } from '../../database/generated/client.ts';
import { runTransaction } from '../../database/transaction.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { countAccessChange } from '../access-changes.ts';
import { endAddressChanges } from '../end-access.ts';
import { checkStillOpen, closeSessions } from '../sessions.ts';
import { isWithoutCertificates } from './attestation.ts';
import { CHALLENGE_LIFETIME, storeChallenge, takeChallenge } from './challenge.ts';
import { checkPasskeyName, listPasskeys, MAX_PASSKEYS, mailPasskeyNotice } from './passkeys.ts';
import type { RelyingParty } from './relying-party.ts';

/** The ways to reach an authenticator that WebAuthn knows. */
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

/** Who adds a passkey: the account, and the token of its session. */
export interface PasskeyOwner {
  account: Pick<Account, 'id' | 'name' | 'email'>;
  token: string;
}

/**
 * Begins to add a passkey: what the browser passes on to the authenticator. Callers must have made sure that the owner
 * of the account asks for it. Problem: `too-many`.
 */
export async function beginPasskey(
  ctx: AppContext,
  party: RelyingParty,
  { account, token }: PasskeyOwner,
): Promise<Result<PublicKeyCredentialCreationOptionsJSON>> {
  const passkeys = await listPasskeys(ctx, account.id);
  if (passkeys.length >= MAX_PASSKEYS) return tooMany();
  const options = await generateRegistrationOptions({
    rpName: 'Whistlestop',
    rpID: party.id,
    // The same for every passkey of the account, so that a device replaces one that was removed here.
    userID: new TextEncoder().encode(`account ${account.id}`),
    userName: `#${account.id} ${account.name}`,
    userDisplayName: account.name,
    timeout: CHALLENGE_LIFETIME,
    attestationType: 'none',
    excludeCredentials: passkeys.map(({ id, transports }) => ({ id, transports })),
    // A passkey comes after the security code or the mailed link, which show who it is. It shows that they have the
    // device. So a security key without a PIN or a fingerprint reader will do; devices that have one ask for it.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  await storeChallenge(ctx, { token, passkeyPending: false }, options.challenge);
  return ok(options);
}

/**
 * Adds the passkey that an authenticator has created, and mails a notice to the account's address. With the first
 * passkey of an account its other sessions end: they began without one.
 * Problems: those of the name, `too-many`, `too-late` (the challenge is used or too old), `refused`, `known`,
 * `session-ended`.
 * @param created.response what the browser returned
 */
export async function addPasskey(
  ctx: AppContext,
  party: RelyingParty,
  { account, token, ...created }: PasskeyOwner & { name: string; response: RegistrationResponseJSON },
): Promise<Result<void>> {
  const name = checkPasskeyName(created.name);
  if (!name.ok) return name;
  const challenge = await takeChallenge(ctx, { token, passkeyPending: false });
  if (challenge === null) {
    return fail('passkey', 'too-late', 'Adding the passkey took more than 5 minutes. Try again.');
  }
  const verified = await verify(ctx, party, challenge, created.response);
  if (!verified?.verified) {
    return fail('passkey', 'refused', 'This passkey was not accepted. Try again, or use another device.');
  }
  return runTransaction(ctx.db, (tx) =>
    store(tx, ctx, { account, token, name: name.value, found: verified.registrationInfo }),
  );
}

/** Returns null for a response that is not valid: the library throws for each reason. */
async function verify(
  ctx: AppContext,
  party: RelyingParty,
  expectedChallenge: string,
  response: RegistrationResponseJSON,
): Promise<VerifiedRegistrationResponse | null> {
  try {
    if (!isWithoutCertificates(response)) throw new Error('The passkey comes with certificates.');
    return await verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
    });
  } catch (error) {
    ctx.log.warn({ err: error }, 'a new passkey was refused');
    return null;
  }
}

interface NewPasskey extends PasskeyOwner {
  name: string;
  found: Extract<VerifiedRegistrationResponse, { verified: true }>['registrationInfo'];
}

async function store(
  tx: Tx,
  ctx: AppContext,
  { account, token, name, found }: NewPasskey,
): Promise<Result<void>> {
  // Sessions that begin at the same moment wait for this lock, and then require the passkey.
  await tx.$queryRaw`SELECT "id" FROM "Account" WHERE "id" = ${account.id} FOR UPDATE`;
  const open = await checkStillOpen(tx, { accountId: account.id, token }, 'passkey');
  if (!open.ok) return open;
  const before = await tx.passkey.count({ where: { accountId: account.id } });
  if (before >= MAX_PASSKEYS) return tooMany();
  const allowed = await countAccessChange(tx, ctx, account, { field: 'passkey' });
  if (!allowed.ok) return allowed;
  const { id, publicKey, counter, transports = [] } = found.credential;
  const row = {
    ...{ id, accountId: account.id, name, publicKey, counter },
    transports: transports.filter((way) => TRANSPORTS.includes(way)),
    createdAt: ctx.now(),
  };
  const added = await tx.passkey.createMany({ data: [row], skipDuplicates: true });
  if (added.count === 0) {
    return fail('passkey', 'known', 'This passkey was already added. Use another device.');
  }
  if (before === 0) {
    await closeSessions(tx, account.id, token);
    // One of these sessions may have asked for a new address.
    await endAddressChanges(tx, account.id);
  }
  await mailPasskeyNotice(tx, ctx, account.id, { what: 'passkeyAdded', passkey: name });
  return ok(undefined);
}

function tooMany(): Result<never> {
  return fail('passkey', 'too-many', `You can have at most ${MAX_PASSKEYS} passkeys. Remove one first.`);
}
