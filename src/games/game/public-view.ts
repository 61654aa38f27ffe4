import type { AppContext } from '../../context.ts';
import { findRuleset } from '../../rules/catalog.ts';
import type { Grade } from '../../rules/grades.ts';
import type { Report } from '../../rules/report.ts';
import type { Outcome } from '../../rules/ruleset.ts';
import { inspectionLines } from '../inspections/inspections-view.ts';
import { lettersInWords } from '../letters/letters-policy.ts';
import { type Away, awayIn } from '../schedule/absences-view.ts';
import { replacementLines } from '../seats/seat-changes.ts';
import { CARD_GAME, cardOf, type GameCard, listCards } from './game-card.ts';
import { rulesetOf } from './game-ruleset.ts';
import { NOT_ROLLED_BACK, readDiceSecret, type WholeGame, type WholeSeat } from './game-store.ts';
import { publicCards } from './public-cards.ts';
import { findGame } from './whole-game-rows.ts';

/*
 * What everyone may see of games. Read models (`*-view.ts`) alone decide who may see what: their functions take
 * the viewer and return null both for something that the viewer may not see and for something that does not
 * exist, so that callers cannot tell the two apart. The functions of this file are public and take no viewer.
 */

/** A seat of a game as everyone sees it. */
export interface PublicSeat {
  identifier: string;
  name: string;
  opponent: boolean;
  /** How well the computer plays the seat, so that its GM knows no more than the others; null if a person plays it. */
  grade: Grade | null;
}

/** The public page of a game. */
export interface PublicGame {
  card: GameCard;
  /** The ruleset's description of itself, in a sentence or two. */
  blurb: string;
  seats: PublicSeat[];
  /** The public printouts, each with the turn that it comes before; the latest first. */
  printouts: { id: string; turn: number; at: Date }[];
  /** SHA-256 of the dice secret in hex; the secret itself once the game is over. Null while it is forming. */
  dice: { commitment: string; secret: string | null } | null;
  /** Null until the game is over. */
  outcome: Outcome | null;
  /** Whether players may write private letters to each other, in words that follow a colon. */
  letters: string;
  /** Players who are away now or have announced that they will be. */
  away: Away[];
  /** What the GM has seen that players may not see, in sentences. */
  inspections: string[];
  /** The players whom the GM replaced, in sentences. */
  replacements: string[];
}

/** The states of a game that lists show; games that were abandoned are in none. */
export const LISTED_STATUSES = ['forming', 'running', 'over'] as const;

/** Which games a list shows. */
export interface ListRequest {
  /** All that lists show if it is missing. */
  status?: (typeof LISTED_STATUSES)[number] | undefined;
  /** Counted from 1. */
  page?: number;
  /** How many games a page has. */
  size: number;
}

/** A page of a list of games. */
export interface GameList {
  games: GameCard[];
  /** Whether there is a page after it. */
  hasMore: boolean;
}

/** The public games that are not games for friends, the newest first. */
export async function publicGames(
  ctx: AppContext,
  { status, page = 1, size }: ListRequest,
): Promise<GameList> {
  const part = { skip: (page - 1) * size, take: size + 1 };
  if (status !== undefined) {
    const cards = await publicCards(ctx.db.prisma, { status, ...part });
    return { games: cards.slice(0, size), hasMore: cards.length > size };
  }
  const found = await ctx.db.prisma.game.findMany({
    include: CARD_GAME,
    where: { status: { not: 'abandoned' }, forFriends: false },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    ...part,
  });
  return { games: await listCards(ctx, found.slice(0, size)), hasMore: found.length > size };
}

/** The public page of a game; null if no game has this number. */
export async function publicGame(ctx: AppContext, number: string): Promise<PublicGame | null> {
  const game = await findGame(ctx, number);
  return game && publicGameOf(ctx, game);
}

/** As `publicGame`, for a game that was read. */
export async function publicGameOf(ctx: AppContext, game: WholeGame): Promise<PublicGame> {
  const printouts = await ctx.db.prisma.printout.findMany({
    where: { gameId: game.id, seatId: null, ...NOT_ROLLED_BACK },
    select: { id: true, turn: true },
    orderBy: { turn: 'desc' },
  });
  const turns = await ctx.db.prisma.turn.findMany({
    where: { gameId: game.id, ...NOT_ROLLED_BACK },
    select: { turn: true, processedAt: true },
  });
  const writtenAt = new Map(turns.map(({ turn, processedAt }) => [turn + 1, processedAt]));
  const over = game.status === 'over';
  return {
    card: cardOf(game),
    blurb: findRuleset(game.ruleset)?.blurb ?? '',
    seats: game.seats.map(publicSeat),
    printouts: printouts.map(({ id, turn }) => ({ id, turn, at: writtenAt.get(turn) ?? game.createdAt })),
    dice: game.begunAt
      ? { commitment: game.diceCommitment, secret: over ? await publishedSecret(ctx, game) : null }
      : null,
    outcome: over ? rulesetOf(game).outcome(game.state) : null,
    letters: lettersInWords(game),
    away: await awayIn(ctx.db.prisma, ctx, game),
    inspections: await inspectionLines(ctx, game),
    replacements: await replacementLines(ctx, game),
  };
}

/** The dice secret in hex. Callers must make sure that the game is over. */
async function publishedSecret(ctx: AppContext, game: WholeGame): Promise<string> {
  return Buffer.from(await readDiceSecret(ctx.db.prisma, game.id)).toString('hex');
}

/** The public printout that comes before a turn; the final one comes before the turn after the last. Null if there is none. */
export async function publicPrintout(ctx: AppContext, number: string, turn: number): Promise<Report | null> {
  const game = await findGame(ctx, number);
  return game && publicReport(ctx, game.id, turn);
}

/** As `publicPrintout`, for a game whose id is known. */
export async function publicReport(ctx: AppContext, gameId: string, turn: number): Promise<Report | null> {
  if (!Number.isSafeInteger(turn) || turn > 1_000_000) return null;
  const printout = await ctx.db.prisma.printout.findFirst({
    where: { gameId, turn, seatId: null, ...NOT_ROLLED_BACK },
  });
  return printout?.report ?? null;
}

/** The id of the public printout in force that comes before a turn; null if there is none. Its report never changes. */
export async function publicPrintoutId(
  ctx: AppContext,
  gameId: string,
  turn: number,
): Promise<string | null> {
  const where = { gameId, turn, seatId: null, ...NOT_ROLLED_BACK };
  return (await ctx.db.prisma.printout.findFirst({ where, select: { id: true } }))?.id ?? null;
}

/** The report of one of `PublicGame.printouts`, also if it was rolled back in the meantime. */
export async function publicReportById(ctx: AppContext, printoutId: string): Promise<Report> {
  const where = { id: printoutId, seatId: null };
  return (await ctx.db.prisma.printout.findUniqueOrThrow({ where, select: { report: true } })).report;
}

/** What everyone sees of a seat. */
export function publicSeat({
  identifier,
  name,
  opponent,
  grade,
}: Pick<WholeSeat, 'identifier' | 'name' | 'opponent' | 'grade'>): PublicSeat {
  return { identifier, name, opponent, grade: opponent ? grade : null };
}
