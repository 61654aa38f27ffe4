import type { GmActions, GmPressRelease, GmRollback } from '../../../games/game/gm-actions-view.ts';
import type { GmGamePage, GmSeat } from '../../../games/game/gm-view.ts';
import { formatDistance } from '../../../text/dates.ts';
import { dueDateValue } from '../../forms/due-field.ts';
import type { FormView } from './form-view.ts';
import { mailAddressOf, playerInWords } from './seat-facts.ts';

/** What the GM can do to a game now, as templates/web/gm/game/ prints it. Null sections are not shown. */
export interface ActionsView {
  /** The turn that the forms were made for: the open one; 0 while the game is forming. */
  openTurn: number;
  press: PressView | null;
  /** Whether the section about the open turn and the seats is shown: while the game is running. */
  running: boolean;
  preview: FormView | null;
  /** Whether a note says that the GM plays, and what a GM who plays cannot do. */
  isPlayer: boolean;
  rollBack: RollBackView | null;
  rollForward: { turn: number; action: string } | null;
  seats: SeatActionsView;
  broadcast: FormView | null;
  addresses: AddressesView | null;
  abandon: { form: FormView; revivalDays: number } | null;
  revive: ReviveView | null;
  rollbacks: RollbackRow[];
}

interface PressView {
  /** How many releases wait for a decision. */
  summary: string;
  /** The button that opens the releases which the GM has not read; null if there are none. */
  read: FormView | null;
  releases: PressReleaseView[];
  /** Whether a release has other texts of the sheet, too. */
  withOtherTexts: boolean;
}

interface PressReleaseView {
  id: string;
  seat: string;
  name: string;
  turn: number;
  /** Null if the GM has not read it. */
  text: string | null;
  status: string;
  /** Null if there is nothing left to decide. */
  form: FormView | null;
  /** Whether it can still be printed. */
  printable: boolean;
}

interface RollBackView {
  turn: number;
  /** What rolling back means for the GM, who has read the printouts. */
  consequence: string;
  form: FormView;
  dueValue: string;
}

interface SeatActionsView {
  open: boolean;
  /** The page for finding a paper sheet by its token; null if the GM can enter none. */
  paperSheets: string | null;
  seats: SeatActions[];
}

/** The buttons of one seat: paths of forms, null if a button is not shown. */
interface SeatActions {
  id: string;
  identifier: string;
  name: string;
  player: string;
  /** Whom the forms mean: see `PlayerField`. */
  mark: string;
  paperSheet: string | null;
  handToComputer: string | null;
  returnTo: { action: string; name: string } | null;
  offer: { action: string; label: string } | null;
  replace: FormView;
}

interface AddressesView {
  open: boolean;
  seats: { id: string; identifier: string; name: string; mark: string; action: string; email: string }[];
}

interface ReviveView {
  form: FormView;
  hint: string;
  until: Date;
  distance: string;
}

interface RollbackRow {
  /** `Turn 3, attempt 1` */
  turn: string;
  processedAt: Date | null;
  rolledBackAt: Date;
  rolledBackBy: number;
  rolledForward: { at: Date; by: number | null } | null;
  /** The public printout that is no longer in force; its link's label for screen readers. */
  printout: { href: string; label: string };
}

/** What the GM can do to a game now. */
export function actionsView(page: GmGamePage, now: Date, formOf: (form: string) => FormView): ActionsView {
  const { game, actions } = page;
  const running = game.status === 'running';
  const active = running || game.status === 'forming';
  return {
    openTurn: page.openTurn,
    press: pressView(actions, running, formOf),
    running,
    preview: running && actions.mayInspect ? formOf('preview') : null,
    isPlayer: !actions.mayInspect,
    rollBack: actions.back === null ? null : rollBackView(page, actions.back, now, formOf('rollback')),
    rollForward:
      actions.forward === null ? null : { turn: actions.forward, action: formOf('rollforward').action },
    seats: seatActionsView(page, formOf),
    broadcast: active ? formOf('broadcast') : null,
    addresses: active ? addressesView(page.seats, formOf) : null,
    abandon: active ? { form: formOf('abandon'), revivalDays: actions.revivalDays } : null,
    revive:
      actions.revivableUntil && reviveView(page.openTurn, actions.revivableUntil, now, formOf('revive')),
    rollbacks: actions.rollbacks.map((rollback) => rollbackRow(game.number, rollback)),
  };
}

