import { describe, expect, test } from 'vitest';
import { calendarInvite } from '../../../src/mail/outbound/calendar-invite.ts';

describe('a calendar invite', () => {
  const invite = {
    game: 'EY-12',
    turn: 3,
    due: new Date('2027-03-15T22:00:00Z'),
    stamp: new Date('2027-03-01T12:00:00Z'),
    link: `https://whistlestop.test/${'long/'.repeat(40)}`,
    domain: 'whistlestop.test',
  };

  test('follows RFC 5545: every line ends in CRLF and has at most 75 octets', () => {
    const text = calendarInvite(invite);
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(text).toContain('UID:ey-12-turn-3@whistlestop.test\r\n');
    expect(text).toContain('DTSTAMP:20270301T120000Z\r\n');
    expect(text).toContain('TRIGGER:-P1D\r\n');
  });

  test('says which part of the game is open', () => {
    const text = calendarInvite({ ...invite, phase: 'Round 2, spending', link: 'https://whistlestop.test/' });
    expect(text).toContain('SUMMARY:EY-12: turn 3 sheet due\r\n');
    expect(text.replaceAll('\r\n ', '')).toContain(
      'DESCRIPTION:Round 2\\, spending\\nYour turn sheet: https://whistlestop.test/\r\n',
    );
  });

  test('has the same bytes for the same mail', () => {
    expect(calendarInvite(invite)).toBe(calendarInvite({ ...invite }));
  });
});
