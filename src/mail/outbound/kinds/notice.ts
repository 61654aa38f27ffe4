import { z } from 'zod';
import { gameNumber } from '../../../games/game/game-number.ts';
import { findRuleset } from '../../../rules/catalog.ts';
import { UnsendableError } from '../../delivery/delivery-failure.ts';
import { calendarInvite } from '../calendar-invite.ts';
import { type ComposeDeps, type FullDelivery, type MailBody, needed } from '../compose.ts';
import { gameLink, gmGameLink, sheetLink } from '../links.ts';
import { domainOf, fileName } from '../mail-headers.ts';
import { renderBody } from '../templates.ts';

const Words = z.object({
  subject: z.string().min(1),
  paragraphs: z.array(z.string()),
  calendar: z.object({ turn: z.int(), due: z.coerce.date().nullable() }).optional(),
});

/** The mail that tells a seat of a game what was decided, or what its GM writes. */
export async function noticeMail(deps: ComposeDeps, delivery: FullDelivery): Promise<MailBody> {
  const game = needed(delivery.game, 'game');
  const words = Words.safeParse(delivery.detail);
  if (!words.success) throw new UnsendableError('The words of this mail are no longer known.');
  const { subject, paragraphs, calendar } = words.data;
  const number = gameNumber(game);
  const body = renderBody('notice', {
    ruleset: findRuleset(game.ruleset)?.title ?? game.ruleset,
    number,
    title: game.title,
    gm: game.gm.name,
    seat: delivery.seat?.identifier ?? null,
    name: delivery.toName,
    subject,
    paragraphs,
    ...readerOf(deps, delivery, number, game),
  });
  const attachments = calendar === undefined ? [] : [calendarFile(deps, delivery, number, calendar)];
  return { subject: `${number}: ${subject}`, ...body, attachments };
}

/** Why somebody gets the mail, and where it leads: to a seat's page, to the GM's desk, or to a game with a line. */
function readerOf(
  deps: ComposeDeps,
  delivery: FullDelivery,
  number: string,
  game: { gmId: number },
): { because: string; pageName: string; gameUrl: string } {
  if (delivery.seatId === null && delivery.accountId === game.gmId) {
    return {
      because: 'you run',
      pageName: 'The desk of the game',
      gameUrl: gmGameLink(deps.publicUrl, number),
    };
  }
  const because = delivery.seatId === null ? 'you stand in line for' : 'you have a seat in';
  return { because, pageName: 'Your page of the game', gameUrl: gameLink(deps.publicUrl, number) };
}

/** The date as it was set then: a later mail has a later one, with a higher SEQUENCE. */
function calendarFile(
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
