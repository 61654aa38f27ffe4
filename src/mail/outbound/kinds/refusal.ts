import { z } from 'zod';
import { type ComposeDeps, type FullDelivery, type MailBody, readDetail, readerOf } from '../composer.ts';
import { GENERAL_STRAPLINE, renderMail } from '../mail-view.ts';

/** Why a mail was not taken. */
export const RefusalDetail = z.object({
  messages: z.array(z.string()).min(1),
  /** The Message-ID of the mail, with its angle brackets. */
  inReplyTo: z.string().nullable(),
});

/** Composes the answer to a mail that was not taken. Nothing of that mail is repeated: its sender may be forged. */
export async function composeRefusal(deps: ComposeDeps, delivery: FullDelivery): Promise<MailBody> {
  const { messages, inReplyTo } = readDetail(RefusalDetail, delivery);
  const body = renderMail(
    {
      headline: 'Your e-mail was not taken',
      strapline: GENERAL_STRAPLINE,
      preview: messages[0] ?? '',
      blocks: [
        { kind: 'paragraph', text: 'Nothing was done with the e-mail that you sent to this server.' },
        ...messages.map((text) => ({ kind: 'paragraph', text }) as const),
        { kind: 'button', label: 'Open the website', url: deps.publicUrl },
      ],
      footer: 'You received this e-mail because an e-mail from your address arrived at this server.',
    },
    readerOf(deps, delivery),
  );
  const thread = inReplyTo === null ? {} : { inReplyTo, references: [inReplyTo] };
  return { subject: 'Whistlestop: your e-mail was not taken', ...thread, ...body };
}
