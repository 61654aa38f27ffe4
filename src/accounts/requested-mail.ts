import type { AppContext } from '../context.ts';
import type { Account } from '../database/generated/client.ts';
import { enqueueDelivery, enqueueJob, type JobPayloads, type Tx } from '../database/outbox.ts';
import { runTransaction } from '../database/transaction.ts';
import { fail, ok, type Result } from '../rules/result.ts';
import { checkPerson, emailSchema, parseInput } from './account-details.ts';
import { mailAddressTaken, mailVerification } from './email-verification.ts';
import { blockHash, networkHash } from './known-networks.ts';
import { findAndLockAccount } from './lock-account.ts';
import { mailedNext } from './mailed-next.ts';
import { countRequestOfNetwork, type Origin } from './network-mail.ts';
import { countSignInLink } from './sign-in-link-limits.ts';
import { issueSignInLink } from './sign-in-links.ts';
import { tokenHash } from './tokens.ts';
import { readTypedAccount } from './typed-account.ts';

/*
 * Mail that people who are not known yet ask for: sign-in links, sign-up links, and links to a new address. Neither the
 * answer nor the time that it takes may show whether an address has an account. So a request looks nothing up: it checks
 * what was typed and writes a job, always the same, and the answer is sent. The job finds out whether there is an account.
 * As the job is stored, the request is not lost if the server dies.
 */

/** A sign-in link that someone asks for. */
interface WantedLink {
  /** The page of this server that it leads to; '' for the account's games. */
  next: string;
  /** How long it is valid. */
  minutes: number;
  /** The networks of the request. If they are left out, the link is limited like those for new networks. */
  networks?: Networks;
  /** Whether it is mailed only if someone has signed in to the account from this network before. */
  onlyIfKnown?: boolean;
  /** Whether a link from an invitation was used, which only the account itself got. It counts apart, and not for its network. */
  isInvited?: boolean;
  /** Whether a session of the account asks for it, to prove the address again. Then it counts apart, too. */
  isConfirmation?: boolean;
  /** The account that was last signed in to in the browser, as `browserOf` has it: for its links, neighbors' requests do not count. */
  browser?: string | null;
}

/** Where a request comes from. */
export interface Networks {
  /** The IPv4 address or IPv6 /64 network. */
  network: string;
  /** The IPv4 address or IPv6 /48 network. */
  wideNetwork: string;
  /** The block that the wide network is in: see `blockOf`. */
  block: string;
}

/**
 * Asks for a sign-in link to the account with this number (`#10468`) or e-mail address.
 */
export async function requestSignInLink(ctx: AppContext, who: string, link: WantedLink): Promise<void> {
  const typed = readTypedAccount(who);
  if (typed === null) return;
  const account = 'number' in typed ? typed.number : typed.email;
  const { next, minutes, onlyIfKnown = false, isInvited = false, isConfirmation = false, browser } = link;
  const own = { onlyIfKnown, isInvited, isConfirmation, ...(browser && { browser }) };
  const networks = await hashesOf(ctx, link.networks);
  await enqueueJob(ctx.db.prisma, 'requestedLink', { account, next, minutes, ...own, ...networks });
}

async function hashesOf(ctx: AppContext, networks: Networks | undefined): Promise<Networks> {
  if (networks === undefined) return { network: '', wideNetwork: '', block: '' };
  const { network, wideNetwork, block } = networks;
  return {
    network: await networkHash(ctx, network),
    wideNetwork: await networkHash(ctx, wideNetwork),
    block: await blockHash(ctx, block),
  };
}

function originOf(link: Pick<JobPayloads['requestedLink'], 'wideNetwork' | 'block'>): Origin {
  return { network: link.wideNetwork, block: link.block };
}

/** Mails a requested sign-in link, if there is such an account and it did not get too many (`countSignInLink`). */
export async function mailRequestedLink(
  ctx: AppContext,
  { account, ...link }: JobPayloads['requestedLink'],
): Promise<void> {
  const where = typeof account === 'number' ? { id: account } : { email: account };
  await runTransaction(ctx.db, async (tx) => {
    // What counts must not depend on whether there is an account.
    const counts = link.isInvited !== true && link.onlyIfKnown !== true;
    const isAllowed = !counts || (await countRequestOfNetwork(tx, ctx, originOf(link)));
    const onlyIfKnown = link.onlyIfKnown === true || !isAllowed;
    const found = await findAndLockAccount(tx, where);
    if (found !== null) await mailLimitedSignInLink(tx, ctx, found, { ...link, onlyIfKnown });
  });
}

/**
 * Asks for an account. Problems: those of name and address.
 * @param wanted.next the page to open once the account is created
 * @param wanted.minutes how long a sign-in link is valid, if the address has an account; it needs `networks`, too
 */
