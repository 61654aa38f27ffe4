import { describe, expect, test } from 'vitest';
import { calendarInvite } from '../../../src/mail/outbound/calendar-invite.ts';
import { signInLink } from '../../../src/mail/outbound/links.ts';
import { fileName } from '../../../src/mail/outbound/mail-headers.ts';
import { fieldLabel } from '../../../src/rules/field-label.ts';
import type { SheetForm } from '../../../src/rules/sheet.ts';

describe('the date for the calendar', () => {
  const deadline = {
    game: 'EY-12',
    turn: 3,
    due: new Date('2027-03-15T22:00:00Z'),
    stamp: new Date('2027-03-01T12:00:00Z'),
    link: `https://whistlestop.test/${'long/'.repeat(40)}`,
    domain: 'whistlestop.test',
  };

  test('is written as RFC 5545 wants it: CRLF after every line, no line over 75 octets', () => {
    const text = calendarInvite(deadline);
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(text).toContain('UID:ey-12-turn-3@whistlestop.test\r\n');
    expect(text).toContain('DTSTAMP:20270301T120000Z\r\n');
    expect(text).toContain('TRIGGER:-P1D\r\n');
  });

  test('is the same to the byte for the same mail', () => {
    expect(calendarInvite(deadline)).toBe(calendarInvite({ ...deadline }));
  });
});

describe('names of files', () => {
  test('hold nothing but letters, digits and hyphens', () => {
    expect(fileName(['EY-12', 'turn-3', 'AB'], 'pdf')).toBe('EY-12-turn-3-AB.pdf');
    expect(fileName(['../../etc', 'a\r\nb"c', 3], 'pdf')).toBe('-etc-a-b-c-3.pdf');
  });
});

describe('links', () => {
  test('encode what they are made of', () => {
    expect(signInLink('https://x.test', 'a/b?c', '/my/games/EY-1')).toBe(
      'https://x.test/sign-in/link/a%2Fb%3Fc?next=%2Fmy%2Fgames%2FEY-1',
    );
  });
});

describe('the place of a problem', () => {
  const form: SheetForm = {
    turn: 1,
    phase: 'x',
    facts: [],
    sections: [
      {
        title: 'x',
        fields: [
          { kind: 'text', name: 'press', label: 'Press release', max: 75 },
          { kind: 'ranking', name: 'trips', label: 'Trips', max: 3, of: 'state', choices: [], each: 'Trip' },
          {
            kind: 'rows',
            name: 'campaign',
            label: 'Campaign',
            max: 9,
            columns: [
              { kind: 'integer', name: 'spend', label: 'Amount', min: 1, max: null, unit: 'dollars' },
            ],
          },
        ],
      },
    ],
  };

  test.each([
    ['press', 'Press release'],
    ['trips[2]', 'Trips 3'],
    ['campaign[0].spend', 'Campaign 1, Amount'],
    ['campaign', 'Campaign'],
    ['', ''],
    ['nothing[1]', ''],
    ['__proto__', ''],
  ])('%s is %s', (path, place) => {
    expect(fieldLabel(form, path)).toBe(place);
  });
});
