import { describe, expect, test } from 'vitest';
import { listedDice } from '../../../src/rules/dice.ts';
import { electoralBarrage } from '../../../src/rules/electoral-barrage/index.ts';
import type { State } from '../../../src/rules/electoral-barrage/state.ts';
import type { Block, Report, Table } from '../../../src/rules/report.ts';
import { headerOf, stateOf } from './games.ts';

/* What printouts say about a round, and about the end of a game. */

function reportOf(states: State[], seat: string | null): Report {
  const over = states.at(-1)?.phase === 'over';
  return electoralBarrage.report({ header: headerOf(3, over), states }, seat);
}

function blocksOf(report: Report, id: string): Block[] {
  return report.sections.find((section) => section.id === id)?.blocks ?? [];
}

function textOf(blocks: readonly Block[]): string {
  return blocks.flatMap((block) => (block.kind === 'paragraph' ? [block.text] : [])).join(' ');
}

test('the story of the rolls shows successes in bold and failures in gray, and is not folded (EB-9.5)', () => {
  const before = stateOf({
    rounds: 2,
    players: [
      { id: 'AB', characters: ['blue-collar'], staffers: 1 },
      { id: 'CD', characters: ['war-hero'], staffers: 1 },
    ],
  });
  const sheets = { AB: { plan: [{ area: 'OH' }] }, CD: { plan: [{ area: 'AK' }] } };
  const after = electoralBarrage.resolve(before, sheets, listedDice([3, 2]));
  const [table] = blocksOf(reportOf([before, after], 'AB'), 'barrage') as [Table];
  expect(table.unfolded).toBe(true);
  const [miss, success] = table.rows;
  for (const cell of miss ?? []) expect(cell).toMatchObject({ quiet: true });
  expect(success?.some((cell) => typeof cell !== 'string' && cell.quiet === true)).toBe(false);
  expect(success?.[5]).toEqual({ text: 'takes a free star', strong: true });
});

describe('after the end (EB-9.12)', () => {
  // AB wins Illinois by the coin against EF; CD has North Carolina. No one holds a ballot.
  const before = stateOf({
    rounds: 1,
    players: [
      { id: 'AB', characters: ['blue-collar'], staffers: 1 },
      { id: 'CD', characters: ['movie-star'], staffers: 1 },
      { id: 'EF', characters: ['banker'], staffers: 1 },
    ],
    tokens: { IL: ['AB', 'EF'], NC: ['CD', 'CD'] },
  });
  const sheets = {
    AB: { plan: [{ area: 'PA' }] },
    CD: { plan: [{ area: 'PA' }] },
    EF: { plan: [{ area: 'VA' }] },
  };
  const after = electoralBarrage.resolve(before, sheets, listedDice([1, 1, 1, 1]));
  const report = reportOf([before, after], 'CD');

  test('the last printout says why the winner won', () => {
    const text = textOf(blocksOf(report, 'ending'));
    expect(text).toContain('Player AB [AB] won 20 to 15 against CD. AB has 20 in 1 blue state.');
    expect(text).toContain('The blue states made the difference: 20 votes to 15 of CD.');
    expect(text).toContain('0 of 1 attempts of AB succeeded, where 0.5 would be usual without bonuses');
    expect(text).toContain('The coin fell for AB in Illinois (20).');
  });

  test('it counts what the second would have needed against everyone in a state', () => {
    // One success would take AB's star, and leave CD and EF tied.
    expect(textOf(blocksOf(report, 'ending'))).toContain(
      'Two more successes of CD in Illinois (20) would have reversed the result.',
    );
  });

  test('it lists the rolls of every duel and everyone’s character, and leaves out what is only for the next round', () => {
    const tables = blocksOf(report, 'result').filter((block): block is Table => block.kind === 'table');
    expect(tables.at(-1)?.rows).toEqual([['Illinois', 'AB, EF', '1', { text: 'AB', strong: true }]]);
    expect(tables[0]?.rows[0]?.slice(1, 3)).toEqual(['Player AB [AB]', 'The Blue-Collar Worker (white)']);
    const ids = report.sections.map(({ id }) => id);
    for (const id of ['campaign', 'candidates', 'states', 'guide', 'sheet']) expect(ids).not.toContain(id);
  });
});
