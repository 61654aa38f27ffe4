import type { PublicGame } from '../../../games/game/public-view.ts';
import type { GmContact } from '../../../games/messages/messages-view.ts';
import type { RolledBackPrintoutLine } from '../../../games/processing/rolled-back-printouts.ts';
import type { Away } from '../../../games/schedule/absences-view.ts';
import type { DueChange } from '../../../games/schedule/printed-due.ts';
import type { JoiningPage, OpenGame, Standing } from '../../../games/seats/joining-view.ts';
import type { OfferedSeat } from '../../../games/seats/offers-view.ts';
import { GRADE_NAMES, GRADES } from '../../../rules/grades.ts';
import { writeToGmLinks } from '../../rendering/conversation-view.ts';
import {
  capitalized,
  type DueFact,
  dueFact,
  reliabilityInWords,
  statusInWords,
} from '../../rendering/game-facts.ts';
import { rulebookLink } from '../../rendering/rulebook-links.ts';

/** The public page of a game, as templates/web/public/game.eta prints it. Null sections are not shown. */
export interface PublicGameView {
  /** `rules` is the page of the rules; null if the server no longer has the ruleset. */
  game: { number: string; title: string; rulesetTitle: string; rules: string | null; timeZone: string };
  /** The page's own path: `/games/EY-12`. */
  gamePath: string;
  status: string;
  /** Null unless the game is running. */
  sheetsDue: DueFact | null;
  /** When the game ended or was abandoned. */
  ended: { label: string; at: Date } | null;
  /** Whether players may write each other; null once the game has ended. */
  letters: string | null;
  /** The seats that the computer plays, by grade: `Hard: EF`; null if there are none, or if they are listed anyway. */
  computers: string | null;
  /** The GM's name; null if the facts about joining name the GM. */
  gm: string | null;
  away: Away[];
  joining: JoiningFacts | null;
  /** The label of the link to the page for joining. */
  joinLabel: string | null;
  reclaim: { identifier: string; name: string } | null;
  offers: OffersView | null;
  /** The reader's place on the waitlist of a game that has begun. */
  waitlistPlace: number | null;
  links: { href: string; label: string }[];
  /** Whether the game can be verified: it is over. */
  verifiable: boolean;
  turns: { href: string; label: string; isCurrent: boolean }[];
  /** The printout as HTML; null until the game begins. */
  report: string | null;
  /** What is said above the printout if its due date has changed. */
  dueChange: DueChange | null;
  seats: SeatRow[];
  rolledBack: RolledBackPrintoutLine[];
  inspections: string[];
  replacements: string[];
}

/** What a person who may want to join must know, as templates/web/public/joining-facts.eta prints it. */
export interface JoiningFacts {
  seatsLeft: string;
  pace: string;
  who: string;
  begins: string;
  gm: string;
}

/** One row of templates/web/public/seats.eta. */
export interface SeatRow {
  identifier: string;
  name: string;
  reliability: string;
}

interface OffersView {
  heading: string;
  /** `href` is null if the reader cannot take the seat over. */
  seats: { identifier: string; name: string; href: string | null }[];
}

