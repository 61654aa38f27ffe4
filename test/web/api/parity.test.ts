import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { aWeb } from '../visitor.ts';

/*
 * What a person may do on the pages, a program may do, too. Every form of the pages is in one of these tables: the first
 * says which request of a program does the same, the second says why there is none.
 */

/** Pages and requests whose addresses differ by `/api` alone. */
const SAME = [
  '/games/:number/join',
  '/join/:token',
  '/games/:number/leave',
  '/games/:number/reclaim',
  '/games/:number/take-over/:seat',
  '/games/:number/messages',
  '/games/:number/messages/mute',
  '/my/games/:number/give-up',
  '/my/games/:number/letters',
  '/my/games/:number/notes',
  '/my/games/:number/program/secret',
  '/my/games/:number/program/test',
  '/my/games/:number/questions',
  '/account/absences',
  '/practice',
  '/practice/:game/continue',
  '/practice/:game/notes',
  '/practice/:game/restart',
  '/practice/:game/sheet',
  '/practice/:game/sheet/check',
  '/practice/:game/undo',
  '/gm/games/:number/abandon',
  '/gm/games/:number/begin',
  '/gm/games/:number/broadcast',
  '/gm/games/:number/chats',
  '/gm/games/:number/chats/remove',
  '/gm/games/:number/chats/test',
  '/gm/games/:number/deliveries/:delivery/cancel',
  '/gm/games/:number/deliveries/:delivery/resend',
  '/gm/games/:number/deliveries/send-now',
  '/gm/games/:number/messages/:message',
  '/gm/games/:number/players',
  '/gm/games/:number/players/computer-press',
  '/gm/games/:number/players/excuse',
  '/gm/games/:number/players/invitation-link',
  '/gm/games/:number/players/invitation-link/remove',
  '/gm/games/:number/players/joining',
  '/gm/games/:number/players/letters',
  '/gm/games/:number/post',
  '/gm/games/:number/post/open',
  '/gm/games/:number/post/player',
  '/gm/games/:number/press',
  '/gm/games/:number/press/:release',
  '/gm/games/:number/preview',
  '/gm/games/:number/process',
  '/gm/games/:number/revive',
  '/gm/games/:number/rollback',
  '/gm/games/:number/rollforward',
  '/gm/games/:number/schedule',
  '/gm/games/:number/schedule/due',
  '/gm/games/:number/schedule/extend',
  '/gm/games/:number/schedule/pause',
  '/gm/games/:number/schedule/resume',
  '/gm/games/:number/seats',
  '/gm/games/:number/seats/:seat/address',
  '/gm/games/:number/seats/:seat/messages',
  '/gm/games/:number/seats/:seat/offer',
  '/gm/games/:number/seats/:seat/opponent',
  '/gm/games/:number/seats/:seat/paper-advance-orders/:turn',
  '/gm/games/:number/seats/:seat/paper-advance-orders/:turn/open',
  '/gm/games/:number/seats/:seat/paper-advance-orders/:turn/withdraw',
  '/gm/games/:number/seats/:seat/paper-sheet',
  '/gm/games/:number/seats/:seat/paper-sheet/open',
  '/gm/games/:number/seats/:seat/remove',
  '/gm/games/:number/seats/:seat/replace',
  '/gm/games/:number/seats/:seat/return',
  '/gm/games/:number/seats/:seat/withdraw-offer',
];

/** What does the same under another address. */
const OTHER: Record<string, string> = {
  '/account/absences/:absence/withdraw': 'DELETE /api/account/absences/:absence',
  '/practice/:game/delete': 'DELETE /api/practice/:game',
  '/practice/:game/sheet/try': 'POST /api/practice/:game/sheet/guess',
  '/gm/new': 'POST /api/gm/games',
  '/gm/games/:number/due': 'POST /api/gm/games/:number/schedule/due',
  '/my/games/:number/program/remove': 'DELETE /api/my/games/:number/program',
  '/my/games/:number/sheet': 'POST /api/games/:number/sheet',
  '/my/games/:number/sheet/check': 'POST /api/games/:number/sheet/check',
  '/my/games/:number/sheet/try': 'POST /api/games/:number/sheet/guess',
  '/my/games/:number/sheet/reopen': 'DELETE /api/games/:number/sheet/final',
  '/my/games/:number/sheet/vote': 'POST /api/games/:number/sheet/vote',
  '/my/games/:number/sheet/vote/withdraw': 'DELETE /api/games/:number/sheet/vote',
  '/my/games/:number/advance-orders/:turn': 'POST /api/games/:number/advance-orders/:turn',
  '/my/games/:number/advance-orders/:turn/withdraw': 'DELETE /api/games/:number/advance-orders/:turn',
  // The answer to GET has what the orders of advance would lose now.
  '/my/games/:number/advance-orders/:turn/check': 'GET /api/games/:number/advance-orders/:turn',
};

