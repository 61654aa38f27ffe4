import { describe, expect, test } from 'vitest';
import { renderHtml } from '../../../src/printouts/html/render-html.ts';
import { layOutReport } from '../../../src/printouts/pdf/lay-out-report.ts';
import { renderText } from '../../../src/printouts/text/render-text.ts';
import { marginOfError } from '../../../src/rules/margin-of-error/index.ts';
import type { Report } from '../../../src/rules/report.ts';
import { layoutProblems, textsOf } from '../../printouts/page-checks.ts';
import { play, readReplay, reportFor } from '../../replays/replays.ts';
import { headerOf, seatsOf, secretOf, stateOf } from './games.ts';

const reports = (['margin-of-error-one', 'margin-of-error-two'] as const).flatMap((name) =>
  play(readReplay(name)).turns.flatMap((entry, turn) =>
    Object.keys(entry.readers)
      .filter((reader) => turn % 3 === 0 || reader !== 'public')
      .map((reader) => ({ name, turn, reader, report: reportFor(entry, reader) })),
  ),
);

describe('every printout of two whole games', () => {
  test.each(['letter', 'a4'] as const)('has no overlapping text and keeps its margins on %s', (paper) => {
    for (const { name, turn, reader, report } of reports) {
      const at = `${name} ${turn} ${reader}`;
      const { pages } = layOutReport(report, { paper });
      expect(layoutProblems(pages, paper), at).toEqual([]);
      expect(pages.length, at).toBeLessThanOrEqual(7);
    }
  });

  test('has the turn sheet on a page of its own, with a label for every column', () => {
    const own = reports.find(({ reader }) => reader === 'JN')?.report;
    const { pages } = layOutReport(own as Report, { paper: 'letter' });
    const texts = textsOf(pages.at(-1) as (typeof pages)[number]).map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining(['Action', 'State', 'Region', 'Days', 'Cover', '8.']));
    expect(texts.join(' ')).toContain('Rust Belt (PA MI WI)');
  });

  test.each(['letter', 'a4'] as const)(
    'has the turn sheet on one page of %s, also with all capital unused in the last week',
    (paper) => {
      const seats = seatsOf(2);
      const unused = ['internet-funds', 'endorsements', 'media-blitz', 'fact-check', 'defining-speech'];
      const players = seats.map(({ identifier, wish }) => ({ id: identifier, party: wish.party, unused }));
      const states = [stateOf({ players, week: 9 })];
      const report = marginOfError.report(
        { header: headerOf(seats, secretOf('sheet'), false), states },
        'DM',
      );
      const sendTo =
        'Give it to your GM, or fill in the same sheet at https://whistlestop.example.org/my/games/MOE-1/sheet';
      const { pages } = layOutReport(report, { paper, sendTo, finalOrders: true });
      const texts = textsOf(pages.at(-1) as (typeof pages)[number]).map(({ text }) => text);
      expect(texts.join(' ')).toMatch(
        /Your turn sheet: Week 9 of 9.*My orders are final.*Give it to your GM/i,
      );
    },
  );

  test('fits into 78 columns of plain text, with unbroken polling tracks', () => {
    for (const { report } of reports) {
      const lines = renderText(report).split('\n');
      expect(lines.filter((line) => [...line].length > 78)).toEqual([]);
      const tracks = lines.filter((line) =>
        /^State +EV +Die +D5 +4 +3 +2 +1 +0 +1 +2 +3 +4 +R5 +± +Leads +Token$/.test(line),
      );
      expect(tracks).toHaveLength(6);
    }
  });

  test('is a web page with the map and a table for each region', () => {
    for (const { report } of reports.slice(0, 6)) {
      const html = renderHtml(report);
      expect(html).toContain('data-state="PA"');
      expect(html).toContain('Rust Belt (region die 1, 48 votes)');
    }
  });
});
