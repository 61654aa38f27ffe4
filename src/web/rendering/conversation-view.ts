import type { Conversation, GmContact, SeenMessage } from '../../games/messages/messages-view.ts';
import { MAX_MESSAGE } from '../../games/messages/write-message.ts';
import { grouped } from '../../rules/numbers.ts';
import type { Problem } from '../../rules/sheet.ts';
import type { LetterView } from './letter-view.ts';

/** The messages between a GM and one person, with a form, as templates/web/public/conversation.eta prints them. */
export interface ConversationView {
  game: { number: string; title: string; timeZone: string };
  back: { href: string; label: string };
  heading: string;
  /** Who can read the messages, and how they are mailed. */
  about: string;
  /** Where the form sends the message. */
  action: string;
  /** Why no message can be written; null if one can. */
  closed: string | null;
  problems: Problem[];
  /** Null if no message can be written and none was typed. */
  form: {
    label: string;
    text: string;
    maxCharacters: string;
    textInvalid: boolean;
    /** Whom the form means with a seat; null if it cannot mean anyone else. */
    player: string | null;
  } | null;
  /** The heading of the messages. */
  over: string;
  messages: LetterView[];
  /** Links to later and earlier messages. */
  pages: { href: string; label: string; rel: 'prev' | 'next' }[];
  /** The form that mutes the game or ends that; null for the GM. */
  mute: { action: string; muted: boolean } | null;
}

/** What was typed, and what is wrong with it. */
export interface MessageFormState {
  text?: string;
  /** Whom the form meant; left out if it means the person who is shown. */
  player?: string | undefined;
  problems?: Problem[];
}

/** The address of the page on which a person writes to the GM of a game. */
export function writeToGmPath(number: string): string {
  return `/games/${number}/messages`;
}

/** The address of the form that mutes a game. */
function mutePath(number: string): string {
  return `${writeToGmPath(number)}/mute`;
}

/** The link to that page; none if there is nothing for the reader to write or to read. */
export function writeToGmLinks(
  number: string,
  { shown, fresh }: GmContact,
): { href: string; label: string }[] {
  if (!shown) return [];
  return [{ href: writeToGmPath(number), label: `Write to the GM${fresh > 0 ? ` (${fresh} new)` : ''}` }];
}

/** The view of a conversation for either side. */
export function conversationView(
  conversation: Conversation,
  page: { action: string; back: { href: string; label: string }; isGm: boolean },
  { text = '', player = conversation.mark, problems = [] }: MessageFormState,
): ConversationView {
  const { game, closed } = conversation;
  const other = page.isGm ? conversation.with : `${conversation.with}, the GM`;
  const canType = closed === null || text !== '';
  return {
    game: { number: game.number, title: game.title, timeZone: game.timeZone },
    back: page.back,
    heading: page.isGm ? `Messages with ${conversation.with}` : 'Write to the GM',
    about: `Only you and ${page.isGm ? conversation.with : `the GM, ${conversation.with},`} can read these messages. They are also mailed, without anyone’s e-mail address.`,
    action: page.action,
    closed: problems.length === 0 ? closed : null,
    problems,
    form: canType
      ? {
          label: `Message to ${other}`,
          text,
          maxCharacters: grouped(MAX_MESSAGE),
          textInvalid: problems.some(({ field }) => field === 'text'),
          player: player ?? null,
        }
      : null,
    over: conversation.page > 1 ? `Earlier messages, page ${conversation.page}` : 'Earlier messages',
    messages: conversation.messages.map((message) => messageView(message, conversation.with)),
    pages: pageLinks(page.action, conversation),
    mute:
      page.isGm || conversation.muted === undefined
        ? null
        : { action: mutePath(game.number), muted: conversation.muted },
  };
}

function pageLinks(path: string, { page, pages }: Conversation): ConversationView['pages'] {
  const later = { href: `${path}?page=${page - 1}`, label: 'Later messages', rel: 'prev' as const };
  const earlier = { href: `${path}?page=${page + 1}`, label: 'Earlier messages', rel: 'next' as const };
  return [...(page > 1 ? [later] : []), ...(page < pages ? [earlier] : [])];
}

function messageView(message: SeenMessage, other: string): LetterView {
  const { id, own, isNew, from, turn, sentAt, via, paragraphs } = message;
  return {
    ...{ id, own, isNew, sentAt, paragraphs },
    from: from ?? 'You',
    to: own ? other : 'you',
    notes: [...(turn > 0 ? [`turn ${turn}`] : []), ...(via === 'mail' ? ['by mail'] : [])].join(' · '),
    replies: [],
    spoken: own ? 'your message' : `the message from ${from}`,
  };
}
