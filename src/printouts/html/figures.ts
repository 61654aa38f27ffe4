import type { ElectoralMap, LineChart, VoteBar } from '../../rules/report.ts';
import type { Drawing } from '../drawing.ts';
import { escapeXml } from '../escape.ts';
import { drawBar } from '../figures/bar.ts';
import { drawChart } from '../figures/chart.ts';
import { mapSvg } from '../map-svg.ts';
import { newPatterns, patternDefs, svgOps } from '../svg.ts';
import { clean, namesParty } from '../words.ts';

const WIDTH = 640;

/** A figure with its caption. */
export function figureHtml(block: ElectoralMap | VoteBar | LineChart, id: string): string {
  const caption = `<figcaption>${escapeXml(clean(block.caption))}</figcaption>`;
  return `<figure class="figure figure-${block.kind}">${figureSvg(block, id)}${caption}</figure>`;
}

function figureSvg(block: ElectoralMap | VoteBar | LineChart, id: string): string {
  if (block.kind === 'map') return mapSvg(block, { id });
  if (block.kind === 'bar')
    return drawingSvg(drawBar(block, WIDTH), 'bar', id, block.caption, barInWords(block));
  return drawingSvg(drawChart(block, WIDTH), 'chart', id, block.caption, chartInWords(block));
}

function drawingSvg(drawing: Drawing, kind: string, id: string, title: string, words: string): string {
  const patterns = newPatterns(id);
  const body = svgOps(drawing.ops, patterns);
  return (
    `<svg class="${kind}" xmlns="http://www.w3.org/2000/svg" ` +
    `viewBox="0 0 ${drawing.width} ${Math.ceil(drawing.height)}" role="img" ` +
    `aria-labelledby="${id}-title" aria-describedby="${id}-desc">` +
    `<title id="${id}-title">${escapeXml(clean(title))}</title>` +
    `<desc id="${id}-desc">${escapeXml(words)}</desc>${patternDefs(patterns)}${body}</svg>`
  );
}

/** The bar for those who cannot see it. */
export function barInWords(bar: VoteBar): string {
  const parts = bar.parts.map((part) => `${clean(part.label)} ${part.value}`).join(', ');
  const mark = bar.mark === null ? '' : ` ${clean(bar.mark.label)}.`;
  return `${parts}, of ${bar.total}.${mark}`;
}

/** The chart for those who cannot see it: every line's values. */
export function chartInWords(chart: LineChart): string {
  return chart.series
    .map((one) => {
      const label = clean(one.label);
      const name = one.tone === null || namesParty(label) ? label : `${label} (${one.tone})`;
      const values = one.values.flatMap((value, i) =>
        value === null ? [] : [`${clean(chart.labels[i] ?? '')} ${value}`],
      );
      return `${name}: ${values.join(', ')}.`;
    })
    .join(' ');
}
