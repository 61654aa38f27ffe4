import { z } from 'zod';
import type { ComposeDeps } from '../composer.ts';
import { accountLink, passkeysLink, tokensLink } from '../links.ts';
import { GENERAL_STRAPLINE, type MailView } from '../mail-view.ts';

/* The mails that tell the owner of an account about its passkeys, its tokens and its security code. */

const account = z.int();
const passkey = z.string().min(1);

export const PasskeyAddedDetail = z.object({ what: z.literal('passkeyAdded'), account, passkey });
export const PasskeyRemovedDetail = z.object({ what: z.literal('passkeyRemoved'), account, passkey });
/** A token was made, with which a program signs in. */
export const TokenAddedDetail = z.object({
  what: z.literal('tokenAdded'),
  account,
  token: z.string().min(1),
});
/** The operator has removed all passkeys of the account. */
export const PasskeysRemovedDetail = z.object({ what: z.literal('passkeysRemoved'), account });
/** The operator has corrected the address, and removed the security code and all passkeys of the account. */
export const KeysRemovedDetail = z.object({ what: z.literal('keysRemoved'), account });
/** The security code of the account was set or changed. */
export const CodeSetDetail = z.object({ what: z.literal('codeSet'), account });

type PasskeyDetail =
  | z.infer<typeof PasskeyAddedDetail>
  | z.infer<typeof PasskeyRemovedDetail>
  | z.infer<typeof TokenAddedDetail>
  | z.infer<typeof PasskeysRemovedDetail>
  | z.infer<typeof KeysRemovedDetail>
  | z.infer<typeof CodeSetDetail>;

/** What the mail says about passkeys. */
export function passkeyView({ publicUrl }: ComposeDeps, name: string, detail: PasskeyDetail): MailView {
  const { headline, text } = wordsOf(detail);
  return {
    headline,
    strapline: GENERAL_STRAPLINE,
    preview: text,
    blocks: [
      { kind: 'paragraph', text: `Dear ${name},` },
      { kind: 'paragraph', text },
      {
        kind: 'button',
        ...buttonOf(detail.what, publicUrl),
      },
    ],
    footer:
      'If this was not you or your operator, sign in with a mailed link, set a new security code within 15 minutes, look at your passkeys and tokens, and tell the operator of the server.',
  };
}

function buttonOf(what: PasskeyDetail['what'], publicUrl: string): { label: string; url: string } {
  switch (what) {
    case 'codeSet':
      return { label: 'Open your account', url: accountLink(publicUrl) };
    case 'tokenAdded':
      return { label: 'Open your tokens', url: tokensLink(publicUrl) };
    default:
      return { label: 'Open your passkeys', url: passkeysLink(publicUrl) };
  }
}

function wordsOf(detail: PasskeyDetail): { headline: string; text: string } {
  switch (detail.what) {
    case 'passkeyAdded':
      return {
        headline: 'A passkey was added',
        text: `The passkey “${detail.passkey}” was added to account #${detail.account}. From now on, signing in requires a passkey of the account.`,
      };
    case 'passkeyRemoved':
      return {
        headline: 'A passkey was removed',
        text: `The passkey “${detail.passkey}” was removed from account #${detail.account}.`,
      };
    case 'tokenAdded':
      return {
        headline: 'A token was made',
        text: `The token “${detail.token}” was made for account #${detail.account}. A program that has it can sign in to the account, and do what the token allows.`,
      };
    case 'passkeysRemoved':
      return {
        headline: 'Your passkeys were removed',
        text: `The operator of the server removed all passkeys of account #${detail.account}. You can sign in without one now.`,
      };
    case 'codeSet':
      return {
        headline: 'Your security code was set',
        text: `The security code of account #${detail.account} was set or changed, and all other sessions were ended.`,
      };
    case 'keysRemoved':
      return {
        headline: 'Your security code was removed',
        text: `The operator of the server corrected the e-mail address of account #${detail.account} and removed its security code and all its passkeys. Sign in with a mailed link and set a new security code.`,
      };
  }
}
