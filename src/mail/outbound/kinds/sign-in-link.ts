import { type ComposeDeps, type FullDelivery, type MailBody, needed } from '../compose.ts';
import { signInLink } from '../links.ts';
import { renderBody } from '../templates.ts';
import { linkOf } from './invitation.ts';

/** The mail with a sign-in link that somebody asked for. */
export async function signInLinkMail(deps: ComposeDeps, delivery: FullDelivery): Promise<MailBody> {
  const account = needed(delivery.account, 'account');
  const { token, hours = null, next = null } = linkOf(delivery);
  const body = renderBody('sign-in', {
    name: account.name,
    account: account.id,
    signInUrl: signInLink(deps.publicUrl, token, next),
    goodFor: hours === null ? 'a short time' : hours === 1 ? 'one hour' : `${hours} hours`,
  });
  return { subject: 'Your sign-in link for Whistlestop', ...body };
}
