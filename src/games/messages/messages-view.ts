import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { LetterChannel, Prisma } from '../../database/generated/client.ts';
import { problemsInWords } from '../../rules/result.ts';
import { cardOf, type GameCard, type Viewer } from '../game/game-card.ts';
import type { WholeGame } from '../game/game-store.ts';
import { checkMessagesOpen } from '../game/messages-open.ts';
import { playerMark, seatMark } from '../game/player-mark.ts';
import { findGame } from '../game/whole-game-rows.ts';
import { correspondent, inWords } from '../letters/correspondents.ts';
import { isMuted } from '../notices/muted-games.ts';
import { personName } from './person-names.ts';
import { checkMayWriteToGm, checkMayWriteToSeat } from './who-may-write.ts';

/*
 * What a person sees of the messages between the GM of a game and other people: the person's own conversation with
 * its GMs, or, for a GM, the conversations that they had as its GM. No one else sees them, not even the operator.
 */

/** A message as one of its two people sees it. */
export interface SeenMessage {
  id: string;
  /** Whether the viewer wrote it. */
  own: boolean;
  /** Whether the viewer got it and has not opened it before. */
  isNew: boolean;
  /** The writer's name; null for the viewer. */
  from: string | null;
  /** 0 before the game began. */
  turn: number;
  sentAt: Date;
  via: LetterChannel;
  /** Paragraphs, each a list of lines. */
  paragraphs: string[][];
}

/** A page of a conversation, the latest message first. */
export interface Conversation {
  game: GameCard;
  /** The name of the person on the other side: the GM's, or `[AB] Ann Baker`. */
  with: string;
  /** Whether the viewer has a seat in the game. */
  isSeated: boolean;
  messages: SeenMessage[];
  /** The first page has the latest messages. */
  page: number;
  pages: number;
  /** Why the viewer cannot write now, for the page; null if the viewer can. */
  closed: string | null;
  /** Whether the viewer has muted the game. Only for viewers who do not run it. */
  muted?: boolean;
  /**
   * The mark of the player of a seat (see `playerMark`; `seatMark` before they have accepted it). Only in the GM's conversation
   * with a seat.
   */
  mark?: string;
}

const MESSAGES_PER_PAGE = 200;

/** What `personOf` needs to know of a message. */
export const WITH_PEOPLE = { gm: true, account: true, seat: true } as const satisfies Prisma.GmMessageInclude;
type WholeMessage = Prisma.GmMessageGetPayload<{ include: typeof WITH_PEOPLE }>;

const LATEST_FIRST = [{ sentAt: 'desc' as const }, { id: 'desc' as const }];

/** The viewer's conversation with the GMs of a game; null if no game has this number. */
export async function conversationWithGm(
  ctx: AppContext,
  viewer: Viewer,
  number: string,
  page = 1,
): Promise<Conversation | null> {
  const game = viewer ? await findGame(ctx, number) : null;
  if (!game || !viewer) return null;
  const mayWrite = await checkMayWriteToGm(ctx.db.prisma, ctx, game, viewer.id);
  const { messages, ...place } = await findMessages(ctx, { gameId: game.id, accountId: viewer.id }, page);
  return {
    game: cardOf(game),
    with: game.gm.name,
    isSeated: game.seats.some(({ accountId }) => accountId === viewer.id),
    messages: messages.map((message) =>
      seenMessage(message, { isGm: false, other: message.gm?.name ?? 'A former GM' }),
    ),
    ...place,
    closed: mayWrite.ok ? null : problemsInWords(mayWrite.problems),
    ...(game.gmId !== viewer.id && {
      muted: await isMuted(ctx.db.prisma, { gameId: game.id, accountId: viewer.id }),
    }),
  };
}

/** The conversation that a message belongs to, for the GM who got it or wrote it; null for everyone else. */
export async function conversationOfGm(
  ctx: AppContext,
  viewer: Viewer,
  number: string,
  messageId: string,
  page = 1,
): Promise<Conversation | null> {
  const game = viewer ? await findGame(ctx, number) : null;
  if (!game || !viewer || game.gmId !== viewer.id) return null;
  const own = { gameId: game.id, gmId: viewer.id };
  const { gmMessage } = ctx.db.prisma;
  const asked = await gmMessage.findFirst({ where: { ...own, id: messageId }, include: WITH_PEOPLE });
  if (asked === null) return null;
  const { messages, ...place } =
    asked.accountId === null
      ? { messages: [asked], page: 1, pages: 1 }
      : await findMessages(ctx, { ...own, accountId: asked.accountId }, page);
  const open = checkMessagesOpen(ctx, game);
  const other = await personOf(ctx.db.prisma, game, asked);
  const isGone = asked.account === null || asked.account.deletedAt !== null;
  const goneWords = isGone ? 'This person has deleted their account. No one can get your reply.' : null;
  return {
    game: cardOf(game),
    with: other,
    isSeated: game.seats.some(({ accountId }) => accountId === viewer.id),
    messages: messages.map((message) => seenMessage(message, { isGm: true, other })),
    ...place,
    closed: open.ok ? goneWords : problemsInWords(open.problems),
  };
}

