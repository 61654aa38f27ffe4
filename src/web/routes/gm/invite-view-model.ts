import type { GmGamePage } from '../../../games/game/gm-view.ts';
import { findRuleset } from '../../../rules/catalog.ts';

/** How people get into a forming game, as templates/web/gm/game/invite.eta prints it. */
export interface InviteView {
  /** The invitation link and a text with it; null if this browser does not know the link (anymore). */
  link: { address: string; text: string } | null;
  /** The page on which a new link is created. */
  playersPath: string;
}

/** The view of the section; null once the game has begun. */
export function inviteView({ game }: GmGamePage, link: string | null): InviteView | null {
  if (game.status !== 'forming') return null;
  const playersPath = `/gm/games/${game.number}/players`;
  if (link === null) return { link: null, playersPath };
  const blurb = findRuleset(game.ruleset.id)?.blurb ?? '';
  const pace =
    game.minutesPerTurn === null
      ? `Sheets are due ${game.pace}`
      : `We play live: sheets are due ${game.pace}`;
  const text = [
    `${game.gm.name} invites you to “${game.title}”, a game of ${game.ruleset.title} on Whistlestop.`,
    blurb,
    `${pace}.`,
    `Join here: ${link}`,
  ].join('\n\n');
  return { link: { address: link, text }, playersPath };
}
