import { testCode } from '../../web/visitor.ts';
import { FORMS_OF_PROGRAMS } from './forms-of-programs.ts';
import type { PersonName } from './people.ts';
import type { GameName } from './plant-games.ts';
import type { World } from './world.ts';

/*
 * A form with which each POST and DELETE route succeeds, and who may send it. A new route is a line in `FORMS`.
 */

/** Who may send a form. Everyone else is refused, and changes nothing. */
type Senders = readonly PersonName[] | 'anyone' | 'everyone signed in';

/** A form in the world. Parameters in fields and addresses get their values from the world. */
export interface ReviewForm {
  by: Senders;
  /** Who succeeds with it; the first of `by`, or player 1, by default. */
  as?: PersonName;
  /** The game that the address names; `watched` by default. */
  game?: GameName;
  /** Whose seat the address names; that of player 1 by default. */
  seat?: string;
  turn?: string;
  fields?: Record<string, string>;
  /** false: the form changes nothing in this world, or no one can succeed with it here. */
  effect?: false;
  /** For programs: the query and the JSON body. */
  query?: string;
  json?: unknown;
}

const GM = ['GM'] as const;
const PLAYERS = ['player 1', 'player 2', 'operator who plays', 'successor'] as const;
const OPERATORS = ['operator', 'operator who plays'] as const;
const AT_TURN = { turn: '3' };
const SHEET = { _turn: '3', press: 'A speech' };
const CREDENTIALS = { account: ':stranger', code: testCode };
const NOTHING = '00000000-0000-4000-8000-000000000000';
const DUE = '2027-05-01T18:00';

