import { z } from 'zod';
import { gameNumber } from '../../../games/game/game-number.ts';
import { correspondent, inWords } from '../../../games/letters/correspondents.ts';
import { findRuleset } from '../../../rules/catalog.ts';
import { printable } from '../../../text/printable.ts';
import { type ComposeDeps, type FullDelivery, type MailBody, needed } from '../compose.ts';
import { answerLink, gameLink } from '../links.ts';
import { bareAddress, nameInHeader } from '../mail-headers.ts';
import { renderBody } from '../templates.ts';

/** What the row carries until the mail is sent: the secret of the address for answers, where mail comes in. */
const Detail = z.object({ token: z.string().min(1).optional() });

/**
 * A private letter of one player to others, as one of them gets it. It comes from the server's own address under the
 * writer's name; no player's address stands anywhere in it. Where the server takes mail in, the mail can be answered.
 */
export async function letterMail(deps: ComposeDeps, delivery: FullDelivery): Promise<MailBody> {
  const game = needed(delivery.game, 'game');
  const copy = needed(delivery.letterCopy, 'letter');
  const { letter } = copy;
  const number = gameNumber(game);
  const writer = inWords(correspondent(letter.seat, letter.accountId));
  const others = letter.copies
    .filter((one) => one.id !== copy.id)
    .sort((a, b) => a.seat.position - b.seat.position)
    .map((one) => inWords(correspondent(one.seat, one.accountId)));
  const { token } = Detail.catch({}).parse(delivery.detail);
  const domain = deps.ctx.inbound?.domain;
  const answers = token !== undefined && domain !== undefined;
  const body = renderBody('letter', {
    ruleset: findRuleset(game.ruleset)?.title ?? game.ruleset,
    number,
    title: game.title,
    name: delivery.toName,
    writer,
    others,
    paragraphs: letter.text.split('\n\n').map((paragraph) => paragraph.split('\n')),
    turn: letter.turn,
    answers,
    answerUrl: answerLink(deps.publicUrl, number, letter.id),
    lettersUrl: `${gameLink(deps.publicUrl, number)}/letters`,
  });
  const sender = nameInHeader(printable(writer));
  return {
    subject: `${number}: a letter from ${sender}`,
    from: { name: `${sender} via Whistlestop`, address: bareAddress(deps.from) },
    ...(answers && { replyTo: { name: sender, address: `letter-${token}@${domain}` } }),
    ...body,
  };
}
