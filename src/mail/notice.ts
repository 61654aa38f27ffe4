import { z } from 'zod';
import { findRuleset } from '../rules/catalog.ts';
import { numberOf } from '../turns/number.ts';
import { type ComposeDeps, type FullDelivery, type MailBody, needed } from './compose.ts';
import { UnsendableError } from './failure.ts';
import { gameLink } from './links.ts';
import { renderBody } from './templates.ts';

const Words = z.object({ subject: z.string().min(1), paragraphs: z.array(z.string()) });

/** The mail that tells a seat of a game what was decided, or what its GM writes. */
export async function noticeMail(deps: ComposeDeps, delivery: FullDelivery): Promise<MailBody> {
  const game = needed(delivery.game, 'game');
  const words = Words.safeParse(delivery.detail);
  if (!words.success) throw new UnsendableError('The words of this mail are no longer known.');
  const { subject, paragraphs } = words.data;
  const number = numberOf(game);
  const body = renderBody('notice', {
    ruleset: findRuleset(game.ruleset)?.title ?? game.ruleset,
    number,
    title: game.title,
    gm: game.gm.name,
    seat: delivery.seat?.identifier ?? null,
    name: delivery.toName,
    subject,
    paragraphs,
    gameUrl: gameLink(deps.publicUrl, number),
  });
  return { subject: `${number}: ${subject}`, ...body };
}
