import { counted, listInWords } from '../../rules/numbers.ts';
import type { CheckList, DiceRow, PadBox, PadTrack, ScorePad, ShareBars } from '../../rules/report.ts';
import { printable } from '../../text/printable.ts';

// Score pads, dice and bars of shares in words, for readers who cannot see them.

/** `Staff: 5 of 14 circles crossed; 2nd die at 2, 3rd die at 5`. */
export function trackInWords({ label, circles, marks, gains }: PadTrack): string {
  const words = gains.map(({ at, text }) => `${text} at ${at}${marks >= at ? ' (reached)' : ''}`);
  return printable(
    `${label}: ${crossed(marks, circles)}${words.length === 0 ? '' : `; ${words.join(', ')}`}`,
  );
}

/** `Iowa: 3 of 18 circles crossed; 1st 6, 2nd 4 (CD), 3rd 2`. */
export function boxInWords(box: PadBox, owner: string): string {
  return printable(`${box.name}: ${crossed(box.marks, box.circles)}; ${prizesInWords(box, owner)}`);
}

/** `1st 6 (yours), 2nd 4 (CD)`: prizes with who took them. */
export function prizesInWords({ prizes }: Pick<PadBox, 'prizes'>, owner: string): string {
  return prizes
    .map(({ value, place, holder }) => {
      const by = holder === null ? '' : holder === owner ? ` (won by ${holder})` : ` (taken by ${holder})`;
      return printable(`${place} ${value}${by}`);
    })
    .join(', ');
}

/** `Campaign: has Organizer and Radio Ad`. */
export function listInText({ heading, items }: CheckList): string {
  const had = items.filter(({ checked }) => checked).map(({ label }) => label);
  return printable(`${heading}: ${had.length === 0 ? 'none yet' : `has ${listInWords(had)}`}`);
}

/** Title and totals of a pad: `Ann Baker for President [AB]. Funds $4.` */
export function headInWords({ title, by, totals }: ScorePad): string {
  const figures = totals.map(({ label, value }) => `${label} ${value}`).join(', ');
  return printable(`${title} [${by}]. ${figures}`);
}

/** Dice with what they earn: `Die 1 shows 6 (3 votes).` */
export function diceInWords({ dice, totals }: DiceRow): string {
  const words = dice.map(({ face, earns }, i) => `Die ${i + 1} shows ${face} (${earns}).`);
  return printable([...words, ...totals.map(({ label, value }) => `${label}: ${value}.`)].join(' '));
}

/** The bars: `Iowa: AB 3 of 18, CD 0 of 18.` */
export function sharesInWords({ groups }: ShareBars): string {
  return groups
    .map(({ heading, bars }) => {
      const words = bars.map(({ label, value, of }) => `${label} ${value} of ${of}`);
      return printable(`${heading}: ${words.join(', ')}.`);
    })
    .join(' ');
}

/** Whether a box is of no more use to the owner of the pad: every prize is taken, none by the owner. */
export function isLost({ prizes }: Pick<PadBox, 'prizes'>, owner: string): boolean {
  return prizes.every(({ holder }) => holder !== null && holder !== owner);
}

/** Whether the owner of the pad has one of the prizes. */
export function isWon({ prizes }: Pick<PadBox, 'prizes'>, owner: string): boolean {
  return prizes.some(({ holder }) => holder === owner);
}

function crossed(marks: number, circles: number): string {
  return `${marks} of ${counted(circles, 'circle')} crossed`;
}
