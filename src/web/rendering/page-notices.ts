/** What a page says after a form has done its work, by the key in its address (`?done=seat-added`). */
const NOTICES = {
  'account-saved': 'Your account is saved.',
  'code-set': 'Your security code is set. Use it with your account number to sign in.',
  'signed-out': 'You are signed out.',
  'game-created': 'The game is created. Add its seats, then begin it.',
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
  'email-corrected': 'The e-mail address is corrected. Links that went to the old address no longer work.',
  'link-sent': 'The sign-in link is on its way.',
  'waiting-mail-sent': 'All waiting mail is sent now. Look at this page again in a few minutes.',
  'nightly-started': 'The backup and the cleanup begin now. Look at this page again in a few minutes.',
  'rolled-back': 'The turn is rolled back and open again. Everyone is notified by e-mail.',
  'rolled-forward': 'The turn is in force again. Everyone is notified by e-mail.',
  'press-decided': 'Your decision about the press release is saved.',
  'letter-sent': 'Your letter is on its way.',
  'letters-policy-set': 'Your decision about private letters is saved.',
  'broadcast-sent': 'Your message is on its way to every player.',
  abandoned: 'The game is abandoned. Everyone is notified by e-mail.',
  revived: 'The game is revived. Everyone is notified by e-mail.',
  offered: 'The seat is offered in the lobby.',
  'offer-withdrawn': 'The seat is no longer offered.',
  'taken-over': 'The seat is yours. Your printout is here, and is on its way by e-mail.',
  'paper-sheet-entered': 'The sheet is entered. The player gets the receipt.',
  replaced: 'The new player has the seat. The invitation is on its way.',
  'handed-to-computer': 'The computer plays this seat now.',
  returned: 'The seat is returned to its player.',
  'address-corrected': 'The address is corrected. Mail that did not arrive is on its way again.',
  'mail-canceled': 'The e-mail is canceled. Whistlestop will not try to send it again.',
  'sheet-sent': 'Your sheet has arrived.',
  'signed-up': 'Welcome. Your account is created, and you are signed in.',
  'email-requested':
    'A link is on its way to the new address. Your old address is used until you open the link.',
  'email-changed': 'Your e-mail address is changed.',
  'absence-announced': 'Your absence is announced. Your GMs are notified by e-mail.',
  'absence-withdrawn': 'Your absence is withdrawn. Your GMs are notified by e-mail.',
  deleted: 'Your account is deleted.',
  'player-policy-set': 'Your decisions about players are saved.',
  joined: 'You have a seat. The first printout comes when the game begins.',
  'joined-and-begun': 'You took the last seat, and the game has begun. Your first printout is here.',
  waitlisted: 'You are on the waitlist. You get an e-mail when a seat opens up for you.',
  left: 'You have left.',
  reclaimed: 'The seat is yours again.',
  'invitation-link-removed': 'The invitation link is removed.',
  excused: 'The missed turn is excused.',
  'excuse-withdrawn': 'The missed turn counts again.',
} as const;

/** The key of a notice. */
export type PageNotice = keyof typeof NOTICES;

/** The notice that a page's query asks for; null if it asks for none. */
export function noticeOf(query: unknown): string | null {
  const done = (query as Record<string, unknown> | undefined)?.done;
  return typeof done === 'string' && Object.hasOwn(NOTICES, done) ? NOTICES[done as PageNotice] : null;
}
