import type { GameCard } from '../../../games/game/game-card.ts';
import type { GmGamePage, GmSeat } from '../../../games/game/gm-view.ts';
import type { Away } from '../../../games/schedule/absences-view.ts';
import type { Problem } from '../../../rules/sheet.ts';
import { formatDistance } from '../../../text/dates.ts';
import { dueDateValue } from '../../forms/due-field.ts';
import { type GradeChoice, gradeChoices } from '../../forms/grade-choices.ts';
import type { OptionField } from '../../forms/options-form.ts';
import { missingSeats } from '../../forms/process-turn.ts';
import { capitalized, counted, type DueFact, dueFact, statusInWords } from '../../rendering/game-facts.ts';
import { type ActionsView, actionsView } from './actions-view-model.ts';
import { type FormView, formView, type GmPageState } from './form-view.ts';
import { type InviteView, inviteView } from './invite-view-model.ts';
import { type LogRow, logRows } from './log-view-model.ts';
import { type MailView, mailView } from './mail-view-model.ts';
import { type ConversationLineView, conversationLines } from './messages-view-model.ts';
import { playerInWords, preferenceFields } from './seat-facts.ts';

/** The GM's page of a game, as templates/web/gm/game.eta prints it. Null sections are not shown. */
export interface GmGameView {
  game: { number: string; title: string; rulesetTitle: string; timeZone: string };
  /** The page's own path. */
  gamePath: string;
  problems: Problem[];
  header: HeaderView;
  turn: OpenTurnView | null;
  away: Away[];
  seats: SeatsView;
  addSeat: AddSeatView | null;
  invite: InviteView | null;
  begin: BeginView | null;
  actions: ActionsView;
  messages: ConversationLineView[];
  mail: MailView;
  log: LogRow[];
}

interface HeaderView {
  /** When the game was moved to another server; null if it was not. */
  transferredOutAt: Date | null;
  /** Whether the page of the postal round is linked. */
  postalRound: boolean;
  status: string;
  /** Null once the game has ended. */
  schedule: { pace: string; processing: string; pausedAt: Date | null } | null;
  /** Null unless the game is running. */
  sheets: { count: string; missing: string; due: DueFact } | null;
  mail: { failed: string; waiting: string };
  /** New messages to the GM; blank if there are none. */
  messages: string;
  /** Held press releases; blank if there are none. */
  press: string;
}

interface OpenTurnView {
  turn: number;
  /** `Sheets in: 2 of 4` */
  sheets: string;
  pausedAt: Date | null;
  due: DueFact;
  /** When the turn is processed because all orders are final. */
  earlyProcessing: { at: Date; distance: string } | null;
  process: FormView;
  /** The label of the box that allows missing sheets; null if none is missing. */
  processAnyway: string | null;
  dueForm: FormView;
  dueValue: string;
}

interface SeatsView {
  /** What the table says if there are no seats. */
  empty: string;
  caption: string;
  /** Whether the table has a column for preferences. */
  hasPreferences: boolean;
  /** Whether a seat can be removed; if not, the table says who has sent a sheet. */
  removable: boolean;
  rows: SeatRow[];
}

interface SeatRow {
  id: string;
  identifier: string;
  name: string;
  player: string;
  /** See `seatMark`. */
  mark: string;
  /** Whether mail to the player comes back. */
  mailReturns: boolean;
  /** The page on which the GM writes to the player; null if there is no one to write to. */
  messages: string | null;
  preferences: string;
  sheet: SheetStatus;
}

/** What became of a seat's sheet: `✓ In`, `version 2`, the date, `final`. */
interface SheetStatus {
  mark: string;
  version: string;
  receivedAt: Date | null;
  notes: string;
}

interface AddSeatView {
  form: FormView;
  sitters: { value: string; label: string; checked: boolean }[];
  grades: GradeChoice[];
  preferences: OptionField[];
}

interface BeginView {
  form: FormView;
  hint: string;
  /** Null in a live game, whose first turn is due some minutes after it has begun. */
  dueValue: string | null;
  /** What is asked if the GM wanted more seats than there are; null if they did not. */
  missing: { words: string; choices: { value: string; label: string; checked: boolean }[] } | null;
}