const SIGN_IN = 'Signing in, and out, is for people: programs send a token or the code with each request.';
const TAKE_OVER = 'It decides who gets into the account: a stolen token must not.';
const SETTINGS = 'Settings of the person, who makes them once.';
const OPERATOR = 'The work of the operator is on the pages and the command line; no token allows it.';
const AGAIN = 'It asks someone whose session ended to sign in again. Programs have no sessions.';

/** Why there is no request of a program for a form. */
const NONE: Record<string, string> = {
  '/sign-in': SIGN_IN,
  '/sign-in/link': SIGN_IN,
  '/sign-in/link/:token': SIGN_IN,
  '/sign-in/passkey': SIGN_IN,
  '/sign-in/passkey/options': SIGN_IN,
  '/sign-out': SIGN_IN,
  '/sign-up': SIGN_IN,
  '/sign-up/:token': SIGN_IN,
  '/invitation/:number/:token': SIGN_IN,
  '/account': SETTINGS,
  '/account/calendar': 'Its address is a secret of its own, for calendars.',
  '/account/calendar/remove': 'Its address is a secret of its own, for calendars.',
  '/account/code': TAKE_OVER,
  '/account/confirm-address': TAKE_OVER,
  '/account/delete': TAKE_OVER,
  '/account/email': TAKE_OVER,
  '/account/email/:token': TAKE_OVER,
  '/account/passkeys': TAKE_OVER,
  '/account/passkeys/options': TAKE_OVER,
  '/account/passkeys/remove': TAKE_OVER,
  '/account/passkeys/rename': TAKE_OVER,
  '/account/sessions/:handle/end': TAKE_OVER,
  '/account/sessions/end-others': TAKE_OVER,
  '/account/tokens': TAKE_OVER,
  '/account/tokens/:token/revoke': TAKE_OVER,
  '/unsubscribe/:id/:token': 'It is a link in mail, for the program that shows the mail.',
  '/my/games/:number/program': 'The address is bound to the session in which it was set.',
  '/my/games/:number/sheet/pdf': 'It reads the PDF that a person filled in. Programs send orders as JSON.',
  '/my/games/:number/sheet/sign-in': AGAIN,
  '/my/games/:number/advance-orders/:turn/sign-in': AGAIN,
  '/my/games/:number/letters/sign-in': AGAIN,
  '/my/games/:number/advance-orders/:turn/try': 'Programs guess with the sheet of the open turn.',
  '/practice/:game/guide': 'It hides the hints for a first turn, which only people are shown.',
};

const isOperators = (url: string) => url.startsWith('/operator/');

let own: TestContext;
let app: FastifyInstance;

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx);
});
afterAll(async () => {
  await app?.close();
  await own?.close();
});

test('every form of the pages has a request of programs, or a reason why there is none', () => {
  const forms = app.routeAccess
    .filter(({ method, url }) => method !== 'GET' && !url.startsWith('/api/'))
    .map(({ url }) => url);
  const known = [...SAME, ...Object.keys(OTHER), ...Object.keys(NONE)];
  const message = `Add each new form to a table of ${import.meta.filename}.`;
  expect(forms.filter((url) => !isOperators(url)).sort(), message).toEqual(known.sort());
  expect([OPERATOR, ...Object.values(NONE)].filter((reason) => !reason.endsWith('.'))).toEqual([]);
});

test('every request of programs that a table names exists', () => {
  const there = new Set(app.routeAccess.map(({ method, url }) => `${method} ${url}`));
  const named = [...SAME.map((url) => `POST /api${url}`), ...Object.values(OTHER)];
  expect(named.filter((operation) => !there.has(operation))).toEqual([]);
});

test('every request of programs that does something stands for a form', () => {
  const acting = app.routeAccess
    .filter(({ method, url }) => method !== 'GET' && url.startsWith('/api/'))
    .map(({ method, url }) => `${method} ${url}`);
  const named = new Set([...SAME.map((url) => `POST /api${url}`), ...Object.values(OTHER)]);
  expect(acting.filter((operation) => !named.has(operation))).toEqual([]);
});
