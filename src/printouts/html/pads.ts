import type {
  CheckList,
  DiceRow,
  FigureTone,
  PadBox,
  PadTrack,
  ScorePad,
  ScorePads,
} from '../../rules/report.ts';
import { printable } from '../../text/printable.ts';
import { type Drawing, translate } from '../drawing/operations.ts';
import { circleOps, circleRows, fewestRows, LONGEST_ROW } from '../pads/circle-rows.ts';
import { headInWords, isLost, isWon } from '../pads/pad-words.ts';
import { accentOf } from '../palette.ts';
import { dieSvg, labeledSvg } from '../svg/pad-svg.ts';
import { escapePrintable } from './escape-printable.ts';
import { classes } from './table.ts';

/** Dice with their numbers and what they earn, then what they come to. */
export function diceHtml({ caption, dice, totals }: DiceRow): string {
  const items = dice.map(
    ({ face, earns }, i) =>
      `<li><span class="die-number">${i + 1}</span>${dieSvg(face)}` +
      `<span class="die-earns">${escapePrintable(earns)}</span></li>`,
  );
  return (
    `<div class="dice-row"><ol class="dice" aria-label="${escapePrintable(caption)}">${items.join('')}</ol>` +
    `${totalsHtml(totals, 'dice-totals')}</div>`
  );
}

/** Score pads. Their circles are SVG; all words are text, so that they can be read on a phone. */
export function padsHtml({ caption, size, pads }: ScorePads): string {
  const html = pads.map((pad) => padHtml(pad, size)).join('');
  return `<div class="pads pads-${size}" role="group" aria-label="${escapePrintable(caption)}">${html}</div>`;
}

function padHtml(pad: ScorePad, size: ScorePads['size']): string {
  const color = accentOf(pad.tone);
  const rows = Math.max(1, ...pad.boxes.map(({ circles }) => fewestRows(circles)));
  const boxes = pad.boxes.map((box) => boxHtml(box, pad.by, { color, rows: size === 'large' ? rows : null }));
  const title = size === 'large' ? pad.title : `${pad.by} ${pad.title}`;
  return (
    `<article class="pad ${toneClass(pad.tone)}" aria-label="${escapePrintable(headInWords(pad))}">` +
    `<header class="pad-head"><p class="pad-title">${escapePrintable(title)}</p>` +
    `${totalsHtml(pad.totals, 'pad-totals')}</header>` +
    `${pad.tracks.map((track) => trackHtml(track, color)).join('')}` +
    `<ul class="pad-boxes">${boxes.join('')}</ul>` +
    `<div class="pad-lists">${pad.lists.map((list) => listHtml(list, size)).join('')}</div></article>`
  );
}

/** The class of an accent: of a party or of a player's pieces. */
function toneClass(tone: FigureTone): string {
  return tone === null ? 'pad-plain' : `pad-${tone.toLowerCase()}`;
}

function totalsHtml(totals: ScorePad['totals'], className: string): string {
  const items = totals.map(
    ({ label, value }) => `<div><dt>${escapePrintable(label)}</dt><dd>${escapePrintable(value)}</dd></div>`,
  );
  return items.length === 0 ? '' : `<dl class="${className}">${items.join('')}</dl>`;
}

/** The distance between the middles of circles, in SVG units. */
const STEP = 20;

/** A track in groups that may stand in several lines: the circles up to a gain, then the gain. */
function trackHtml({ label, circles, marks, gains }: PadTrack, color: string): string {
  const groups: string[] = [];
  let done = 0;
  for (const { at, text } of [...gains, { at: circles, text: '' }]) {
    const end = Math.min(at, circles);
    if (end <= done && text === '') continue;
    const crossed = Math.max(0, Math.min(marks, end) - done);
    const drawing = rowOf(Math.max(0, end - done), crossed, color);
    const reached = marks >= at;
    const gain =
      text === ''
        ? ''
        : `<span${classes('pad-gain', reached ? 'is-reached' : '')}>${escapePrintable(text)}` +
          `<span class="caption-hidden">${reached ? ' (reached)' : ` (at ${at})`}</span></span>`;
    const svg = labeledSvg(drawing, `circles circles-${end - done}`, `${crossed} of ${end - done} crossed`);
    groups.push(`<li>${end > done ? svg : ''}${gain}</li>`);
    done = Math.max(done, end);
  }
  const count = `<span class="pad-count">${marks} of ${circles}</span>`;
  return `<div class="pad-track"><p>${escapePrintable(label)} ${count}</p><ul>${groups.join('')}</ul></div>`;
}

function rowOf(circles: number, marks: number, color: string): Drawing {
  const centers = Array.from({ length: circles }, (_, i): [number, number] => [(i + 0.5) * STEP, STEP / 2]);
  return { width: circles * STEP, height: STEP, ops: circleOps(centers, marks, { step: STEP, color }) };
}

/** @param look.rows at most so many rows of circles; null for rows as long as possible */
function boxHtml(box: PadBox, by: string, { color, rows }: { color: string; rows: number | null }): string {
  const lost = isLost(box, by);
  const drawn = circleRows(box.circles, box.marks, rows ?? fewestRows(box.circles), {
    ...{ step: STEP, color, pale: lost },
  });
  const words = `${box.marks} of ${box.circles} circles crossed`;
  const code = lost ? `${box.code} closed` : box.code;
  const name = printable(box.name) === printable(box.code) ? '' : escapePrintable(box.name);
  return (
    `<li${classes('pad-box', isWon(box, by) ? 'is-won' : '', lost ? 'is-lost' : '')}>` +
    `<p class="pad-name"><span>${name}</span> <span class="pad-code">${escapePrintable(code)}</span></p>` +
    `${labeledSvg(centered(drawn), 'circles', words)}` +
    `<ol class="pad-prizes">${box.prizes.map((prize) => prizeHtml(prize, by)).join('')}</ol></li>`
  );
}

/** Rows of circles in the middle of the longest row that a box can have, so that all circles of a pad are of one size. */
function centered({ width, height, ops }: Drawing): Drawing {
  const full = LONGEST_ROW * STEP;
  return { width: full, height, ops: ops.map((op) => translate(op, (full - width) / 2, 0)) };
}

function prizeHtml({ value, place, holder }: PadBox['prizes'][number], by: string): string {
  const own = holder === by;
  const state = holder === null ? '' : own ? 'is-own' : 'is-taken';
  const who = holder === null || own ? '' : ` ${holder}`;
  const number = escapePrintable(value);
  const figure = holder === null || own ? `<b>${number}</b>` : `<s>${number}</s>`;
  const hidden = own ? '<span class="caption-hidden"> (won)</span>' : '';
  return `<li${classes(state)}>${figure} <small>${escapePrintable(place + who)}</small>${hidden}</li>`;
}

function listHtml({ heading, items }: CheckList, size: ScorePads['size']): string {
  const rows = items.map(({ label, price, note, checked }) => {
    const sign = `<span class="pad-check" aria-hidden="true">${checked ? '✓' : ''}</span>`;
    const state = `<span class="caption-hidden">${checked ? ' (bought)' : ''}</span>`;
    const more =
      size === 'small'
        ? ''
        : ` <small>${escapePrintable(note)}</small><span class="pad-price">${escapePrintable(price)}</span>`;
    return `<li${classes(checked ? 'is-checked' : '')}>${sign}<span class="pad-item">${escapePrintable(label)}${state}</span>${more}</li>`;
  });
  return `<div class="pad-list"><p>${escapePrintable(heading)}</p><ul>${rows.join('')}</ul></div>`;
}
