import { describe, expect, test } from 'vitest';
import { electionYear } from '../../../src/rules/election-year/index.ts';
import type { State } from '../../../src/rules/election-year/state.ts';
import { fourPlayers, NO_DICE, parsedSetup, playedGame } from './games.ts';

function begin(change: (players: ReturnType<typeof fourPlayers>) => void = () => undefined): State {
  const players = fourPlayers();
  change(players);
  return electionYear.begin(parsedSetup({ players }));
}

function later(state: State, turns: number): State {
  return turns === 0 ? state : later(electionYear.resolve(state, {}, NO_DICE), turns - 1);
}

describe('a computer candidate (section 13)', () => {
  test('visits the states with most money and votes, and spends by votes per dollar', () => {
    // Everyone has 0 in the big states, so each needs 60 there: worth 395 + 4·54, 291 + 4·40, 215 + 4·30.
    // Visited, a need of 60 costs 20 at ability 3; elsewhere 60. After CA, TX and FL, 340 dollars are left:
    // NY, IL and PA, OH, then GA of 16 votes is home (300 ahead), so NC; 40 dollars do not buy another 60.
    expect(electionYear.opponent(begin(), 'AB')).toEqual({
      runningMate: null,
      fundraising: ['CA', 'TX', 'FL'],
      campaign: [
        { state: 'CA', spend: 20 },
        { state: 'TX', spend: 20 },
        { state: 'FL', spend: 20 },
        { state: 'NY', spend: 60 },
        { state: 'IL', spend: 60 },
        { state: 'PA', spend: 60 },
        { state: 'OH', spend: 60 },
        { state: 'NC', spend: 60 },
      ],
      press: null,
    });
  });

  test('divides a state’s money by last turn’s visitors plus one', () => {
    const sheets = Object.fromEntries(['CD', 'EF', 'GH'].map((id) => [id, { fundraising: ['CA', 'FL'] }]));
    const state = electionYear.resolve(begin(), sheets, NO_DICE);
    // CA: 98 + 216 = 314; TX: 291 + 160 = 451; NY: 202 + 112 = 314; FL: 53 + 120 = 173.
    expect(electionYear.opponent(state, 'AB').fundraising).toEqual(['TX', 'CA', 'NY']);
  });

  test('competes with its own party before turn 4, then with the other party', () => {
    const state = begin((players) => {
      for (const [i, popularity] of [100, 30, 90, 170].entries()) {
        (players[i] as { popularity: object }).popularity = { CA: popularity };
      }
    });
    const california = (turns: number, seat: string) =>
      electionYear.opponent(later(state, turns), seat).campaign.find((row) => row.state === 'CA');
    // Rival EF 90 + 60 − 100 = 50, at ability 3 in a visited state: 17.
    expect(california(0, 'AB')).toEqual({ state: 'CA', spend: 17 });
    expect(california(2, 'AB')).toEqual({ state: 'CA', spend: 17 });
    // Rival GH 170 + 60 − 100 = 130, at the ability of 4 that AB's experience has brought: 33. EF leaves California to AB, and CD to GH.
    expect(california(3, 'AB')).toEqual({ state: 'CA', spend: 33 });
    expect(california(3, 'EF')).toBeUndefined();
    expect(california(3, 'CD')).toBeUndefined();
  });

  test('chooses the running mate with the most votes on turn 3', () => {
    const state = later(begin(), 2);
    expect(electionYear.opponent(state, 'AB').runningMate).toBe('EF');
    expect(electionYear.opponent(later(state, 1), 'AB').runningMate).toBeNull();
  });

  test('sends legal sheets in games of every size until the end', () => {
    for (const count of [4, 5, 7, 12]) {
      for (const state of playedGame(count, 6).slice(0, -1)) {
        for (const seat of electionYear.seatIdentifiers(state)) {
          const checked = electionYear.check(state, seat, electionYear.opponent(state, seat));
          expect(checked).toMatchObject({ ok: true });
        }
      }
    }
  });

  test('ignores the cash and income of other seats', () => {
    const state = playedGame(6, 2).at(-1) as State;
    const blind = structuredClone(state);
    for (const player of blind.players.slice(1)) Object.assign(player, { cash: 0, income: 0 });
    const [seat] = electionYear.seatIdentifiers(state) as [string];
    expect(electionYear.opponent(blind, seat)).toEqual(electionYear.opponent(state, seat));
  });
});
