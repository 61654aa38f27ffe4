import type { ElectoralMap, Report } from '../../rules/report.ts';
import { printable } from '../../text/printable.ts';
import type { FontName, Op } from '../drawing/operations.ts';
import { fitText, type TextStyle, textOps, wrapToWidth } from '../drawing/text.ts';
import { mapDrawing } from '../figures/map.ts';
import { drawLegend } from '../figures/map-legend.ts';
import { takeLead } from '../lead.ts';
import { PALETTE } from '../palette.ts';
import { paintPng } from './paint-png.ts';
import { scaleOp } from './scale-op.ts';

/* The pictures that messengers and social networks show with a link to a public page (Open Graph). */

/** In pixels: what those services recommend. */
export const PICTURE_SIZE = { width: 1200, height: 630 } as const;

const { width: WIDTH, height: HEIGHT } = PICTURE_SIZE;
const MARGIN = 56;
/** The text stands left of the map. */
const TEXT_WIDTH = 392;
const MAP = { x: MARGIN + TEXT_WIDTH + 30, y: 112, scale: 2 } as const;
const MAP_WIDTH = WIDTH - MARGIN - MAP.x;

const HEADLINE = { font: 'heading', size: 66, color: PALETTE.ink } as const;
const HEADLINE_LINES = 4;
const BODY = { font: 'serif', size: 25, color: PALETTE.ink } as const;
/** Where words and map end, and the legend begins. */
const FOOT = 532;
const LEADING = 1.12;

/** The picture of a public printout: its headline beside its map, below the number and the title of the game. */
export async function printoutPicture(
  report: Report,
  { number, title }: { number: string; title: string },
): Promise<Buffer> {
  const map = takeLead(report).lead?.map ?? null;
  const text = report.news?.sentences.join(' ') ?? report.summary.join(' ');
  const ops = [
    ...frame(`${number} · ${title}`),
    ...words(
      { kicker: report.subtitle, headline: report.news?.headline ?? report.title, text },
      map === null,
    ),
    ...(map === null ? [] : mapOps(map)),
  ];
  return await paintPng({ ...PICTURE_SIZE, ops });
}

/** The picture of all other pages: what this server is. */
export async function serverPicture(): Promise<Buffer> {
  const text =
    'Send in your turn sheets by e-mail, on the web or on paper. Every turn comes back as a printed page.';
  const headline = 'Run for president, one letter at a time';
  const country: ElectoralMap = { kind: 'map', caption: '', states: {}, legend: [] };
  const ops = [
    ...frame(''),
    ...words({ kicker: 'Elections by mail', headline, text }, false),
    ...mapOps(country),
  ];
  return await paintPng({ ...PICTURE_SIZE, ops });
}

/** Paper, the name of the server, and a line below it. */
function frame(game: string): Op[] {
  const name = { font: 'masthead', size: 34, color: PALETTE.ink } as const;
  const right = { font: 'sans-medium', size: 24, color: PALETTE.quiet } as const;
  const label = fitText(printable(game), right, WIDTH - 2 * MARGIN - 340);
  return [
    { kind: 'rect', x: 0, y: 0, w: WIDTH, h: HEIGHT, fill: PALETTE.paper },
    ...textOps('Whistlestop', name, { x: MARGIN, y: 68 }),
    ...textOps(label, right, { x: WIDTH - MARGIN, y: 66, anchor: 'end' }),
    { kind: 'line', x1: MARGIN, y1: 90, x2: WIDTH - MARGIN, y2: 90, color: PALETTE.ink, width: 3 },
    { kind: 'line', x1: MARGIN, y1: 96, x2: WIDTH - MARGIN, y2: 96, color: PALETTE.ink, width: 1 },
  ];
}

/** @param isAlone whether there is no map beside the words */
function words(said: { kicker: string; headline: string; text: string }, isAlone: boolean): Op[] {
  const width = isAlone ? WIDTH - 2 * MARGIN : TEXT_WIDTH;
  const kicker = { font: 'sans-bold', size: 21, color: PALETTE.quiet } as const;
  const ops = lines(fitText(printable(said.kicker), kicker, width), kicker, { y: 148, width, most: 1 });
  const headline = lines(said.headline, HEADLINE, { y: 228, width, most: HEADLINE_LINES });
  const end = headline.at(-1);
  const y = (end?.kind === 'text' ? end.y : 228) + 46;
  const most = Math.floor((FOOT - 10 - y) / (BODY.size * LEADING)) + 1;
  return [...ops, ...headline, ...lines(said.text, BODY, { y, width, most })];
}

/** Text in lines; what does not fit ends with an ellipsis. */
function lines(
  text: string,
  style: TextStyle & { font: FontName },
  { y, width, most }: { y: number; width: number; most: number },
): Op[] {
  const broken = wrapToWidth(printable(text), style, width);
  const shown = broken.slice(0, most);
  if (broken.length > most) shown[most - 1] = fitText(`${broken.slice(most - 1).join(' ')}`, style, width);
  return shown.flatMap((line, i) => textOps(line, style, { x: MARGIN, y: y + i * style.size * LEADING }));
}

/** The map with its legend below, as wide as the picture. */
function mapOps(map: ElectoralMap): Op[] {
  const land = mapDrawing({ ...map, legend: [] }, MAP_WIDTH / MAP.scale);
  const legend = drawLegend(map.legend, (WIDTH - 2 * MARGIN) / MAP.scale);
  return [
    ...land.ops.map((op) => scaleOp(op, MAP)),
    ...legend.ops.map((op) => scaleOp(op, { scale: MAP.scale, x: MARGIN, y: FOOT })),
  ];
}
