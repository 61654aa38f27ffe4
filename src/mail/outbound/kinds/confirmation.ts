import { z } from 'zod';
import { counted } from '../../../rules/numbers.ts';
import { type ComposeDeps, type FullDelivery, type MailBody, readDetail, readerOf } from '../composer.ts';
import { verificationLink } from '../links.ts';
import { GENERAL_STRAPLINE, type MailView, renderMail } from '../mail-view.ts';
import {
  CodeSetDetail,
  KeysRemovedDetail,
  PasskeyAddedDetail,
  PasskeyRemovedDetail,
  PasskeysRemovedDetail,
  passkeyView,
  TokenAddedDetail,
} from './passkey-notice.ts';

/** A link that verifies an address, for a sign-up or for the new address of an account. */
const VerificationDetail = z.object({
  what: z.enum(['sign-up', 'email']),
  token: z.string().min(1),
  hours: z.int().positive(),
  next: z.string().optional(),
});

const ChangedDetail = z.object({
  what: z.literal('changed'),
  account: z.int(),
  /** Who changed it. Mails that were written before an update do not say it: it was the owner. */
  by: z.enum(['owner', 'operator']).default('owner'),
});

const TakenDetail = z.object({
  what: z.literal('taken'),
  /** The account that has the address. */
  account: z.int(),
});

const ConfirmationDetail = z.discriminatedUnion('what', [
  VerificationDetail,
  ChangedDetail,
  TakenDetail,
  TokenAddedDetail,
  PasskeyAddedDetail,
  PasskeyRemovedDetail,
  PasskeysRemovedDetail,
  KeysRemovedDetail,
  CodeSetDetail,
]);

const VERIFICATION = {
  'sign-up': {
    headline: 'Create your account',
    text: 'Use this link to create your account and sign in.',
    button: 'Create account',
  },
  email: {
    headline: 'Confirm your new e-mail address',
    text: 'Sign in, then use this link to make this the e-mail address of your account.',
    button: 'Confirm address',
  },
} as const;

/**
 * Composes the mail that verifies an e-mail address, and those that tell about a change of an account: of its address,
 * to the old one, and of its passkeys and its code.
 */
export async function composeConfirmation(deps: ComposeDeps, delivery: FullDelivery): Promise<MailBody> {
  const detail = readDetail(ConfirmationDetail, delivery);
  const view = viewOf(deps, delivery.toName, detail);
  const { headline } = view;
  const subject = `Whistlestop: ${headline.charAt(0).toLowerCase()}${headline.slice(1)}`;
  return { subject, ...renderMail(view, readerOf(deps, delivery)) };
}

function viewOf(deps: ComposeDeps, name: string, detail: z.infer<typeof ConfirmationDetail>): MailView {
  switch (detail.what) {
    case 'changed':
      return changedView(name, detail);
    case 'taken':
      return takenView(detail);
    case 'sign-up':
    case 'email':
      return verificationView(deps, detail);
    default:
      return passkeyView(deps, name, detail);
  }
}

/** The mail goes to someone who may be a stranger, so it has no name in it and nothing else that someone typed. */
function verificationView(
  { publicUrl }: ComposeDeps,
  { what, token, hours, next }: z.infer<typeof VerificationDetail>,
): MailView {
  const { headline, text, button } = VERIFICATION[what];
  const validity = `The link works once within ${counted(hours, 'hour')}.`;
  return {
    headline,
    strapline: GENERAL_STRAPLINE,
    preview: validity,
    blocks: [
      { kind: 'paragraph', text },
      {
        kind: 'button',
        label: button,
        url: verificationLink(publicUrl, { what, token, next: next ?? null }),
      },
      { kind: 'paragraph', text: `${validity} Do not forward this e-mail.`, style: 'quiet' },
    ],
    footer:
      'You received this e-mail because someone entered this address at Whistlestop. If it was not you, ignore this e-mail. Nothing changes unless you use the link.',
  };
}

/** The addresses of replies belong to the e-mail address to which they were sent. */
const OLD_REPLIES =
  'Replies to earlier e-mails about your games are no longer taken. If you play by e-mail, reply to a newer one, or use the website.';

function changedView(name: string, { account, by }: z.infer<typeof ChangedDetail>): MailView {
  const text =
    by === 'owner'
      ? `Mail for account #${account} now goes to another e-mail address.`
      : `The operator of the server has changed the e-mail address of account #${account}. Its mail now goes to another address.`;
  return {
    headline: 'Your e-mail address has changed',
    strapline: GENERAL_STRAPLINE,
    preview: 'Your mail now goes to another address.',
    blocks: [
      { kind: 'paragraph', text: `Dear ${name},` },
      { kind: 'paragraph', text },
      { kind: 'paragraph', text: OLD_REPLIES },
    ],
    footer:
      by === 'owner'
        ? 'If you did not change the address, tell the GM of your games immediately.'
        : 'If you did not ask for this, tell the GM of your games or the operator immediately.',
  };
}

/** Of the account that asked, the mail says nothing: its reader may be someone else. */
function takenView({ account }: z.infer<typeof TakenDetail>): MailView {
  return {
    headline: 'This address already has an account',
    strapline: GENERAL_STRAPLINE,
    preview: `Account #${account} has this e-mail address.`,
    blocks: [
      {
        kind: 'paragraph',
        text: `Someone asked for this e-mail address to become that of another account. Account #${account} has it already, so nothing was changed. It may have been created for you when a GM invited you.`,
      },
      {
        kind: 'paragraph',
        text: `If it was you: sign in to account #${account} with this address. On its account page, change its address or delete the account. Then ask for the change again.`,
      },
    ],
    footer:
      'You received this e-mail because someone entered this address at Whistlestop. If it was not you, ignore this e-mail.',
  };
}
