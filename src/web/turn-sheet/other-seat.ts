import { HttpError } from '../rendering/http-errors.ts';
import { seatOfBody } from './posted-sheet.ts';

/*
 * Two players may share a browser. A page that one of them has filled in must not become the orders of the other one, who has
 * signed in meanwhile, and its values are secrets of the first one.
 */

/** Refuses a form of another seat than the sender's. One that names no seat is taken. @throws a 409 */
export function refuseOtherSeat(body: unknown, own: string): void {
  const seat = seatOfBody(body);
  if (seat !== null && seat !== own) throw otherSeat();
}

/** 409: the form of another seat. The page shows nothing of what was sent. */
export function otherSeat(): HttpError {
  const message =
    'This form belongs to another player of the game: it was opened while they were signed in here. It was not sent, and nothing of it is shown. To send it, sign in as that player, go back to the form and send it again.';
  return new HttpError(409, 'other-seat', message);
}
