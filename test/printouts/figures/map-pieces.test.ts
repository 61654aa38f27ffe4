import { describe, expect, test } from 'vitest';
import type { TextOp } from '../../../src/printouts/drawing/operations.ts';
import { drawMap, mapDrawing } from '../../../src/printouts/figures/map.ts';
import { piecesInWords } from '../../../src/printouts/figures/map-pieces.ts';
import { takeLead } from '../../../src/printouts/lead.ts';
import { renderMailReport } from '../../../src/printouts/mail/render-mail.ts';
import { tintOf } from '../../../src/printouts/palette.ts';
import { mapSvg } from '../../../src/printouts/svg/map-svg.ts';
import { renderText } from '../../../src/printouts/text/render-text.ts';
import { STATE_CODES } from '../../../src/rules/country.ts';
import type { ElectoralMap, MapArrow, MapToken, Report } from '../../../src/rules/report.ts';
import { overlaps, pageOf } from '../page-checks.ts';
import { sampleReport } from '../sample-report.ts';

const BLANK: ElectoralMap = { kind: 'map', caption: 'The map', states: {}, legend: [] };

function mapWith(tokens: MapToken[], arrows: MapArrow[] = []): ElectoralMap {
  return { ...BLANK, tokens, arrows };
}

const token = (at: MapToken['at'], label = 'AB'): MapToken => ({ at, label, tone: 'blue' });

function reportWith(...maps: ElectoralMap[]): Report {
  const [section] = sampleReport({ players: 2, turn: 3 }).sections;
  if (section === undefined) throw new Error('no section');
  return { ...sampleReport({ players: 2, turn: 3 }), sections: [{ ...section, blocks: maps }] };
}

describe('tokens on a map', () => {
  test.each(STATE_CODES)('cover no label in %s', (code) => {
    expect(overlaps([pageOf(mapDrawing(mapWith([token(code)]), 430).ops)])).toEqual([]);
  });

  test('stand side by side in one state, also eight of them', () => {
    const tokens = ['AB', 'CD', 'EF', 'GH', 'IJ', 'KL', 'MN', 'OPQ'].map((label) => token('DC', label));
    const { ops } = mapDrawing(mapWith(tokens), 430);
    expect(overlaps([pageOf(ops)])).toEqual([]);
    expect(ops.filter((op) => op.kind === 'text' && op.text === 'OPQ')).toHaveLength(1);
  });

  test('leave a map without them as it was', () => {
    expect(mapDrawing(mapWith([]), 430)).toEqual(mapDrawing(BLANK, 430));
    expect(drawMap(BLANK, 430).pieces).toEqual({ below: [], above: [] });
    expect(mapSvg(mapWith([]))).toBe(mapSvg(BLANK));
  });
});

test('an arrow leads from state to state, dashed if it says so, and not from a state to itself', () => {
  const arrow: MapArrow = { from: 'CA', to: 'NY', by: 'AB', tone: 'red' };
  const solid = drawMap(mapWith([], [arrow]), 430).pieces.below;
  const dashed = drawMap(mapWith([], [{ ...arrow, dashed: true }]), 430).pieces.below;
  expect(solid.some((op) => op.kind === 'line' && op.dash !== undefined)).toBe(false);
  expect(dashed.some((op) => op.kind === 'line' && op.dash !== undefined)).toBe(true);
  expect(drawMap(mapWith([], [{ ...arrow, to: 'CA' }]), 430).pieces.below).toEqual([]);
});

test('white type is not crossed by the white edge of an arrow', () => {
  const arrow: MapArrow = { from: 'OH', to: 'KS', by: 'AB', tone: 'red' };
  const states = { IL: { tone: 'black', strength: 3, label: 'CD 19', words: 'CD' } } as const;
  const { ops } = mapDrawing({ ...mapWith([], [arrow]), states }, 430);
  const code = ops.findIndex((op) => op.kind === 'text' && op.text === 'IL');
  const plate = ops.slice(0, code).findLast((op) => op.kind === 'rect');
  const line = ops.findLastIndex((op) => op.kind === 'line' && op.width === 1.3);
  const text = ops[code] as TextOp;
  expect(plate).toMatchObject({ fill: tintOf('black', 3) });
  expect(plate === undefined ? 0 : ops.indexOf(plate)).toBeGreaterThan(line);
  expect(plate?.kind === 'rect' && plate.x <= text.x && plate.x + plate.w >= text.x + text.width).toBe(true);
});

test('pieces are told in words, and in mail and plain text, too', () => {
  const arrows: MapArrow[] = [
    { from: 'VA', to: 'TX', by: 'AB', tone: 'blue' },
    { from: 'TX', to: 'DC', by: 'AB', tone: 'blue' },
  ];
  const map = mapWith([token('DC'), token('NY', 'CD')], arrows);
  const words = ['Pieces: AB in DC, CD in NY.', 'Moves: AB from VA to TX, from TX to DC.'];
  expect(piecesInWords(map)).toEqual(words);
  const mail = renderMailReport(reportWith(map), 1e6);
  for (const sentence of words) {
    expect(renderText(reportWith(map))).toContain(sentence);
    expect(mail.opening + mail.sections).toContain(sentence);
    expect(mapSvg(map)).toContain(sentence);
  }
});

test('no page begins with a map that shows something else', () => {
  const aside: ElectoralMap = { ...BLANK, caption: 'In reach', aside: true };
  expect(takeLead(reportWith(aside, BLANK)).lead?.map.caption).toBe('The map');
  expect(takeLead(reportWith(aside)).lead).toBeNull();
});
