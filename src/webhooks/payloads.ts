import type { Prisma } from '../database/generated/client.ts';
import { gameNumber } from '../games/game/game-number.ts';
import { sheetLink } from '../mail/outbound/links.ts';
import { formatDateTime } from '../text/dates.ts';

/* What is sent. Nothing in it is secret: a program reads its turn with its own rights, and chats get what is public. */

/** A call with everything that it tells about. */
export type FullCall = Prisma.WebhookCallGetPayload<{
  include: {
    webhook: { include: { account: true; seat: true; game: { include: { schedule: true } } } };
  };
}>;

/** The public news of a processed turn. */
export interface Headline {
  /** What the printout calls itself: "Turn 2 of 6 — the primaries". */
  subtitle: string;
  /** The headline of its news; null if it has none. */
  headline: string | null;
}

/** The body of a call. */
export function payloadOf(call: FullCall, publicUrl: string, news: Headline | null): unknown {
  if (call.webhook.kind === 'program') return programPayload(call, publicUrl);
  const text = chatText(call, publicUrl, news);
  // Names of players and headlines must not call anyone: Discord is told so, and Slack is sent no marks.
  if (call.webhook.kind === 'discord') return { content: text, allowed_mentions: { parse: [] } };
  return { text: slackText(text) };
}

function programPayload({ event, turn, due, createdAt, webhook }: FullCall, publicUrl: string): unknown {
  const number = gameNumber(webhook.game);
  const api = `${publicUrl}/api/games/${encodeURIComponent(number)}`;
  return {
    type: event,
    timestamp: createdAt.toISOString(),
    data: {
      game: number,
      seat: webhook.seat?.identifier ?? null,
      turn,
      due: due?.toISOString() ?? null,
      links: { game: api, sheet: `${api}/sheet`, page: sheetLink(publicUrl, number) },
    },
  };
}

function chatText({ event, turn, due, webhook }: FullCall, publicUrl: string, news: Headline | null): string {
  const { game } = webhook;
  const number = gameNumber(game);
  const link = `${publicUrl}/games/${encodeURIComponent(number)}`;
  const head = `${number}, ${plain(game.title)}`;
  const headline = news?.headline == null ? '' : ` ${plain(news.headline)}.`;
  switch (event) {
    case 'turn.processed':
      return `${head}: turn ${turn} is processed.${headline}\n${link}/turns/${turn + 1}`;
    case 'game.over':
      return `${head}: the game is over.${headline}\n${link}/turns/${turn + 1}`;
    case 'turn.due': {
      const zone = game.schedule?.timeZone ?? 'UTC';
      const date = due === null ? 'have no due date for now' : `are now due ${formatDateTime(due, zone)}`;
      return `${head}: sheets for turn ${turn} ${date}.\n${link}`;
    }
    default:
      return `${head}: this is a test. The public news of the game comes here.\n${link}`;
  }
}

/** Words of people, without marks that a chat would read as a format or as a call. */
function plain(text: string): string {
  return text
    .replace(/[*_~`|<>@#\\[\]]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Slack reads three characters as marks. */
function slackText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