/** The view of the public page of a game. */
export function publicGameView(read: {
  game: PublicGame;
  joining: JoiningPage | null;
  offers: OfferedSeat[];
  rolledBack: RolledBackPrintoutLine[];
  dueChange: DueChange | null;
  /** Whether the reader has a seat in the game, and whether the reader runs it. */
  isSeated: boolean;
  isGm: boolean;
  gmContact: GmContact;
  turn: number | null;
  report: string | null;
  now: Date;
}): PublicGameView {
  const { game, joining, isSeated, isGm } = read;
  const { card } = game;
  const path = `/games/${card.number}`;
  const open = joining?.game ?? null;
  const standing = joining?.standing ?? null;
  const isActive = card.status === 'forming' || card.status === 'running';
  return {
    game: {
      number: card.number,
      title: card.title,
      rulesetTitle: card.ruleset.title,
      rules: rulebookLink(card.ruleset.id),
      timeZone: card.timeZone,
    },
    gamePath: path,
    status: statusInWords(card),
    sheetsDue: card.status === 'running' ? dueFact(card, read.now) : null,
    ended: card.endedAt && { label: card.status === 'abandoned' ? 'Abandoned' : 'Ended', at: card.endedAt },
    letters: isActive ? capitalized(game.letters) : null,
    computers: read.report === null ? null : computersInWords(game.seats),
    gm: open === null ? card.gm.name : null,
    away: game.away,
    joining: open && joiningFacts(open),
    joinLabel: open === null || isSeated ? null : joinLabel(open, standing),
    reclaim: standing?.reclaimable ?? null,
    offers: offersView(read.offers, path, {
      isPlayer: isSeated || isGm,
      own: standing?.reclaimable?.identifier ?? null,
    }),
    waitlistPlace: open === null ? (standing?.place ?? null) : null,
    links: [
      ...(isSeated ? [{ href: `/my${path}`, label: 'My seat' }] : []),
      ...(isSeated && open !== null ? [{ href: `${path}/join`, label: 'Leave the game' }] : []),
      ...(isGm ? [{ href: `/gm${path}`, label: 'GM page' }] : []),
      ...writeToGmLinks(card.number, read.gmContact),
    ],
    verifiable: card.status === 'over',
    turns: turnLinks(game, path, read.turn),
    report: read.report,
    dueChange: read.turn === card.turn ? read.dueChange : null,
    seats: seatRows(joining),
    rolledBack: read.rolledBack,
    inspections: game.inspections,
    replacements: game.replacements,
  };
}

/** `Standard: EF, GH; Hard: IJ`; null if the computer plays no seat. */
function computersInWords(seats: PublicGame['seats']): string | null {
  const played = GRADES.flatMap((grade) => {
    const identifiers = seats.filter((seat) => seat.grade === grade).map(({ identifier }) => identifier);
    return identifiers.length === 0 ? [] : [`${GRADE_NAMES[grade]}: ${identifiers.join(', ')}`];
  });
  return played.length === 0 ? null : played.join('; ');
}

/** What a person who may want to join a game must know. */
export function joiningFacts(game: OpenGame): JoiningFacts {
  const { seatsLeft, seatsWanted, waiting, minReliability } = game;
  const required = minReliability === null ? '' : ` and a reliability of ${minReliability}% or more`;
  return {
    seatsLeft: `${seatsLeft} of ${seatsWanted}${waiting > 0 ? `; ${waiting} on the waitlist` : ''}`,
    pace: capitalized(game.pace),
    who: game.open ? `Anyone with an account${required}` : 'By invitation only',
    begins: game.beginWhenFull
      ? 'When all seats are taken, or when the GM begins it'
      : 'When the GM begins it',
    gm: game.card.gm.name,
  };
}

/** The seats of a game with the reliability of their players. */
export function seatRows(joining: JoiningPage | null): SeatRow[] {
  return (joining?.seats ?? []).map(({ identifier, name, grade, reliability }) => ({
    identifier,
    name: grade === null ? name : `${name} (computer candidate, ${GRADE_NAMES[grade].toLowerCase()})`,
    reliability: reliabilityInWords(reliability),
  }));
}

function joinLabel(open: OpenGame, standing: Standing | null): string {
  if (standing !== null && standing.place !== null) return 'Your place on the waitlist';
  return open.open ? 'Join this game' : 'How to join';
}

function offersView(
  offers: OfferedSeat[],
  path: string,
  reader: { isPlayer: boolean; own: string | null },
): OffersView | null {
  if (offers.length === 0) return null;
  return {
    heading: offers.length === 1 ? 'A seat to take over' : 'Seats to take over',
    seats: offers.map(({ id, identifier, name }) => {
      const canTakeOver = !reader.isPlayer && identifier !== reader.own;
      return { identifier, name, href: canTakeOver ? `${path}/take-over/${id}` : null };
    }),
  };
}

function turnLinks({ card, printouts }: PublicGame, path: string, current: number | null) {
  const turns = printouts.map(({ turn }) => turn).reverse();
  return turns.map((turn) => ({
    href: `${path}/turns/${turn}`,
    label: card.status === 'over' && turn === turns.at(-1) ? 'Final' : `Turn ${turn}`,
    isCurrent: turn === current,
  }));
}
