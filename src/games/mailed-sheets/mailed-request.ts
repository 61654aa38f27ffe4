import type { PlayerSeat } from '../game/player-seat.ts';
import type { MailAnswer } from './answer.ts';
import type { MailCommand } from './commands.ts';
import type { MailedText } from './read-mailed.ts';
import type { SheetAddress } from './sheet-address.ts';

/** What is done for a mail: the player and the seat, and what the mail says. */
export interface MailedRequest {
  own: PlayerSeat;
  address: SheetAddress;
  command: MailCommand | null;
  text: MailedText;
}

/**
 * What was done for a mail: an answer to send, or null if a receipt or a printout is on its way already.
 */
export type Done = MailAnswer | null;
