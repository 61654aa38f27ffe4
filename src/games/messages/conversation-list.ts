import type { AppContext } from '../../context.ts';
import { statement } from '../../database/sql.ts';
import type { WholeGame } from '../game/game-store.ts';
import { personOf, WITH_PEOPLE } from './messages-view.ts';

/** A conversation in the list of the GM. */
export interface ConversationLine {
  /** The id of its latest message, which leads to it. */
  id: string;
  with: string;
  /** The number of messages, and of those that the GM has not opened. */
  count: number;
  fresh: number;
  latest: { fromGm: boolean; sentAt: Date; firstLine: string };
}

/** The most conversations in the list. */
const MAX_CONVERSATIONS = 500;

/** For each person who wrote to a GM of a game, or got a message: the latest message, how many there are, and how many are new. */
const listConversations = statement<
  { id: string; count: number; fresh: number },
  [gameId: string, gmId: number, most: number]
>(
  'list-conversations-of-gm',
  `select c."id", c."count", c."fresh" from (
    select (array_agg(m."id" order by m."sentAt" desc, m."id" desc))[1] as "id", max(m."sentAt") as "sentAt",
      count(*)::int as "count", (count(*) filter (where not m."fromGm" and m."readAt" is null))::int as "fresh"
    from "GmMessage" m where m."gameId" = $1::uuid and m."gmId" = $2::int
    group by m."accountId", case when m."accountId" is null then m."id" end
  ) c order by c."fresh" > 0 desc, c."sentAt" desc, c."id" desc limit $3::int`,
);

/**
 * The conversations of a game's GM: those with new messages first, and the latest first of both. Callers must make sure that
 * the reader is the GM.
 */
export async function conversationsOfGm(ctx: AppContext, game: WholeGame): Promise<ConversationLine[]> {
  const { prisma } = ctx.db;
  const found = await listConversations(prisma, game.id, game.gmId, MAX_CONVERSATIONS);
  const ids = found.map(({ id }) => id);
  const messages = await prisma.gmMessage.findMany({ where: { id: { in: ids } }, include: WITH_PEOPLE });
  const lines: ConversationLine[] = [];
  for (const { id, count, fresh } of found) {
    const latest = messages.find((message) => message.id === id);
    if (latest === undefined) continue;
    const { fromGm, sentAt, text } = latest;
    const firstLine = text.split('\n')[0] ?? '';
    lines.push({
      ...{ id, with: await personOf(prisma, game, latest), count, fresh },
      latest: { fromGm, sentAt, firstLine },
    });
  }
  return lines;
}
