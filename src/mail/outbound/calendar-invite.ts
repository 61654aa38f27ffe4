import icalendar, {
  ICalAlarmType,
  ICalCalendarMethod,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator';

/** The due date of a turn, for a calendar. */
export interface InviteDetails {
  /** The game number and the turn: `EY-12`, 3. */
  game: string;
  turn: number;
  /** What the printout calls the turn: `Round 2, spending`; missing in an entry that only moves the date. */
  phase?: string;
  /** Null if no date is set anymore: the entry is removed from the calendar (RFC 5546, 3.2.5). */
  due: Date | null;
  /** When the mail was written. A mail that is sent again contains the same bytes. */
  stamp: Date;
  link: string;
  domain: string;
}

/**
 * Returns a calendar entry (RFC 5545) for a due date. The UID of a game and turn is always the same, so that a later
 * mail moves the entry instead of adding a second one. SEQUENCE, the minutes of the mail's time, lets the later mail
 * win; of two in the same minute the one with the later DTSTAMP wins (RFC 5546, 2.1.5). The entry marks no time as
 * busy and reminds one day before.
 */
export function calendarInvite({ game, turn, phase, due, stamp, link, domain }: InviteDetails): string {
  const calendar = icalendar({
    prodId: { company: 'Whistlestop', product: 'Whistlestop', language: 'EN' },
    method: due === null ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  });
  calendar.createEvent({
    id: `${game.toLowerCase()}-turn-${turn}@${domain}`,
    sequence: Math.floor(stamp.getTime() / 60_000),
    stamp,
    start: due ?? stamp,
    end: due ?? stamp,
    status: due === null ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    summary: `${game}: turn ${turn} sheet due`,
    description: `${phase === undefined ? '' : `${phase}\n`}Your turn sheet: ${link}`,
    url: link,
    transparency: ICalEventTransparency.TRANSPARENT,
    alarms: due === null ? [] : [alarm(game, turn)],
  });
  // Every line ends in CRLF, including the last one (RFC 5545, 3.1).
  return `${calendar.toString().trimEnd()}\r\n`;
}

/** A due date in the calendar of a person with several games. */
export interface DueDate {
  game: string;
  /** The name that the GM gave the game. */
  title: string;
  turn: number;
  due: Date;
  role: 'player' | 'gm';
  link: string;
}

/**
 * Returns a calendar (RFC 5545) with the due dates of all games of a person. Programs read it again every few hours, so
 * that dates move with it.
 */
export function calendarOfDates(
  dates: readonly DueDate[],
  { stamp, domain }: { stamp: Date; domain: string },
): string {
  const calendar = icalendar({
    name: 'Whistlestop',
    prodId: { company: 'Whistlestop', product: 'Whistlestop', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: 4 * 3600,
  });
  for (const { game, title, turn, due, role, link } of dates) {
    const what = role === 'gm' ? 'sheets due (you are the GM)' : 'sheet due';
    calendar.createEvent({
      id: `calendar-${game.toLowerCase()}-turn-${turn}-${role}@${domain}`,
      stamp,
      start: due,
      end: due,
      summary: `${game}: turn ${turn} ${what}`,
      description: `${title}\n${link}`,
      url: link,
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  return `${calendar.toString().trimEnd()}\r\n`;
}

function alarm(game: string, turn: number) {
  const description = `${game}: turn ${turn} sheet due tomorrow`;
  return { type: ICalAlarmType.display as const, trigger: 24 * 3600, description };
}
