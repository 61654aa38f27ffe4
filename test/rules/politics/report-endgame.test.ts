import { describe, expect, test } from 'vitest';
import type { State } from '../../../src/rules/politics/state.ts';
import { blocksOf } from '../report-blocks.ts';
import { lively, reportOf, statesOfCase, wordsOf } from './printouts.ts';

/* How printouts tell of the runoff and of Speed Play. */

describe('the news of the end', () => {
  test('tell who won a round, how, and what it brought', () => {
    const sentences = reportOf(statesOfCase('021'), null).news?.sentences.join(' ');
    expect(sentences).toContain('Player CD won round 2 against Player EF, 2 to 0.');
    const runoff = reportOf(statesOfCase('019'), null).news?.sentences.join(' ');
    expect(runoff).toMatch(/Player EF won the runoff against Player AB, \d to \d\./);
  });

  test('lead with a round that was won, not with the state of the map', () => {
    const { states } = lively(8, 'eight');
    const rounds = states.flatMap((state, k) =>
      state.phase === 'speed' && state.log.some((entry) => entry.type === 'speed' && entry.winner !== null)
        ? [reportOf(states.slice(0, k + 1), null).news?.sentences.join(' ')]
        : [],
    );
    for (const told of rounds) expect(told).toMatch(/won round \d against/);
    expect(rounds.length).toBeGreaterThan(0);
  });
});

describe('why the winner won a runoff', () => {
  const why = (states: readonly State[]) => blocksOf(reportOf(states, null), 'paragraph', 'ending')[0]?.text;

  test('of the one with more popular votes', () => {
    expect(why(statesOfCase('019'))).toMatch(
      /^Player EF \[EF\] had more popular votes than AB, who had 270 electoral votes, and won the runoff 2 to 0 in set 2\.$/,
    );
  });

  test('of the one with the electoral votes, who needs no more than a third tie', () => {
    const states = statesOfCase('020');
    expect(why(states)).toBe(
      'Player AB [AB] had 270 electoral votes. The runoff against CD, who was ahead in popular votes, ended in a ' +
        'third tie, 0 to 0, which is enough for the leader.',
    );
    const last = states.at(-1) as State;
    const results = last.runoff?.results.map((one) => ({ ...one, right: [3, 1] }));
    const won = { ...last, runoff: { ...last.runoff, results } } as State;
    expect(why([...states.slice(0, -1), won])).toBe(
      'Player AB [AB] had 270 electoral votes, met CD, who was ahead in popular votes, and won the runoff 3 to 1 in set 3.',
    );
  });
});

describe('Speed Play', () => {
  test('names the rounds that a candidate answers in few words', () => {
    const states = statesOfCase('021');
    const k = states.findIndex(({ phase }) => phase === 'speed');
    const words = (seat: string) => wordsOf(reportOf(states.slice(0, k + 1), seat));
    expect(words('AB')).toContain('You answer the questions of rounds 1 and 2 in writing.');
    expect(words('EF')).toContain('You answer the questions of round 2 in writing.');
  });

  test('says between whom it decides', () => {
    const begun = (states: readonly State[]) => {
      const k = states.findIndex(({ phase }) => phase === 'speed');
      return reportOf(states.slice(0, k + 1), null).summary.join(' ');
    };
    expect(begun(statesOfCase('021'))).toContain('Speed Play decides in two rounds: CD and AB meet first.');
    expect(begun(statesOfCase('026'))).toContain('Speed Play decides between CD and AB.');
  });

  test('names both candidates of a tied round', () => {
    const states = statesOfCase('021').slice(0, -1);
    const [questions] = blocksOf(reportOf(states, null), 'table', 'written-questions');
    expect(questions?.caption).toBe('Round 1: CD against AB');
  });
});

test('large numbers of popular votes have their thousands separated', () => {
  const { states } = lively(2, 'two');
  const last = states[5] as State;
  const players = last.players.map((player) => ({ ...player, popular: 1234 }));
  const words = wordsOf(reportOf([...states.slice(0, 5), { ...last, players }], 'AB'));
  expect(words).toContain('1,234');
  expect(words).not.toContain('1234');
});
