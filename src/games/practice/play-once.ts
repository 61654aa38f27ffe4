import type { AppContext } from '../../context.ts';
import type { Advice } from '../../rules/sheet.ts';
import { type NamedRequest, namedRequest } from '../sheets/named-request.ts';
import { type PlayInTurn, type PracticePlay, type PracticeRequest, playPractice } from './play-practice.ts';
import { findPracticeGame } from './practice-store.ts';

/** What became of a sheet of a practice game that a program may send again under the same key. */
export type PlayedOnce =
  | PracticePlay
  /** The turn was played before, by a request with the same key and content. The rest is as for the first one. */
  | { kind: 'repeated'; over: boolean; advice: Advice[] }
  /** The turn was played by a request with the same key and other content. Nothing was stored. */
  | { kind: 'key-reused' };

/**
 * As `playPractice`, for a program that sends the request again if it gets no answer: with the same key, the turn is
 * played once, until it is undone. What was not played is tried again.
 * @param key what the program calls the request; null for a request that is not repeated
 */
export async function playOnce(
  ctx: AppContext,
  sent: PracticeRequest & { raw: unknown },
  { key, playInTurn }: { key: string | null; playInTurn?: PlayInTurn },
): Promise<PlayedOnce> {
  const named = namedRequest({ sender: sent.playerId, key, raw: sent.raw });
  const before = named && (await findRepeated(ctx, sent, named));
  if (before !== null) return before;
  const played = await playPractice(ctx, { ...sent, named }, playInTurn);
  if (named === null || played.kind !== 'stale') return played;
  // Another request with the same key may have been played meanwhile.
  return (await findRepeated(ctx, sent, named)) ?? played;
}

async function findRepeated(
  ctx: AppContext,
  { playerId, gameId, turn }: PracticeRequest,
  { key, hash }: NamedRequest,
): Promise<Exclude<PlayedOnce, PracticePlay> | null> {
  const where = { gameId, turn, requestKey: key, game: { playerId } };
  const played = await ctx.db.prisma.practiceTurn.findFirst({
    where,
    select: { raw: true, requestHash: true },
  });
  const found = played && (await findPracticeGame(ctx, playerId, gameId));
  // It may have been undone meanwhile.
  if (played === null || found === null || found.game.turn <= turn) return null;
  if (played.requestHash !== hash) return { kind: 'key-reused' };
  const { game, ruleset, seat, states } = found;
  const checked = ruleset.check(states[turn - 1], seat.identifier, played.raw);
  return {
    kind: 'repeated',
    over: game.over && game.turn === turn + 1,
    advice: checked.ok ? checked.advice : [],
  };
}
