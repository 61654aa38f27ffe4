import type { ReviewForm } from './forms.ts';
import type { PersonName } from './people.ts';

/* The forms of `FORMS` that programs send as JSON. */

const GM = ['GM'] as const;
const PLAYERS: readonly PersonName[] = ['player 1', 'player 2', 'operator who plays', 'successor'];
const AT_TURN = { turn: 3 };
const DUE = '2027-05-01T18:00:00Z';
const NOTHING = '00000000-0000-4000-8000-000000000000';

/** What players send. */
const PLAYERS_FORMS: Record<string, ReviewForm> = {
  'POST /api/games/:number/sheet': { by: PLAYERS, query: 'turn=3', json: { press: 'A speech' } },
  'POST /api/games/:number/sheet/check': {
    effect: false,
    by: PLAYERS,
    query: 'turn=3',
    json: { press: 'A speech' },
  },
  'POST /api/games/:number/sheet/guess': {
    effect: false,
    by: PLAYERS,
    query: 'turn=3&rivals=computer',
    json: { press: 'A speech' },
  },
  'DELETE /api/games/:number/sheet/final': { effect: false, by: PLAYERS, query: 'turn=3' },
  'POST /api/games/:number/sheet/vote': { effect: false, by: PLAYERS, json: { ...AT_TURN, due: DUE } },
  'DELETE /api/games/:number/sheet/vote': { effect: false, by: PLAYERS, query: `turn=3&due=${DUE}` },
  'POST /api/games/:number/advance-orders/:turn': { by: PLAYERS, turn: '4', json: { press: 'A speech' } },
  'DELETE /api/games/:number/advance-orders/:turn': { by: PLAYERS, turn: '4' },
  'POST /api/my/games/:number/letters': { by: PLAYERS, json: { to: [':other'], text: 'Shall we?' } },
  'POST /api/games/:number/messages': { by: 'everyone signed in', json: { text: 'May I ask?' } },
  'POST /api/games/:number/messages/mute': { by: 'everyone signed in', json: { muted: true } },
  'POST /api/my/games/:number/notes': { by: PLAYERS, json: { text: 'Watch Ohio.' } },
  'POST /api/my/games/:number/questions': {
    effect: false,
    by: PLAYERS,
    json: { bank: 'house-1', question: 'house-g-001', reason: 'It is wrong.' },
  },
  'POST /api/my/games/:number/give-up': { by: ['player 1'], json: { seat: ':seat' } },
  'DELETE /api/my/games/:number/program': { by: PLAYERS, effect: false },
  'POST /api/my/games/:number/program/secret': { by: PLAYERS, effect: false, json: {} },
  'POST /api/my/games/:number/program/test': { by: PLAYERS, effect: false, json: {} },
  'POST /api/games/:number/join': { by: 'everyone signed in', as: 'stranger', game: 'forming', json: {} },
  'POST /api/join/:token': { by: 'everyone signed in', as: 'stranger', json: {} },
  'POST /api/games/:number/leave': {
    by: ['player 1', 'invited', 'waitlisted'],
    game: 'forming',
    json: {},
  },
  'POST /api/games/:number/reclaim': { by: ['reclaimer'], json: {} },
  'POST /api/games/:number/take-over/:seat': {
    by: 'everyone signed in',
    as: 'stranger',
    seat: 'reclaimer',
    json: AT_TURN,
  },
  'POST /api/account/absences': {
    by: 'everyone signed in',
    json: { firstDay: '2027-04-01', lastDay: '2027-04-03' },
  },
  'DELETE /api/account/absences/:absence': { by: ['player 2'] },
  'POST /api/practice': { by: 'everyone signed in', json: { ruleset: 'election-year' } },
  'DELETE /api/practice/:game': { by: ['player 1'] },
  'POST /api/practice/:game/restart': { by: ['player 1'], json: { dice: 'new' } },
  'POST /api/practice/:game/sheet': { by: ['player 1'], query: 'turn=2', json: { press: 'A speech' } },
  'POST /api/practice/:game/sheet/check': {
    effect: false,
    by: ['player 1'],
    query: 'turn=2',
    json: { press: 'A speech' },
  },
  'POST /api/practice/:game/sheet/guess': {
    effect: false,
    by: ['player 1'],
    query: 'turn=2&rivals=computer',
    json: { press: 'A speech' },
  },
  // A sheet is owed for the open turn.
  'POST /api/practice/:game/continue': { effect: false, by: ['player 1'], json: { turn: 2 } },
  'POST /api/practice/:game/undo': { by: ['player 1'], json: { turn: 2 } },
  'POST /api/practice/:game/notes': { by: ['player 1'], json: { text: 'Watch Ohio.' } },
};