/** A form for each POST and DELETE route. */
export const FORMS: Record<string, ReviewForm> = {
  'POST /games/:number/join': { by: 'everyone signed in', as: 'stranger', game: 'forming' },
  'POST /join/:token': { by: 'everyone signed in', as: 'stranger' },
  'POST /games/:number/leave': { by: ['player 1', 'invited', 'waitlisted'], game: 'forming' },
  // A seat of the game is offered, so everyone may ask its GM about it.
  'POST /games/:number/messages': { by: 'everyone signed in', fields: { text: 'May I ask?' } },
  'POST /games/:number/messages/mute': { by: 'everyone signed in', fields: { muted: 'yes' } },
  'POST /games/:number/reclaim': { by: ['reclaimer'] },
  'POST /games/:number/take-over/:seat': {
    by: 'everyone signed in',
    as: 'stranger',
    seat: 'reclaimer',
    fields: AT_TURN,
  },
  'POST /practice': { by: 'anyone', fields: { ruleset: 'election-year' } },
  'POST /practice/:game/sheet': { by: ['player 1'], fields: { _turn: '2', press: 'A speech' } },
  'POST /practice/:game/sheet/check': { by: ['player 1'], effect: false, fields: { _turn: '2' } },
  'POST /practice/:game/sheet/try': { by: ['player 1'], effect: false, fields: { _turn: '2' } },
  'POST /practice/:game/notes': { by: ['player 1'], fields: { text: 'Watch Ohio.' } },
  'POST /practice/:game/undo': { by: ['player 1'], fields: { turn: '2' } },
  'POST /practice/:game/continue': { by: ['player 1'], fields: { turn: '2' } },
  'POST /practice/:game/restart': { by: ['player 1'], fields: { dice: 'new' } },
  'POST /practice/:game/guide': { by: ['player 1'] },
  'POST /practice/:game/delete': { by: ['player 1'] },
  'POST /sign-in': { by: 'anyone', fields: CREDENTIALS },
  'POST /sign-in/link': { by: 'anyone', fields: { who: ':stranger' } },
  'POST /sign-in/link/:token': { effect: false, by: 'anyone' },
  'POST /invitation/:number/:token': { by: 'anyone', effect: false },
  'POST /unsubscribe/:id/:token': { by: 'anyone', effect: false },
  'POST /sign-in/passkey/options': { by: 'anyone', effect: false },
  'POST /sign-in/passkey': { effect: false, by: 'anyone' },
  'POST /sign-out': { by: 'anyone', as: 'stranger' },
  'POST /sign-up': { by: 'anyone', fields: { name: 'New Person', email: 'another@new.test' } },
  'POST /sign-up/:token': { effect: false, by: 'anyone' },
  'POST /account': {
    by: 'everyone signed in',
    fields: { name: 'Another name', timeZone: 'UTC', paper: 'a4', remindHours: '48' },
  },
  'POST /account/code': {
    by: 'everyone signed in',
    fields: { current: testCode, code: 'bright river stone', again: 'bright river stone' },
  },
  'POST /account/confirm-address': { by: 'everyone signed in' },
  'POST /account/email': {
    by: 'everyone signed in',
    fields: { emailCode: testCode, email: 'other@new.test' },
  },
  'POST /account/email/:token': { by: ['player 1'] },
  'POST /account/delete': { by: 'everyone signed in', fields: { deleteCode: testCode, sure: 'yes' } },
  'POST /account/passkeys': { by: 'everyone signed in', effect: false },
  'POST /account/passkeys/options': { by: 'everyone signed in', effect: false },
  'POST /account/passkeys/rename': { by: 'everyone signed in', effect: false },
  'POST /account/passkeys/remove': { by: 'everyone signed in', effect: false },
  'POST /account/tokens': { by: 'everyone signed in', effect: false },
  'POST /account/tokens/:token/revoke': { by: 'everyone signed in', effect: false },
  'POST /account/calendar': { by: 'everyone signed in' },
  'POST /account/calendar/remove': { by: 'everyone signed in', effect: false },
  'POST /account/sessions/end-others': { by: 'everyone signed in', effect: false },
  'POST /account/sessions/:handle/end': { by: ['player 1'] },
  'POST /account/absences': {
    by: 'everyone signed in',
    fields: { firstDay: '2027-04-01', lastDay: '2027-04-03' },
  },
  'POST /account/absences/:absence/withdraw': { by: ['player 2'] },
  'POST /gm/new': {
    // Everyone who has signed in has an address that is proved, and may run games for friends.
    by: 'everyone signed in',
    as: 'GM',
    fields: { ruleset: 'election-year', title: 'A new game', pace: 'live', timeZone: 'UTC', computers: '2' },
  },
  'POST /gm/games/:number/begin': { by: GM, game: 'forming', fields: { due: DUE } },
  'POST /gm/games/:number/abandon': { by: GM, fields: { ...AT_TURN, confirm: ':number' } },
  'POST /gm/games/:number/revive': { by: GM, game: 'abandoned', fields: { turn: '1' } },
  'POST /gm/games/:number/due': { by: GM, fields: { ...AT_TURN, due: DUE } },
  'POST /gm/games/:number/process': { by: GM, fields: { ...AT_TURN, anyway: 'yes' } },
  'POST /gm/games/:number/rollback': { by: GM, fields: AT_TURN },
  'POST /gm/games/:number/rollforward': { effect: false, by: GM, fields: AT_TURN },
  'POST /gm/games/:number/preview': { effect: false, by: GM, fields: AT_TURN },
  'POST /gm/games/:number/seats': {
    by: GM,
    game: 'forming',
    fields: { sitter: 'opponent', name: 'Cora Dunn' },
  },
  'POST /gm/games/:number/seats/:seat/remove': { by: GM, game: 'forming' },
  'POST /gm/games/:number/seats/:seat/opponent': { by: GM, fields: AT_TURN },
  'POST /gm/games/:number/seats/:seat/return': { by: GM, seat: 'reclaimer', fields: AT_TURN },
  'POST /gm/games/:number/seats/:seat/offer': { by: GM, seat: 'computer 1', fields: AT_TURN },
  'POST /gm/games/:number/seats/:seat/withdraw-offer': { by: GM, seat: 'reclaimer', fields: AT_TURN },
  'POST /gm/games/:number/seats/:seat/replace': {
    by: GM,
    fields: { ...AT_TURN, name: 'Nora Neu', email: 'nora@players.test' },
  },
  'POST /gm/games/:number/seats/:seat/address': {
    effect: false,
    by: GM,
    fields: { ...AT_TURN, email: 'right@players.test' },
  },
  // The GM has to open the form first.
  'POST /gm/games/:number/post': { by: GM, fields: { own: 'Gil Gamemaster' } },
  'POST /gm/games/:number/post/player': {
    by: GM,
    fields: { name: 'Pat Paper', address: 'Pat Paper' },
    effect: false,
  },
  'POST /gm/games/:number/post/open': { by: GM, fields: AT_TURN, effect: false },
  'POST /gm/games/:number/seats/:seat/paper-sheet': { by: GM, fields: SHEET, effect: false },
  'POST /gm/games/:number/seats/:seat/paper-sheet/open': { by: GM, fields: AT_TURN },
  // No seat of this game is that of a player without e-mail.
  'POST /gm/games/:number/seats/:seat/paper-advance-orders/:turn': {
    by: GM,
    turn: '4',
    fields: SHEET,
    effect: false,
  },
  'POST /gm/games/:number/seats/:seat/paper-advance-orders/:turn/open': {
    by: GM,
    turn: '4',
    fields: AT_TURN,
    effect: false,
  },
  'POST /gm/games/:number/seats/:seat/paper-advance-orders/:turn/withdraw': {
    by: GM,
    turn: '4',
    fields: AT_TURN,
    effect: false,
  },
  'POST /gm/games/:number/press': { by: GM, fields: AT_TURN },
  // The GM has to read the release first.
  'POST /gm/games/:number/press/:release': {
    by: GM,
    fields: { turn: '2', decision: 'print' },
    effect: false,
  },
  'POST /gm/games/:number/broadcast': { by: GM, fields: { ...AT_TURN, text: 'Dear all' } },
  'POST /gm/games/:number/messages/:message': { by: GM, fields: { text: 'You may.' } },
  'POST /gm/games/:number/seats/:seat/messages': { by: GM, fields: { text: 'Are you well?' } },
  'POST /gm/games/:number/deliveries/:delivery/resend': { by: GM },
  'POST /gm/games/:number/deliveries/:delivery/cancel': { by: GM },
  'POST /gm/games/:number/deliveries/send-now': { by: GM },
  'POST /gm/games/:number/schedule': { by: GM, fields: { daysPerTurn: '7', timeZone: 'Europe/Berlin' } },
  'POST /gm/games/:number/schedule/extend': {
    by: GM,
    game: 'race',
    fields: { turn: '1', days: '3', reason: 'Why not' },
  },
  'POST /gm/games/:number/chats': { by: GM, fields: { url: 'https://discord.com/api/webhooks/1/x' } },
  'POST /gm/games/:number/chats/test': { by: GM, effect: false, fields: { webhook: NOTHING } },
  'POST /gm/games/:number/chats/remove': { by: GM, effect: false, fields: { webhook: NOTHING } },
  'POST /gm/games/:number/schedule/due': { by: GM, fields: { ...AT_TURN, due: DUE } },
  'POST /gm/games/:number/schedule/pause': { by: GM, fields: AT_TURN },
  'POST /gm/games/:number/schedule/resume': { by: GM, game: 'paused', fields: { turn: '1', due: DUE } },
  'POST /gm/games/:number/players': { by: GM, fields: { maxMisses: '3', minReliability: '80' } },
  'POST /gm/games/:number/players/joining': {
    by: GM,
    game: 'forming',
    fields: { joining: 'open', seatsWanted: '6' },
  },
  'POST /gm/games/:number/players/letters': { by: GM, fields: { letters: 'none' } },
  'POST /gm/games/:number/players/computer-press': { by: GM, fields: {} },
  'POST /gm/games/:number/players/excuse': { by: GM, fields: { seat: ':seat', turn: '1', excused: 'yes' } },
  'POST /gm/games/:number/players/invitation-link': { by: GM, game: 'forming' },
  'POST /gm/games/:number/players/invitation-link/remove': { by: GM, game: 'forming' },
  'POST /operator/accounts': { by: OPERATORS, fields: { name: 'New Person', email: 'made@new.test' } },
  'POST /operator/accounts/:id/rights': { by: OPERATORS, fields: { mayRunGames: 'yes' } },
  'POST /operator/accounts/:id/email': {
    by: OPERATORS,
    fields: { email: 'corrected@new.test', emailCode: testCode },
  },
  'POST /operator/accounts/:id/link': { by: OPERATORS },
  'POST /operator/accounts/:id/sign-out': { by: OPERATORS },
  // No one in the world has a passkey of their own.
  'POST /operator/accounts/:id/remove-passkeys': {
    by: OPERATORS,
    fields: { removeCode: testCode },
    effect: false,
  },
  'POST /operator/system/mail': { by: OPERATORS },
  'POST /operator/system/nightly': { by: OPERATORS },
  'POST /operator/questions/:question': {
    by: OPERATORS,
    fields: { state: 'restored', note: 'It is right.' },
  },
  'POST /operator/held': { effect: false, by: OPERATORS, fields: { dates: 'putOff', mail: 'send' } },
  'POST /my/games/:number/sheet': { by: PLAYERS, fields: SHEET },
  // It takes a file: test/web/player/sheet-pdf.test.ts.
  'POST /my/games/:number/sheet/pdf': { effect: false, by: PLAYERS, fields: SHEET },
  'POST /my/games/:number/sheet/check': { effect: false, by: PLAYERS, fields: SHEET },
  'POST /my/games/:number/sheet/try': { effect: false, by: PLAYERS, fields: SHEET },
  'POST /my/games/:number/sheet/sign-in': {
    effect: false,
    by: 'anyone',
    fields: { ...SHEET, ...CREDENTIALS },
  },
  'POST /my/games/:number/sheet/reopen': { effect: false, by: PLAYERS, fields: { _turn: '3' } },
  'POST /my/games/:number/sheet/vote': {
    effect: false,
    by: PLAYERS,
    fields: { _turn: '3', due: '2027-05-01T18:00:00Z' },
  },
  'POST /my/games/:number/sheet/vote/withdraw': {
    effect: false,
    by: PLAYERS,
    fields: { _turn: '3', due: '2027-05-01T18:00:00Z' },
  },
  'POST /my/games/:number/advance-orders/:turn': { by: PLAYERS, turn: '4', fields: { ...SHEET, _turn: '4' } },
  'POST /my/games/:number/advance-orders/:turn/check': {
    effect: false,
    by: PLAYERS,
    turn: '4',
    fields: { ...SHEET, _turn: '4' },
  },
  'POST /my/games/:number/advance-orders/:turn/try': {
    effect: false,
    by: PLAYERS,
    turn: '4',
    fields: { ...SHEET, _turn: '4' },
  },
  'POST /my/games/:number/advance-orders/:turn/sign-in': {
    effect: false,
    by: 'anyone',
    turn: '4',
    fields: { ...SHEET, _turn: '4', ...CREDENTIALS },
  },
  'POST /my/games/:number/advance-orders/:turn/withdraw': { by: PLAYERS, turn: '4' },
  'POST /my/games/:number/program': { by: PLAYERS, fields: { url: 'https://bot.example.org/' } },
  'POST /my/games/:number/program/secret': { by: PLAYERS, effect: false },
  'POST /my/games/:number/program/test': { by: PLAYERS, effect: false },
  'POST /my/games/:number/program/remove': { by: PLAYERS, effect: false },
  'POST /my/games/:number/give-up': {
    by: ['player 1'],
    fields: { seat: ':seat', giveUpCode: testCode },
  },
  'POST /my/games/:number/questions': {
    effect: false,
    by: PLAYERS,
    fields: { question: 'house-1 house-g-001', reason: 'It is wrong.' },
  },
  'POST /my/games/:number/notes': { by: PLAYERS, fields: { text: 'Watch Ohio.' } },
  'POST /my/games/:number/letters': { by: PLAYERS, fields: { text: 'Shall we?', 'to_:other': 'yes' } },
  'POST /my/games/:number/letters/sign-in': {
    effect: false,
    by: 'anyone',
    fields: { text: 'Shall we?', ...CREDENTIALS },
  },
  ...FORMS_OF_PROGRAMS,
};

