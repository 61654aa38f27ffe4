import icalendar, {
  ICalAlarmType,
  ICalCalendarMethod,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator';

/** The date of a turn's sheets, for a calendar. */
export interface InviteDetails {
  /** The game's number and the turn: `EY-12`, 3. */
  game: string;
  turn: number;
  /** Null: no date is set any more, and the entry goes out of the calendar (RFC 5546, 3.2.5). */
  due: Date | null;
  /** When the mail was written: the same mail sent again is the same to the byte. */
  stamp: Date;
  link: string;
  domain: string;
}

/**
 * A calendar entry (RFC 5545) for a deadline. One game and turn always has the same UID, so that a later mail
 * moves the entry and does not add a second one; SEQUENCE, counted in minutes of the mail's time, lets the
 * later one win; of two in one minute the one with the later DTSTAMP does (RFC 5546, 2.1.5). It takes no time of
 * the day and reminds one day ahead.
 */
export function calendarInvite(deadline: InviteDetails): string {
  const { game, turn, due, stamp, link, domain } = deadline;
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
    description: `Your turn sheet: ${link}`,
    url: link,
    transparency: ICalEventTransparency.TRANSPARENT,
    alarms: due === null ? [] : [alarm(game, turn)],
  });
  // Every line ends in CRLF, the last one too (RFC 5545, 3.1).
  return `${calendar.toString().trimEnd()}\r\n`;
}

function alarm(game: string, turn: number) {
  const description = `${game}: turn ${turn} sheet due tomorrow`;
  return { type: ICalAlarmType.display as const, trigger: 24 * 3600, description };
}
