import { dollars, signed } from '../../numbers.ts';
import type { ReportSection, Table } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import {
  AD_PRICE,
  BLITZ_AD_PRICE,
  CAPITAL_EFFECTS,
  CAPITAL_IDS,
  CAPITAL_NAMES,
  finalMargin,
  MAX_CASH,
  MEDIA_BONUS,
  STOP_PRICE,
} from '../data.ts';
import type { ReportContext } from './context.ts';
import { actionsTable, wordsTable } from './rules-in-short.ts';

/**
 * MOE-9.1.7: the charts of the game (MOE-2.9 to 2.14) after its actions and words; after week 9, only what still
 * matters.
 */
export function chartsSection({ now }: ReportContext): ReportSection {
  if (now.phase !== 'week') {
    return sharedSection('charts', 'Words and charts', [
      wordsTable(now),
      adjustmentChart(),
      finalMarginChart(),
    ]);
  }
  return sharedSection('charts', 'Actions, words, and charts', [
    actionsTable(),
    wordsTable(now),
    adjustmentChart(),
    chart('Gaffes: two or three dice of a stop or ad show the same number (MOE-6.2)', [
      ['Dice', 'doubles', 'triples'],
      ['Squares', signed(-2), signed(-4)],
    ]),
    chart('Media: bonus for stops and ads, by media days; the running mate always has −1 (MOE-2.11)', [
      ['Days', ...MEDIA_BONUS.map((_, days) => String(days))],
      ['Bonus', ...MEDIA_BONUS.map(signed)],
    ]),
    chart('Fundraising: dollars, by days (MOE-2.10)', [
      ['Days', '1', '2', '3'],
      ['Dollars', 'die', 'die + 3', 'die + 6'],
    ]),
    finalMarginChart(),
    chart(`Cost of a day; cash above ${dollars(MAX_CASH)} is lost (MOE-2.12)`, [
      ['Day of', 'campaigning', 'advertising', 'under Media Blitz', 'anything else'],
      ['Dollars', dollars(STOP_PRICE), dollars(AD_PRICE), dollars(BLITZ_AD_PRICE), 'free'],
    ]),
    {
      kind: 'table',
      caption:
        'Political capital: each piece can be used once, as the week’s action or to cover a gaffe (MOE-2.13)',
      showCaption: true,
      columns: [
        { label: 'Capital', align: 'left' },
        { label: 'As an action', align: 'left' },
      ],
      rows: CAPITAL_IDS.map((id) => [CAPITAL_NAMES[id], CAPITAL_EFFECTS[id]]),
    },
  ]);
}

function adjustmentChart(): Table {
  return chart('Campaign adjustment: squares for the total of the dice and the bonus (MOE-2.9)', [
    ['Total', '2 or less', '3–5', '6–10', '11–12', '13 or more'],
    ['Squares', '0', '1', '2', '3', '4'],
  ]);
}

function finalMarginChart(): Table {
  return chart('Final margin: squares for the total of two dice, in each state that is not safe (MOE-2.14)', [
    ['Total', '2', '3–4', '5–6', '7', '8–9', '10–11', '12'],
    ['Squares', ...[2, 3, 5, 7, 8, 10, 12].map((total) => signed(finalMargin(total)))],
  ]);
}

/** A chart with a header and one row of values. */
function chart(caption: string, [header, row]: [string[], string[]]): Table {
  const columns = header.map((label, i) => ({
    label,
    align: i === 0 ? ('left' as const) : ('right' as const),
  }));
  return { kind: 'table', caption, showCaption: true, columns, rows: [row] };
}
