import { createHash } from 'node:crypto';
import { addressHash } from '../../accounts/address-hash.ts';
import { mayRunGames } from '../../accounts/gm-rights.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Account, MailRequestKind as Kind, MailRequest } from '../../database/generated/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { formatDateTime } from '../../text/dates.ts';
import type { WholeGame, WholeSeat } from '../game/game-store.ts';
import { countGmEvent } from '../game/limited-actions.ts';

/*
 * Limits on the mail that one person can cause to be sent to another: without them, a GM could flood any address. Every
 * mail is counted in `MailRequest`, whose rows stay when the seat or the delivery is removed. No one is exempt, not even
 * operators.
 *
 * | what sends mail | who gets it | what limits it |
 * |---|---|---|
 * | adding a seat, correcting an address before the game runs, sending an invitation again | any address | `invitation` |
 * | replacing a player, correcting an address in a running game | any address, all players | `invitation`, `notice` |
 * | a message to all players | all players | `broadcast` |
 * | due date, schedule, extension, pause, resuming, rollback, rolling forward, abandoning, reviving, letters policy | all players | `notice` |
 * | removing a seat before the game begins | its player, if they had accepted it | `notice` |
 * | handing a seat to the computer, returning it, withholding a press release | one player | `notice` |
 * | sending any other mail again | one player | `notice` |
 * | mail to a player that comes back | the GM | `notice`; what is above the limit is not mailed |
 * | joining, leaving, reclaiming, taking over, announcing and withdrawing an absence | the GM, a former player | `notice`, or `joiningNotice` from someone without a lasting seat; what is above the limit is not mailed |
 * | a letter | the recipients | LETTERS_A_DAY in write-letter.ts |
 * | a message to the GM, or from the GM to one person | the GM, that person | `message`, or `strangerMessage` from someone without a seat, and MESSAGES_A_DAY in message-limits.ts |
 * | reopening final orders | all players | MAX_TIMES_REOPENED in close-early.ts |
 * | votes for an extension | all players | the votes that are needed, and limited-actions.ts |
 * | offering a seat | the waitlist | QUIET_HOURS in offer-seat.ts |
 * | processing a turn, beginning a game | all players | there are only so many turns; to repeat one takes a rollback |
 * | deleting an account | the GM | happens once |
 */

/**
 * The kinds that this file limits. Others: verification-limits.ts and sign-in-link-limits.ts in src/accounts, and
 * before-accepting.ts.
 */
export type MailRequestKind = Exclude<
  Kind,
  'verification' | 'signInLink' | 'knownNetworkLink' | 'askedInNetwork' | 'invitedNotice' | 'accessNotice'
>;

/** How many mails of a kind can be caused within 24 hours. A missing limit is no limit. */
interface MailLimits {
  /** From one person to one address. */
  toAddress: number;
  /** From everyone to one address. */
  toAddressFromAll?: number;
  /**
   * The same for the first mail of a sender to the address, so that a few people cannot use up what others need. Senders
   * with the right to run games, which an operator gives, always have their first one.
   */
  firstFromAll?: number;
  /** From one person to all addresses together. */
  fromSender?: number;
  /** To how many different addresses one person can send them. */
  addresses?: number;
}

/**
 * Notices and messages to all players have no limit from everyone to one address: a GM could use it up, and so keep the GMs
 * of other games from changing a date, or from writing to their players. Only people who play with someone can send them
 * such mail, and someone who has not accepted a seat gets only some of it (`notifySeat`). Anyone can join and leave an open
 * game, so what the GM is told about people without a lasting seat has such a limit.
 */
export const MAIL_LIMITS: Record<MailRequestKind, MailLimits> = {
  invitation: { toAddress: 3, toAddressFromAll: 6, firstFromAll: 24, addresses: 60 },
  broadcast: { toAddress: 10, fromSender: 240 },
  notice: { toAddress: 20, fromSender: 600 },
  joiningNotice: { toAddress: 20, toAddressFromAll: 60, firstFromAll: 120, fromSender: 600 },
  message: { toAddress: 30, toAddressFromAll: 200, firstFromAll: 400, fromSender: 200 },
  // From everyone to one address counted apart, so that people without a seat cannot use up what players need to write to
  // their GM. Of one person, both kinds of messages count together.
  strangerMessage: { toAddress: 30, toAddressFromAll: 100, firstFromAll: 200, fromSender: 200 },
};

/** The kinds that count together for their sender. */
const TOGETHER: MailRequestKind[][] = [
  ['message', 'strangerMessage'],
  ['notice', 'joiningNotice'],
];

