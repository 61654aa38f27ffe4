import { describe, expect, test } from 'vitest';
import { layOutReport } from '../../../src/printouts/pdf/lay-out-report.ts';
import { renderText } from '../../../src/printouts/text/render-text.ts';
import { primarySeason } from '../../../src/rules/primary-season/index.ts';
import type { State } from '../../../src/rules/primary-season/state.ts';
import type { Report, ScorePads } from '../../../src/rules/report.ts';
import { layoutProblems } from '../../printouts/page-checks.ts';
import { headerOf, playGame, secretOf, stateOf } from './games.ts';

const SEAT = 'AB';

function reportsOf(players: number, pace: string): Report[] {
  const { states } = playGame(secretOf(`report ${players}`), { players, options: { pace } }, (state, seat) =>
    primarySeason.opponent(state, seat),
  );
  return states.map((_, i) => {
    const header = headerOf(players, i === states.length - 1);
    return primarySeason.report({ header, states: states.slice(0, i + 1) }, SEAT);
  });
}

function reportOn(state: State, seat: string | null = SEAT): Report {
  return primarySeason.report({ header: headerOf(2, false), states: [state] }, seat);
}

function padsIn({ sections }: Report): ScorePads[] {
  return sections.flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'pads'));
}

const SETUP = {
  turn: 4,
  players: [
    { id: 'AB', dice: [6, 1], staff: 2, funds: 3, items: ['organizer', 'manager'], marks: { SC: 6, IA: 4 } },
    { id: 'CD', dice: [2], marks: { NV: 6, IA: 4, NH: 1 } },
  ],
  places: { SC: ['AB'], NV: ['CD'] },
};

describe('the printout of Primary Season', () => {
  test.each([
    [2, 'one-sheet'],
    [4, 'two-sheet'],
    [6, 'one-sheet'],
  ])('for %i players with %s has at most six pages, all within their margins', (players, pace) => {
    for (const report of reportsOf(players, pace)) {
      for (const paper of ['letter', 'a4'] as const) {
        const { pages } = layOutReport(report, { paper });
        expect(layoutProblems(pages, paper)).toEqual([]);
        expect(pages.length, `turn ${report.turn} on ${paper}`).toBeLessThanOrEqual(6);
      }
      expect(
        Math.max(
          ...renderText(report)
            .split('\n')
            .map(({ length }) => length),
        ),
      ).toBeLessThanOrEqual(78);
    }
  });

  test('draws the reader’s own pad large and the pads of all small (PS-9.3, PS-9.4)', () => {
    const [own, all] = padsIn(reportOn(stateOf(SETUP)));
    expect(own?.size).toBe('large');
    expect(own?.pads.map(({ by }) => by)).toEqual(['AB']);
    expect(all?.size).toBe('small');
    expect(all?.pads.map(({ by }) => by)).toEqual(['AB', 'CD']);
    const carolina = own?.pads[0]?.boxes.find(({ code }) => code === 'SC');
    expect(carolina).toMatchObject({ marks: 6, prizes: [{ value: '7', place: '1st', holder: 'AB' }] });
    const bought = own?.pads[0]?.lists.flatMap(({ items }) => items.filter(({ checked }) => checked));
    expect(bought?.map(({ label }) => label)).toEqual(['Organizer', 'Manager']);
  });

  test('shows the public the pads of all, and no dice of a reader', () => {
    const report = reportOn(stateOf(SETUP), null);
    expect(padsIn(report).map(({ size }) => size)).toEqual(['small']);
    expect(report.sections.map(({ id }) => id)).not.toContain('dice');
  });

  test('says what each die earns and what all come to (PS-9.2)', () => {
    const dice = reportOn(stateOf(SETUP)).sections.find(({ id }) => id === 'dice')?.blocks[0];
    expect(dice).toMatchObject({
      dice: [
        { face: 6, earns: '3 votes' },
        { face: 1, earns: '$1 or 1 vote' },
      ],
      totals: [{ value: '5' }, { value: '$0' }, { value: '1' }],
    });
  });

  test('tints the states of those who lead, and leaves ties white (PS-9.7)', () => {
    const [map] = reportOn(stateOf(SETUP)).sections.flatMap(({ blocks }) =>
      blocks.filter((block) => block.kind === 'map'),
    );
    expect(map?.others).toBe('gray');
    expect(map?.states.SC).toMatchObject({ tone: 'blue', strength: 3, label: 'AB closed' });
    expect(map?.states.NH).toMatchObject({ tone: 'red', strength: 1, label: 'CD 7' });
    expect(map?.states.IA).toMatchObject({
      tone: 'white',
      label: '6',
      words: 'a tie for the most marks, next prize 6',
    });
    expect(map?.states.OH).toMatchObject({ tone: 'white', words: 'no marks yet, next prize 8' });
    expect(map?.states.TX).toBeUndefined();
  });
});
