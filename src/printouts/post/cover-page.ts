import { printable } from '../../text/printable.ts';
import { type TextStyle, textOps, wrapToWidth } from '../drawing/text.ts';
import { PALETTE } from '../palette.ts';
import { MARGIN, PAPERS, type Page, type Pages, type Paper, structNode } from '../pdf/page.ts';

/*
 * The cover page of a printout that goes by post. Folded in three with this page outward, its address shows in the window of an
 * envelope: Letter paper in a #10 envelope, A4 paper in a DIN DL envelope (DIN 680). The paper can move in the envelope, so the
 * address stands in the part that the window shows in every position, and nothing else stands where it could show.
 */

/** A rectangle in points, from the upper left corner of the page. */
export interface Window {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const INCH = 72;
const MM = INCH / 25.4;

/**
 * What the window always shows. #10: 9.5 x 4.125 in, with a window of 4.5 x 1.125 in, 7/8 in from the left and 1/2 in from the
 * bottom; the folded Letter page is 8.5 x 3.667 in. DIN DL: 220 x 110 mm, with a window of 90 x 45 mm, 20 mm from the left and
 * 15 mm from the bottom; the folded A4 page is 210 x 105 mm (the first fold is 105 mm from the top, as for DIN 5008).
 */
export const ALWAYS_SHOWN: Record<Paper, Window> = {
  letter: { left: 0.875 * INCH, right: 4.375 * INCH, top: 2.5 * INCH, bottom: 3.167 * INCH },
  a4: { left: 20 * MM, right: 100 * MM, top: 50 * MM, bottom: 90 * MM },
};

/** What the window can show when the paper moves. */
export const SOMETIMES_SHOWN: Record<Paper, Window> = {
  letter: { left: 0, right: 5.375 * INCH, top: 2.042 * INCH, bottom: 3.667 * INCH },
  a4: { left: 10 * MM, right: 110 * MM, top: 45 * MM, bottom: 95 * MM },
};

/** What stands on a cover page. */
export interface Cover {
  /** The lines of the address; null if it is not known. */
  address: string | null;
  /** The lines of the sender's address. */
  sender: string | null;
  title: string;
  subtitle: string;
  /** What the letter says below the fold, a paragraph a line. */
  lines: string[];
}

const ADDRESS: TextStyle = { font: 'sans', size: 11, color: PALETTE.ink };
const SENDER: TextStyle = { font: 'sans', size: 7.5, color: PALETTE.quiet };
const TITLE: TextStyle = { font: 'serif-bold', size: 15, color: PALETTE.ink };
const SUBTITLE: TextStyle = { font: 'serif', size: 11, color: PALETTE.ink };
const BODY: TextStyle = { font: 'serif', size: 10, color: PALETTE.ink };
/** So small that the longest line that an address may have fits, even in capitals. */
const SMALLEST = 4.5;
/** Below the upper third of both papers, so that it is inside when the page is folded. */
const BELOW_FOLD = 325;

const LINE_HEIGHT = 13.5;
const PARAGRAPH_GAP = 3;

/** Lays out a cover page. What does not fit on it continues on further pages, beginning on its back. */
export function layOutCover(paper: Paper, cover: Cover): Pages {
  const node = structNode('Sect');
  const pages: Page[] = [];
  const add = (): Write => {
    const page: Page = { content: [], fields: [], bookmarks: [] };
    pages.push(page);
    return (text, style, x, y) => {
      const line = structNode('P');
      node.children.push(line);
      for (const op of textOps(printable(text), style, { x, y })) page.content.push({ op, node: line });
    };
  };
  const write = add();
  const sender = (cover.sender ?? '').split('\n');
  for (const [i, line] of sender.entries()) write(line, SENDER, MARGIN.side, 40 + 10 * i);
  layOutAddress(paper, cover.address, write);
  layOutText(paper, cover, write, add);
  return { pages, nodes: [node] };
}

type Write = (text: string, style: TextStyle, x: number, y: number) => void;

/** The lines stand as close together as the window needs, and are as large as its width allows. */
function layOutAddress(paper: Paper, address: string | null, write: Write): void {
  const { left, right, top, bottom } = ALWAYS_SHOWN[paper];
  const lines = address === null ? [] : address.split('\n');
  if (lines.length === 0) return;
  const lineHeight = Math.min(14, (bottom - top) / lines.length);
  const inset = 6;
  const fits = (size: number) =>
    lines.every(
      (line) => wrapToWidth(printable(line), { ...ADDRESS, size }, right - left - inset).length === 1,
    );
  const largest = Math.min(ADDRESS.size, lineHeight * 0.88);
  const size = [largest, 9, 8, 7, 6].find((one) => one <= largest && fits(one)) ?? SMALLEST;
  for (const [i, line] of lines.entries()) {
    write(line, { ...ADDRESS, size }, left + inset, top + lineHeight * i + size * 0.9);
  }
}

/** Every further page says whose it is, because leaves can be mixed up. */
function layOutText(paper: Paper, cover: Cover, first: Write, add: () => Write): void {
  const { width, height } = PAPERS[paper];
  const bottom = height - MARGIN.bottom - LINE_HEIGHT;
  let write = first;
  let y = BELOW_FOLD;
  for (const [text, style, step] of [
    [cover.title, TITLE, 18],
    [cover.subtitle, SUBTITLE, 14],
  ] as const) {
    for (const part of wrapToWidth(printable(text), style, width - 2 * MARGIN.side)) {
      write(part, style, MARGIN.side, y);
      y += step;
    }
  }
  y += 14;
  for (const line of cover.lines) {
    for (const part of wrapToWidth(printable(line), BODY, width - 2 * MARGIN.side)) {
      if (y > bottom) {
        write = add();
        y = MARGIN.top;
        for (const title of wrapToWidth(
          printable(`${cover.subtitle}, continued`),
          SUBTITLE,
          width - 2 * MARGIN.side,
        )) {
          write(title, SUBTITLE, MARGIN.side, y);
          y += 14;
        }
        y += 14;
      }
      write(part, BODY, MARGIN.side, y);
      y += LINE_HEIGHT;
    }
    y += PARAGRAPH_GAP;
  }
}
