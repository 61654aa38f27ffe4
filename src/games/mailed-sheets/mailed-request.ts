import type { SheetForm } from '../../rules/sheet.ts';
import { openForm, type PlayerSeat } from '../game/player-seat.ts';
import { advanceForm, STANDING_ORDERS } from '../sheets/advance-orders.ts';
import type { MailAnswer } from './answer.ts';
import type { MailCommand } from './commands.ts';
import type { AttachedSheet, MailedText } from './read-mailed.ts';
import type { SheetAddress, SheetTarget } from './sheet-address.ts';

/** What is done for a mail: the player and the seat, and what the mail says. */
export interface MailedRequest {
  own: PlayerSeat;
  address: SheetAddress;
  command: MailCommand | null;
  text: MailedText;
  /** The sheet on an attached PDF; null if none is attached. */
  attached: AttachedSheet | null;
  /** The names of other attached files, which are not read. */
  otherFiles: readonly string[];
  /** When the mail was sent: it replaces no orders that were sent after it. */
  sentAt: Date;
}

/**
 * What was done for a mail: an answer to send, or null if a receipt or a printout is on its way already.
 */
export type Done = MailAnswer | null;

/** Which sheet a mail is for: as its command says, else as the mail that it answers. */
export function targetOf({ address, command }: Pick<MailedRequest, 'address' | 'command'>): SheetTarget {
  if (command?.kind === 'advance') return { kind: 'advance', turn: command.turn };
  return command?.kind === 'standing' ? { kind: 'standing' } : address.target;
}

/** The form of a sheet; null if there is none, or if it cannot be known yet. */
export function formOf(own: PlayerSeat, target: SheetTarget): SheetForm | null {
  if (target.kind === 'open') return openForm(own);
  return advanceForm(own.game, own.seat, target.kind === 'standing' ? STANDING_ORDERS : target.turn);
}
