import { describe, expect, test } from 'vitest';
import { isObscene } from '../../../src/games/press/press-moderation.ts';
import { STATES, stateOf } from '../../../src/rules/country.ts';
import { electionYear } from '../../../src/rules/election-year/index.ts';
import { LINES, type Topic } from '../../../src/rules/election-year/opponent/press/lines.ts';
import type { State } from '../../../src/rules/election-year/state.ts';
import { GRADES } from '../../../src/rules/grades.ts';
import type { PressLines } from '../../../src/rules/press-lines.ts';
import { NO_DICE, newGame } from './games.ts';

/** The states of a game of computer candidates, each with the press releases of its last turn. */
function gameWithPress(count: number, secret: number): State[] {
  const states = [newGame(count, new Uint8Array(32).fill(secret))];
  for (let turn = 1; turn <= 6; turn += 1) {
    const state = states.at(-1) as State;
    const seats = electionYear.seatIdentifiers(state);
    const sheets = Object.fromEntries(
      seats.map((id, i) => [id, electionYear.opponent(state, id, GRADES[i % GRADES.length])]),
    );
    states.push(electionYear.resolve(state, sheets, NO_DICE));
  }
  return states;
}

/** Whether a line is made of an opening and a closing of a topic. */
function isAbout(line: string, topic: Topic): boolean {
  const { openings, closings }: PressLines = LINES[topic];
  const ends = closings.some((closing) => line.endsWith(closing));
  return ends && openings.some((opening) => opening.split(/\{\w+\}/).every((part) => line.includes(part)));
}

describe('the press releases of computer candidates', () => {
  test('come on every turn from every seat, and never twice in a game', () => {
    for (const [count, secret] of [4, 6, 9, 12].flatMap((n) => [1, 2, 3].map((s) => [n, s] as const))) {
      const lines = gameWithPress(count, secret).flatMap(({ press }) => press.map(({ text }) => text));
      expect(lines).toHaveLength(6 * count);
      expect(new Set(lines).size).toBe(lines.length);
    }
  });

  test('fit in a line with every state’s name, in any combination', () => {
    for (const { openings, closings } of Object.values(LINES)) {
      expect(openings).toHaveLength(closings.length);
      for (const opening of openings) {
        const longest = opening.replace(/\{\w+\}/, stateOf('DC').name);
        for (const closing of closings) expect(`${longest} ${closing}`.length).toBeLessThanOrEqual(75);
      }
    }
  });

  test('fit the turn: announcement, conventions, their result, the last word', () => {
    const states = gameWithPress(6, 4);
    for (const [turn, state] of states.entries()) {
      const before = states[turn - 1];
      for (const { from, text } of state.press) {
        const about = (...topics: Topic[]) => topics.some((topic) => isAbout(text, topic));
        const party = state.players.find(({ id }) => id === from)?.party ?? 'D';
        const ticket = before?.conventions?.[party];
        if (turn === 1) expect(about('announcement')).toBe(true);
        if (turn === 2) expect(about('primaryAhead', 'primaryBehind', 'won', 'lost')).toBe(true);
        if (turn === 3) expect(about('conventionAhead', 'conventionBehind', 'won', 'lost')).toBe(true);
        if (turn === 4) {
          expect(about('nominee')).toBe(ticket?.president === from);
          expect(about('runningMate')).toBe(ticket?.vicePresident === from);
        }
        if (turn === 6) {
          const ahead = (before?.partyVotes[party] ?? 0) >= 269;
          expect(about(ahead ? 'lastAhead' : 'lastBehind')).toBe(true);
        }
      }
    }
  });

  test('name a state that the candidate has just won from its rivals, or lost to one of them', () => {
    const found = new Set<Topic>();
    for (const secret of [1, 2, 3, 4]) {
      const states = gameWithPress(8, secret);
      for (const { from, text } of (states[5] as State).press) {
        const [before, after] = [states[3] as State, states[4] as State];
        const topic = (['won', 'lost'] as const).find((each) => isAbout(text, each));
        if (topic === undefined) continue;
        found.add(topic);
        const { party } = after.players.find(({ id }) => id === from) as { party: 'D' | 'R' };
        const foes = after.players.filter((player) => player.party !== party);
        const isAhead = (state: State, code: keyof State['popularity']) =>
          foes.every(({ id }) => (state.popularity[code][id] ?? 0) < (state.popularity[code][from] ?? 0));
        const codes = (Object.keys(after.popularity) as (keyof State['popularity'])[]).filter((code) =>
          text.includes(stateOf(code).name),
        );
        const isTrue = (code: keyof State['popularity']) =>
          isAhead(after, code) === (topic === 'won') && isAhead(before, code) === (topic === 'lost');
        expect([text, codes.some(isTrue)]).toEqual([text, true]);
      }
    }
    expect([...found].sort()).toEqual(['lost', 'won']);
  });

  test('contain no word that would be held for the GM', () => {
    const held = Object.values<PressLines>(LINES).flatMap(({ openings, closings }) =>
      openings.flatMap((opening) => {
        const names = opening.includes('{') ? STATES.map(({ name }) => name) : [''];
        const filled = names.map((name) => opening.replace(/\{\w+\}/, name));
        return filled.flatMap((first) => closings.map((closing) => `${first} ${closing}`)).filter(isObscene);
      }),
    );
    expect(held).toEqual([]);
  });
});
