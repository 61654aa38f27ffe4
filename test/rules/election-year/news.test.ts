import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { electionYear } from '../../../src/rules/election-year/index.ts';
import { storiesOf } from '../../../src/rules/election-year/report/news/index.ts';
import type { State } from '../../../src/rules/election-year/state.ts';
import type { News } from '../../../src/rules/report.ts';
import { runs, shortOrLong } from '../../helpers/long.ts';
import { headerOf, NO_DICE, newGame, playedGame, sheet, sheetsOf } from './games.ts';

const SIZES = [4, 5, 6, 9, 12];
const GAMES = shortOrLong(40, 200);
const games = Array.from({ length: GAMES }, (_, i) =>
  playedGame(SIZES[i % SIZES.length] as number, 6, new Uint8Array(32).fill(i)),
);

/** The news of every printout after the first one. */
function newsOf(states: readonly State[], number: string): News[] {
  const count = (states[0] as State).players.length;
  return states.slice(1).map((_, i) => {
    const over = i === 5;
    const header = { ...headerOf(count, over), number };
    const { news } = electionYear.report({ header, states: states.slice(0, i + 2) }, null);
    if (news === undefined) throw new Error(`no news after turn ${i + 1}`);
    return news;
  });
}

function expectGoodNews(news: readonly News[]): void {
  expect(new Set(news.map(({ headline }) => headline)).size).toBe(news.length);
  for (const { headline, sentences } of news) {
    expect(headline).toMatch(/^[\p{L}\p{N}$].{8,110}$/u);
    expect(sentences.length).toBeGreaterThanOrEqual(2);
    expect(sentences.length).toBeLessThanOrEqual(3);
    for (const sentence of sentences) expect(sentence).toMatch(/^[\p{L}\p{N}$].{20,}\.$/u);
    expect([headline, ...sentences].join(' ')).not.toMatch(/[{}]|undefined|NaN| {2}|\b1 points|\b1 votes/);
  }
}

describe('the news', () => {
  test('has no headline twice in a game of computer candidates, and reads as sentences', () => {
    for (const [i, states] of games.entries()) expectGoodNews(newsOf(states, `EY-${i + 1}`));
  });

  test('has no headline twice if candidates send anything, or nothing', () => {
    const play = (count: number, turns: readonly Record<string, unknown>[]) => {
      const states = [newGame(count)];
      for (const sheets of turns) {
        states.push(electionYear.resolve(states.at(-1) as State, sheets, NO_DICE));
      }
      return states;
    };
    fc.assert(
      fc.property(sheetsOf(6, sheet), fc.nat(1000), (turns, serial) => {
        expectGoodNews(newsOf(play(6, turns), `EY-${serial}`));
      }),
      { numRuns: runs(10), seed: 9 },
    );
    expectGoodNews(newsOf(play(4, [{}, {}, {}, {}, {}, {}]), 'EY-1'));
  });

  test('is told in many ways', () => {
    const kinds = new Map<string, number>();
    for (const states of games) {
      for (const [i, now] of states.slice(1).entries()) {
        const context = { name: (id: string) => id };
        for (const { kind, wording } of storiesOf({ context, before: states[i] as State, now })) {
          kinds.set(kind, wording.headlines.length);
        }
      }
    }
    expect(kinds.size).toBeGreaterThanOrEqual(16);
    expect(Math.min(...kinds.values())).toBeGreaterThanOrEqual(6);
    const headlines = games.flatMap((states, i) => newsOf(states, `EY-${i}`).map(({ headline }) => headline));
    expect(new Set(headlines).size).toBeGreaterThan(headlines.length / 3);
  });

  test('after the conventions tells of no lead over a candidate of the same party', () => {
    const pairs = [
      ['Winner', 'Loser'],
      ['Spender', 'Leader'],
      ['Leader', 'Former'],
      ['First', 'Second'],
    ] as const;
    let told = 0;
    for (const states of games) {
      for (const [i, now] of states.slice(1).entries()) {
        if (now.turn < 3) continue;
        const context = { name: (id: string) => id };
        const partyOf = (id: string | undefined) => now.players.find((player) => player.id === id)?.party;
        for (const { kind, words } of storiesOf({ context, before: states[i] as State, now })) {
          for (const [one, other] of pairs) {
            if (words[one] === undefined || words[other] === undefined) continue;
            expect(partyOf(words[one]), kind).not.toBe(partyOf(words[other]));
            told += 1;
          }
        }
      }
    }
    expect(told).toBeGreaterThan(0);
  });

  test('says of a tied state who holds it, and why', () => {
    const [before, now] = structuredClone((games[2] as State[]).slice(0, 2)) as [State, State];
    const { D, R } = now.leaders.OH;
    for (const overall of [D, R]) {
      now.popularity.OH = { [D]: 90, [R]: 90 };
      now.leaders.OH = { D, R, overall };
      for (const earlier of [D, R]) {
        before.leaders.OH = { D, R, overall: earlier };
        const stories = storiesOf({ context: { name: (id: string) => id }, before, now });
        const tie = stories.find(({ kind, about }) => kind === 'deadlock' && about === 'OH');
        const why = earlier === overall ? 'A tie changes nothing, so' : 'The state prefers';
        expect(tie?.words.holder?.startsWith(`${why} ${overall}`)).toBe(true);
      }
    }
  });

  test('is the same for every reader', () => {
    const states = games[2] as State[];
    const header = headerOf(6);
    for (const turns of [1, 2, 3, 4, 5]) {
      const history = { header, states: states.slice(0, turns + 1) };
      const theirs = electionYear.report(history, null).news;
      for (const seat of electionYear.seatIdentifiers(states[0] as State)) {
        expect(electionYear.report(history, seat).news).toEqual(theirs);
      }
    }
    expect(electionYear.report({ header, states: states.slice(0, 1) }, 'AA').news).toBeUndefined();
  });

  test('is that of the conventions on turn 3, and of the election at the end', () => {
    for (const states of games.slice(0, 20)) {
      const news = newsOf(states, 'EY-3');
      const { conventions, election } = states[6] as State;
      for (const party of ['D', 'R'] as const) {
        expect(news[2]?.sentences.join(' ')).toContain(`[${conventions?.[party].president}]`);
      }
      const president = election && conventions?.[election.winner].president;
      expect(news[5]?.sentences.join(' ')).toMatch(new RegExp(`\\[${president}\\] is elected president`));
    }
  });
});