export async function requestSignUp(
  ctx: AppContext,
  wanted: { name: string; email: string } & WantedLink,
): Promise<Result<void>> {
  const person = checkPerson(wanted);
  if (!person.ok) return person;
  const { next, minutes } = wanted;
  const networks = await hashesOf(ctx, wanted.networks);
  await enqueueJob(ctx.db.prisma, 'requestedSignUp', { ...person.value, next, minutes, ...networks });
  return ok(undefined);
}

/** Mails a sign-up link to someone who asked for an account; a sign-in link if the address has one. */
export async function mailRequestedSignUp(
  ctx: AppContext,
  { name, email, next, ...link }: JobPayloads['requestedSignUp'],
): Promise<void> {
  await runTransaction(ctx.db, async (tx) => {
    const origin = originOf(link);
    const isAllowed = await countRequestOfNetwork(tx, ctx, origin);
    const known = await findAndLockAccount(tx, { email });
    if (known) return await mailLimitedSignInLink(tx, ctx, known, { next, ...link, onlyIfKnown: !isAllowed });
    if (!isAllowed) return;
    const page = await mailedNext(tx, next);
    const wanted = { accountId: null, name, email, what: 'sign-up', origin } as const;
    await mailVerification(tx, ctx, { ...wanted, next: page || null });
  });
}

/**
 * Asks to move an account to a new address. Problems: those of the address, `email-same`.
 * @param account as it was when the session that asks was read: if access to it or the session is ended before the request is
 * answered, nothing is mailed
 * @param account.sessionToken the token of that session
 * @param networks where the request comes from, if that is known
 */
export async function requestEmailChange(
  ctx: AppContext,
  account: Pick<Account, 'id' | 'email' | 'accessEpoch'> & { sessionToken?: string | null },
  email: string,
  networks?: Networks,
): Promise<Result<void>> {
  const checked = parseInput(emailSchema, { email });
  if (!checked.ok) return checked;
  if (checked.value.email === account.email) {
    return fail('email', 'email-same', 'This is already your e-mail address. Enter a different one.');
  }
  const { wideNetwork, block } = await hashesOf(ctx, networks);
  const { id: accountId, accessEpoch, sessionToken } = account;
  const session = sessionToken ? { session: tokenHash(sessionToken) } : {};
  const wanted = { accountId, accessEpoch, ...session, ...checked.value, wideNetwork, block };
  await enqueueJob(ctx.db.prisma, 'requestedAddress', wanted);
  return ok(undefined);
}

/**
 * Mails a link to the new address that an account wants; if another account has the address, a mail that says so. If access to
 * the account or the session was ended since this was asked for, nothing is mailed.
 */
export async function mailRequestedAddress(
  ctx: AppContext,
  { accountId, accessEpoch, session, email, wideNetwork, block }: JobPayloads['requestedAddress'],
): Promise<void> {
  await runTransaction(ctx.db, async (tx) => {
    const origin = originOf({ wideNetwork, block });
    if (!(await countRequestOfNetwork(tx, ctx, origin))) return;
    const account = await findAndLockAccount(tx, { id: accountId });
    if (!account || account.deletedAt !== null) return;
    // Jobs of earlier versions do not have it.
    if (accessEpoch !== undefined && accessEpoch !== account.accessEpoch) return;
    if (session !== undefined && (await tx.session.count({ where: { id: session, accountId } })) === 0)
      return;
    const other = await tx.account.findUnique({ where: { email }, select: { id: true } });
    if (other) return await mailAddressTaken(tx, ctx, { accountId, email, taken: other.id, origin });
    const wanted = { accountId, name: account.name, email, what: 'email', origin } as const;
    await mailVerification(tx, ctx, { ...wanted, next: null });
  });
}

/**
 * Mails a sign-in link to the account's own address.
 * @param account must have been locked and read in this transaction (`findAndLockAccount`): otherwise the link could go to
 * an address that the account no longer has
 * @param link.next the page of this server that it leads to; '' for the account's games. It is left out unless a mail may
 * print it (`mailedNext`)
 */
export async function mailSignInLink(
  tx: Tx,
  ctx: AppContext,
  account: Account,
  { next = '', minutes }: { next?: string; minutes: number },
): Promise<void> {
  const token = await issueSignInLink(tx, ctx, account.id, minutes);
  const page = await mailedNext(tx, next);
  const detail = { token, minutes, ...(page !== '' && { next: page }) };
  await enqueueDelivery(tx, { kind: 'signInLink', account, detail }, ctx);
}

async function mailLimitedSignInLink(
  tx: Tx,
  ctx: AppContext,
  account: Account,
  link: Omit<JobPayloads['requestedLink'], 'account'> & { onlyIfKnown: boolean },
): Promise<void> {
  if (account.deletedAt !== null) return;
  if (await countSignInLink(tx, ctx, account, link)) await mailSignInLink(tx, ctx, account, link);
}
