import type { AppContext } from '../../context.ts';
import type { LetterChannel, Prisma } from '../../database/generated/client.ts';
import { findGame, type WholeGame, type WholeSeat } from '../game/game-store.ts';
import { cardOf, type GameCard, type Viewer } from '../game/public-view.ts';
import { type Correspondent, correspondent } from './correspondents.ts';
import { lettersClosedReason, lettersInWords } from './letters-policy.ts';

/*
 * What a person sees of the letters of a game: what the account wrote, and the copies that came to it. Nobody else
 * sees any of it, whatever they run.
 */

/** A letter as its writer or one of its readers sees it. */
export interface SeenLetter {
  id: string;
  from: Correspondent;
  to: Correspondent[];
  /** Did the viewer write it? */
  own: boolean;
  /** Has the viewer not opened it before? */
  isNew: boolean;
  turn: number;
  sentAt: Date;
  via: LetterChannel;
  /** Paragraphs of lines. */
  paragraphs: string[][];
  /** To whom an answer can go now, by identifier: the writer, and everybody else who had the letter. */
  answer: { writer: string[]; all: string[] };
}

/** Where somebody stands towards the letters of a game. */
export interface LettersOf {
  game: GameCard;
  /** Null where the viewer sat there once, and no longer does. */
  seat: { id: string; identifier: string; name: string } | null;
  /** May the players write each other, in words that follow a colon? */
  rule: string;
  /** Why the viewer can write no letter now; null where one can be written. */
  closed: string | null;
  /** At which other seats somebody sits who can read, in the game's order. */
  people: Correspondent[];
  /** The other seats. */
  silent: Correspondent[];
}

/** A page of the letters of a game, the latest first. */
export interface LettersPage extends LettersOf {
  letters: SeenLetter[];
  page: number;
  pages: number;
}

const PAGE = 30;

const WITH_SEATS = {
  seat: true,
  copies: { include: { seat: true }, orderBy: { seat: { position: 'asc' } } },
} as const satisfies Prisma.LetterInclude;

type WholeLetter = Prisma.LetterGetPayload<{ include: typeof WITH_SEATS }>;

/** The letters of a game that the account may read; null for whoever has neither a seat nor a letter in it. */
export async function lettersPage(
  ctx: AppContext,
  viewer: Viewer,
  number: string,
  page: number,
): Promise<LettersPage | null> {
  const game = viewer ? await findGame(ctx, number) : null;
  if (!game || !viewer) return null;
  const where = { gameId: game.id, ...readableBy(viewer.id) };
  const count = await ctx.db.prisma.letter.count({ where });
  const of = lettersOf(ctx, game, viewer.id);
  if (!isOfGame(game, viewer.id) && count === 0) return null;
  const letters = await ctx.db.prisma.letter.findMany({
    where,
    include: WITH_SEATS,
    orderBy: [{ sentAt: 'desc' }, { id: 'desc' }],
    skip: (page - 1) * PAGE,
    take: PAGE,
  });
  const seen = letters.map((letter) => seenLetter(game, letter, viewer.id));
  return { ...of, letters: seen, page, pages: Math.max(1, Math.ceil(count / PAGE)) };
}

/**
 * What the form for a letter needs, with the letter that is answered, where the account may read it; null for whoever
 * has neither a seat nor a letter in the game. Whoever has lost the seat while writing still gets the form, so that the
 * words are not lost; it is closed.
 */
export async function letterFormPage(
  ctx: AppContext,
  viewer: Viewer,
  number: string,
  answered: string | null,
): Promise<(LettersOf & { answered: SeenLetter | null }) | null> {
  const game = viewer ? await findGame(ctx, number) : null;
  if (!game || !viewer) return null;
  const readable = { gameId: game.id, ...readableBy(viewer.id) };
  const { letter } = ctx.db.prisma;
  if (!isOfGame(game, viewer.id) && (await letter.count({ where: readable })) === 0) return null;
  const where = { id: answered ?? '', ...readable };
  const found = answered === null ? null : await letter.findFirst({ where, include: WITH_SEATS });
  const of = lettersOf(ctx, game, viewer.id);
  return { ...of, answered: found && seenLetter(game, found, viewer.id) };
}

