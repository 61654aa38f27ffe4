import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listedDice } from '../../../src/rules/dice.ts';
import { marginOfError } from '../../../src/rules/margin-of-error/index.ts';
import type { State } from '../../../src/rules/margin-of-error/state.ts';
import type { News } from '../../../src/rules/report.ts';
import { shortOrLong } from '../../helpers/long.ts';
import { headerOf, playGame, seatsOf, secretOf, stateOf } from './games.ts';
import { legalWeek } from './garbage.ts';

function newsOf(states: readonly State[], seat: string | null, number = 'MOE-1'): News | undefined {
  const last = states.at(-1) as State;
  const header = headerOf(
    seatsOf(last.players.length === 2 ? 2 : 1),
    secretOf('news'),
    last.phase === 'over',
  );
  return marginOfError.report({ header: { ...header, number }, states }, seat).news;
}

/** The states of a game of computer candidates, of random sheets, or of no sheets at all. */
function statesOfGame(n: number): State[] {
  const sheets = fc.sample(legalWeek, { seed: n, numRuns: 24 });
  let k = 0;
  const options = { opponent: ['gentle', 'even', 'tough'][n % 3], homeStates: n % 5 === 0 };
  const seats = seatsOf(n % 2 === 0 ? 1 : 2, n % 4 === 0 ? 'R' : 'D');
  return playGame(secretOf(`news ${n}`), options, seats, (state, seat) => {
    k += 1;
    if (n % 20 === 7) return null;
    return n % 3 === 0 ? sheets[k % sheets.length] : marginOfError.opponent(state, seat);
  }).states;
}

describe('front page news (MOE)', () => {
  test('is missing before the first week', () => {
    expect(newsOf([stateOf({ players: [{ id: 'JN', party: 'D' }] })], 'JN')).toBeUndefined();
  });

  test('never has the same headline twice in a game, and is the same for every reader', () => {
    for (let n = 0; n < shortOrLong(200, 600); n += 1) {
      const states = statesOfGame(n);
      const headlines = states.slice(1).map((_, i) => {
        const upTo = states.slice(0, i + 2);
        const news = newsOf(upTo, null, `MOE-${n}`) as News;
        expect(news.sentences.length).toBeGreaterThanOrEqual(1);
        expect(news.sentences.length).toBeLessThanOrEqual(3);
        for (const text of [news.headline, ...news.sentences]) {
          expect(text).not.toMatch(/[{}]|undefined|null|NaN| {2}|\.\./);
        }
        for (const sentence of news.sentences) expect(sentence).toMatch(/^[A-Z0-9].*[.?]$/);
        expect(news.headline.length).toBeLessThanOrEqual(70);
        return news.headline;
      });
      expect(new Set(headlines).size).toBe(headlines.length);
      const [reader] = marginOfError.seatIdentifiers(states[0] as State);
      expect(newsOf(states, reader as string, `MOE-${n}`)?.headline).toBe(headlines.at(-1));
    }
  });

  test('names a state that changed sides, and whose action did it', () => {
    const before = stateOf({ players: [{ id: 'JN', party: 'D' }], stops: [0, 0, 0, 0, 0, 0, 0, 0, 0] });
    const sheet = {
      actions: [
        { do: 'media', days: 1 },
        { do: 'campaign', state: 'OH', days: 1 },
      ],
    };
    const news = newsOf(
      [before, marginOfError.resolve(before, { JN: sheet }, listedDice([6]))],
      null,
    ) as News;
    expect(news.headline).toMatch(/Ohio|votes change hands/);
    expect(news.sentences.join(' ')).toMatch(/R\+1.*D\+1.*a stop by Jo Novak/);
  });
});
