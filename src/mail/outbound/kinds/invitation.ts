import { z } from 'zod';
import { gameNumber } from '../../../games/game/game-number.ts';
import { paceInWords } from '../../../games/schedule/schedule.ts';
import { findRuleset } from '../../../rules/catalog.ts';
import { UnsendableError } from '../../delivery/delivery-failure.ts';
import { type ComposeDeps, type FullDelivery, type MailBody, needed } from '../compose.ts';
import { signInLink } from '../links.ts';
import { renderBody } from '../templates.ts';

const Detail = z.object({
  token: z.string().min(1),
  hours: z.number().int().positive().optional(),
  next: z.string().optional(),
});

/**
 * The sign-in token that a delivery carries until it is sent, for how many hours it was good when the
 * mail was asked for, and to which page it leads.
 * @throws UnsendableError when it is gone
 */
export function linkOf(delivery: FullDelivery): z.infer<typeof Detail> {
  const detail = Detail.safeParse(delivery.detail);
  if (!detail.success) throw new UnsendableError('The sign-in link of this mail is no longer known.');
  return detail.data;
}

/** The mail that invites somebody to a seat: who invites, to which game, what it is, and the way in. */
export async function invitationMail(deps: ComposeDeps, delivery: FullDelivery): Promise<MailBody> {
  const game = needed(delivery.game, 'game');
  const account = needed(delivery.account, 'account');
  const ruleset = findRuleset(game.ruleset);
  const number = gameNumber(game);
  const body = renderBody('invitation', {
    ruleset: ruleset?.title ?? game.ruleset,
    blurb: ruleset?.blurb ?? '',
    number,
    title: game.title,
    gm: game.gm.name,
    seat: delivery.seat?.identifier ?? null,
    name: account.name,
    account: account.id,
    pace: paceInWords(game),
    signInUrl: signInLink(deps.publicUrl, linkOf(delivery).token, `/my/games/${number}`),
  });
  return { subject: `${number}: you are invited to a game by mail`, ...body };
}
