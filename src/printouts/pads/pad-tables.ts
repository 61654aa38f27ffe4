import type { CheckList, DiceRow, PadBox, ScorePad, ShareBars, Table } from '../../rules/report.ts';

// Score pads, dice and bars of shares as tables, for forms without pictures.

/** How many circles stand together. */
const GROUP = 6;

/** `XXXXXX XXX...`: crossed circles, then those that are left, in groups. */
export function circlesInText({ circles, marks }: Pick<PadBox, 'circles' | 'marks'>): string {
  const row = 'X'.repeat(marks) + '.'.repeat(Math.max(0, circles - marks));
  return row.match(new RegExp(`.{1,${GROUP}}`, 'g'))?.join(' ') ?? '';
}

/** `[6] (4 CD) 2`: prizes by place; the owner's in brackets, those of others in parentheses. */
export function prizesInText({ prizes }: Pick<PadBox, 'prizes'>, owner: string): string {
  return prizes
    .map(({ value, holder }) => {
      if (holder === null) return value;
      return holder === owner ? `[${value}]` : `(${value} ${holder})`;
    })
    .join(' ');
}

/** What the signs of prizes mean. */
export const PRIZES_NOTE = 'Prizes by place: [6] is won by the owner of the pad, (6 CD) is taken by CD.';

/** The boxes of a pad: a row for each. */
export function boxesTable({ boxes, by, title }: ScorePad): Table {
  return {
    ...{ kind: 'table', caption: title, showCaption: false, note: PRIZES_NOTE },
    columns: [
      { label: '', align: 'left' },
      { label: 'Left', align: 'right' },
      { label: 'Circles', align: 'left' },
      { label: 'Prizes', align: 'left' },
    ],
    rows: boxes.map((box) => [
      { text: `${box.name} (${box.code})`, strong: true },
      String(box.circles - box.marks),
      circlesInText(box),
      prizesInText(box, by),
    ]),
  };
}

/** A check list: a row for each item. */
export function listTable({ heading, items }: CheckList): Table {
  return {
    ...{ kind: 'table', caption: heading, showCaption: false },
    columns: [
      { label: '', align: 'left' },
      { label: heading, align: 'left' },
      { label: 'Price', align: 'right' },
      { label: '', align: 'left' },
    ],
    rows: items.map(({ label, price, note, checked }) => [
      checked ? '[x]' : '[ ]',
      { text: label, strong: checked },
      price,
      note,
    ]),
  };
}

/** Dice with their numbers above and what they earn below. */
export function diceTable({ caption, dice }: DiceRow): Table {
  return {
    ...{ kind: 'table', caption, showCaption: false },
    columns: [
      { label: 'Die', align: 'left' },
      ...dice.map((_, i) => ({ label: String(i + 1), align: 'left' as const })),
    ],
    rows: [
      ['Shows', ...dice.map(({ face }) => ({ text: `[${face}]`, strong: true }))],
      ['Earns', ...dice.map(({ earns }) => earns)],
    ],
  };
}

/** Bars of shares: a row for each group, a column for each label of its first group. */
export function sharesTable({ caption, groups }: ShareBars): Table {
  const labels = groups[0]?.bars.map(({ label }) => label) ?? [];
  return {
    ...{ kind: 'table', caption, showCaption: true },
    columns: [
      { label: '', align: 'left' },
      { label: 'Of', align: 'right' },
      ...labels.map((label) => ({ label, align: 'right' as const, fold: 'Crossed' })),
    ],
    rows: groups.map(({ heading, bars }) => [
      heading,
      String(bars[0]?.of ?? ''),
      ...labels.map((_, i) => String(bars[i]?.value ?? '')),
    ]),
  };
}
