import type { FastifyRequest } from 'fastify';

/** What a page says after a form has done its work, by the key in its address (`?done=seat-added`). */
const NOTICES = {
  'account-saved': 'Your account is saved.',
  'confirmation-sent':
    'A link is on its way to your e-mail address. Open it to confirm that you read mail there.',
  'code-set': 'Your security code is set. Use it with your e-mail address or account number to sign in.',
  'signed-out': 'You are signed out.',
  'game-created': 'The game is created. Invite players, then begin it.',
  'seat-added': 'The seat is added.',
  'seat-invited': 'The seat is added. The invitation is on its way.',
  'seat-removed': 'The seat is removed.',
  begun: 'The game has begun. The first printouts are on their way.',
  processed: 'The turn is processed. The printouts are on their way.',
  over: 'The last turn is processed, and the game is over. The final printouts are on their way.',
  'due-date-set': 'The due date is set. All players get it by e-mail.',
  'schedule-saved': 'The schedule is saved.',
  extended: 'The turn is extended. All players get the new date by e-mail.',
  paused: 'The game is paused. All players are notified by e-mail.',
  resumed: 'The game is resumed. All players are notified by e-mail.',
  'orders-reopened': 'Your orders are no longer final. Your sheet still counts, and you can change it.',
  'advance-orders-withdrawn': 'Your advance orders are withdrawn.',
  voted: 'Your vote for more time is counted.',
  'vote-withdrawn': 'Your vote for more time is withdrawn.',
  'vote-passed':
    'Two thirds have voted for more time. The due date is extended, and everyone is notified by e-mail.',
  resent: 'The e-mail is on its way again.',
  'account-created': 'The account is created.',
  'rights-set': 'The rights are changed.',
  'email-entered':
    'The player has an e-mail address now. The invitation to their games and the present printouts are on their way.',
  'email-corrected': 'The e-mail address is corrected. Links that went to the old address no longer work.',
  'account-signed-out': 'All sessions and links of the account are ended. Its owner has to sign in again.',
  'link-sent': 'The sign-in link is on its way.',
  'waiting-mail-sent': 'All waiting mail is sent now. Look at this page again in a few minutes.',
  'nightly-started': 'The backup and the cleanup begin now. Look at this page again in a few minutes.',
  'rolled-back': 'The turn is rolled back and open again. Everyone is notified by e-mail.',
  'rolled-forward': 'The turn is in force again. Everyone is notified by e-mail.',
  'press-read': 'The held press releases are shown here. All players are told that you have read them.',
  'press-decided': 'Your decision about the press release is saved.',
  'letter-sent': 'Your letter is on its way.',
  'message-sent': 'Your message is on its way.',
  'game-muted': 'Messages from this GM are no longer mailed to you.',
  'game-unmuted': 'Messages from this GM are mailed to you again.',
  'webhook-saved': 'The address is saved.',
  'webhook-tested': 'A test event is on its way. Look at this page again in a moment.',
  'webhook-removed': 'The server no longer calls your program.',
  'chat-added': 'The chat is added. Send a test to see whether it works.',
  'chat-tested': 'A test is on its way. Look at the channel, or at this page again in a moment.',
  'chat-removed': 'The chat is removed.',
  'notes-saved': 'Your notes are saved.',
  'letters-policy-set': 'Your decision about private letters is saved.',
  'broadcast-sent': 'Your message is on its way to every player.',
  abandoned: 'The game is abandoned. Everyone is notified by e-mail.',
  revived: 'The game is revived. Everyone is notified by e-mail.',
  offered: 'The seat is offered in the lobby.',
  'offer-withdrawn': 'The seat is no longer offered.',
  'taken-over': 'The seat is yours. Your printout is here, and is on its way by e-mail.',
  'paper-sheet-opened': 'The form is open. All players are told.',
  'postal-addresses-saved': 'The addresses are saved.',
  'paper-player-added': 'The player is added. Nothing is mailed: you send the printouts by post.',
  'replaced-by-paper-player':
    'The new player has the seat, and all other players are told. Open the round again to print it for the new player.',
  'postal-round-opened': 'The round is open, and all players are told. Download the file below.',
  'paper-advance-orders-entered': 'The orders are entered. They are played when their turn comes.',
  'paper-advance-orders-withdrawn': 'The orders are withdrawn. The next cover page no longer lists them.',
  'paper-sheet-entered-next': 'The sheet is entered. This is the next missing sheet of a paper player.',
  'paper-sheet-entered-all': 'The sheet is entered. The sheets of all paper players are in.',
  'paper-sheet-entered': 'The sheet is entered. The player gets the receipt.',
  replaced: 'The new player has the seat. The invitation is on its way.',
  'handed-to-computer': 'The computer plays this seat now.',
  returned: 'The seat is returned to its player.',
  'address-corrected': 'The address is corrected. Mail that did not arrive is on its way again.',
  'mail-sent-now': 'All waiting e-mails of this game are being sent now.',
  'mail-canceled': 'The e-mail is canceled. Whistlestop will not try to send it again.',
  'sheet-sent': 'Your sheet has arrived.',
  'signed-up': 'Welcome. Your account is created, and you are signed in.',
  'email-requested':
    'A link is on its way to the new address. Your old address is used until you open the link.',
  'email-changed': 'Your e-mail address is changed.',
  'absence-announced': 'Your absence is announced. Your GMs are notified by e-mail.',
  'absence-withdrawn': 'Your absence is withdrawn. Your GMs are notified by e-mail.',
  'passkey-added': 'The passkey is added. From now on, signing in requires a passkey.',
  'passkey-renamed': 'The passkey is renamed.',
  'passkey-removed': 'The passkey is removed.',
  'passkeys-removed': 'The passkeys of the account are removed. Its owner is notified by e-mail.',
  'practice-undone': 'The turn is undone. The sheet has the orders that you had sent.',
  'practice-deleted': 'The practice game is deleted.',
  'token-revoked': 'The token is revoked. The program that had it can no longer sign in.',
  'calendar-removed': 'The address of your calendar is removed.',
  'session-ended': 'The session is ended. That browser is signed out.',
  'older-sessions-ended': 'The sessions that began before this one are ended.',
  'other-sessions-ended': 'All other sessions are ended. Only this browser is still signed in.',
  deleted: 'Your account is deleted.',
  'player-policy-set': 'Your decisions about players are saved.',
  joined: 'You have a seat. The first printout comes when the game begins.',
  'joined-and-begun': 'You took the last seat, and the game has begun. Your first printout is here.',
  waitlisted: 'You are on the waitlist. You get an e-mail when a seat opens up for you.',
  left: 'You have left.',
  reclaimed: 'The seat is yours again.',
  'seat-given-up': 'You have given up your seat. The GM is notified by e-mail.',
  'question-disputed':
    'The question is retired: games that begin from now on do not ask it. The GM is notified by e-mail.',
  'dispute-decided': 'Your decision is saved.',
  'invitation-link-removed': 'The invitation link is removed.',
  released: 'The server is released. It goes on within a few seconds.',
  excused: 'The missed turn is excused.',
  'excuse-withdrawn': 'The missed turn counts again.',
} as const;

/** The key of a notice. */
export type PageNotice = keyof typeof NOTICES;

/**
 * The notice that the address of a page asks for; null if it asks for none, or the browser says that it comes from elsewhere: a link
 * that someone has written must not say that a sheet has arrived.
 */
export function noticeOf({ query, headers }: Pick<FastifyRequest, 'query' | 'headers'>): string | null {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return null;
  const done = (query as Record<string, unknown> | undefined)?.done;
  return typeof done === 'string' && Object.hasOwn(NOTICES, done) ? NOTICES[done as PageNotice] : null;
}
