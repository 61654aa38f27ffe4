import { z } from 'zod';
import { gameNumber } from '../../../games/game/game-number.ts';
import { paceInWords } from '../../../games/schedule/schedule.ts';
import { findRuleset } from '../../../rules/catalog.ts';
import type { Ruleset } from '../../../rules/ruleset.ts';
import {
  type ComposeDeps,
  type FullDelivery,
  type MailBody,
  readDetail,
  requirePart,
  rulesetTitle,
} from '../composer.ts';
import { rulebookLink, signInLink } from '../links.ts';
import { gameStrapline, type MailBlock, renderMail } from '../mail-view.ts';

const InvitationDetail = z.object({ token: z.string().min(1) });

/** Composes the mail that invites a person to a seat, with a link that signs them in. */
export async function composeInvitation(deps: ComposeDeps, delivery: FullDelivery): Promise<MailBody> {
  const game = requirePart(delivery.game, 'game');
  const account = requirePart(delivery.account, 'account');
  const { token } = readDetail(InvitationDetail, delivery);
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
    { kind: 'button', label: 'Sign in and open the game', url: invitationLink(deps, token, number) },
    { kind: 'fact', label: 'Your account number', value: `#${account.id}` },
    {
      kind: 'paragraph',
      text: 'Choose a security code on your account page. You can then sign in with your account number and this code.',
    },
    ...(known === undefined ? [] : primerBlocks(deps, known)),
    {
      kind: 'paragraph',
      text: 'The link that signs you in works once. Do not forward this e-mail.',
      style: 'quiet',
    },
  ];
  const body = renderMail({
    headline: `${gm} invites you to a game by mail`,
    strapline: gameStrapline(ruleset, number),
    preview: `A seat is reserved for you in ${number}.`,
    blocks,
    footer: `You received this e-mail because ${gm} entered your address for game ${number}. If you do not want to play, tell ${gm}, who can give the seat to someone else.`,
  });
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

function invitationLink(deps: ComposeDeps, token: string, number: string): string {
  return signInLink(deps.publicUrl, token, `/my/games/${number}`);
}
