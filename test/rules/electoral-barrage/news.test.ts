import { expect, test } from 'vitest';
import { electoralBarrage } from '../../../src/rules/electoral-barrage/index.ts';
import { GRADES } from '../../../src/rules/grades.ts';
import type { News } from '../../../src/rules/report.ts';
import { shortOrLong } from '../../helpers/long.ts';
import { headerOf, playGame, secretOf } from './games.ts';

test('front page news never have the same headline twice in a game, and are whole sentences', () => {
  for (let n = 0; n < shortOrLong(14, 100); n += 1) {
    const players = 2 + (n % 7);
    const { states } = playGame(secretOf(`news ${n}`), players, (state, seat) =>
      n % 7 === 6 ? null : electoralBarrage.opponent(state, seat, GRADES[n % GRADES.length]),
    );
    const headlines = states.slice(1).map((_, i) => {
      const upTo = states.slice(0, i + 2);
      const header = { ...headerOf(players, i + 2 === states.length), number: `EB-${n}` };
      const { headline, sentences } = electoralBarrage.report({ header, states: upTo }, null).news as News;
      expect(headline.length).toBeLessThanOrEqual(70);
      expect(sentences.length).toBeGreaterThanOrEqual(1);
      for (const text of [headline, ...sentences])
        expect(text).not.toMatch(/[{}]|undefined|null|NaN| {2}|\.\./);
      for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z0-9].*\.$/);
      return headline;
    });
    expect(new Set(headlines).size).toBe(headlines.length);
  }
}, 60_000);