/**
 * To how many different addresses an account without the right to run games can send invitations: enough for the seats of
 * a game for friends. Anyone can get such an account, so it must not serve to mail many strangers.
 */
export const FRIEND_INVITATIONS = 12;

/** How long a mail counts, in milliseconds. */
export const MAIL_REQUEST_AGE = 24 * 3_600_000;

/** A mail that someone is about to cause. */
export interface RequestedMail {
  kind: MailRequestKind;
  address: string;
}

/** The requests of the last 24 hours that limit a mail of one kind. */
interface Recent {
  bySender: MailRequest[];
  /** From everyone, to the addresses that are asked about. */
  toThese: MailRequest[];
}

/**
 * Checks that an account may cause these mails. Requests of the same sender, and all invitations and messages to the
 * same address, wait for each other until the transaction ends. So that no two transactions wait for each other, these
 * mails must be checked once in a transaction, after the game is locked and before any account is locked or created.
 * Problem: `too-much-mail`; its message says from when the mail can be sent.
 * @param by the account that causes the mails
 */
export async function checkMailLimits(
  tx: Tx,
  ctx: AppContext,
  by: number,
  mails: readonly RequestedMail[],
): Promise<Result<void>> {
  if (mails.length === 0) return ok(undefined);
  await lockRequests(tx, by, mails);
  for (const kind of new Set(mails.map((mail) => mail.kind))) {
    const hashes = mails.filter((mail) => mail.kind === kind).map(({ address }) => addressHash(address));
    const sender = await tx.account.findUnique({ where: { id: by } });
    const recent = await recentRequests(tx, ctx, { kind, by, hashes });
    const until = blockedUntil(limitsFor(kind, sender), hashes, recent);
    if (until === null) continue;
    const when = formatDateTime(until, sender?.timeZone ?? 'UTC');
    return fail(kind === 'invitation' ? 'email' : '', 'too-much-mail', `${TOO_MUCH[kind]} ${when}.`);
  }
  return ok(undefined);
}

/** Counts mails that `checkMailLimits` has allowed, in the same transaction. */
export async function countMail(
  tx: Tx,
  ctx: AppContext,
  by: number,
  mails: readonly RequestedMail[],
): Promise<void> {
  const at = ctx.now();
  const data = mails.map(({ kind, address }) => ({
    accountId: by,
    addressHash: addressHash(address),
    kind,
    at,
  }));
  await tx.mailRequest.createMany({ data });
}

/** Checks and counts mails at once, for callers that refuse nothing afterward. See `checkMailLimits`. */
export async function requestMail(
  tx: Tx,
  ctx: AppContext,
  by: number,
  mails: readonly RequestedMail[],
): Promise<Result<void>> {
  const allowed = await checkMailLimits(tx, ctx, by, mails);
  if (allowed.ok) await countMail(tx, ctx, by, mails);
  return allowed;
}

/**
 * Checks and counts a notice of the GM to every player of a game. See `checkMailLimits`. In a game without players, the
 * change itself is counted, because its line in the log is kept: `too-often`.
 * @param others people without a seat who get it, too
 */
export function requestNotices(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  by: number,
  others: readonly Pick<Account, 'id' | 'email'>[] = [],
): Promise<Result<void>> {
  const toOthers = others.flatMap((account) => mailTo('notice', account, by));
  const mails = [...mailToSeats('notice', game.seats, by), ...toOthers];
  if (mails.length === 0) return countGmEvent(tx, ctx, { gameId: game.id, by });
  return requestMail(tx, ctx, by, mails);
}

/** The mails of a kind to the players of some seats: see `mailTo`. */
export function mailToSeats(
  kind: MailRequestKind,
  seats: readonly Pick<WholeSeat, 'account'>[],
  by: number,
): RequestedMail[] {
  return seats.flatMap(({ account }) => mailTo(kind, account, by));
}

/**
 * A mail to an account; none if there is no account. Notices to the sender count, because otherwise a GM who plays alone
 * could make the server send mail without end.
 */
export function mailTo(
  kind: MailRequestKind,
  account: { id: number; email: string } | null,
  by: number,
): RequestedMail[] {
  if (account === null || (account.id === by && kind !== 'notice')) return [];
  return [{ kind, address: account.email }];
}

/** The invitation of a person to a game; none if it is the GM's own address. */
export function invitationTo(address: string, { gm }: Pick<WholeGame, 'gm'>): RequestedMail[] {
  return address.trim().toLowerCase() === gm.email ? [] : [{ kind: 'invitation', address }];
}