/** Notes that the account has opened its copies of these letters. */
export async function markRead(
  ctx: AppContext,
  viewer: Viewer,
  letters: readonly SeenLetter[],
): Promise<void> {
  const ids = letters.filter(({ isNew }) => isNew).map(({ id }) => id);
  if (!viewer || ids.length === 0) return;
  await ctx.db.prisma.letterCopy.updateMany({
    where: { letterId: { in: ids }, accountId: viewer.id, readAt: null },
    data: { readAt: ctx.now() },
  });
}

/** How many letters wait to be opened by the account, by the game's id; games without any are left out. */
export async function newLetters(ctx: AppContext, viewer: Viewer): Promise<Map<string, number>> {
  if (!viewer) return new Map();
  const counted = await ctx.db.prisma.letterCopy.groupBy({
    by: ['gameId'],
    where: { accountId: viewer.id, readAt: null },
    _count: true,
  });
  return new Map(counted.map(({ gameId, _count }) => [gameId, _count]));
}

/** Has a game anything to show under Letters, and how many of them are new? */
export async function lettersMark(
  ctx: AppContext,
  viewer: Viewer,
  number: string,
): Promise<{ shown: boolean; fresh: number }> {
  const game = viewer ? await findGame(ctx, number) : null;
  if (!game || !viewer) return { shown: false, fresh: 0 };
  const fresh = (await newLetters(ctx, viewer)).get(game.id) ?? 0;
  const others = game.seats.some((seat) => hasReader(seat) && seat.accountId !== viewer.id);
  const open = game.letters !== 'none' && game.begunAt !== null && others;
  if (fresh > 0 || open) return { shown: true, fresh };
  const where = { gameId: game.id, ...readableBy(viewer.id) };
  return { shown: (await ctx.db.prisma.letter.count({ where })) > 0, fresh };
}

/** Does the account sit there, or is a seat kept for it while the computer plays? */
function isOfGame(game: WholeGame, account: number): boolean {
  return game.seats.some((seat) => seat.accountId === account || seat.reclaimableById === account);
}

function readableBy(account: number): Prisma.LetterWhereInput {
  return { OR: [{ accountId: account }, { copies: { some: { accountId: account } } }] };
}

function lettersOf(ctx: AppContext, game: WholeGame, account: number): LettersOf {
  const own = game.seats.find((seat) => seat.accountId === account);
  const others = game.seats.filter((seat) => seat.id !== own?.id);
  const now = (seat: WholeSeat) => ({ seatId: seat.id, identifier: seat.identifier, name: seat.name });
  const people = others.filter(hasReader).map(now);
  const closed = lettersClosedReason(game, ctx.now());
  const noSeat = 'You have no seat in this game now.';
  const nobody = 'No person sits at another seat of this game: nobody is there to read a letter.';
  return {
    game: cardOf(game),
    seat: own ? { id: own.id, identifier: own.identifier, name: own.name } : null,
    rule: lettersInWords(game),
    closed: own ? (closed ?? (people.length === 0 ? nobody : null)) : noSeat,
    people,
    silent: others.filter((seat) => !hasReader(seat)).map(now),
  };
}

function hasReader(seat: WholeSeat): boolean {
  return seat.account !== null && !seat.opponent;
}

function seenLetter(game: WholeGame, letter: WholeLetter, account: number): SeenLetter {
  const own = letter.accountId === account;
  const copy = letter.copies.find((one) => one.accountId === account);
  const still = (seatId: string, accountId: number | null) =>
    game.seats.filter(
      (seat) => seat.id === seatId && accountId !== null && seat.accountId === accountId && !seat.opponent,
    );
  const writer = own ? [] : still(letter.seatId, letter.accountId);
  const readers = letter.copies
    .filter((one) => one.accountId !== account)
    .flatMap((one) => still(one.seatId, one.accountId));
  return {
    id: letter.id,
    from: correspondent(letter.seat, letter.accountId),
    to: letter.copies.map((one) => correspondent(one.seat, one.accountId)),
    own,
    isNew: copy !== undefined && copy.readAt === null,
    turn: letter.turn,
    sentAt: letter.sentAt,
    via: letter.via,
    paragraphs: letter.text.split('\n\n').map((paragraph) => paragraph.split('\n')),
    answer: {
      writer: writer.map(({ identifier }) => identifier),
      all: [...writer, ...readers].map(({ identifier }) => identifier),
    },
  };
}
