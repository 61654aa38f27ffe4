import { findOrCreateAccount } from '../../accounts/accounts.ts';
import { DELETED_NAME, isDeletedAddress, newDeletedAddress } from '../../accounts/deleted-address.ts';
import { keyedHash } from '../../accounts/keyed-hash.ts';
import { findAndLockAccount } from '../../accounts/lock-account.ts';
import { isPaperAddress } from '../../accounts/paper-address.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Account } from '../../database/generated/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import type { GameTransfer } from './transfer-file.ts';

/*
 * Whose rows are whose when a game moves. Account numbers differ between servers, so a file names people by their e-mail addresses.
 * A game that comes back finds those who were in it when it left by the addresses that they had then: a person may have another one
 * here by now, someone else may have the old one, and people who have deleted their accounts here must not get new ones.
 */

/** The accounts of a game when it left, by the hashes of the addresses that they had. */
export type AccountsWhenMoved = ReadonlyMap<string, number>;

/** This server's accounts for those of a file. */
export interface LocalAccounts {
  /** Maps the numbers in the file to ours. */
  ids: Map<string, string>;
  /** Those of ours that were deleted after the game had left. */
  deleted: number[];
}

type Person = GameTransfer['accounts'][number];

/**
 * Remembers which accounts a game has that moves to another server, and the hashes of their addresses. What was remembered when the
 * game was written before is kept: the game may come back from the first file, with the addresses of that time.
 */
export async function rememberAccounts(
  tx: Tx,
  ctx: AppContext,
  gameId: string,
  accounts: readonly Pick<Account, 'id' | 'email'>[],
): Promise<void> {
  const living = accounts.filter(({ email }) => !isDeletedAddress(email));
  const data = await Promise.all(
    living.map(async ({ id, email }) => ({ gameId, accountId: id, addressHash: await hashOf(ctx, email) })),
  );
  // An address that two accounts have had counts as that of the first one.
  await tx.movedAccount.createMany({ data, skipDuplicates: true });
}

/** Forgets them: the game goes on here. */
export async function forgetAccounts(tx: Tx, gameId: string): Promise<void> {
  await tx.movedAccount.deleteMany({ where: { gameId } });
}

/** The accounts that a game had when it left. Empty if it has no copy here. */
export async function accountsWhenMoved(tx: Tx, gameId: string): Promise<AccountsWhenMoved> {
  const rows = await tx.movedAccount.findMany({ where: { gameId } });
  return new Map(rows.map(({ addressHash, accountId }) => [addressHash, accountId]));
}

/**
 * Finds or creates this server's accounts for those of a file. All count as used: whether they were is not known, and no GM of
 * this server may move what they got to another address. People who deleted their accounts there get deleted accounts here.
 * @param before the accounts that the game had when it left this server
 */
export async function localAccounts(
  tx: Tx,
  ctx: AppContext,
  file: GameTransfer,
  before: AccountsWhenMoved,
): Promise<LocalAccounts> {
  const ids = new Map<string, string>();
  const deleted: number[] = [];
  for (const person of file.accounts) {
    const account = await localAccount(tx, ctx, person, before);
    ids.set(String(person.id), String(account.id));
    if (account.deletedAt !== null && !isDeletedAddress(person.email)) deleted.push(account.id);
  }
  return { ids, deleted };
}

/**
 * Checks that the game can go on with these accounts. Problems: `gm-deleted` (its GM has deleted their account here), `one-account`
 * (two people who have seats would have the same account).
 */
export function checkAccounts(
  { game: number, tables }: GameTransfer,
  { ids, deleted }: LocalAccounts,
): Result<void> {
  const game = tables.Game?.[0];
  const goesOn = game?.status === 'forming' || game?.status === 'running';
  if (goesOn && deleted.includes(Number(ids.get(game.gmId ?? '')))) {
    const message = `The GM of ${number} has deleted their account here, so the game cannot go on here.`;
    return fail('game', 'gm-deleted', message);
  }
  const seated = new Map<string | undefined, string>();
  for (const { accountId } of tables.Seat ?? []) {
    if (accountId == null) continue;
    const ours = ids.get(accountId);
    if ((seated.get(ours) ?? accountId) !== accountId) {
      const message = `has two players who would both have the account #${ours}: one by the address that it had when ${number} left, the other by its address now. One of them must change the address of their account first.`;
      return fail('game', 'one-account', message);
    }
    seated.set(ours, accountId);
  }
  return ok(undefined);
}

type Found = Pick<Account, 'id' | 'deletedAt'>;

async function localAccount(
  tx: Tx,
  ctx: AppContext,
  person: Person,
  before: AccountsWhenMoved,
): Promise<Found> {
  const { id: _theirs, name, email, ...details } = person;
  if (isDeletedAddress(email)) return addDeletedAccount(tx, ctx);
  const id = before.get(await hashOf(ctx, email));
  const former = id === undefined ? null : await findAndLockAccount(tx, { id });
  if (former !== null && former.deletedAt === null) return markUsed(tx, ctx, former);
  const known = await findAndLockAccount(tx, { email: email.toLowerCase() });
  // A deleted account stays deleted, unless its owner has signed up again with the same address.
  if (former !== null && (known === null || known.addressProvedAt === null)) return former;
  if (known !== null) return markUsed(tx, ctx, known);
  const created = await findOrCreateAccount(tx, ctx, { name, email });
  return tx.account.update({ where: { id: created.id }, data: { ...details, addressProvedAt: ctx.now() } });
}

/** Marks an account as used, as `markAddressProved` does, but nobody has shown that mail to its address arrives. */
async function markUsed(tx: Tx, ctx: AppContext, account: Account): Promise<Found> {
  if (isPaperAddress(account.email)) return account;
  const where = { id: account.id, addressProvedAt: null };
  await tx.account.updateMany({ where, data: { addressProvedAt: ctx.now() } });
  return account;
}

/** An account without anything personal, for the rows of someone who has deleted theirs. */
async function addDeletedAccount(tx: Tx, ctx: AppContext): Promise<Found> {
  const [createdAt, deletedAt] = [ctx.now(), ctx.now()];
  const data = { name: DELETED_NAME, email: newDeletedAddress(), createdAt, deletedAt };
  return tx.account.create({ data });
}

function hashOf(ctx: AppContext, email: string): Promise<string> {
  return keyedHash(ctx, 'moved account', email.toLowerCase());
}
