import type { AppContext } from '../../context.ts';
import { lettersInWords } from '../letters/letters-policy.ts';
import type { WholeGame } from './game-store.ts';

/**
 * How the players of a game reach the GM and each other, and how they send their sheets: a paragraph each, as it is when
 * the game begins. They are stored with turn 0, so that a replay prints the same.
 */
export function reachLines(ctx: Pick<AppContext, 'inbound'>, game: WholeGame): string[] {
  const people = game.seats.filter(({ opponent }) => !opponent);
  return [
    `The GM is ${game.gm.name}. ${writingToGm(ctx.inbound != null)}`,
    ...(people.length > 1 ? [lettersLine(game)] : []),
    'Fill in your turn sheet on the page of the game and send it there. You can send new versions until the turn is processed. If you prefer paper, fill in the printed sheet and give it to the GM.',
  ];
}

function writingToGm(byMail: boolean): string {
  const page = 'To write to the GM, follow the link “Write to the GM” on any page of the game';
  const ways = byMail ? `${page}, or reply to any e-mail about the game.` : `${page}.`;
  return `${ways} Your e-mail address is not passed on.`;
}

function lettersLine(game: WholeGame): string {
  const changes = 'The GM can change this during the game; you would get an e-mail about it.';
  if (game.letters === 'none') return `Players cannot write private letters to each other. ${changes}`;
  const until = game.letters === 'open' ? 'while the game is running' : lettersInWords(game);
  return `Players can write private letters to each other ${until}: follow the link “Letters” on your page of the game. Only the sender and the recipients can read a letter. ${changes}`;
}
