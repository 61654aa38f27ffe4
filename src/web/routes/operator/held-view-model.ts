import type { DeparturesSinceBackup } from '../../../operations/departures/departures-since-backup.ts';
import { backAgain } from '../../../operations/departures/departures-words.ts';
import { HELD_BECAUSE, wasRestored } from '../../../operations/held/held-words.ts';
import type { ComingDate, PassedDate, ReleaseForecast } from '../../../operations/held/release-forecast.ts';
import { defaultRelease, type Release } from '../../../operations/held/release-server.ts';
import { waitingMailInWords } from '../../../operations/held/waiting-mail.ts';

/** A held server, as templates/web/operator/held.eta prints it. */
export interface HeldView {
  because: string;
  since: Date;
  /** When a server could last take sheets, as far as the database knows. */
  seenAt: Date | null;
  /** Whether what was sent between these two moments is missing. */
  missing: boolean;
  /** What a restore has brought back, or may have. */
  backAgain: readonly string[];
  passed: PassedRow[];
  coming: DateRow[];
  /** `12 printouts to 8 people`, a line for each kind. */
  mail: string[];
  players: number;
  /** What is chosen at first. */
  choice: Release;
}

/** A date of an open turn. */
interface DateRow {
  game: string;
  path: string;
  title: string;
  turn: number;
  date: Date;
  processing: Processing;
}

/** When the turn is processed: the words, followed by the date unless it is null. */
interface Processing {
  words: string;
  at: Date | null;
}

interface PassedRow extends DateRow {
  /** Null if the date would not be put off. */
  putOffTo: Date | null;
}

/** @param departures what has left since the backup; null if the server was released meanwhile */
export function heldView(
  { held, now, passed, coming, mail, players }: ReleaseForecast,
  departures: DeparturesSinceBackup | null,
): HeldView {
  const { reason, since, seenAt } = held;
  return {
    because: HELD_BECAUSE[reason],
    since,
    seenAt,
    missing: wasRestored(reason),
    backAgain: departures === null ? [] : backAgain(departures, reason),
    passed: passed.map((date) => ({ ...dateRow(date, now), putOffTo: date.putOffTo })),
    coming: coming.map((date) => dateRow(date, now)),
    mail: mail.map(waitingMailInWords),
    players,
    choice: defaultRelease(reason),
  };
}

function dateRow({ game, title, turn, date, processedAt }: PassedDate | ComingDate, now: Date): DateRow {
  return { game, path: `/games/${game}`, title, turn, date, processing: processing(processedAt, now) };
}

function processing(at: Date | null, now: Date): Processing {
  if (at === null) return { words: 'The turn waits for its GM.', at: null };
  return at <= now
    ? { words: 'The turn is processed at once.', at: null }
    : { words: 'The turn is processed', at };
}