/** Whether a person may send a form; null is someone who is signed out. */
export function maySend({ by }: ReviewForm, person: PersonName | null): boolean {
  if (by === 'anyone') return true;
  if (person === null) return false;
  return by === 'everyone signed in' || by.includes(person);
}

/** Who sends a form that is to succeed. */
export function senderFor({ as, by }: ReviewForm): PersonName {
  return as ?? (typeof by === 'string' ? 'player 1' : (by[0] as PersonName));
}

/** The address and the fields of a form, with their values in this world. */
export interface FilledForm {
  method: 'POST' | 'DELETE';
  url: string;
  fields: Record<string, string>;
  /** The JSON of a form for programs; undefined for other forms. */
  json: unknown;
}

/** Fills in a form. @throws if the world has nothing for a parameter */
export async function fillIn(world: World, route: string, form: ReviewForm): Promise<FilledForm> {
  const [method, path] = route.split(' ') as ['POST' | 'DELETE', string];
  const values = await valuesOf(world, form, path);
  const fill = (text: string) =>
    text.replace(/:([a-z]+)/g, (all, name) => {
      const value = values[name];
      if (value === undefined)
        throw new Error(`Add what ${all} of ${route} can be to test/security/review/forms.ts.`);
      return value;
    });
  const fields = Object.entries(form.fields ?? {}).map(([name, text]) => [
    fill(name),
    text.startsWith(':') ? fill(text) : text,
  ]);
  const query = form.query === undefined ? '' : `?${form.query}`;
  const isName = (value: unknown) => typeof value === 'string' && value.startsWith(':');
  const json =
    form.json === undefined
      ? undefined
      : JSON.parse(JSON.stringify(form.json), (_, value) => (isName(value) ? fill(value) : value));
  return { method, url: fill(path) + query, fields: Object.fromEntries(fields), json };
}