/** The view of the GM's page of a game. */
export function gmGameView(page: GmGamePage, state: GmPageState): GmGameView {
  const { game } = page;
  const gamePath = `/gm/games/${game.number}`;
  const formOf = (form: string) => formView(gamePath, form, state);
  return {
    game: {
      number: game.number,
      title: game.title,
      rulesetTitle: game.ruleset.title,
      timeZone: game.timeZone,
    },
    gamePath,
    problems: state.problems,
    header: headerView(page, state.now),
    turn: game.status === 'running' ? openTurnView(page, state.now, formOf) : null,
    away: page.away,
    seats: seatsView(page),
    addSeat: addSeatView(page, formOf('seats')),
    invite: inviteView(page, state.link),
    begin: game.status === 'forming' ? beginView(page, formOf('begin')) : null,
    actions: actionsView(page, state.now, formOf),
    messages: conversationLines(page),
    mail: mailView(page),
    log: logRows(page.log),
  };
}

function sheetsInWords({ seats }: GmGamePage): string {
  const owing = seats.filter((seat) => seat.owes);
  const standing = owing.filter((seat) => seat.standing !== null || seat.isKept);
  return `${standing.length} of ${owing.length}`;
}

function headerView(page: GmGamePage, now: Date): HeaderView {
  const { game, deliveries } = page;
  const running = game.status === 'running';
  const active = running || game.status === 'forming';
  const failed = deliveries.filter(({ status }) => status === 'failed').length;
  const waiting = deliveries.filter(({ status }) =>
    ['queued', 'sending', 'retrying'].includes(status),
  ).length;
  const fresh = page.messages.reduce((sum, line) => sum + line.fresh, 0);
  const held = page.actions.releases.filter(({ decision }) => decision === 'held').length;
  return {
    status: statusInWords(game),
    transferredOutAt: page.transferredOutAt,
    postalRound: page.transferredOutAt === null && page.actions.mayInspect,
    schedule: active
      ? { pace: capitalized(game.pace), processing: processingInWords(game), pausedAt: game.pausedAt }
      : null,
    sheets: running
      ? {
          count: sheetsInWords(page),
          missing: missingSeats(page)
            .map(({ identifier }) => identifier)
            .join(', '),
          due: dueFact(game, now),
        }
      : null,
    mail: {
      failed: failed === 0 ? '' : `${counted(failed, 'e-mail')} failed`,
      waiting: waiting === 0 ? 'No e-mail waiting' : `${counted(waiting, 'e-mail')} waiting`,
    },
    messages: fresh === 0 ? '' : counted(fresh, 'new message'),
    press: held === 0 ? '' : `${counted(held, 'press release')} to decide`,
  };
}

function processingInWords({ processWhenComplete, autoProcess }: GameCard): string {
  const last = autoProcess ? 'automatically after the due date' : 'when you process them';
  return capitalized(processWhenComplete ? `when every sheet is in, or ${last}` : last);
}

function openTurnView(page: GmGamePage, now: Date, formOf: (form: string) => FormView): OpenTurnView {
  const { game, earlyProcessingAt } = page;
  const missing = missingSeats(page).length;
  const dueForm = formOf('due');
  return {
    turn: game.turn ?? page.openTurn,
    sheets: `Sheets in: ${sheetsInWords(page)}`,
    pausedAt: game.pausedAt,
    due: dueFact(game, now),
    earlyProcessing: earlyProcessingAt && {
      at: earlyProcessingAt,
      distance: formatDistance(earlyProcessingAt, now),
    },
    process: formOf('process'),
    processAnyway:
      missing === 0
        ? null
        : `Process without the ${missing === 1 ? 'missing sheet' : `${missing} missing sheets`}`,
    dueForm,
    dueValue: dueForm.values.due ?? dueDateValue(game.due, game.timeZone),
  };
}

