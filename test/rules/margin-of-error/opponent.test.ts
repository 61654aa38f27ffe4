import { describe, expect, test } from 'vitest';
import { marginOfError } from '../../../src/rules/margin-of-error/index.ts';
import { playGame, seatsOf, secretOf, stateOf } from './games.ts';

describe('the computer candidate (MOE-13)', () => {
  test('plans week 1 by the rule: funds, two ads, their stops, the running mate', () => {
    // Funds 15, four days. Rust Belt: 48 votes from −2 to −3 … own 2 → 3: 10 a vote, 480. Southeast: own
    // −2, −2, −3: 27 × 14 + 15 × 14 + 5 × 10 = 638. Midwest: own −1, −3, −1: 20 × 10 + 11 × 10 + 7 × 10 = 380;
    // Plains: 11 × 14 + 10 × 10 + 5 × 14 + 3 × 10 = 354. So Southeast, then Rust Belt (480).
    // Planned: FL, NC −1, WV −2; PA, MI, WI 3. Stops: FL 27 × 10 = 270, WV 5 × 14 + 300 = 370: West Virginia.
    // Rust Belt: 3 → 4 is worth 6: PA 126. Running mate: best gain left of all, NJ 15 × 10 = 150, FL 270: Florida.
    expect(marginOfError.opponent(stateOf({ players: [{ id: 'JN', party: 'D' }] }), 'JN')).toEqual({
      actions: [
        { do: 'media', days: 3 },
        { do: 'campaign', state: 'WV', days: 1, cover: false },
        { do: 'campaign', state: 'PA', days: 1, cover: false },
        { do: 'advertise', region: 'southeast', days: 1, cover: false },
        { do: 'advertise', region: 'rust-belt', days: 1, cover: false },
        { do: 'vp', state: 'FL' },
      ],
      capital: 'internet-funds',
      endorse: [],
      coverWith: [],
    });
  });

  test('raises money below $7, and then buys what it can', () => {
    const state = stateOf({ players: [{ id: 'JN', party: 'R', cash: 0, unused: [] }], week: 8 });
    const { actions } = marginOfError.opponent(state, 'JN') as { actions: { do: string; days?: number }[] };
    expect(actions.slice(0, 2)).toEqual([
      { do: 'media', days: 2 },
      { do: 'fundraise', days: 3 },
    ]);
    expect(actions.map((action) => action.do)).toEqual(['media', 'fundraise', 'campaign', 'advertise', 'vp']);
    const last = stateOf({ players: [{ id: 'JN', party: 'R', cash: 0, unused: [] }], week: 9 });
    const poor = marginOfError.opponent(last, 'JN') as { actions: { do: string }[] };
    expect(poor.actions.map((action) => action.do)).toEqual([
      'media',
      ...['campaign', 'campaign', 'campaign', 'campaign'],
      'vp',
    ]);
  });

  test('endorses states with at most 40 votes', () => {
    // Own values of R. Best gains: PA 21 × 14 = 294, MI 238 (17 + 21 = 38), then 2 votes are left: nothing.
    const state = stateOf({ players: [{ id: 'JN', party: 'R' }], week: 5 });
    expect(marginOfError.opponent(state, 'JN')).toMatchObject({
      capital: 'endorsements',
      endorse: ['PA', 'MI'],
    });
  });

  test('places its tokens where they gain most, up to three in a state (MOE-13.3)', () => {
    const polls = Object.fromEntries(
      ['MI', 'WI', 'NJ', 'NH', 'WA', 'CO', 'OR', 'NM', 'MN', 'NV'].map((s) => [s, -5]),
    );
    const rest = Object.fromEntries(['VA', 'FL', 'NC', 'WV', 'IN', 'IA', 'MO', 'MT'].map((s) => [s, 5]));
    const state = stateOf({
      players: [{ id: 'JN', party: 'D', tokens: ['IA', 'WV', 'MT', 'CO', 'NM'] }],
      week: 10,
      polls: { ...polls, ...rest, PA: 0, OH: 2 },
    });
    // PA on its own white: 60 → 70 → 84 → 94, 21 × 10, 14, 10. OH −2: 16 → 30 → 40 → 70, 20 × 14, 10, 30.
    // In order: OH 280; PA 210 against OH 200; PA 294; PA 210 (three now); OH 200.
    expect(marginOfError.opponent(state, 'JN')).toEqual({
      stops: [
        { state: 'OH', tokens: 2 },
        { state: 'PA', tokens: 3 },
      ],
    });
  });

  test('fills in legal sheets throughout many games, as one player and as two', () => {
    for (let n = 0; n < 60; n += 1) {
      for (const many of [1, 2] as const) {
        const options = { opponent: 'even', homeStates: n % 2 === 0 };
        const { states } = playGame(secretOf(`legal ${n}`), options, seatsOf(many), (state, seat) => {
          const sheet = marginOfError.opponent(state, seat);
          const checked = marginOfError.check(state, seat, JSON.parse(JSON.stringify(sheet)));
          expect(checked).toMatchObject({ ok: true, orders: sheet });
          return sheet;
        });
        expect(states.at(-1)?.log.some((event) => event.kind === 'missing')).toBe(false);
      }
    }
  });

  test('is as strong as the rules say (MOE-11.13)', () => {
    const won = (opponent: string, sends: boolean) => {
      let wins = 0;
      let votes = 0;
      for (let n = 0; n < 150; n += 1) {
        const seats = seatsOf(1, n % 2 === 0 ? 'D' : 'R');
        const { states } = playGame(secretOf(`strength ${n}`), { opponent }, seats, (state, seat) =>
          sends ? marginOfError.opponent(state, seat) : null,
        );
        const standing = marginOfError.outcome(states.at(-1) as never)?.standings[0];
        if (standing?.place === 1 && standing.result === 'won') wins += 1;
        votes += Number(standing?.votes);
      }
      return { wins: Math.round((100 * wins) / 150), votes: Math.round(votes / 150) };
    };
    // The figures of the rules: 99, 90 and 56–59 % won with 314, 294 and 272 votes; without sheets 165 votes.
    const gentle = won('gentle', true);
    expect(gentle.wins).toBeGreaterThanOrEqual(95);
    expect(Math.abs(gentle.votes - 314)).toBeLessThanOrEqual(6);
    const even = won('even', true);
    expect(Math.abs(even.wins - 90)).toBeLessThanOrEqual(8);
    expect(Math.abs(even.votes - 294)).toBeLessThanOrEqual(6);
    const tough = won('tough', true);
    expect(Math.abs(tough.wins - 58)).toBeLessThanOrEqual(12);
    expect(Math.abs(tough.votes - 272)).toBeLessThanOrEqual(6);
    expect(Math.abs(won('even', false).votes - 165)).toBeLessThanOrEqual(3);
  });
});
