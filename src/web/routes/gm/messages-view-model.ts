import type { GmGamePage } from '../../../games/game/gm-view.ts';

/** A conversation of the GM, as templates/web/gm/game/messages.eta prints it. */
export interface ConversationLineView {
  href: string;
  /** The person on the other side. */
  with: string;
  /** `2 new`; blank if there are none. */
  fresh: string;
  count: number;
  /** The beginning of the last message, and who wrote it. */
  latest: string;
  sentAt: Date;
}

/** The most characters of a message that the GM page shows. */
const MAX_START = 160;

/** The conversations of a game's GM. */
export function conversationLines({ game, messages }: GmGamePage): ConversationLineView[] {
  return messages.map(({ id, with: person, count, fresh, latest }) => ({
    href: `/gm/games/${game.number}/messages/${id}`,
    with: person,
    fresh: fresh === 0 ? '' : `${fresh} new`,
    count,
    latest: `${latest.fromGm ? 'You: ' : ''}${startOf(latest.firstLine)}`,
    sentAt: latest.sentAt,
  }));
}

function startOf(line: string): string {
  const characters = [...line];
  return characters.length <= MAX_START ? line : `${characters.slice(0, MAX_START).join('').trimEnd()}…`;
}