/** The GM's conversation with the player of a seat; null for everyone but the GM, and if no person has accepted the seat. */
export async function conversationWithSeat(
  ctx: AppContext,
  viewer: Viewer,
  number: string,
  seatId: string,
  page = 1,
): Promise<Conversation | null> {
  const game = viewer ? await findGame(ctx, number) : null;
  if (!game || !viewer || game.gmId !== viewer.id) return null;
  const seat = game.seats.find(({ id }) => id === seatId);
  const player = seat && checkMayWriteToSeat(game, seat);
  if (!seat || !player?.ok) return null;
  const other = inWords(correspondent(seat, player.value.id));
  const between = { gameId: game.id, gmId: viewer.id, accountId: player.value.id };
  const { messages, ...place } = await findMessages(ctx, between, page);
  const open = checkMessagesOpen(ctx, game);
  return {
    game: cardOf(game),
    with: other,
    isSeated: game.seats.some(({ accountId }) => accountId === viewer.id),
    messages: messages.map((message) => seenMessage(message, { isGm: true, other })),
    ...place,
    closed: open.ok ? null : problemsInWords(open.problems),
    mark: await playerMark(ctx, seat),
  };
}

/**
 * For a GM who has written to the player of a seat that no one has anymore, or whose new player has not accepted it: the same
 * without messages, so that what was typed can be shown again. Null for everyone but the GM, and if the game has no such
 * seat.
 */
export async function conversationWithNoOne(
  ctx: AppContext,
  viewer: Viewer,
  number: string,
  seatId: string,
): Promise<Conversation | null> {
  const game = viewer ? await findGame(ctx, number) : null;
  const seat = game?.seats.find(({ id }) => id === seatId);
  if (!game || !viewer || game.gmId !== viewer.id || !seat) return null;
  const player = checkMayWriteToSeat(game, seat);
  return {
    game: cardOf(game),
    with: `[${seat.identifier}]`,
    isSeated: game.seats.some(({ accountId }) => accountId === viewer.id),
    ...{ messages: [], page: 1, pages: 1 },
    closed: player.ok ? null : problemsInWords(player.problems),
    mark: seat.acceptedAt === null ? await seatMark(ctx, seat) : await playerMark(ctx, seat),
  };
}

/** Records that the viewer has opened these messages. */
export async function markMessagesRead(
  ctx: AppContext,
  viewer: Viewer,
  messages: readonly SeenMessage[],
): Promise<void> {
  const ids = messages.filter(({ isNew }) => isNew).map(({ id }) => id);
  if (!viewer || ids.length === 0) return;
  const got = [
    { fromGm: true, accountId: viewer.id },
    { fromGm: false, gmId: viewer.id },
  ];
  await ctx.db.prisma.gmMessage.updateMany({
    where: { id: { in: ids }, readAt: null, OR: got },
    data: { readAt: ctx.now() },
  });
}

/** What the pages of a game show about writing to its GM: the link, and how many of the GM's messages are new. */
export interface GmContact {
  shown: boolean;
  fresh: number;
}

/** Whether the viewer can write to the GM of a game, or has messages with its GMs. */
export async function gmContact(ctx: AppContext, viewer: Viewer, game: WholeGame): Promise<GmContact> {
  if (!viewer || game.gmId === viewer.id) return { shown: false, fresh: 0 };
  const own = { gameId: game.id, accountId: viewer.id };
  const { prisma } = ctx.db;
  const mayWrite = await checkMayWriteToGm(prisma, ctx, game, viewer.id);
  const shown = mayWrite.ok || (await prisma.gmMessage.count({ where: own })) > 0;
  const fresh = await prisma.gmMessage.count({ where: { ...own, fromGm: true, readAt: null } });
  return { shown, fresh };
}

/** The number of messages that a GM has not opened, by game id; games without any are left out. */
export async function newMessagesToGm(ctx: AppContext, gmId: number): Promise<Map<string, number>> {
  const groups = await ctx.db.prisma.gmMessage.groupBy({
    by: ['gameId'],
    where: { gmId, fromGm: false, readAt: null },
    _count: true,
  });
  return new Map(groups.map(({ gameId, _count }) => [gameId, _count]));
}

async function findMessages(
  { db }: AppContext,
  where: Prisma.GmMessageWhereInput,
  page: number,
): Promise<{ messages: WholeMessage[]; page: number; pages: number }> {
  const count = await db.prisma.gmMessage.count({ where });
  const messages = await db.prisma.gmMessage.findMany({
    where,
    include: WITH_PEOPLE,
    orderBy: LATEST_FIRST,
    skip: (page - 1) * MESSAGES_PER_PAGE,
    take: MESSAGES_PER_PAGE,
  });
  return { messages, page, pages: Math.max(1, Math.ceil(count / MESSAGES_PER_PAGE)) };
}

/** The person to whom the GM writes: `[AB] Ann Baker`, or what `personName` says for someone without a seat. */
export async function personOf(
  db: Tx,
  game: WholeGame,
  { account, accountId, seat }: WholeMessage,
): Promise<string> {
  if (account === null || account.deletedAt !== null) return 'A former player';
  // Until a person accepts a seat, the GM does not know that it is theirs, unless they wrote from it.
  const present = game.seats.find(
    (one) =>
      (one.accountId ?? one.reclaimableById) === accountId &&
      (one.acceptedAt !== null || one.id === seat?.id),
  );
  if (present) return inWords(correspondent(present, accountId));
  const name = await personName(db, game, account);
  return seat ? `${name}, once ${inWords(correspondent(seat, accountId))}` : name;
}

function seenMessage(message: WholeMessage, { isGm, other }: { isGm: boolean; other: string }): SeenMessage {
  const own = message.fromGm === isGm;
  return {
    id: message.id,
    own,
    isNew: !own && message.readAt === null,
    from: own ? null : other,
    turn: message.turn,
    sentAt: message.sentAt,
    via: message.via,
    paragraphs: message.text.split('\n\n').map((paragraph) => paragraph.split('\n')),
  };
}
