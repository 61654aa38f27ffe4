import type { AppContext } from '../../context.ts';
import type { LetterChannel, Prisma } from '../../database/generated/client.ts';
import { fail, problemsInWords, type Result } from '../../rules/result.ts';
import { cardOf, type GameCard, type Viewer } from '../game/game-card.ts';
import type { WholeGame, WholeSeat } from '../game/game-store.ts';
import { playerMark } from '../game/player-mark.ts';
import { findGame } from '../game/whole-game-rows.ts';
import { type Correspondent, correspondent, hasReader, playsByPost } from './correspondents.ts';
import { checkLettersOpen, lettersInWords } from './letters-policy.ts';

/*
 * What a person sees of the letters of a game: those that the account wrote, and the copies that it got. No one else
 * sees them, not even the GM or the operator.
 */

/** A letter as its writer or one of its recipients sees it. */
export interface SeenLetter {
  id: string;
  from: Correspondent;
  to: Correspondent[];
  /** Whether the viewer wrote it. */
  own: boolean;
  /** Whether the viewer got it and has not opened it before. */
  isNew: boolean;
  turn: number;
  sentAt: Date;
  via: LetterChannel;
  /** Paragraphs, each a list of lines. */
  paragraphs: string[][];
  /** Who can get a reply now, by identifier: the writer, or the writer and all other recipients. */
  answer: { writer: string[]; all: string[] };
}

/** What a person can do with the letters of a game. */
export interface LettersOf {
  game: GameCard;
  /** The viewer's seat; null if the viewer no longer has one. */
  seat: { id: string; identifier: string; name: string } | null;
  /** Whether the players can write to each other, in words that follow a colon. */
  rule: string;
  /** Why the viewer cannot write a letter now, for the page; null if the viewer can. */
  closed: string | null;
  /** The other seats that can get letters, in the game's order. */
  people: Correspondent[];
  /** The other seats that cannot get letters: the computer plays them, or their players have no e-mail and play by post. */
  silent: (Correspondent & { byPost: boolean })[];
}

/** One page of the letters of a game, latest first. */
export interface LettersPage extends LettersOf {
  letters: SeenLetter[];
  page: number;
  pages: number;
  marks: PlayerMarks;
}

/** The mark of each player who can get letters (see `playerMark`), by the identifier of the seat. */
export type PlayerMarks = Record<string, string>;

const LETTERS_PER_PAGE = 30;

const WITH_SEATS = {
  seat: true,
  copies: { include: { seat: true }, orderBy: { seat: { position: 'asc' } } },
} as const satisfies Prisma.LetterInclude;

type WholeLetter = Prisma.LetterGetPayload<{ include: typeof WITH_SEATS }>;

/** The letters of a game that the viewer may read; null for viewers who have neither a seat nor a letter in it. */
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
  if (!hasSeat(game, viewer.id) && count === 0) return null;
  const letters = await ctx.db.prisma.letter.findMany({
    where,
    include: WITH_SEATS,
    orderBy: [{ sentAt: 'desc' }, { id: 'desc' }],
    skip: (page - 1) * LETTERS_PER_PAGE,
    take: LETTERS_PER_PAGE,
  });
  const seen = letters.map((letter) => seenLetter(game, letter, viewer.id));
  return {
    ...lettersOf(ctx, game, viewer.id),
    letters: seen,
    page,
    pages: Math.max(1, Math.ceil(count / LETTERS_PER_PAGE)),
    marks: await marksOf(ctx, game),
  };
}

/**
 * The form for a letter, with the letter that it replies to if the viewer may read that one. Null for viewers who have
 * neither a seat nor a letter in the game. Players who lost their seat while they were writing still get the form, so
 * that their text is not lost, but they cannot send it (`closed`).
 * @param answered the id of the letter that it replies to; null for a new letter
 */
export async function letterFormPage(
  ctx: AppContext,
  viewer: Viewer,
  number: string,
  answered: string | null,
): Promise<(LettersOf & { answered: SeenLetter | null; marks: PlayerMarks }) | null> {
  const game = viewer ? await findGame(ctx, number) : null;
  if (!game || !viewer) return null;
  const readable = { gameId: game.id, ...readableBy(viewer.id) };
  const { letter } = ctx.db.prisma;
  if (!hasSeat(game, viewer.id) && (await letter.count({ where: readable })) === 0) return null;
  const where = { id: answered ?? '', ...readable };
  const found = answered === null ? null : await letter.findFirst({ where, include: WITH_SEATS });
  return {
    ...lettersOf(ctx, game, viewer.id),
    answered: found && seenLetter(game, found, viewer.id),
    marks: await marksOf(ctx, game),
  };
}

