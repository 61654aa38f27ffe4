import { z } from 'zod';
import { UnsendableError } from '../../delivery/delivery-failure.ts';
import type { ComposeDeps, FullDelivery, MailBody } from '../compose.ts';
import { confirmationLink } from '../links.ts';
import { renderBody } from '../templates.ts';

const Detail = z.discriminatedUnion('what', [
  z.object({
    what: z.enum(['sign-up', 'email']),
    token: z.string().min(1),
    hours: z.int().positive(),
    next: z.string().optional(),
  }),
  z.object({ what: z.literal('changed'), account: z.int() }),
]);

const HEADLINES = {
  'sign-up': 'Make your account',
  email: 'Is this your new address?',
  changed: 'Your address has been changed',
} as const;

/** The mail that proves an address, and the one that tells the old address of a change. */
export async function confirmationMail(deps: ComposeDeps, delivery: FullDelivery): Promise<MailBody> {
  const read = Detail.safeParse(delivery.detail);
  if (!read.success) throw new UnsendableError('The link of this mail is no longer known.');
  const detail = read.data;
  const headline = HEADLINES[detail.what];
  const body = renderBody('confirmation', {
    name: delivery.toName,
    what: detail.what,
    headline,
    account: detail.what === 'changed' ? detail.account : null,
    url:
      detail.what === 'changed'
        ? null
        : confirmationLink(deps.publicUrl, detail.what, detail.token, detail.next ?? null),
    hours: detail.what === 'changed' ? null : detail.hours,
  });
  return { subject: `Whistlestop: ${headline.charAt(0).toLowerCase()}${headline.slice(1)}`, ...body };
}