function seatsView(page: GmGamePage): SeatsView {
  const { game, seats, limits } = page;
  const fields = preferenceFields(game);
  const running = game.status === 'running';
  return {
    empty: `There are no seats yet. The game needs ${limits.min} to ${limits.max}.`,
    caption: running
      ? `Seats of the game, and who has sent a sheet for turn ${game.turn}`
      : 'Seats of the game',
    hasPreferences: fields.length > 0,
    removable: game.status === 'forming',
    rows: seats.map((seat) => ({
      id: seat.id,
      identifier: seat.identifier,
      name: seat.name,
      player: playerInWords(seat),
      mark: seat.mark,
      mailReturns: seat.mailReturns,
      messages: seat.canWrite ? `/gm/games/${game.number}/seats/${seat.id}/messages` : null,
      preferences: preferencesInWords(seat.wish, fields),
      sheet: sheetStatus(seat),
    })),
  };
}

/** A seat's preferences: `Party: Democrats`. */
function preferencesInWords(wish: unknown, fields: OptionField[]): string {
  const wished = new Map(Object.entries(wish ?? {}));
  const words = fields.flatMap(({ name, label, choices }) => {
    const value: unknown = wished.get(name);
    if (value === undefined || value === null || value === '' || value === false) return [];
    const choice = choices.find((one) => one.value === String(value));
    return [`${label}: ${choice?.label ?? value}`];
  });
  return words.join(', ') || '—';
}

function sheetStatus(seat: GmSeat): SheetStatus {
  const { standing, latest, standingOrderServed } = seat;
  if (!seat.owes) return { mark: '', version: 'No sheet owed', receivedAt: null, notes: '' };
  const played =
    standingOrderServed === null ? [] : [`standing orders played in turn ${standingOrderServed}`];
  if (standing === null && seat.isKept) {
    const notes = [...played, 'its player rolled the turn back'].join('; ');
    return { mark: '✓ Unchanged', version: ': takes no new sheet', receivedAt: null, notes };
  }
  if (standing === null) {
    const refused = latest?.outcome === 'refused' ? [`version ${latest.version} refused`] : [];
    return { mark: '✗ Not in', version: '', receivedAt: null, notes: [...refused, ...played].join('; ') };
  }
  const notes = [
    ...(standing.channel === 'advance' ? ['from advance orders'] : []),
    ...(standing.final ? ['final'] : []),
    ...played,
  ];
  return {
    mark: '✓ In',
    version: `, version ${standing.version}`,
    receivedAt: standing.receivedAt,
    notes: notes.join('; '),
  };
}

function addSeatView({ game, seats, limits }: GmGamePage, form: FormView): AddSeatView | null {
  if (game.status !== 'forming' || seats.length >= limits.max) return null;
  const computer = form.values.sitter === 'opponent';
  return {
    form,
    sitters: [
      { value: 'player', label: 'A player, invited by e-mail', checked: !computer },
      { value: 'opponent', label: 'The computer', checked: computer },
    ],
    grades: gradeChoices(form.values.grade),
    preferences: preferenceFields(game),
  };
}

function beginView(page: GmGamePage, form: FormView): BeginView {
  const { game, seats, limits, firstDue, missingSeats: missing } = page;
  const isLive = game.minutesPerTurn !== null;
  return {
    form,
    hint:
      seats.length + missing.count < limits.min
        ? `The game needs at least ${counted(limits.min, 'seat')}; it has ${seats.length}.`
        : 'The setup is drawn, and the first printouts go out at once. After that, seats can no longer be added or removed.',
    dueValue: isLive ? null : (form.values.due ?? dueDateValue(firstDue, game.timeZone)),
    missing: missing.count === 0 ? null : missingSeatsView(page, form),
  };
}

function missingSeatsView({ seats, limits, missingSeats }: GmGamePage, form: FormView): BeginView['missing'] {
  const fill =
    missingSeats.count === 1
      ? 'Let a computer candidate play it'
      : `Let computer candidates play all ${missingSeats.count}`;
  const leave = { value: 'leave', label: `Begin with ${counted(seats.length, 'seat')}` };
  const choices = [{ value: 'fill', label: fill }, ...(seats.length >= limits.min ? [leave] : [])];
  return {
    words: missingSeats.words,
    choices: choices.map((choice) => ({ ...choice, checked: form.values.missing === choice.value })),
  };
}