async function marksOf(ctx: AppContext, game: WholeGame): Promise<PlayerMarks> {
  const marks: PlayerMarks = {};
  for (const seat of game.seats.filter(hasReader)) marks[seat.identifier] = await playerMark(ctx, seat);
  return marks;
}

/** Records that the viewer has opened these letters. */
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

/** The number of letters that the viewer has not opened, by game id; games without such letters are left out. */
export async function newLetters(ctx: AppContext, viewer: Viewer): Promise<Map<string, number>> {
  if (!viewer) return new Map();
  const groups = await ctx.db.prisma.letterCopy.groupBy({
    by: ['gameId'],
    where: { accountId: viewer.id, readAt: null },
    _count: true,
  });
  return new Map(groups.map(({ gameId, _count }) => [gameId, _count]));
}

/** Whether a game has anything to show the viewer under Letters (`shown`), and how many letters are new (`fresh`). */
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

/** Whether the account has a seat in the game, or can reclaim one from the computer. */
function hasSeat(game: WholeGame, account: number): boolean {
  return game.seats.some((seat) => seat.accountId === account || seat.reclaimableById === account);
}

function readableBy(account: number): Prisma.LetterWhereInput {
  return { OR: [{ accountId: account }, { copies: { some: { accountId: account } } }] };
}

function lettersOf(ctx: AppContext, game: WholeGame, account: number): LettersOf {
  const own = game.seats.find((seat) => seat.accountId === account);
  const others = game.seats.filter((seat) => seat.id !== own?.id);
  const asCorrespondent = (seat: WholeSeat) => ({
    seatId: seat.id,
    identifier: seat.identifier,
    name: seat.name,
  });
  const people = others.filter(hasReader).map(asCorrespondent);
  const canWrite = checkCanWrite(ctx, game, { seated: own !== undefined, readers: people.length });
  return {
    game: cardOf(game),
    seat: own ? { id: own.id, identifier: own.identifier, name: own.name } : null,
    rule: lettersInWords(game),
    closed: canWrite.ok ? null : problemsInWords(canWrite.problems),
    people,
    silent: others
      .filter((seat) => !hasReader(seat))
      .map((seat) => ({ ...asCorrespondent(seat), byPost: playsByPost(seat) })),
  };
}

/** Whether the viewer can write a letter now. Problems: `not-seated`, `closed`, `not-reachable` (no one can read it). */
function checkCanWrite(
  ctx: AppContext,
  game: WholeGame,
  { seated, readers }: { seated: boolean; readers: number },
): Result<void> {
  if (!seated) return fail('', 'not-seated', 'You have no seat in this game.');
  const open = checkLettersOpen(game, ctx.now());
  if (!open.ok || readers > 0) return open;
  const message = game.seats.some(playsByPost)
    ? 'The computer plays the other seats, or their players play by post, so no one can read a letter.'
    : 'The computer plays all other seats, so no one can read a letter.';
  return fail('to', 'not-reachable', message);
}

function seenLetter(game: WholeGame, letter: WholeLetter, account: number): SeenLetter {
  const own = letter.accountId === account;
  const copy = letter.copies.find(({ accountId }) => accountId === account);
  // The seat, if its player of that time still plays it and so can get a reply.
  const stillSeated = (seatId: string, accountId: number | null) =>
    game.seats.filter(
      (seat) => seat.id === seatId && accountId !== null && seat.accountId === accountId && hasReader(seat),
    );
  const writer = own ? [] : stillSeated(letter.seatId, letter.accountId);
  const readers = letter.copies
    .filter(({ accountId }) => accountId !== account)
    .flatMap(({ seatId, accountId }) => stillSeated(seatId, accountId));
  return {
    id: letter.id,
    from: correspondent(letter.seat, letter.accountId),
    to: letter.copies.map(({ seat, accountId }) => correspondent(seat, accountId)),
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