async function valuesOf(
  world: World,
  form: ReviewForm,
  path: string,
): Promise<Record<string, string | undefined>> {
  const { games, people, secrets, ctx } = world;
  const game = games[form.game ?? 'watched'];
  const seat = game.seats[form.seat ?? 'player 1'];
  const where = { gameId: game.id };
  // A GM can cancel only these.
  const own = [
    { kind: 'invitation' as const },
    { kind: 'notice' as const, detail: { path: ['broadcast'], equals: true } },
  ];
  const waiting = { ...where, status: 'queued' as const, OR: own };
  const delivery = await ctx.db.prisma.delivery.findFirst({
    where: waiting,
    orderBy: { id: 'asc' },
    select: { id: true },
  });
  const message = await ctx.db.prisma.gmMessage.findFirst({ where, select: { id: true } });
  const release = await ctx.db.prisma.heldPressRelease.findFirst({ where, select: { id: true } });
  const absence = await ctx.db.prisma.absence.findFirst({ select: { id: true } });
  const tokenKind = path.startsWith('/account') ? 'address proof token' : 'invitation link';
  const token = secrets.all.find(({ kind }) => kind === tokenKind);
  const dispute = await ctx.db.prisma.disputedQuestion.findFirst({ select: { id: true } });
  const practice = await ctx.db.prisma.practiceGame.findFirst({ select: { id: true } });
  const session = await ctx.db.prisma.session.findFirst({ where: { accountId: people['player 1'].id } });
  return {
    number: game.number,
    // Programs name seats by their identifiers.
    seat: path.startsWith('/api/') ? seat?.identifier : seat?.id,
    other: game.seats['player 2']?.identifier,
    turn: form.turn,
    delivery: delivery?.id,
    release: release?.id,
    message: message?.id,
    absence: absence?.id,
    handle: session?.handle,
    question: dispute?.id,
    passkey: '00000000-0000-4000-8000-000000000000',
    token: token?.original,
    game: practice?.id,
    id: String(people['player 1'].id),
    stranger: String(people.stranger.id),
  };
}
