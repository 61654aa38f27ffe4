import { z } from 'zod';
import { validityInWords } from '../../../accounts/sign-in-links.ts';
import {
  type ComposeDeps,
  type FullDelivery,
  type MailBody,
  readDetail,
  readerOf,
  requirePart,
} from '../composer.ts';
import { signInLink } from '../links.ts';
import { GENERAL_STRAPLINE, renderMail } from '../mail-view.ts';

/** `minutes`: how long the link was valid when it was requested; `next`: the page to open after signing in. */
const SignInLinkDetail = z.object({
  token: z.string().min(1),
  minutes: z.int().positive().optional(),
  next: z.string().optional(),
});

/** Composes the mail with a sign-in link that someone asked for. */
export async function composeSignInLink(deps: ComposeDeps, delivery: FullDelivery): Promise<MailBody> {
  const account = requirePart(delivery.account, 'account');
  const { token, minutes, next = null } = readDetail(SignInLinkDetail, delivery);
  const validity = minutes === undefined ? '' : ` within ${validityInWords(minutes)}`;
  const body = renderMail(
    {
      headline: 'Your sign-in link',
      strapline: GENERAL_STRAPLINE,
      preview: `The link works once${validity}.`,
      blocks: [
        { kind: 'paragraph', text: `Dear ${account.name},` },
        { kind: 'paragraph', text: `Use this link to sign in. It works once${validity}.` },
        { kind: 'button', label: 'Sign in', url: signInLink(deps.publicUrl, token, next) },
        { kind: 'fact', label: 'Your account number', value: `#${account.id}` },
        {
          kind: 'paragraph',
          text: 'Do not forward this e-mail. Anyone who has the link can sign in as you.',
          style: 'quiet',
        },
      ],
      footer:
        'You received this e-mail because someone asked for a sign-in link for your account. If it was not you, ignore this e-mail. No one can use the link without it.',
    },
    readerOf(deps, delivery),
  );
  return { subject: 'Your sign-in link for Whistlestop', ...body };
}