const TOO_MUCH: Record<MailRequestKind, string> = {
  invitation:
    'Too many invitations have been sent to this address, or by you, in the last 24 hours. You can invite this person from',
  broadcast:
    'You have sent too many messages to these players in the last 24 hours. You can send the next one from',
  notice:
    'You have done too much in the last 24 hours that players are told by e-mail, so nothing was changed. You can do this from',
  message:
    'You or others have sent too many messages to this person in the last 24 hours. You can send the next one from',
  joiningNotice: 'Too many people have joined and left in the last 24 hours. The GM can be told from',
  strangerMessage:
    'You or others without a seat have sent too many messages to this GM in the last 24 hours. You can send the next one from',
};

/** The first key of the advisory locks of this file; the second is a hash of what is locked. */
const LOCK_CLASS = 0x6d61696c;

/**
 * Takes the locks in one order, so that two requests never wait for each other. Joining locks an account before its notice
 * is checked, so its address is not locked: the game is, and in other games only what happens at the same moment is added.
 */
async function lockRequests(tx: Tx, by: number, mails: readonly RequestedMail[]): Promise<void> {
  const shared = mails.filter(
    ({ kind }) => kind !== 'joiningNotice' && MAIL_LIMITS[kind].toAddressFromAll !== undefined,
  );
  const names = [`sender ${by}`, ...shared.map(({ address }) => addressHash(address))];
  const keys = names.map((name) => createHash('sha256').update(name).digest().readInt32BE());
  for (const key of [...new Set(keys)].sort((a, b) => a - b)) {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCK_CLASS}::int, ${key}::int)`;
  }
}

async function recentRequests(
  tx: Tx,
  ctx: AppContext,
  { kind, by, hashes }: { kind: MailRequestKind; by: number; hashes: string[] },
): Promise<Recent> {
  const at = { gt: new Date(ctx.now().getTime() - MAIL_REQUEST_AGE) };
  const orderBy = { at: 'asc' as const };
  const kinds = TOGETHER.find((together) => together.includes(kind)) ?? [kind];
  const bySender = await tx.mailRequest.findMany({
    where: { accountId: by, kind: { in: kinds }, at },
    orderBy,
  });
  const where = { addressHash: { in: hashes }, kind, at };
  const toThese = await tx.mailRequest.findMany({ where, orderBy });
  return { bySender, toThese };
}

/** The limits of a sender; null for an account that does not exist anymore. */
function limitsFor(kind: MailRequestKind, sender: Account | null): MailLimits {
  const limits = MAIL_LIMITS[kind];
  const isTrusted = kind !== 'invitation' || (sender !== null && mayRunGames(sender));
  if (!isTrusted) return { ...limits, addresses: FRIEND_INVITATIONS };
  return kind === 'invitation' ? { ...limits, firstFromAll: Number.POSITIVE_INFINITY } : limits;
}

/** From when mails with these limits can be sent to these addresses; null if they can be sent now. */
function blockedUntil(
  limits: MailLimits,
  hashes: readonly string[],
  { bySender, toThese }: Recent,
): Date | null {
  const toEach = hashes.flatMap((hash) => {
    const all = toThese.filter((request) => request.addressHash === hash);
    const own = bySender.filter((request) => request.addressHash === hash);
    const fromAll = own.length === 0 ? limits.firstFromAll : undefined;
    return [roomFrom(own, 1, limits.toAddress), roomFrom(all, 1, fromAll ?? limits.toAddressFromAll)];
  });
  const addresses = latestToEachAddress(bySender).filter((request) => !hashes.includes(request.addressHash));
  const dates = [
    ...toEach,
    roomFrom(bySender, hashes.length, limits.fromSender),
    roomFrom(addresses, new Set(hashes).size, limits.addresses),
  ];
  const latest = Math.max(...dates.map((date) => date?.getTime() ?? 0));
  return latest === 0 ? null : new Date(latest);
}

/**
 * From when there is room for some more requests below a limit: when enough of the earlier ones do not count anymore.
 * Null if there is room now.
 * @param earlier the requests that count now, the oldest first
 */
function roomFrom(earlier: readonly MailRequest[], more: number, limit: number | undefined): Date | null {
  if (limit === undefined) return null;
  const tooMany = earlier.length + more - limit;
  if (tooMany <= 0) return null;
  const last = earlier[tooMany - 1] ?? earlier.at(-1);
  return last === undefined ? null : new Date(last.at.getTime() + MAIL_REQUEST_AGE);
}

/** Of each address the latest request, the oldest first. */
function latestToEachAddress(requests: readonly MailRequest[]): MailRequest[] {
  const latest = new Map(requests.map((request) => [request.addressHash, request]));
  return [...latest.values()].sort((a, b) => a.at.getTime() - b.at.getTime());
}
