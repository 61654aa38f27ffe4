import { type StateCode, stateOf } from '../../rules/country.ts';
import type {
  ElectoralMap,
  FigureTone,
  MapComparison,
  MapMark,
  Strength,
  VoteBar,
} from '../../rules/report.ts';
import { printable } from '../../text/printable.ts';
import { piecesInWords } from '../figures/map-pieces.ts';
import { escapePrintable } from '../html/escape-printable.ts';
import { changeInWords, mapChanges } from '../map-changes.ts';
import { PALETTE, textColorOn, tintOf } from '../palette.ts';
import { partyOf, withPartyLetter } from '../party-letter.ts';
import { SMALL_FONT, smallPrint, subheading } from './parts.ts';
import { TILE_ROWS } from './tile-grid.ts';

/** The map as a grid of tiles, because mail programs show neither SVG nor, before they are asked, pictures. */
export function mapInMail({ caption, states, legend, others, tokens, arrows }: ElectoralMap): string {
  const empty = others === 'gray' ? PALETTE.idle : PALETTE.white;
  const rows = TILE_ROWS.map((row) => `<tr>${tilesOf(row, states, empty)}</tr>`);
  return (
    `<table border="0" cellpadding="1" cellspacing="2" width="100%" style="${SMALL_FONT};margin:0 0 8px">` +
    `${rows.join('')}</table>${legendInMail(legend)}${smallPrint(caption)}` +
    piecesInWords({ ...(tokens && { tokens }), ...(arrows && { arrows }) })
      .map(smallPrint)
      .join('')
  );
}

/** The tiles of one row; `empty` is the color of a state without a mark. Neighboring places without a state are one cell. */
function tilesOf(
  row: readonly (StateCode | null)[],
  states: ElectoralMap['states'],
  empty: string = PALETTE.white,
): string {
  let html = '';
  let gap = 0;
  const closeGap = () => {
    if (gap > 0) html += `<td${gap > 1 ? ` colspan="${gap}"` : ''}></td>`;
    gap = 0;
  };
  for (const code of row) {
    if (code === null) {
      gap += 1;
    } else {
      closeGap();
      html += tile(code, states[code] ?? null, empty);
    }
  }
  closeGap();
  return html;
}

/** A state: its code, and the label of its mark with the letter of its party. */
function tile(code: StateCode, mark: MapMark | null, empty: string): string {
  const { name } = stateOf(code);
  const title = mark === null ? name : `${name}: ${printable(mark.words)}`;
  const tone = mark?.tone ?? null;
  const label = withLetter(printable(mark?.label ?? ''), tone);
  const words = `<b>${code}</b><br>${escapePrintable(label)}`;
  const color = mark === null ? empty : tintOf(tone, mark.strength);
  return (
    `<td width="9%" align="center" bgcolor="${color}" title="${escapePrintable(title)}">` +
    `${colored(words, mark === null ? PALETTE.ink : textColorOn(tone, mark.strength))}</td>`
  );
}

/** `AB R`. The letter is left out of a label that has it: `10 R`. */
function withLetter(label: string, tone: FigureTone): string {
  const party = partyOf(tone);
  if (party === null) return label;
  if (label === '') return party;
  return withPartyLetter(label, party) === label ? label : `${label} ${party}`;
}

/** A row of cells for each party, each in its color. */
function legendInMail(legend: ElectoralMap['legend']): string {
  const tones = [...new Set(legend.map(({ tone }) => partyOf(tone)))];
  const rows = tones.map((one) => {
    const cells = legend
      .filter(({ tone }) => partyOf(tone) === one)
      .map(({ tone, strength, text }) => {
        const words = colored(
          escapePrintable(withPartyLetter(printable(text), tone)),
          textColorOn(tone, strength),
        );
        return `<td align="center" bgcolor="${tintOf(tone, strength)}">${words}</td>`;
      });
    return (
      `<table border="0" cellpadding="2" cellspacing="2" width="100%" style="${SMALL_FONT}">` +
      `<tr>${cells.join('')}</tr></table>`
    );
  });
  return rows.join('');
}

/** What changes from each map to the next. The maps themselves would make the mail too long. */
export function mapsInMail({ caption, items }: MapComparison): string {
  const changes = items.slice(1).map((item, i) => {
    const found = mapChanges(items[i]?.states ?? {}, item.states).map(changeInWords);
    return smallPrint(`${item.heading}. Changed: ${found.length === 0 ? 'nothing' : found.join(', ')}.`);
  });
  return `${subheading(caption)}${changes.join('')}`;
}

/** The bar as cells side by side, each with its name and number. */
export function barInMail(bar: VoteBar): string {
  const cells = bar.parts
    .filter(({ value }) => value > 0)
    .map((part) => barCell(part, Math.max(1, Math.round((100 * part.value) / Math.max(1, bar.total)))));
  const mark = bar.mark === null ? '' : ` · ${bar.mark.label}`;
  return (
    `<table border="0" cellpadding="6" cellspacing="1" width="100%" style="${SMALL_FONT};margin:0 0 4px">` +
    `<tr>${cells.join('')}</tr></table>${smallPrint(`${bar.caption}${mark}`)}`
  );
}

function barCell(
  { label, value, tone, strength }: { label: string; value: number; tone: FigureTone; strength: Strength },
  percent: number,
): string {
  const words = `<b>${escapePrintable(`${withPartyLetter(printable(label), tone)} ${value}`)}</b>`;
  return (
    `<td width="${percent}%" align="center" bgcolor="${tintOf(tone, strength)}">` +
    `${colored(words, textColorOn(tone, strength))}</td>`
  );
}

/** Some mail programs leave out styles, but none the color of a font element. */
function colored(html: string, color: string): string {
  return color === PALETTE.ink ? html : `<font color="${color}">${html}</font>`;
}
