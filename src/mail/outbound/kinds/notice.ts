import { z } from 'zod';
import { gameNumber } from '../../../games/game/game-number.ts';
import { isMuted } from '../../../games/notices/muted-games.ts';
import { valuesAtFirst } from '../../../rules/sheet-values.ts';
import { calendarInvite } from '../calendar-invite.ts';
import {
  type ComposeDeps,
  type FullDelivery,
  type MailBody,
  readDetail,
  readerOf,
  requirePart,
  rulesetTitle,
} from '../composer.ts';
import { gameLink, gamesLink, gmGameLink, sheetLink } from '../links.ts';
import { domainOf, fileName } from '../mail-headers.ts';
import { gameStrapline, type MailBlock, quoteOf, renderMail } from '../mail-view.ts';
import { type MailedSheet, mailedSheet, openSheetOf } from '../mailed-sheet.ts';
import { muteBlock } from '../mute-block.ts';

const NoticeDetail = z.object({
  subject: z.string().min(1),
  paragraphs: z.array(z.string()),
  /** What the GM added to it. */
  words: z.array(z.string()).default([]),
  /** The turn whose sheet is missing: it follows, to be filled in. */
  missingSheet: z.int().optional(),
  /** Whether it is for someone whose seat was removed: they cannot open the page of the game. */
  formerPlayer: z.literal(true).optional(),
  /** Whether the GM wrote it to all players. */
  broadcast: z.literal(true).optional(),
  /** A due date for the reader's calendar; null removes the turn's entry. */
  calendar: z.object({ turn: z.int(), due: z.coerce.date().nullable() }).optional(),
  /** A turn that is no longer open: its entry is removed from the reader's calendar. */
  closedTurn: z.int().optional(),
});

/** Composes the mail that tells a person of a game what was decided, or what its GM writes. */
export async function composeNotice(deps: ComposeDeps, delivery: FullDelivery): Promise<MailBody> {
  const game = requirePart(delivery.game, 'game');
  const detail = readDetail(NoticeDetail, delivery);
  const { subject, paragraphs, broadcast, calendar, closedTurn } = detail;
  const words = detail.words.length > 0 && (await hasMuted(deps, delivery)) ? [] : detail.words;
  const number = gameNumber(game);
  const sheet = await sheetOf(deps, delivery, detail.missingSheet);
  const { reason, page } = describeReader(deps, delivery, { ...detail, number, gmId: game.gmId });
  const body = renderMail(
    {
      headline: `${subject.charAt(0).toUpperCase()}${subject.slice(1)}`,
      strapline: gameStrapline(rulesetTitle(game), number),
      preview: broadcast ? broadcastLine(number) : (paragraphs[0] ?? ''),
      blocks: [
        { kind: 'paragraph', text: `Dear ${delivery.toName},` },
        ...wordsOf({ paragraphs, words, broadcast }, number),
        { kind: 'button', ...page },
        ...((broadcast || words.length > 0) && delivery.accountId !== game.gmId
          ? [muteBlock(deps.publicUrl, number)]
          : []),
        ...(sheet?.blocks ?? []),
      ],
      footer: `You received this e-mail because you ${reason} ${number}, “${game.title}”, run by ${game.gm.name}.`,
    },
    readerOf(deps, delivery, sheet !== null),
  );
  const entries = [
    ...(calendar === undefined ? [] : [calendar]),
    ...(closedTurn === undefined ? [] : [{ turn: closedTurn, due: null }]),
  ];
  const attachments = entries.map((entry) => calendarAttachment(deps, delivery, number, entry));
  const replyTo = sheet === null ? {} : { replyTo: sheet.replyTo };
  return { subject: `${number}: ${subject}`, ...replyTo, ...body, attachments };
}

const broadcastLine = (number: string) => `The GM of ${number} writes to all players:`;

/** The server's paragraphs, and what a person wrote as a quotation. */
function wordsOf(
  { paragraphs, words, broadcast }: Pick<z.infer<typeof NoticeDetail>, 'paragraphs' | 'words' | 'broadcast'>,
  number: string,
): MailBlock[] {
  const own = broadcast ? [broadcastLine(number)] : paragraphs;
  const quoted = broadcast ? [...paragraphs, ...words] : words;
  return [...own.map((text) => ({ kind: 'paragraph', text }) as const), ...quoteOf(quoted)];
}

/** The sheet that is missing, if its turn is still open. */
async function sheetOf(
  deps: ComposeDeps,
  delivery: FullDelivery,
  turn: number | undefined,
): Promise<MailedSheet | null> {
  const open = turn === undefined ? null : await openSheetOf(deps, delivery, turn);
  return open && mailedSheet(deps, delivery, { ...open, values: valuesAtFirst(open.form) });
}

async function hasMuted({ ctx }: ComposeDeps, { gameId, accountId }: FullDelivery): Promise<boolean> {
  return gameId !== null && accountId !== null && (await isMuted(ctx.db.prisma, { gameId, accountId }));
}

/**
 * Why the reader gets the mail, and the page it links: the player's, the GM's, that of a game with a waitlist, or the list of
 * games of someone who has no seat anymore.
 */
function describeReader(
  deps: ComposeDeps,
  delivery: FullDelivery,
  { number, gmId, formerPlayer }: { number: string; gmId: number; formerPlayer?: true | undefined },
): { reason: string; page: { label: string; url: string } } {
  if (formerPlayer) {
    return { reason: 'had a seat in', page: { label: 'Open your games', url: gamesLink(deps.publicUrl) } };
  }
  if (delivery.seatId === null && delivery.accountId === gmId) {
    return { reason: 'run', page: { label: 'Open the GM page', url: gmGameLink(deps.publicUrl, number) } };
  }
  const reason = delivery.seatId === null ? 'are on the waitlist of' : 'have a seat in';
  return { reason, page: { label: 'Open the game page', url: gameLink(deps.publicUrl, number) } };
}

/** The due date as it was when the notice was written: a later mail has a higher SEQUENCE and replaces it. */
function calendarAttachment(
  deps: ComposeDeps,
  delivery: FullDelivery,
  game: string,
  { turn, due }: { turn: number; due: Date | null },
) {
  const link = sheetLink(deps.publicUrl, game);
  const domain = domainOf(delivery);
  const content = calendarInvite({ game, turn, due, stamp: delivery.createdAt, link, domain });
  const method = due === null ? 'CANCEL' : 'PUBLISH';
  return {
    filename: fileName([game, 'turn', turn, 'due'], 'ics'),
    content,
    contentType: `text/calendar; charset=utf-8; method=${method}`,
  };
}
