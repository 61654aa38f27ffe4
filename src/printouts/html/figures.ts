import { type StateCode, stateOf } from '../../rules/country.ts';
import type {
  ElectoralMap,
  LineChart,
  MapComparison,
  ShareBars,
  Sketch,
  VoteBar,
} from '../../rules/report.ts';
import { escapeHtml } from '../../text/escape.ts';
import { sketchLines } from '../figures/sketch.ts';
import { type MapChange, mapChanges } from '../map-changes.ts';
import { partyOf } from '../party-letter.ts';
import { figureSvg } from '../svg/figure-svg.ts';
import { mapSvg } from '../svg/map-svg.ts';
import { swatchSvg } from '../svg/swatch-svg.ts';
import { escapePrintable } from './escape-printable.ts';

/**
 * A figure with its caption, a map also with its legend in text.
 * @param id the beginning of the ids within it
 * @param outlines the id of the outlines that maps of the page share; without it, a map has its own
 */
export function figureHtml(
  figure: ElectoralMap | VoteBar | LineChart | ShareBars,
  id: string,
  outlines?: string,
): string {
  const legend = figure.kind === 'map' ? mapLegendHtml(figure.legend) : '';
  return framed(figure.kind, `${figureSvg(figure, id, outlines)}${legend}`, figure.caption);
}

function framed(kind: string, body: string, caption: string): string {
  return `<figure class="figure figure-${kind}">${body}<figcaption>${escapePrintable(caption)}</figcaption></figure>`;
}

/** A picture made of characters, which screen readers know by its caption. */
export function sketchHtml(sketch: Sketch): string {
  const lines = sketchLines(sketch).map(escapeHtml).join('\n');
  const label = escapePrintable(sketch.caption);
  // A line break after the tag is not part of the text, so that a picture may begin with an empty line.
  return framed('sketch', `<pre role="img" aria-label="${label}">\n${lines}</pre>`, sketch.caption);
}

/** The legend of a map in text: a list for each party; an empty string if there is none. */
export function mapLegendHtml(legend: ElectoralMap['legend']): string {
  if (legend.length === 0) return '';
  const lists = legend.map(({ tone, strength, text }, i) => {
    const begins = i === 0 || partyOf(legend[i - 1]?.tone ?? null) !== partyOf(tone);
    const next = legend[i + 1];
    const ends = next === undefined || partyOf(next.tone) !== partyOf(tone);
    const entry = `<li>${swatchSvg(tone, strength)} ${escapePrintable(text)}</li>`;
    return `${begins ? '<ul>' : ''}${entry}${ends ? '</ul>' : ''}`;
  });
  return `<div class="map-legend">${lists.join('')}</div>`;
}

/**
 * Maps to compare: each as a figure below its heading, side by side on wide screens, then their legend. What differs
 * from the map before has a thick outline, and is listed.
 */
export function mapsHtml({ caption, items, legend }: MapComparison, id: string, outlines?: string): string {
  const figures = items.map(({ heading, states }, i) => {
    const earlier = items[i - 1];
    const changes = earlier === undefined ? null : mapChanges(earlier.states, states);
    const map: ElectoralMap = { kind: 'map', caption: heading, states, legend: [] };
    const emphasized = new Set<StateCode>(changes?.map(({ code }) => code));
    const svg = mapSvg(map, { id: `${id}-${i}`, emphasized, outlines });
    return framed('map', svg, heading) + changesHtml(changes);
  });
  const columns = figures.map((figure) => `<div>${figure}</div>`).join('');
  return (
    `<div class="maps"><p class="maps-caption">${escapePrintable(caption)}</p>` +
    `<div class="maps-row">${columns}</div>${mapLegendHtml(legend)}</div>`
  );
}

/** What changed, as a folded list; nothing for the first map. */
function changesHtml(changes: readonly MapChange[] | null): string {
  if (changes === null) return '';
  if (changes.length === 0) return '<p class="maps-changes">No state has changed.</p>';
  const count = changes.length === 1 ? '1 state has changed' : `${changes.length} states have changed`;
  const items = changes.map(({ code, before, after }) => {
    const earlier = before === null ? '' : `; before: ${before.words}`;
    const words = `${stateOf(code).name}: ${after?.words ?? 'blank'}${earlier}`;
    return `<li>${escapePrintable(words)}</li>`;
  });
  return (
    `<details class="maps-changes"><summary>${count} (thick outlines)</summary>` +
    `<ul>${items.join('')}</ul></details>`
  );
}
