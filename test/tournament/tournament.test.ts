import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CommanderError } from 'commander';
import { describe, expect, test } from 'vitest';
import { RULESETS } from '../../src/rules/catalog.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { chanceFrom } from './chance.ts';
import { type AnyContestant, gradesOf, playGame } from './contest.ts';
import { entrantsOf } from './entrants.ts';
import { gradesTogether } from './matches.ts';
import { readOptions, type TournamentOptions } from './options.ts';
import { interval, rateText } from './rates.ts';
import { countGames, playTournament } from './tables.ts';

const run = promisify(execFile);

/** What `readOptions` says about a command line that it refuses. */
function refusal(...args: string[]): string {
  let said = '';
  const write = (text: string) => {
    said += text;
  };
  expect(() => readOptions(args, { writeErr: write, writeOut: write })).toThrow(CommanderError);
  return said;
}

/** The tables of a tournament, and how many games it reported. */
function play(options: TournamentOptions): { tables: string; played: number } {
  let played = 0;
  const onGame = () => {
    played += 1;
  };
  return { tables: [...playTournament(options, onGame)].join(''), played };
}

describe('npm run tournament', () => {
  test('prints the same tables for the same seed', () => {
    const options = readOptions(['margin-of-error', '--games', '6', '--seed', 'x']);
    const { tables, played } = play(options);
    for (const name of ['easy', 'standard', 'hard', 'the closest states', 'no sheets']) {
      expect(tables).toMatch(new RegExp(`^ +${name} +\\d+% \\(\\d+–\\d+\\)`, 'm'));
    }
    expect(played).toBe(countGames(options));
    expect(play(options).tables).toBe(tables);
  });

  test('prints the measures and the setups of Election Year', () => {
    const options = readOptions(['election-year', '--games', '1', '--seats', '4', '--grades', 'easy']);
    const { tables, played } = play(options);
    expect(played).toBe(countGames(options));
    expect(tables).toMatch(/^ +states campaigned in per game +\d+\.\d +at least 30$/m);
    for (let seats = 4; seats <= 12; seats += 1)
      expect(tables).toMatch(new RegExp(`^ +${seats} +\\d+%`, 'm'));
    expect(tables).not.toMatch(/^ +hard /m);
  });

  test('says what is wrong with an option, and what is right', () => {
    expect(refusal('chess')).toContain(
      'Choose one of election-year, margin-of-error, electoral-barrage, primary-season, politics.',
    );
    expect(refusal('margin-of-error', '--seats', '3')).toContain('has 1 to 2 seats');
    expect(refusal('election-year', '--grades', 'brilliant')).toContain('easy, standard, hard');
    expect(refusal('election-year', '--games', '0')).toContain('1 or more');
    expect(refusal('--help')).toContain('--seats <number>');
  });

  test('shows its help in a process of its own', async () => {
    const args = ['--import', './src/typescript.js', 'test/tournament/run.ts', '--help'];
    expect((await run(process.execPath, args)).stdout).toContain('npm run -s tournament -- election-year');
  });
});

describe.each(Object.values(RULESETS) as readonly Ruleset[])('the entrants for $id', (ruleset) => {
  const { strategies } = entrantsOf(ruleset.id);

  test('send sheets that are legal, or none', () => {
    const checked = (entrant: AnyContestant): AnyContestant => ({
      ...entrant,
      sheet(state, seat, chance) {
        const raw = entrant.sheet(state, seat, chance);
        if (raw !== null) expect(ruleset.check(state, seat, raw)).toMatchObject({ ok: true });
        return raw;
      },
    });
    for (const strategy of strategies) {
      const minds = Array(ruleset.seats.max).fill(checked(strategy));
      expect(playGame(ruleset, minds, strategy.name).outcome.standings.length).toBe(ruleset.seats.max);
    }
  });

  test('play the same game from the same seed', () => {
    const minds = [gradesOf(ruleset)[1], strategies[0], ...gradesOf(ruleset)].slice(0, ruleset.seats.max);
    const once = playGame(ruleset, minds as AnyContestant[], 'same');
    expect(playGame(ruleset, minds as AnyContestant[], 'same').states).toEqual(once.states);
  });
});

describe('the counting', () => {
  test('gives each grade each seat of a setup equally often', () => {
    const options = { games: 9, seats: 5, seed: 'fair' };
    const scores = gradesTogether(
      RULESETS['election-year'] as Ruleset,
      ['easy', 'standard', 'hard'],
      options,
    );
    expect(scores.map(({ won }) => won.of)).toEqual([15, 15, 15]);
    expect(scores.reduce((sum, { won }) => sum + won.count, 0)).toBe(9);
  });

  test('computes confidence intervals by Wilson', () => {
    // 10 of 40: center (0.25 + 0.048) ÷ 1.096 = 27.2%, 14.3 points to each side, rounded.
    expect(interval({ count: 10, of: 40 }).map(Math.round)).toEqual([14, 40]);
    expect(rateText({ count: 0, of: 300 })).toBe('0% (0–1)');
    expect(interval({ count: 0, of: 0 })).toEqual([0, 100]);
  });

  test('draws the same chances from the same text', () => {
    const draw = (text: string) => {
      const chance = chanceFrom(text);
      return Array.from({ length: 20 }, () => chance.below(1000));
    };
    expect(draw('a')).toEqual(draw('a'));
    expect(draw('a')).not.toEqual(draw('b'));
  });
});
