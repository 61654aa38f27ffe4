import { z } from 'zod';
import { INVITATION_DAYS, linkExists } from '../../../accounts/sign-in-links.ts';
import { gameNumber } from '../../../games/game/game-number.ts';
import { paceInWords } from '../../../games/schedule/schedule-text.ts';
import { findRuleset } from '../../../rules/catalog.ts';
import type { Ruleset } from '../../../rules/ruleset.ts';
import {
  type ComposeDeps,
  type FullDelivery,
  type MailBody,
  readDetail,
  readerOf,
  requirePart,
  rulesetTitle,
} from '../composer.ts';
import { gameLink, invitationLink, rulebookLink } from '../links.ts';
import { gameStrapline, type MailBlock, renderMail } from '../mail-view.ts';

const FIRST_TIME = `The link works for ${INVITATION_DAYS} days. It leads to a page where you get a sign-in link by e-mail. When you are signed in, choose a security code on your account page. You can then sign in with your e-mail address or account number and this code.`;

const RETURNING =
  'Sign in with your e-mail address or account number and your security code, or ask for a sign-in link on the sign-in page.';

/** The token is missing if the account has a security code. */
const InvitationDetail = z.object({ token: z.string().min(1).optional() });

/**
 * Composes the mail that invites a person to a seat. Its link signs no one in: it leads to a page on which the person asks
 * for a sign-in link or, if they have a security code or the link has ended meanwhile, to the page of the game.
 */
export async function composeInvitation(deps: ComposeDeps, delivery: FullDelivery): Promise<MailBody> {
  const game = requirePart(delivery.game, 'game');
  const account = requirePart(delivery.account, 'account');
  const { token } = readDetail(InvitationDetail, delivery);
  const isOpen = token !== undefined && (await linkExists(deps.ctx.db.prisma, token));
  const number = gameNumber(game);
  const ruleset = rulesetTitle(game);
  const known = findRuleset(game.ruleset);
  const gm = game.gm.name;
  const seat = delivery.seat === null ? '' : ` You play as [${delivery.seat.identifier}].`;
  const blocks: MailBlock[] = [
    { kind: 'paragraph', text: `Dear ${account.name},` },
    {
      kind: 'paragraph',
      text: `${gm} has reserved a seat for you in ${number}, “${game.title}”, a game of ${ruleset}.${seat}`,
    },
    ...(known === undefined ? [] : [{ kind: 'paragraph', text: known.blurb } as const]),
    {
      kind: 'paragraph',
      text: `Each turn you get a printout and fill in one sheet. Sheets are due ${paceInWords(game)}.`,
    },
    isOpen
      ? { kind: 'button', label: 'Open your invitation', url: invitationLink(deps.publicUrl, number, token) }
      : { kind: 'button', label: 'Open the game', url: gameLink(deps.publicUrl, number) },
    { kind: 'fact', label: 'Your account number', value: `#${account.id}` },
    { kind: 'paragraph', text: isOpen ? FIRST_TIME : RETURNING },
    ...(known === undefined ? [] : primerBlocks(deps, known)),
  ];
  const body = renderMail(
    {
      headline: `${gm} invites you to a game by mail`,
      strapline: gameStrapline(ruleset, number),
      preview: `A seat is reserved for you in ${number}.`,
      blocks,
      footer: `You received this e-mail because ${gm} entered your address for game ${number}. If you do not want to play, tell ${gm}, who can give the seat to someone else.`,
    },
    readerOf(deps, delivery),
  );
  return { subject: `${number}: you are invited to a game by mail`, ...body };
}

/** The primer without its advice and example. */
function primerBlocks({ publicUrl }: ComposeDeps, { id, rulebook }: Ruleset): MailBlock[] {
  const { goal, turn, winning } = rulebook.primer;
  return [
    { kind: 'list', heading: 'The game in short', items: [goal, turn, winning] },
    { kind: 'link', label: 'All rules', url: rulebookLink(publicUrl, id) },
  ];
}
