import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '../../accounts/keyed-hash.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Account } from '../../database/generated/client.ts';
import { type GameNumber, gameNumber, parseGameNumber } from '../game/game-number.ts';
import { isMuted, setMuted } from './muted-games.ts';

/*
 * The links with which the reader of a mail gets no more of its kind, without signing in (RFC 8058). Each ends with a proof
 * that only this server can make, for one account with its present address and one kind of mail. It can do nothing else.
 */

/**
 * A kind of mail that can be turned off: reminders, last calls, letters of players, notices that can wait, the digest of these
 * notices, or what the GM of a game writes.
 */
export type Unsubscribable = { kind: keyof typeof TURNED_OFF } | { kind: 'gm'; game: NamedGame };

/** A game whose GM is muted. The link shows its number, and is good for the game with this id only. */
type NamedGame = { id: string; number: string };

/** What a link turns off, and for whom. */
export interface Unsubscription {
  account: Pick<Account, 'id' | 'email'>;
  what: Unsubscribable;
}

const TOKEN = /^(?:(reminders|lastCalls|letters|notices|digest)|gm-([a-z]{1,8}-\d{1,9}))-([0-9a-f]{32})$/;

const PROOF_LENGTH = 32;

const TURNED_OFF = {
  reminders: { remindHours: 0 },
  lastCalls: { mailLastCalls: false },
  letters: { mailLetters: false },
  notices: { noticeMail: 'none' },
  digest: { noticeMail: 'none' },
} as const;

/** The path of such a link. */
export async function unsubscribePath(ctx: Pick<AppContext, 'db'>, wanted: Unsubscription): Promise<string> {
  return `/unsubscribe/${wanted.account.id}/${nameOf(wanted.what)}-${await proofOf(ctx, wanted)}`;
}

/** What a link stands for; null if this server did not make it for the account's present address. */
export async function findUnsubscription(
  ctx: AppContext,
  accountId: number,
  token: string,
): Promise<Unsubscription | null> {
  const [, kind, game, proof = ''] = TOKEN.exec(token) ?? [];
  if (proof === '') return null;
  const select = { id: true, email: true };
  const account = await ctx.db.prisma.account.findFirst({
    where: { id: accountId, deletedAt: null },
    select,
  });
  if (account === null) return null;
  const what = game === undefined ? { kind: kind as keyof typeof TURNED_OFF } : await findGmWords(ctx, game);
  if (what === null) return null;
  const found = { account, what };
  const proofs = [
    await proofOf(ctx, found),
    ...(what.kind === 'gm' ? [await earlierProofOf(ctx, found)] : []),
  ];
  return proofs.some((right) => isSame(proof, right)) ? found : null;
}

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Turns off the mail of a link. It can be turned on again on the account page, or the page for messages to the GM. */
export async function unsubscribe(ctx: AppContext, { account, what }: Unsubscription): Promise<void> {
  if (what.kind === 'gm') {
    await setMuted(ctx, { gameId: what.game.id, accountId: account.id, muted: true });
    return;
  }
  const data = TURNED_OFF[what.kind];
  await ctx.db.prisma.account.update({ where: { id: account.id }, data });
}

/** Whether the owner of an account has turned off mail of a kind, with a link or on a page. */
export async function isTurnedOff(
  db: Pick<Tx, 'account' | 'mutedGame'>,
  accountId: number,
  what: Unsubscribable,
): Promise<boolean> {
  if (what.kind === 'gm') return await isMuted(db, { gameId: what.game.id, accountId });
  return (await db.account.count({ where: { id: accountId, ...TURNED_OFF[what.kind] } })) > 0;
}

/** What a link with the number of a game stands for; null if there is no such game. */
async function findGmWords({ db }: AppContext, number: string): Promise<Unsubscribable | null> {
  const parts = parseGameNumber(number);
  const select = { id: true, prefix: true, serial: true };
  const game = parts && (await db.prisma.game.findUnique({ where: { prefix_serial: parts }, select }));
  return game && gmWordsOf(game);
}

/** What a mail about a game can be turned off as. */
export function gmWordsOf(game: GameNumber & { id: string }): Unsubscribable {
  return { kind: 'gm', game: { id: game.id, number: gameNumber(game) } };
}

function nameOf(what: Unsubscribable): string {
  return what.kind === 'gm' ? `gm-${what.game.number.toLowerCase()}` : what.kind;
}

/** The proof of a link to mute a GM in older mail. It is over the number of the game, which no other game can get. */
async function earlierProofOf(
  ctx: Pick<AppContext, 'db'>,
  { account, what }: Unsubscription,
): Promise<string> {
  const text = `${nameOf(what)} ${account.id} ${account.email.toLowerCase()}`;
  return (await keyedHash(ctx, 'unsubscribe', text)).slice(0, PROOF_LENGTH);
}

async function proofOf(ctx: Pick<AppContext, 'db'>, { account, what }: Unsubscription): Promise<string> {
  const about = what.kind === 'gm' ? `gm ${what.game.id}` : what.kind;
  const text = `${about} ${account.id} ${account.email.toLowerCase()}`;
  return (await keyedHash(ctx, 'unsubscribe', text)).slice(0, PROOF_LENGTH);
}