/** What GMs send. */
const GM_FORMS: Record<string, ReviewForm> = {
  'POST /api/gm/games': {
    by: 'everyone signed in',
    as: 'GM',
    json: { ruleset: 'election-year', title: 'A new game', pace: 'live', timeZone: 'UTC', computers: 2 },
  },
  'POST /api/gm/games/:number/begin': { by: GM, game: 'forming', json: { due: DUE } },
  'POST /api/gm/games/:number/abandon': { by: GM, json: { ...AT_TURN, confirm: ':number' } },
  'POST /api/gm/games/:number/revive': { by: GM, game: 'abandoned', json: { turn: 1 } },
  'POST /api/gm/games/:number/process': { by: GM, json: { ...AT_TURN, anyway: true } },
  'POST /api/gm/games/:number/rollback': { by: GM, json: { ...AT_TURN, due: null } },
  'POST /api/gm/games/:number/rollforward': { effect: false, by: GM, json: AT_TURN },
  'POST /api/gm/games/:number/preview': { effect: false, by: GM, json: AT_TURN },
  'POST /api/gm/games/:number/seats': {
    by: GM,
    game: 'forming',
    json: { sitter: 'opponent', name: 'Cora Dunn' },
  },
  'POST /api/gm/games/:number/seats/:seat/remove': { by: GM, game: 'forming', json: {} },
  'POST /api/gm/games/:number/seats/:seat/opponent': { by: GM, json: AT_TURN },
  'POST /api/gm/games/:number/seats/:seat/return': { by: GM, seat: 'reclaimer', json: AT_TURN },
  'POST /api/gm/games/:number/seats/:seat/offer': { by: GM, seat: 'computer 1', json: AT_TURN },
  'POST /api/gm/games/:number/seats/:seat/withdraw-offer': { by: GM, seat: 'reclaimer', json: AT_TURN },
  'POST /api/gm/games/:number/seats/:seat/replace': {
    by: GM,
    json: { ...AT_TURN, name: 'Nora Neu', email: 'nora@players.test' },
  },
  'POST /api/gm/games/:number/seats/:seat/address': {
    effect: false,
    by: GM,
    json: { ...AT_TURN, email: 'right@players.test' },
  },
  'POST /api/gm/games/:number/post': { by: GM, json: { own: 'Gil Gamemaster' } },
  'POST /api/gm/games/:number/post/player': {
    by: GM,
    json: { name: 'Pat Paper', address: 'Pat Paper' },
    effect: false,
  },
  'POST /api/gm/games/:number/post/open': { by: GM, json: AT_TURN, effect: false },
  // The GM has to open the form first.
  'POST /api/gm/games/:number/seats/:seat/paper-sheet': {
    by: GM,
    json: { ...AT_TURN, orders: { press: 'A speech' } },
    effect: false,
  },
  'POST /api/gm/games/:number/seats/:seat/paper-sheet/open': { by: GM, json: AT_TURN },
  // No seat of this game is that of a player without e-mail.
  'POST /api/gm/games/:number/seats/:seat/paper-advance-orders/:turn': {
    by: GM,
    turn: '4',
    json: { ...AT_TURN, orders: { press: 'A speech' } },
    effect: false,
  },
  'POST /api/gm/games/:number/seats/:seat/paper-advance-orders/:turn/open': {
    by: GM,
    turn: '4',
    json: AT_TURN,
    effect: false,
  },
  'POST /api/gm/games/:number/seats/:seat/paper-advance-orders/:turn/withdraw': {
    by: GM,
    turn: '4',
    json: AT_TURN,
    effect: false,
  },
  'POST /api/gm/games/:number/press': { by: GM, json: AT_TURN },
  // The GM has to read the release first.
  'POST /api/gm/games/:number/press/:release': {
    by: GM,
    json: { turn: 2, decision: 'print' },
    effect: false,
  },
  'POST /api/gm/games/:number/broadcast': { by: GM, json: { ...AT_TURN, text: 'Dear all' } },
  'POST /api/gm/games/:number/messages/:message': { by: GM, json: { text: 'You may.' } },
  'POST /api/gm/games/:number/seats/:seat/messages': { by: GM, json: { text: 'Are you well?' } },
  'POST /api/gm/games/:number/deliveries/:delivery/resend': { by: GM, json: {} },
  'POST /api/gm/games/:number/deliveries/:delivery/cancel': { by: GM, json: {} },
  'POST /api/gm/games/:number/deliveries/send-now': { by: GM, json: {} },
  'POST /api/gm/games/:number/schedule': { by: GM, json: { daysPerTurn: 7, timeZone: 'Europe/Berlin' } },
  'POST /api/gm/games/:number/schedule/extend': {
    by: GM,
    game: 'race',
    json: { turn: 1, days: 3, reason: 'Why not' },
  },
  'POST /api/gm/games/:number/schedule/due': { by: GM, json: { ...AT_TURN, due: DUE } },
  'POST /api/gm/games/:number/schedule/pause': { by: GM, json: AT_TURN },
  'POST /api/gm/games/:number/schedule/resume': { by: GM, game: 'paused', json: { turn: 1, due: DUE } },
  'POST /api/gm/games/:number/chats': { by: GM, json: { url: 'https://discord.com/api/webhooks/1/x' } },
  'POST /api/gm/games/:number/chats/test': { by: GM, effect: false, json: { webhook: NOTHING } },
  'POST /api/gm/games/:number/chats/remove': { by: GM, effect: false, json: { webhook: NOTHING } },
  'POST /api/gm/games/:number/players': { by: GM, json: { maxMisses: 3, minReliability: 80 } },
  'POST /api/gm/games/:number/players/joining': {
    by: GM,
    game: 'forming',
    json: { joining: 'open', seatsWanted: 6 },
  },
  'POST /api/gm/games/:number/players/letters': { by: GM, json: { letters: 'none' } },
  'POST /api/gm/games/:number/players/computer-press': { by: GM, json: { computerPress: false } },
  'POST /api/gm/games/:number/players/excuse': { by: GM, json: { seat: ':seat', turn: 1, excused: true } },
  'POST /api/gm/games/:number/players/invitation-link': { by: GM, game: 'forming', json: {} },
  'POST /api/gm/games/:number/players/invitation-link/remove': { by: GM, game: 'forming', json: {} },
};

/** A form for each POST and DELETE route of the API. */
export const FORMS_OF_PROGRAMS: Record<string, ReviewForm> = { ...PLAYERS_FORMS, ...GM_FORMS };
