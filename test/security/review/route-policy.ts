import type { SecretKind } from './secrets.ts';

/*
 * Which kinds of secrets each GET route may show, to those who may know them (secrets.ts). A new route is a line here:
 * usually an empty list.
 */

/** What a player's own printouts, sheets and letters show. */
const PRINTOUT = ['figures'] as const;
const OWN_SHEET = ['figures', 'sheet for the open turn', 'paper sheet'] as const;
const OWN_VERSION = [...OWN_SHEET, 'refused sheet', 'held press release'] as const;
const MAIL = [
  ...OWN_VERSION,
  ...([
    'broadcast',
    'letter',
    'message with the GM',
    'reply address',
    'invitation token',
    'notice to one player',
  ] as const),
] as const;

/** On every page: the name of the account that is signed in. */
export const ON_EVERY_PAGE: readonly SecretKind[] = ['person who has not accepted'];

/** What each GET route may show. */
export const MAY_SHOW: Record<string, readonly SecretKind[]> = {
  '/': [],
  '/games': [],
  '/games/:number': [],
  '/games/:number/turns/:turn': [],
  '/games/:number/turns/:turn/attempts/:attempt': [],
  '/games/:number/messages': ['message with the GM'],
  '/games/:number/verify': [],
  '/games/:number/feed.atom': [],
  '/games/:number/turns/:turn/picture.png': [],
  '/picture.png': [],
  '/calendar/:token.ics': [],
  '/games/:number/export.json': [],
  '/games/:number/join': [],
  '/join/:token': [],
  '/games/:number/take-over/:seat': [],
  '/health': [],
  '/ready': [],
  '/metrics': [],
  '/practice': [],
  '/practice/:game': [],
  '/practice/:game/sheet': ['practice game', 'private notes'],
  '/practice/:game/turns/:turn': ['private notes'],
  '/practice/:game/turns/:turn.pdf': [],
  '/practice/:game/turns/:turn.txt': [],
  '/rules': [],
  '/rules/:id': [],
  '/rules/:id.pdf': [],
  '/rules/:id.txt': [],
  '/s/:number/:token': [],
  '/help': [],
  '/help/gm': [],
  '/help/api': [],
  '/contact': [],
  '/unsubscribe/:id/:token': [],
  '/privacy': [],
  '/sign-in': [],
  '/sign-in/link/:token': [],
  '/sign-in/passkey': [],
  '/invitation/:number/:token': [],
  '/sign-up': [],
  '/sign-up/:token': [],
  '/account': ['postal address', 'e-mail address', 'passkey name'],
  '/account/passkeys': ['passkey name'],
  '/account/sessions': [],
  '/account/calendar': [],
  '/account/tokens': [],
  '/account/email/:token': [],
  '/account/absences': [],
  '/gm': [],
  // The GM copies the settings of a game with its questions.
  '/gm/new': ['accepted answer', 'question that was not asked'],
  '/gm/games/:number': ['held press release', 'delivery error', 'e-mail address', 'message with the GM'],
  '/gm/games/:number/paper-sheet': [],
  '/gm/games/:number/post': ['postal address'],
  '/gm/games/:number/post.pdf': ['postal address'],
  '/gm/games/:number/messages/:message': ['message with the GM'],
  '/gm/games/:number/seats/:seat/messages': ['message with the GM'],
  '/gm/games/:number/seats/:seat/paper-advance-orders/:turn': [],
  '/gm/games/:number/seats/:seat/paper-sheet': [],
  '/gm/games/:number/schedule': [],
  '/gm/games/:number/chats': [],
  '/gm/games/:number/players': [],
  '/operator': ['e-mail address'],
  '/operator/system': ['delivery error'],
  '/operator/held': [],
  '/operator/questions': ['reason of a dispute'],
  '/mailbox': ['e-mail address'],
  '/mailbox/:id': ['e-mail address', ...MAIL],
  '/mailbox/:id/html': ['e-mail address', ...MAIL],
  '/mailbox/:id/attachments/:index': [...MAIL],
  '/my': [],
  '/my/games': [],
  '/my/games/:number': ['held press release', 'private notes'],
  '/my/games/:number/give-up': [],
  '/my/games/:number/program': [],
  '/my/games/:number/questions': [],
  '/my/games/:number/turns/:turn': PRINTOUT,
  '/my/games/:number/turns/:turn.pdf': PRINTOUT,
  '/my/games/:number/turns/:turn.txt': PRINTOUT,
  '/my/games/:number/turns/:turn/attempts/:attempt': PRINTOUT,
  '/my/games/:number/turns/:turn/attempts/:attempt.pdf': PRINTOUT,
  '/my/games/:number/turns/:turn/attempts/:attempt.txt': PRINTOUT,
  '/my/games/:number/sheet': [...OWN_SHEET, 'private notes'],
  '/my/games/:number/sheet/turns/:turn/versions/:version': OWN_VERSION,
  '/my/games/:number/advance-orders/:turn': ['figures', 'advance orders'],
  '/my/games/:number/letters': ['letter'],
  '/my/games/:number/letters/new': ['letter'],
  '/api/games': [],
  '/api/games/:number': [],
  '/api/my/games': [],
  '/api/my/games/:number/printouts': [],
  '/api/my/games/:number/printout': PRINTOUT,
  '/api/my/games/:number/versions': OWN_VERSION,
  '/api/games/:number/sheet': OWN_VERSION,
  '/api/games/:number/sheet/facts': ['figures'],
  '/api/games/:number/sheet/schema': ['figures'],
  '/api/openapi.json': [],
  '/api/rulesets/:ruleset/schema': [],
  '/api/games/:number/joining': [],
  '/api/games/:number/messages': ['message with the GM'],
  '/api/games/:number/sheet/vote': [],
  '/api/my/games/:number/letters': ['letter'],
  '/api/my/games/:number/notes': ['private notes'],
  '/api/my/games/:number/printout.pdf': PRINTOUT,
  '/api/my/games/:number/program': [],
  '/api/my/games/:number/questions': [],
  '/api/account/absences': [],
  '/api/practice': [],
  '/api/practice/:game': ['practice game'],
  '/api/practice/:game/notes': ['private notes'],
  '/api/practice/:game/printout': [],
  '/api/practice/:game/printout.pdf': [],
  '/api/practice/:game/sheet/facts': [],
  '/api/practice/:game/sheet/schema': [],
  '/api/gm/games': [],
  '/api/gm/games/:number': ['held press release', 'delivery error', 'e-mail address', 'message with the GM'],
  '/api/gm/games/:number/chats': [],
  '/api/gm/games/:number/messages/:message': ['message with the GM'],
  '/api/gm/games/:number/paper-sheet': [],
  '/api/gm/games/:number/players': [],
  '/api/gm/games/:number/post': ['postal address'],
  '/api/gm/games/:number/post.pdf': ['postal address'],
  '/api/gm/games/:number/schedule': [],
  '/api/gm/games/:number/seats/:seat/messages': ['message with the GM'],
  '/api/gm/games/:number/seats/:seat/paper-advance-orders/:turn': [],
  '/api/gm/games/:number/seats/:seat/paper-sheet': [],
  '/api/games/:number/advance-orders/:turn': ['figures', 'advance orders'],
};

/**
 * The operator reads all mail in the built-in mailbox but private letters and messages: on a server without a mail server, the operator
 * hands the links to people.
 */
const TO_OPERATORS: readonly SecretKind[] = [
  ...MAIL.filter((kind) => !['letter', 'message with the GM', 'reply address'].includes(kind)),
  ...(['address proof token', 'address that is not proved yet'] as const),
];

/** What a route shows to operators besides what they may know. */
export function shownToOperators(url: string): readonly SecretKind[] {
  return url.startsWith('/mailbox') ? TO_OPERATORS : [];
}

/** Kinds that someone must see on some page: otherwise the search would find nothing because nothing is there. */
export const SEEN_BY_SOMEONE: readonly SecretKind[] = [
  ...([
    'sheet for the open turn',
    'accepted answer',
    'question that was not asked',
    'reason of a dispute',
    'refused sheet',
    'practice game',
    'paper sheet',
    'advance orders',
    'private notes',
    'figures',
    'letter',
    'message with the GM',
  ] as const),
  ...(['held press release', 'broadcast', 'notice to one player', 'delivery error'] as const),
  ...(['postal address', 'e-mail address', 'person who has not accepted'] as const),
];
