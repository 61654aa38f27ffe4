import { isPaperAddress } from '../../../accounts/paper-address.ts';
import type { GameCard } from '../../../games/game/game-card.ts';
import type { GmSeat } from '../../../games/game/gm-view.ts';
import { findRuleset } from '../../../rules/catalog.ts';
import { type OptionField, optionFields } from '../../forms/options-form.ts';

/* What several parts of the GM's page say about its seats. */

/** The fields for the preferences of a seat, by the game's ruleset. */
export function preferenceFields(game: GameCard): OptionField[] {
  const ruleset = findRuleset(game.ruleset.id);
  return ruleset === undefined ? [] : optionFields(ruleset.wishes);
}

/** Who plays a seat: `#10468, ann@example.org`, or `Invited: ann@example.org`. */
export function playerInWords(seat: Pick<GmSeat, 'opponent' | 'grade' | 'offered' | 'account'>): string {
  if (seat.opponent) {
    const grade = seat.grade === 'standard' ? '' : ` (${seat.grade})`;
    return `Computer candidate${grade}${seat.offered ? ', offered in the lobby' : ''}`;
  }
  if (seat.account === null) return 'No one yet';
  const { id, email } = seat.account;
  if (email !== null && isPaperAddress(email)) return 'Plays by post, no e-mail';
  if (id !== null) return `#${id}, ${email}`;
  return email === null ? 'Invited' : `Invited: ${email}`;
}

/** The e-mail address of a player as a form shows it; blank if it is not known or the player plays by post. */
export function mailAddressOf({ email }: { email: string | null }): string {
  return email === null || isPaperAddress(email) ? '' : email;
}
