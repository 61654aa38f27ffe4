import type { ElectoralMap, LineChart, ShareBars, VoteBar } from '../../rules/report.ts';
import { escapeHtml } from '../../text/escape.ts';
import { printable } from '../../text/printable.ts';
import type { Drawing } from '../drawing/operations.ts';
import { drawBar } from '../figures/bar.ts';
import { drawChart } from '../figures/chart.ts';
import { barInWords, chartInWords } from '../figures/figures-in-words.ts';
import { drawShareBars } from '../figures/share-bars.ts';
import { sharesInWords } from '../pads/pad-words.ts';
import { mapSvg } from './map-svg.ts';
import { newPatterns, patternDefs, svgOps } from './operations-svg.ts';

/** Width of bars and charts, in SVG units: about that of a phone, on which the words must not become too small. */
const WIDTH = 360;

/**
 * A figure as inline SVG, with its caption as title and a description in words. The legend of a map is not in it: on a
 * phone, its text would be too small.
 * @param id unique on the page
 * @param outlines the id of the outlines that maps of the page share; without it, a map has its own
 */
export function figureSvg(
  figure: ElectoralMap | VoteBar | LineChart | ShareBars,
  id: string,
  outlines?: string,
): string {
  const title = printable(figure.caption);
  switch (figure.kind) {
    case 'map':
      return mapSvg(figure, { id, legend: false, outlines });
    case 'bar':
      return drawingSvg(drawBar(figure, WIDTH), {
        id,
        className: 'bar',
        title,
        description: barInWords(figure),
      });
    case 'chart':
      return drawingSvg(drawChart(figure, WIDTH), {
        id,
        className: 'chart',
        title,
        description: chartInWords(figure),
      });
    case 'shares':
      return drawingSvg(drawShareBars(figure, WIDTH), {
        id,
        className: 'shares',
        title,
        description: sharesInWords(figure),
      });
  }
}

interface SvgLabels {
  id: string;
  className: string;
  title: string;
  description: string;
}

function drawingSvg(drawing: Drawing, { id, className, title, description }: SvgLabels): string {
  const patterns = newPatterns(id);
  const body = svgOps(drawing.ops, patterns);
  return (
    `<svg class="${className}" xmlns="http://www.w3.org/2000/svg" ` +
    `viewBox="0 0 ${drawing.width} ${Math.ceil(drawing.height)}" role="img" ` +
    `aria-labelledby="${id}-title" aria-describedby="${id}-desc">` +
    `<title id="${id}-title">${escapeHtml(title)}</title>` +
    `<desc id="${id}-desc">${escapeHtml(description)}</desc>${patternDefs(patterns)}${body}</svg>`
  );
}
