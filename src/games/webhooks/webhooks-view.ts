import type { AppContext } from '../../context.ts';
import type {
  Webhook,
  WebhookCall,
  WebhookCallStatus,
  WebhookKind,
} from '../../database/generated/client.ts';

/** How many calls pages show; older ones are deleted when there are more. */
export const SHOWN_CALLS = 20;

/** A webhook, as its owner sees it. The secret is never among it. */
export interface WebhookView {
  id: string;
  kind: WebhookKind;
  /** The whole address of a program; of a chat only its host and its end, because anyone who has it can write there. */
  address: string;
  createdAt: Date;
  /** When the server stopped calling it; null if it does. */
  disabledAt: Date | null;
  calls: CallView[];
}

/** One event that was sent, or will be sent. */
export interface CallView {
  event: string;
  turn: number;
  createdAt: Date;
  status: WebhookCallStatus;
  attempts: number;
  outcome: string | null;
  nextAttempt: Date | null;
}

const CALLS = { orderBy: { createdAt: 'desc' }, take: SHOWN_CALLS } as const;

/** The webhook that a player has set for their seat in a game; null if there is none. */
export async function seatWebhook(
  ctx: AppContext,
  { seatId, accountId }: { seatId: string; accountId: number },
): Promise<WebhookView | null> {
  const where = { seatId_accountId: { seatId, accountId } };
  const found = await ctx.db.prisma.webhook.findUnique({ where, include: { calls: CALLS } });
  return found && viewOf(found);
}

/** The chats of a game, the oldest first. */
export async function chatsOf(ctx: AppContext, gameId: string): Promise<WebhookView[]> {
  const where = { gameId, kind: { not: 'program' as const } };
  const orderBy = { createdAt: 'asc' as const };
  const found = await ctx.db.prisma.webhook.findMany({ where, orderBy, include: { calls: CALLS } });
  return found.map(viewOf);
}

function viewOf({
  id,
  kind,
  url,
  createdAt,
  disabledAt,
  calls,
}: Webhook & { calls: WebhookCall[] }): WebhookView {
  const address = kind === 'program' ? url : `${new URL(url).host} … ${url.slice(-4)}`;
  return {
    ...{ id, kind, address, createdAt, disabledAt },
    calls: calls.map(({ event, turn, createdAt, status, attempts, outcome, nextAttempt }) => ({
      ...{ event, turn, createdAt, status, attempts, outcome, nextAttempt },
    })),
  };
}