function pressView(
  { releases, withOtherTexts }: GmActions,
  running: boolean,
  formOf: (form: string) => FormView,
): PressView | null {
  if (releases.length === 0) return null;
  const held = releases.filter(({ decision }) => decision === 'held').length;
  const waiting = held === 1 ? 'One release is waiting' : `${held} releases are waiting`;
  return {
    read: releases.some(({ text }) => text === null) ? formOf('press') : null,
    withOtherTexts,
    summary: held === 0 ? 'You have decided on all of them.' : `${waiting} for your decision.`,
    releases: releases.map((release) => {
      const decidable =
        release.text !== null && release.printedTurn === null && (running || release.decision !== 'withhold');
      return {
        ...release,
        status: releaseStatus(release),
        form: decidable ? formOf(`press/${release.id}`) : null,
        printable: running,
      };
    }),
  };
}

function releaseStatus({ decision, printedTurn }: GmPressRelease): string {
  if (printedTurn !== null) return `Printed after turn ${printedTurn}`;
  return { held: 'Not decided', print: 'Will be in the next printout', withhold: 'Withheld' }[decision];
}

function rollBackView({ game, actions }: GmGamePage, turn: number, now: Date, form: FormView): RollBackView {
  const consequence = actions.plays
    ? `You play in this game and could read the printouts after turn ${turn}. So your own sheet for turn ${turn} is played again as it was: you cannot send another one.`
    : `You could read the printouts after turn ${turn}. So all players are told that you rolled it back, and you can never have a seat in this game.`;
  const due = game.due !== null && game.due > now ? game.due : null;
  return { turn, consequence, form, dueValue: form.values.due ?? dueDateValue(due, game.timeZone) };
}

function seatActionsView(
  { seats, actions, openToStrangers }: GmGamePage,
  formOf: (form: string) => FormView,
): SeatActionsView {
  const views = seats.map((seat): SeatActions => {
    const action = (name: string) => formOf(`seats/${seat.id}/${name}`).action;
    const reclaimableBy = actions.reclaimableBy[seat.id];
    return {
      id: seat.id,
      identifier: seat.identifier,
      name: seat.name,
      player: playerInWords(seat),
      mark: seat.mark,
      paperSheet: seat.owes && !seat.opponent && actions.mayInspect ? action('paper-sheet') : null,
      handToComputer: seat.opponent ? null : action('opponent'),
      returnTo:
        seat.opponent && reclaimableBy !== undefined
          ? { action: action('return'), name: reclaimableBy }
          : null,
      offer: seat.opponent && openToStrangers ? offerButton(seat, action) : null,
      replace: formOf(`seats/${seat.id}/replace`),
    };
  });
  const paperSheets = views.some(({ paperSheet }) => paperSheet !== null)
    ? formOf('paper-sheet').action
    : null;
  return { open: views.some(({ replace }) => replace.open), paperSheets, seats: views };
}

function offerButton(seat: GmSeat, action: (name: string) => string): SeatActions['offer'] {
  return seat.offered
    ? { action: action('withdraw-offer'), label: 'Withdraw offer' }
    : { action: action('offer'), label: 'Offer in the lobby' };
}

function addressesView(seats: readonly GmSeat[], formOf: (form: string) => FormView): AddressesView {
  const forms = seats.flatMap((seat) =>
    seat.account === null
      ? []
      : [{ seat, form: formOf(`seats/${seat.id}/address`), email: mailAddressOf(seat.account) }],
  );
  return {
    open: forms.some(({ form }) => form.open),
    seats: forms.map(({ seat, form, email }) => ({
      id: seat.id,
      identifier: seat.identifier,
      name: seat.name,
      mark: seat.mark,
      action: form.action,
      email: form.values.email ?? email,
    })),
  };
}

function reviveView(openTurn: number, until: Date, now: Date, form: FormView): ReviveView {
  return {
    form,
    hint:
      openTurn > 0
        ? `Turn ${openTurn} will be open again with the sheets that are in. The game is paused until you resume it on the schedule page.`
        : 'The game will take players again.',
    until,
    distance: formatDistance(until, now),
  };
}

function rollbackRow(number: string, rollback: GmRollback): RollbackRow {
  const { turn, attempt, undoneAt, undoneBy } = rollback;
  return {
    turn: `Turn ${turn}, attempt ${attempt}`,
    processedAt: rollback.processedAt,
    rolledBackAt: rollback.at,
    rolledBackBy: rollback.by,
    rolledForward: undoneAt && { at: undoneAt, by: undoneBy },
    printout: {
      href: `/games/${number}/turns/${turn + 1}/attempts/${attempt}`,
      label: `after turn ${turn}, attempt ${attempt}`,
    },
  };
}
