import icalendar, { ICalAlarmType, ICalCalendarMethod, ICalEventTransparency } from 'ical-generator';

/** The date of a turn's sheets, for a calendar. */
export interface Deadline {
  /** The game's number and the turn: `EY-12`, 3. */
  game: string;
  turn: number;
  due: Date;
  /** When the mail was written: the same mail sent again is the same to the byte. */
  stamp: Date;
  link: string;
  domain: string;
}

/**
 * A calendar entry (RFC 5545) for a deadline. One game and turn always has the same UID, so that a later mail
 * moves the entry and does not add a second one; SEQUENCE, counted in minutes of the mail's time, lets the
 * later one win. It takes no time of the day and reminds one day ahead.
 */
export function deadlineCalendar(deadline: Deadline): string {
  const { game, turn, due, stamp, link, domain } = deadline;
  const calendar = icalendar({
    prodId: { company: 'Whistlestop', product: 'Whistlestop', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
  });
  calendar.createEvent({
    id: `${game.toLowerCase()}-turn-${turn}@${domain}`,
    sequence: Math.floor(stamp.getTime() / 60_000),
    stamp,
    start: due,
    end: due,
    summary: `${game}: turn ${turn} sheet due`,
    description: `Your turn sheet: ${link}`,
    url: link,
    transparency: ICalEventTransparency.TRANSPARENT,
    alarms: [
      {
        type: ICalAlarmType.display,
        trigger: 24 * 3600,
        description: `${game}: turn ${turn} sheet due tomorrow`,
      },
    ],
  });
  // Every line ends in CRLF, the last one too (RFC 5545, 3.1).
  return `${calendar.toString().trimEnd()}\r\n`;
}
