import type { Miss, PlayersPage, PlayersSeat, SeatedPerson } from '../../../games/seats/players-view.ts';
import type { Problem } from '../../../rules/sheet.ts';
import type { FormState } from '../../forms/fields.ts';
import { type LettersFieldsView, lettersFieldsView, lettersValues } from '../../forms/letters-form.ts';
import { reliabilityInWords } from '../../rendering/game-facts.ts';

/** The players page, as templates/web/gm/players.eta prints it. Null sections are not shown. */
export interface PlayersView {
  game: { number: string; title: string; timeZone: string };
  /** The paths of the GM's page of the game and of this one. */
  gamePath: string;
  pagePath: string;
  seats: { identifier: string; name: string; player: string; reliability: string }[];
  joining: JoiningView | null;
  waitlist: { player: string; since: Date; reliability: string }[];
  misses: MissRow[];
  letters: LettersFieldsView | null;
  /** What is said beside the button that saves the policy for letters; blank if no one is told. */
  lettersHint: string;
  /** Whether computer candidates issue press releases. */
  computerPress: boolean | null;
  absentPlayers: AbsentPlayersView | null;
  problems: Problem[];
  values: Record<string, string>;
}

interface JoiningView {
  choices: { value: string; label: string; checked: boolean }[];
  seatsWanted: string;
  beginWhenFull: boolean;
  link: InvitationLinkView;
}

interface InvitationLinkView {
  hint: string;
  /** The link itself, just after it was made. */
  link: string | null;
  removable: boolean;
}

interface MissRow {
  turn: number;
  seatId: string;
  identifier: string;
  player: string;
  processedAt: Date;
  excused: string;
  /** The button: its label and what it sends as `excused`; null if the GM missed the turn. */
  button: { label: string; value: 'yes' | 'no' } | null;
}

interface AbsentPlayersView {
  maxMisses: string;
  minReliability: string;
  /** Null in a game for friends, whose seats are not offered to strangers. */
  offerAbandonedSeats: boolean | null;
}

/**
 * The view of the players page.
 * @param link an invitation link that was just made
 */
export function playersView(page: PlayersPage, state: FormState, link: string | null): PlayersView {
  const { game } = page;
  const typed = state.values ?? {};
  const gamePath = `/gm/games/${game.number}`;
  const isActive = game.status === 'forming' || game.status === 'running';
  const values = { ...lettersValues(page.letters, game.ruleset.id), ...typed };
  return {
    game: { number: game.number, title: game.title, timeZone: game.timeZone },
    gamePath,
    pagePath: `${gamePath}/players`,
    seats: page.seats.map((seat) => ({
      identifier: seat.identifier,
      name: seat.name,
      player: playerInWords(seat),
      reliability: reliabilityInWords(seat.reliability),
    })),
    joining: game.status === 'forming' ? joiningView(page, typed, link) : null,
    waitlist: page.waitlist.map(({ account, since, reliability }) => ({
      player: `#${account.id} ${account.name}`,
      since,
      reliability: reliabilityInWords(reliability),
    })),
    misses: page.misses.map(missRow),
    letters: isActive ? lettersFieldsView(values, game.ruleset.id) : null,
    lettersHint: game.status === 'running' ? 'All players are notified by e-mail.' : '',
    computerPress: isActive ? page.computerPress : null,
    absentPlayers: isActive ? absentPlayersView(page, typed) : null,
    problems: state.problems ?? [],
    values,
  };
}

function playerInWords({ account, opponent, offered, reclaimableBy }: PlayersSeat): string {
  if (account) return personInWords(account);
  if (!opponent) return 'No one yet';
  const former = reclaimableBy && `${personInWords(reclaimableBy)} can reclaim the seat`;
  return [
    'Computer candidate',
    ...(offered ? ['offered in the lobby'] : []),
    ...(former ? [former] : []),
  ].join('; ');
}

function personInWords({ id, name }: SeatedPerson): string {
  return id === null ? `${name}, invited` : `#${id} ${name}`;
}

/**
 * Whether a checkbox is checked. Browsers do not send one that is not; another field of its form tells whether the
 * form was sent.
 */
function isChecked(typed: Record<string, string>, box: string, sentWith: string, stored: boolean): boolean {
  return typed[sentWith] === undefined ? stored : typed[box] === 'yes';
}

function joiningView(page: PlayersPage, typed: Record<string, string>, link: string | null): JoiningView {
  const { joining, seatsWanted, beginWhenFull } = page.joining;
  const anyone = { value: 'open', label: 'Anyone with an account, from the lobby' };
  const isOpen = page.openToStrangers && (typed.joining ?? joining) === 'open';
  return {
    choices: [
      { value: 'invitation', label: 'Only people you invite', checked: !isOpen },
      ...(page.openToStrangers ? [{ ...anyone, checked: isOpen }] : []),
    ],
    seatsWanted: typed.seatsWanted ?? String(seatsWanted ?? ''),
    beginWhenFull: isChecked(typed, 'beginWhenFull', 'seatsWanted', beginWhenFull),
    link: { hint: linkHint(page.hasLink, link), link, removable: page.hasLink },
  };
}

function linkHint(hasLink: boolean, link: string | null): string {
  if (link !== null) {
    return 'Anyone who has this link can join, even if the game is by invitation. It is shown only once:';
  }
  return hasLink
    ? 'This game has an invitation link. It was shown when you created it. A new link replaces it.'
    : 'Anyone who has an invitation link can join, even if the game is by invitation.';
}

function missRow({ seat, account, turn, at, excused, isOwn }: Miss): MissRow {
  const button = excused
    ? ({ label: 'Withdraw excuse', value: 'no' } as const)
    : ({ label: 'Excuse', value: 'yes' } as const);
  return {
    turn,
    seatId: seat.id,
    identifier: seat.identifier,
    player: account ? `#${account.id} ${account.name}` : 'Former or invited player',
    processedAt: at,
    excused: excused ? 'Yes' : 'No',
    button: isOwn ? null : button,
  };
}

function absentPlayersView(page: PlayersPage, typed: Record<string, string>): AbsentPlayersView {
  const { maxMisses, minReliability, offerAbandonedSeats } = page.rules;
  return {
    maxMisses: typed.maxMisses ?? String(maxMisses),
    minReliability: typed.minReliability ?? String(minReliability ?? ''),
    offerAbandonedSeats: page.openToStrangers
      ? isChecked(typed, 'offerAbandonedSeats', 'maxMisses', offerAbandonedSeats)
      : null,
  };
}
